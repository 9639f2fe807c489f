"""Physical feats (seed 000, Physical Feats; B349-357): one module for each, gathered by the name that a GM types."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from tracker.rulesets.base import FeatRules
from tracker.rulesets.gurps4e.feats.breath import BREATH, BREATH_HOLDING
from tracker.rulesets.gurps4e.feats.climb import CLIMB
from tracker.rulesets.gurps4e.feats.dig import DIG
from tracker.rulesets.gurps4e.feats.hike import HIKE
from tracker.rulesets.gurps4e.feats.jump import JUMP
from tracker.rulesets.gurps4e.feats.lift import LIFT
from tracker.rulesets.gurps4e.feats.run import RUN
from tracker.rulesets.gurps4e.feats.swim import SWIM
from tracker.rulesets.gurps4e.feats.throw import THROW

_ALL: tuple[FeatRules, ...] = (CLIMB, JUMP, RUN, SWIM, HIKE, BREATH, LIFT, THROW, DIG)

FEATS: Mapping[str, FeatRules] = MappingProxyType({feat.name: feat for feat in _ALL})
FEAT_TRAITS = (BREATH_HOLDING,)

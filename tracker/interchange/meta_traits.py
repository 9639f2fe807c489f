"""Meta-traits (B262): programs write them as headings, and yet the rules ask about one of them."""

from __future__ import annotations

from tracker.events.sheet import Trait
from tracker.rulesets.base import read_trait
from tracker.rulesets.gurps4e.effort import MACHINE


def is_asked_about(heading: str) -> bool:
    """Whether a heading's name is a trait that the rules ask about: ``Meta-Trait: Machine``."""
    return read_trait(heading, (MACHINE,)) is not None


def meta_trait(heading: str, *, active: bool = True) -> Trait:
    """The trait that a heading stands for; the rows below it hold its points."""
    return Trait(name=heading, active=active)

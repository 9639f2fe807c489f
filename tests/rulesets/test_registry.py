"""Which rule systems there are."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import EntryPoint
from itertools import product
from pathlib import Path

import msgspec
import pytest

from tracker import rulesets
from tracker.dice import parse
from tracker.errors import Refused
from tracker.rulesets.base import Ruleset
from tracker.text import fold

BUILT_IN = ["gurps4e", "brp", "d20under", "gurps3e"]  # the usual one first
KINDS = ("success", "will", "active_defense", "forced", "self_control", "mental_disadvantage", "luck")


@pytest.mark.parametrize("id", BUILT_IN)
def test_built_in_systems_are_whole(id: str) -> None:
    ruleset: Ruleset = rulesets.get(id)
    assert ruleset.id == id
    assert id in rulesets.available()
    spellings = [spelling for spec in ruleset.attributes for spelling in {fold(spec.key), fold(spec.name), *spec.aliases}]
    assert len(spellings) == len(set(spellings))
    assert all(alias == fold(alias) for spec in ruleset.attributes for alias in spec.aliases)
    assert all(spec.pool in ruleset.pools for spec in ruleset.attributes if spec.pool)
    assert all(len(option.values) == len(set(option.values)) > 1 for option in ruleset.options)
    usual = {option.name: option.values[0] for option in ruleset.options}
    assert ruleset.under(usual) is ruleset.under({}) is ruleset.under({"unknown": "value"})


@pytest.mark.parametrize("id", BUILT_IN)
def test_a_roll_comes_out_in_a_way_that_the_system_lists(id: str) -> None:
    ruleset = rulesets.get(id)
    listed = {degree.name: (degree.success, degree.critical) for degree in ruleset.degrees}
    dice = parse(ruleset.notation)
    for kind, target, total in product(KINDS, (0, 9, 16, 20), range(dice.count, dice.count * dice.sides + 1)):
        judged = ruleset.judge(target, target, total, kind)
        assert listed[judged.degree] == (judged.success, judged.critical)


@pytest.mark.parametrize("id", ["base", "common"])
def test_what_the_systems_share_is_none(id: str) -> None:
    with pytest.raises(Refused) as refused:
        rulesets.get(id)
    assert refused.value.code == "unknown_ruleset"


def test_an_unknown_system_is_refused_with_those_known() -> None:
    with pytest.raises(Refused, match="gurps4e, brp, d20under, gurps3e") as refused:
        rulesets.get("dnd")
    assert refused.value.code == "unknown_ruleset"


def test_a_package_can_add_a_system_but_not_replace_one(monkeypatch: pytest.MonkeyPatch) -> None:
    elsewhere = "tracker.rulesets.brp:RULESET"
    offered = {name: EntryPoint(name, elsewhere, "rollbook.rulesets") for name in ("homebrew", "gurps4e")}
    monkeypatch.setattr(rulesets, "_offered", lambda: offered)
    assert rulesets.get("homebrew").id == "brp"
    assert rulesets.get("gurps4e").id == "gurps4e"
    assert rulesets.available() == [*BUILT_IN, "homebrew"]


def test_the_registry_loads_only_what_is_asked_for() -> None:
    packages = str(Path(msgspec.__file__).parents[1])
    script = (
        f"import sys; sys.path.append({packages!r}); import tracker.rulesets as r; r.get('gurps4e');"
        "print({'tracker.rulesets.brp', 'tracker.rulesets.gurps3e', 'tomllib', 'importlib.resources', 'importlib.metadata'}"
        "& set(sys.modules))"
    )
    result = subprocess.run([sys.executable, "-S", "-c", script], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "set()"

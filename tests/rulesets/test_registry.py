"""Which rule systems there are."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import EntryPoint

import pytest

from tracker import rulesets
from tracker.errors import Refused
from tracker.rulesets.base import Ruleset
from tracker.text import fold


@pytest.mark.parametrize("id", ["gurps4e", "brp", "d20under"])
def test_built_in_systems_are_whole(id: str) -> None:
    ruleset: Ruleset = rulesets.get(id)
    assert ruleset.id == id
    assert id in rulesets.available()
    spellings = [spelling for spec in ruleset.attributes for spelling in {fold(spec.key), fold(spec.name), *spec.aliases}]
    assert len(spellings) == len(set(spellings))
    assert all(alias == fold(alias) for spec in ruleset.attributes for alias in spec.aliases)


def test_an_unknown_system_is_refused_with_those_known() -> None:
    with pytest.raises(Refused, match="brp, d20under, gurps4e") as refused:
        rulesets.get("dnd")
    assert refused.value.code == "unknown_ruleset"


def test_a_package_can_add_a_system_but_not_replace_one(monkeypatch: pytest.MonkeyPatch) -> None:
    elsewhere = "tracker.rulesets.brp:RULESET"
    offered = {name: EntryPoint(name, elsewhere, "rollbook.rulesets") for name in ("homebrew", "gurps4e")}
    monkeypatch.setattr(rulesets, "_offered", lambda: offered)
    assert rulesets.get("homebrew").id == "brp"
    assert rulesets.get("gurps4e").id == "gurps4e"
    assert rulesets.available() == ["brp", "d20under", "gurps4e", "homebrew"]


def test_the_registry_loads_only_what_is_asked_for() -> None:
    script = (
        "import sys, tracker.rulesets as r; r.get('gurps4e');"
        "print({'tracker.rulesets.brp', 'tomllib', 'importlib.resources', 'importlib.metadata'} & set(sys.modules))"
    )
    result = subprocess.run([sys.executable, "-S", "-c", script], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "set()"

"""The rule systems that are known: those built in, and any that a package offers as entry point ``rollbook.rulesets``.

An entry point's name is the system's id, and it loads a ``Ruleset`` object. A built-in id can't be taken over.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from tracker.errors import Refused

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from tracker.rulesets.base import Ruleset

_BUILT_IN = ("brp", "d20under", "gurps4e")


def get(id: str) -> Ruleset:
    """The rule system of that id. Raises Refused (``unknown_ruleset``) naming those that there are."""
    if id in _BUILT_IN:
        built_in: Ruleset = import_module(f"{__name__}.{id}").RULESET
        return built_in
    if id in _offered():
        offered: Ruleset = _offered()[id].load()
        return offered
    raise Refused(
        f"There is no rule system {id!r} here; known are {', '.join(available())}.", code="unknown_ruleset", where="ruleset"
    )


def available() -> list[str]:
    """The ids of all known systems, in alphabetical order. Loads none of them."""
    return sorted({*_BUILT_IN, *_offered()})


@cache
def _offered() -> dict[str, EntryPoint]:
    from importlib.metadata import entry_points  # slow to import, and most campaigns need no more than what is built in

    return {point.name: point for point in entry_points(group="rollbook.rulesets")}

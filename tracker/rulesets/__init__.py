"""The rule systems that are known: those built in, and any that a package offers as entry point ``rollbook.rulesets``.

An entry point's name is the system's id, and it loads a ``Ruleset`` object. A built-in id can't be taken over.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING

from tracker.errors import Refused
from tracker.language import _

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from tracker.rulesets.base import Ruleset

USUAL = "gurps4e"  # what a campaign plays unless another system is chosen

_PROTOCOL = "base"  # the one folder here that is no system


def get(id: str) -> Ruleset:
    """The rule system of that id. Raises Refused (``unknown_ruleset``) naming those that there are."""
    if id in _built_in():
        built_in: Ruleset = import_module(f"{__name__}.{id}").RULESET
        return built_in
    if id in _offered():
        offered: Ruleset = _offered()[id].load()
        return offered
    raise Refused(
        _("There is no rule system {id!r} here; known are {names}.", id=id, names=", ".join(available())),
        code="unknown_ruleset",
        where="ruleset",
    )


def available() -> list[str]:
    """The ids of all known systems, the usual one first, the others in alphabetical order. Loads none of them."""
    return sorted({*_built_in(), *_offered()}, key=lambda id: (id != USUAL, id))


@cache
def _built_in() -> frozenset[str]:
    return frozenset(module.name for module in iter_modules(__path__) if module.ispkg and module.name != _PROTOCOL)


@cache
def _offered() -> dict[str, EntryPoint]:
    from importlib.metadata import entry_points  # slow to import, and most campaigns need no more than what is built in

    return {point.name: point for point in entry_points(group="rollbook.rulesets")}

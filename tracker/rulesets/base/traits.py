"""Names of traits as people and programs spell them: ``Fearlessness 2``, ``FEARLESSNESS (2)``, ``Meta-Trait: Machine``,
``Vision, Acute``, ``Hard to Kill 2 (Stubborn)``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from tracker.text import fold


class TraitName(NamedTuple):
    """The name by which the rules ask for a trait, and the level that its spelling holds, None where it holds none."""

    key: str
    level: float | None


_HEADING = re.compile(r"(?:meta ?trait|(?:dis)?advantage|perk|quirk|racial|talent)s?\s*:\s*(.+)")
_PLACEHOLDER = re.compile(r"@[^@]*@")
_BEHIND = re.compile(
    r"""(?P<name>.+?)\s*[,:]?\s*(?:
        [(]?(?:(?:level|lvl)\s*)?[+]?(?P<level>\d{1,4}(?:\.\d+)?)[)]?  # 2, (2), level 2, +2
      | [(](?P<words>[^()]*(?:[(][^()]*[)][^()]*)*)[)]  # a specialty, a limitation
      | \[[^\[\]]*\]  # points: [15]
    )""",
    re.VERBOSE,
)
# What stands in brackets behind a trait that its owner doesn't have, or doesn't have now.
_NOT_THERE = frozenset({"disabled", "inactive", "off", "none", "no", "not bought"})


@lru_cache(maxsize=4096)  # a sheet is looked at with every roll
def read_trait(name: str, traits: tuple[str, ...], aliases: tuple[tuple[str, str], ...] = ()) -> TraitName | None:
    """Which of the ``traits`` that the rules ask about a name means, None where it means none of them.

    ``aliases`` are other names of theirs with the one that the rules use, all folded. Levels, specialties, limitations and
    costs behind the name don't matter, nor does the kind of trait before it; a level is read where there is one.
    """
    known = _known(traits, aliases)
    level: float | None = None
    text = " ".join(_PLACEHOLDER.sub(" ", fold(name).replace("&", " and ")).replace("( )", "").split())
    while True:
        for spelling in _spellings(text):
            if key := known.get(spelling):
                return TraitName(key, level)
        behind = _BEHIND.fullmatch(text)
        if behind is None or (behind["words"] or "").strip() in _NOT_THERE:
            return None
        if behind["level"] and level is None:
            level = float(behind["level"])
        text = behind["name"]


@lru_cache(maxsize=16)
def _known(traits: tuple[str, ...], aliases: tuple[tuple[str, str], ...]) -> Mapping[str, str]:
    return {trait: trait for trait in traits} | dict(aliases)


def _spellings(text: str) -> Iterator[str]:
    """The text as it stands, without the kind of trait before it, and turned round at its comma (``vision, acute``)."""
    yield text
    if heading := _HEADING.fullmatch(text):
        yield from _spellings(heading[1])
    head, comma, tail = text.partition(",")
    if comma:
        yield f"{tail.strip()} {head.strip()}"

"""The facets of the Chronicle: who, kind, result and session, what was struck out, and the order. Each narrows the list by a
word of the filter language, and one key goes through what it can be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tracker.language import N_, _
from tui.gateway.picture import Picture

RESULTS = ("ok", "no", "crit", "fumble")
_SORTED = ("margin", "-margin", "target", "-target")
NAMES = ("who", "kind", "result", "session", "struck", "order")
"""The facets, in the order in which they are drawn."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What a facet can be: the ``word`` of the filter that narrows the list, and how it is ``told``."""

    word: str
    told: str


class Facets:
    """Which choice of each facet holds; 0 is that everything is shown, newest last."""

    def __init__(self) -> None:
        self._chosen: dict[str, str] = {}  # the filter's word, by facet

    def words(self) -> str:
        """What they add to a filter."""
        return " ".join(self._chosen[name] for name in NAMES if name in self._chosen)

    def clear(self) -> None:
        """Show everything again."""
        self._chosen.clear()

    def step(self, name: str, picture: Picture) -> None:
        """The next choice of a facet; behind the last one none again."""
        words = ["", *(choice.word for choice in choices(name, picture))]
        known = self._chosen.get(name, "")
        self._choose(name, words[(words.index(known) + 1) % len(words)] if known in words else "")

    def only(self, member: int, picture: Picture) -> bool:
        """Only what is about the character of that number, or, a second time, about everyone; False when there is none."""
        who = choices("who", picture)
        if member > len(who):
            return False
        word = who[member - 1].word
        self._choose("who", "" if self._chosen.get("who") == word else word)
        return True

    def told(self, keys: Sequence[tuple[str, str]], picture: Picture) -> list[tuple[str, str]]:
        """Each facet with its key, and the style to draw it in: ``w who``, or once it narrows the list ``w Mira``. ``keys``
        are (facet, key)."""
        return [(f"{key} {self._told(name, picture)}", "bold" if name in self._chosen else "") for name, key in keys]

    def _told(self, name: str, picture: Picture) -> str:
        word = self._chosen.get(name)
        found = (choice.told for choice in choices(name, picture) if choice.word == word)
        return next(found, _titles()[name])

    def _choose(self, name: str, word: str) -> None:
        self._chosen.pop(name, None)
        if word:
            self._chosen[name] = word


def choices(name: str, picture: Picture) -> list[Choice]:
    """What a facet can be in a campaign, everything apart."""
    match name:
        case "who":
            return [
                Choice(f"character:{_quoted(member.name)}", picture.short.get(member.name, member.name))
                for member in picture.members
            ]
        case "kind":
            return [Choice(f"family:{family}", _(family)) for family in picture.families]
        case "result":
            words = {"ok": N_("ok"), "no": N_("NO"), "crit": N_("CRIT"), "fumble": N_("FUMBLE")}
            return [Choice(f"outcome:{result}", _(words[result])) for result in RESULTS]
        case "session":
            return [Choice(f"session:{number}", f"S{number}") for number, _at in sorted(picture.sessions, reverse=True)]
        case "struck":
            return [Choice("voided:no", _("none struck")), Choice("voided:only", _("all struck"))]
    orders = (_("worst first"), _("best first"), _("low targets"), _("high targets"))
    return [Choice(f"sort:{order}", told) for order, told in zip(_SORTED, orders, strict=True)]


def _titles() -> dict[str, str]:
    return {
        "who": _("who"),
        "kind": _("kind"),
        "result": _("result"),
        "session": _("session"),
        "struck": _("struck"),
        "order": _("order"),
    }


def _quoted(name: str) -> str:
    return f"“{name}”" if '"' in name else f'"{name}"'

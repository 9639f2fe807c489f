"""The keys that a GM has chosen for the screen's actions: read from the settings, and what is wrong with them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches

from textual.keys import Keys, _character_to_key, key_to_character

from tracker.errors import Refused
from tracker.language import N_, _
from tui import actions
from tui.actions import Action

Chosen = dict[str, tuple[str, ...]]
"""Keys in Textual's names, by the id of the action that they are for."""

_NAMED = {
    *(key.value.rpartition("+")[2] for key in Keys if not key.value.startswith("<")),
    *(_character_to_key(chr(code)) for code in range(0x21, 0x7F)),
}
_SPOKEN = {shown.casefold(): name for name, shown in actions.KEY_NAMES.items()}  # as the screen writes them
_MODIFIERS = ("alt", "ctrl", "shift")  # in the order in which Textual joins them
# Terminals send the very same for these and for other keys, or keep them for themselves.
_TAKEN = {
    "ctrl+i": N_("a terminal sends Tab for it"),
    "ctrl+m": N_("a terminal sends Enter for it"),
    "ctrl+j": N_("a terminal sends Enter for it"),
    "ctrl+h": N_("a terminal sends Backspace for it"),
    "ctrl+left_square_bracket": N_("a terminal sends Esc for it"),
    "ctrl+c": N_("it copies, or interrupts"),
    "ctrl+s": N_("it stops some terminals"),
    "tab": N_("it goes through fields and candidates"),
    "backspace": N_("it belongs to typing"),
}


def chosen(given: Mapping[str, Sequence[str]]) -> tuple[Chosen, list[str]]:
    """The keys of those actions that get other ones, and a sentence for each entry that can't be taken; there the usual
    keys stay."""
    found: Chosen = {}
    problems: list[str] = []
    for id, keys in given.items():
        try:
            found[id] = _read(id, keys)
        except Refused as refused:
            problems.append(refused.message)
    while (clash := next(_clashes(found), None)) is not None:
        mine, other, key, screen = clash
        problems.append(
            _(
                "keys.{action}: {key} is {other} on the screen {screen} already.",
                action=mine,
                key=actions.key_name(key),
                other=other,
                screen=screen,
            )
        )
        del found[mine]
    return found, problems


def _read(id: str, keys: Sequence[str]) -> tuple[str, ...]:
    """The keys of an entry. Raises Refused."""
    action = next((action for action in actions.ACTIONS if action.id == id), None)
    if action is None:
        close = get_close_matches(id, [action.id for action in actions.ACTIONS], 1)
        hint = _("perhaps {close} is meant", close=close[0]) if close else _("the README lists them")
        raise Refused(_("keys.{action}: there is no such action; {hint}.", action=id[:40], hint=hint), where="keys")
    if any(key.isdigit() for key in action.keys):
        raise Refused(_("keys.{action}: the digits stay with it.", action=id), where="keys")
    if not keys:
        raise Refused(_("keys.{action}: give it one key or more.", action=id), where="keys")
    return tuple(dict.fromkeys(read_key(key, f"keys.{id}") for key in keys))


def read_key(text: str, where: str) -> str:
    """A key as a person writes it (``x``, ``?``, ``F5``, ``ctrl+shift+a``) by Textual's name. Raises Refused for one that
    there isn't, or that can't be had."""
    *modifiers, last = _parts(unicodedata.normalize("NFKC", text.strip()))
    modifiers = sorted({modifier.lower() for modifier in modifiers})
    if modifiers and re.fullmatch("[A-Za-z]", last):
        letter = last.lower()
        if last != letter and "shift" not in modifiers:
            ways = ["+".join([*sorted([*modifiers, *more]), letter]) for more in ([], ["shift"])]
            sentence = _("{where}: write {ways} for “{key}”.", where=where, ways=_(" or ").join(ways), key=text)
            raise Refused(sentence, code="bad_key", where="keys")
        if modifiers == ["shift"]:
            sentence = _("{where}: write {letter} for “{key}”.", where=where, letter=letter.upper(), key=text)
            raise Refused(sentence, code="bad_key", where="keys")
        last = letter
    name = _name(last)
    if name is None or not {*modifiers} <= {*_MODIFIERS}:
        sentence = _("{where}: there is no key “{key}”; write it like x, f5 or ctrl+g.", where=where, key=text[:40])
        raise Refused(sentence, code="bad_key", where="keys")
    key = "+".join([*modifiers, name])
    why = _TAKEN.get(key)
    if "alt" in modifiers and key_to_character(name):
        why = N_("Alt and a sign is Esc and that sign")
    if why is not None:
        sentence = _("{where}: {key} is reserved: {why}.", where=where, key=actions.key_name(key), why=_(why))
        raise Refused(sentence, code="bad_key", where="keys")
    return key


def _parts(text: str) -> list[str]:
    """``ctrl+x`` at its plus signs, where a plus sign may be the key itself."""
    if text.endswith("+"):
        return [*(part for part in text[:-1].split("+") if part), "+"]
    return text.split("+")


def _name(text: str) -> str | None:
    """A key without modifiers by Textual's name, None when there is no such key."""
    if len(text) == 1:
        name = _character_to_key(text)
        # Of a few signs the name that Textual makes is not one that it reads again.
        legible = name == text or name in _NAMED or key_to_character(name) is not None
        return name if text.isprintable() and text != " " and legible else None
    name = _SPOKEN.get(text.casefold(), text.lower())
    return name if name in _NAMED or key_to_character(name) is not None else None


def _clashes(found: Chosen) -> Iterator[tuple[str, str, str, str]]:
    """Two actions of one screen on one key: the one that was given the key, the other one, the key, the screen."""
    current = [actions.with_keys(action, found.get(action.id)) for action in actions.ACTIONS]
    for action in current:
        if action.id in found:
            for other in current:
                if other.id != action.id and (both := _shared(action, other)):
                    yield action.id, other.id, *both


def _shared(one: Action, other: Action) -> tuple[str, str] | None:
    """A key that both have, and a screen that offers both."""
    screens = [screen for screen in one.screens if screen in other.screens]
    keys = [key for key in one.keys if key in other.keys]
    return (keys[0], screens[0]) if screens and keys else None

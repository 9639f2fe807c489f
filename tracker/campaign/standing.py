"""Decisions about modifiers that stay with a character until they are ended or their time is over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tracker import events as ev
from tracker.campaign import commands as cmd
from tracker.campaign.characters import find_all, find_basis, names_of
from tracker.campaign.decision import Decision
from tracker.campaign.parts import Character, Standing
from tracker.errors import Refused
from tracker.language import _
from tracker.text import clean_name, fold


def modifier_added(decision: Decision, command: cmd.AddModifier) -> None:
    """A modifier by hand, for each of those who are meant."""
    if command.value == 0:
        raise Refused(_("A modifier of 0 changes nothing."), code="nothing", where="value")
    check_length(command.seconds)
    label = clean_name(command.label, "modifier")
    for character in find_all(decision.state, [command.who]):
        rolls = roll_names(decision, character, command.rolls)
        add(decision, character, label, command.value, rolls, command.seconds)


def add(
    decision: Decision,
    character: Character,
    label: str,
    value: int,
    rolls: Sequence[str],
    seconds: int | None,
    *,
    cause: int | None = None,
    procedure: int | None = None,
) -> None:
    """Let a modifier of so many points stay for each of ``rolls`` (empty: any roll), for ``seconds`` of in-game time or
    until it is ended."""
    until = None if seconds is None else decision.state.clock + seconds
    for what in rolls:
        event = ev.ModifierAdded(label=label, value=value, what=what, until=until)
        decision.record(event, subject=character.id, cause=cause, procedure=procedure)


def modifier_ended(decision: Decision, command: cmd.EndModifier) -> None:
    """End what stays under a label, or the start of one; several at once when they came under the same label. Of ``all`` it
    ends with those with whom it stays."""
    those = find_all(decision.state, [command.who])
    found: list[tuple[Character, Mapping[int, Standing]]] = []
    unknown: Refused | None = None
    for character in those:
        try:
            found.append((character, _under(decision, character, command)))
        except Refused as problem:
            if problem.code != "not_found":
                raise
            unknown = problem
    if unknown is not None and not found:
        raise unknown
    for character, lasting in found:
        _end(decision, character, lasting)


def _under(decision: Decision, character: Character, command: cmd.EndModifier) -> Mapping[int, Standing]:
    """What stays with a character under a label. Raises Refused where nothing does, or several things fit."""
    lasting = decision.sheet(character.id).modifiers
    wanted = fold(command.label)
    found = {at: one for at, one in lasting.items() if fold(one.label) == wanted}
    found = found or {at: one for at, one in lasting.items() if wanted and fold(one.label).startswith(wanted)}
    if command.roll:
        (what,) = roll_names(decision, character, [command.roll])
        found = {at: one for at, one in found.items() if one.what == fold(what)}
    if len({fold(one.label) for one in found.values()}) != 1:
        problem = (
            _("“{label}” could be", label=command.label)
            if found
            else _("No modifier “{label}” stays with it; there is", label=command.label)
        )
        known = names_of(dict.fromkeys(map(_named, (found or lasting).values())))
        raise Refused(
            _("{name}: {problem} {known}.", name=character.name.get(""), problem=problem, known=known),
            code="ambiguous" if found else "not_found",
            where="what",
        )
    return found


def modifiers_cleared(decision: Decision, command: cmd.ClearModifiers) -> None:
    """The scene is over, and with it what came to stay during it. Raises Refused where nothing did."""
    since = decision.state.scene_position or max(decision.state.sessions, default=0)
    found = [
        (character, {at: one for at, one in decision.sheet(character.id).modifiers.items() if at > since})
        for character in decision.state.roster()
    ]
    if not any(lasting for _character, lasting in found):
        raise Refused(_("No modifier has come to stay since the scene began."), code="nothing", where="modifier")
    for character, lasting in found:
        _end(decision, character, lasting)


def _end(decision: Decision, character: Character, lasting: Mapping[int, Standing]) -> None:
    for position, modifier in lasting.items():
        ended = ev.ModifierEnded(modifier=position, label=modifier.label, by="manual")
        decision.record(ended, subject=character.id, cause=position)


def _named(modifier: Standing) -> str:
    return _("{label} (on {what})", label=modifier.label, what=modifier.what) if modifier.what else modifier.label


def check_length(seconds: int | None) -> None:
    """Raises Refused for a length of time that is none."""
    if seconds is not None and seconds <= 0:
        raise Refused(_("A modifier lasts at least a second."), code="bad_duration", where="for")


def roll_names(decision: Decision, character: Character, typed: Sequence[str]) -> list[str]:
    """What the rolls are called that the GM typed, each once: by the sheet's name where it has one, else as typed; empty
    stands for any roll. Raises Refused when several things on the sheet fit."""
    return list(dict.fromkeys(_roll_name(decision, character, text) for text in typed))


def _roll_name(decision: Decision, character: Character, typed: str) -> str:
    if not typed:
        return ""
    try:
        return find_basis(decision.sheet(character.id), decision.ruleset, typed).what
    except Refused as problem:
        if problem.code == "ambiguous":
            raise
        return clean_name(typed, "roll")

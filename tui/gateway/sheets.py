"""A character's sheet, now or at any position of the log."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tracker.language import _
from tui.gateway.messages import News
from tui.gateway.past import state_at

if TYPE_CHECKING:
    from tracker.campaign.characters import CharacterView
    from tracker.campaign.parts import Condition
    from tracker.rulesets.base import Ruleset
    from tracker.service import Campaign


@dataclass(frozen=True, slots=True)
class Attribute:
    """An attribute; ``now`` is what is left of it after what low pools do to it, ``why`` says so."""

    name: str
    value: float
    now: float
    why: str


@dataclass(eq=False)
class SheetRead(News):
    """The character ``id`` after the event ``position``; ``view`` is None when it wasn't in the campaign."""

    generation: int
    id: str
    position: int
    view: CharacterView | None
    attributes: tuple[Attribute, ...] = ()
    conditions: tuple[str, ...] = ()
    modifiers: tuple[str, ...] = ()


def read(campaign: Campaign, generation: int, id: str, position: int | None, corrected: bool) -> SheetRead:
    """The sheet of a character, at the head when no position is given."""
    from tracker.campaign.characters import modifier_words, view

    state = campaign.state if position is None else state_at(campaign, position, corrected)
    character = state.characters.get(id)
    if character is None or character.removed:
        return SheetRead(generation, id, state.head, None)
    sheet = view(state, character, campaign.ruleset)
    return SheetRead(
        generation=generation,
        id=id,
        position=state.head,
        view=sheet,
        attributes=tuple(_attributes(sheet, campaign.ruleset)),
        conditions=tuple(_condition(condition, campaign.ruleset) for condition in sheet.conditions.values()),
        modifiers=tuple(modifier_words(modifier) for modifier in sheet.modifiers.values()),
    )


def _attributes(sheet: CharacterView, ruleset: Ruleset) -> Iterator[Attribute]:
    from tracker.campaign.characters import find_attribute, find_basis

    for key, value in sheet.attributes.items():
        spec = find_attribute(ruleset, key)
        if spec is None:
            yield Attribute(_(key.replace("_", " ")), value, value, "")
            continue
        halved = find_basis(sheet, ruleset, spec.name).modifiers
        yield Attribute(
            _(spec.name), value, value + sum(each.value for each in halved), _(", ").join(_(each.label) for each in halved)
        )


def _condition(condition: Condition, ruleset: Ruleset) -> str:
    from tracker.campaign.characters import recovery_words
    from tracker.durations import clock_words

    until = "" if condition.until is None else _(" until {time}", time=clock_words(condition.until))
    recover = _("; recovers by {what}", what=recovery_words(condition, ruleset)) if condition.recover else ""
    note = f" ({condition.note})" if condition.note else ""
    return f"{_(condition.name)}{until}{recover}{note}"

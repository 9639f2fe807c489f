"""What is different about the characters between two states."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from msgspec import Struct

from tracker import events as ev
from tracker.campaign.characters import CharacterView, SkillLine, TraitLine, modifier_phrase, view
from tracker.campaign.state import CampaignState
from tracker.durations import in_words
from tracker.language import N_, _
from tracker.phrases import said
from tracker.rulesets.base import Ruleset

Key = tuple[str, str, object]
Snapshot = dict[Key, float | str]
"""What is compared of one character: by sort (``pool``, ``condition``, ``skill`` ...), name, and what tells two of one name
apart."""

_LASTING = ("condition", "trait", "modifier", "effort")  # what comes to an end
_OF_SOMEBODY_NEW = ("pool", "points")  # of someone new the whole sheet would be different


class Change(Struct, frozen=True):
    """Something that changed; None stands for what isn't there. ``sort`` says what sort of thing ``what`` is; ``character``
    is empty for what belongs to nobody."""

    character: str
    what: str
    before: float | str | None
    after: float | str | None
    sort: str = ""

    def __str__(self) -> str:
        """In the language spoken: ``Mira: HP 10 -> 7``."""
        what = f"{self.character}: {said(self.what)}" if self.character else said(self.what)
        if self.before is None:
            return f"{what} {_shown(self.after)}"
        gone = _("over") if self.sort in _LASTING else _("none")
        after = gone if self.after is None else _shown(self.after)
        return f"{what} {_shown(self.before)} -> {after}"


def snapshot(state: CampaignState, key: str, ruleset: Ruleset) -> Snapshot:
    """A character as it stands in this state; empty once its addition was taken back."""
    character = state.characters[key]
    if character.removed:
        return {}
    sheet = view(state, character, ruleset)
    traits = [trait for trait in sheet.traits if trait.active]
    return {
        **{("pool", name, None): pool.current for name, pool in sheet.pools.items()},
        **{("pool", f"{name} maximum", None): pool.maximum for name, pool in sheet.pools.items()},
        ("points", "points", None): sheet.points_total,
        ("points", N_("points spent"), None): sheet.points_spent,
        **{("condition", "condition", at): condition.name for at, condition in sheet.conditions.items()},
        **{("trait", "trait", (trait.name, trait.position)): _with_level(trait) for trait in traits},
        **{
            ("trait", f"self-control of {trait.name}", None): trait.self_control
            for trait in traits
            if trait.self_control is not None
        },
        **{("attribute", name, None): value for name, value in sheet.attributes.items()},
        **_skills(sheet),
        ("attribute", "load", None): sheet.load,
        **{("modifier", "modifier", at): modifier_phrase(one) for at, one in sheet.modifiers.items()},
        **{
            ("effort", "extra effort", at): f"+{one.percent}% {one.feat}"
            for at, one in sorted(character.efforts.items())
            if at not in state.ends
        },
        ("player", "player", None): sheet.player,
        **({("reading", "reading", None): sheet.reading} if sheet.reading else {}),
        ("status", "status", None): sheet.status,
    }


def _skills(sheet: CharacterView) -> Snapshot:
    """The skills with their levels; where they add to attributes, with the attribute that each goes with."""
    rows: Counter[str] = Counter()
    found: Snapshot = {}
    for skill in sheet.skills:
        rows[skill.name] += 1
        found["skill", skill.name, rows[skill.name]] = _level(skill)
    return found


def _with_level(trait: TraitLine) -> str:
    return f"{trait.name} {trait.level:g}" if trait.level > 1 else trait.name


def _level(skill: SkillLine) -> float | str:
    return skill.attribute or "known" if skill.level is None else skill.level


def touched(event: ev.Recorded, state: CampaignState) -> list[str]:
    """The ids of those whom an event may have changed: all of them where it is about an option of the rules."""
    payload = event.event
    about = payload.events if isinstance(payload, ev.ActionVoided) else [event.envelope]
    if any(one.type == ev.OptionSet.__name__ for one in about):
        return list(state.characters)
    return list(dict.fromkeys(one.subject for one in about if one.subject))


def differences(name: str, before: Snapshot | None, after: Snapshot) -> Iterator[Change]:
    """What is different about one character; of someone new only pools and points, not the whole sheet."""
    for key in {**(before or {}), **after}:
        old, new = (before or {}).get(key), after.get(key)
        if old != new and (before or key[0] in _OF_SOMEBODY_NEW):
            yield Change(name, key[1], old, new, key[0])


def between(before: CampaignState, after: CampaignState, ruleset: Ruleset) -> list[Change]:
    """What is different about all characters, in the order in which they came."""
    return [change for key in everybody(before, after) for change in changes_of(key, before, after, ruleset)]


def changes_of(key: str, before: CampaignState, after: CampaignState, ruleset: Ruleset) -> Iterator[Change]:
    """What is different about the character with this id."""
    then, now = (snapshot(state, key, ruleset) if key in state.characters else None for state in (before, after))
    return differences(name_in(key, after, before), then, now or {})


def everybody(*states: CampaignState) -> list[str]:
    """The ids of all characters of these states, in the order in which they came."""
    added = {character.id: character.added for state in states for character in state.characters.values()}
    return sorted(added, key=added.__getitem__)


def name_in(subject: str, *states: CampaignState) -> str:
    """What a subject is called in the first of these states that knows it."""
    known = next((state.characters[subject] for state in states if subject in state.characters), None)
    return known.name.get(subject) if known else subject.removeprefix("@")


def _shown(value: float | str | None) -> str:
    if value is None:
        return _("nothing")
    return in_words(said(value)) if isinstance(value, str) else f"{value:g}"

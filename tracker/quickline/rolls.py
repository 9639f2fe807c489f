"""Lines of play: rolls, retries, frights, effort, answers."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from tracker.campaign import commands as cmd
from tracker.campaign.characters import find_character
from tracker.campaign.state import CampaignState
from tracker.campaign.throws import mode_named
from tracker.errors import Refused
from tracker.events import RollMade
from tracker.language import _
from tracker.quickline.contests import AGAINST, somebody
from tracker.quickline.quick import numbered
from tracker.quickline.translated import name_meant
from tracker.quickline.words import Context, Reader, Word
from tracker.text import fold

POLICIES = {
    "once": "one_chance",
    "damage": "after_damage",
    "penalty": "penalty",
    "free": "free",
    "changed": "changed",
}


# What a plain roll may say besides its modifiers, and what another attempt may.
CLAUSES = ("at", "policy", "target", "representing", "because")
_RETRY_CLAUSES = ("policy", "damage", "waited", "penalty", "because")


def roll(reader: Reader, clauses: tuple[str, ...] = CLAUSES) -> cmd.Roll:
    who = numbered(reader)
    ability = reader.ability(who, clauses)
    said = _clauses(reader, ability.name, clauses)
    return cmd.Roll(who=who, what=ability.typed, base=ability.base, **said)


def _clauses(reader: Reader, what: str, clauses: tuple[str, ...]) -> dict[str, Any]:
    """What a line says from here on, in any order: modifiers of a roll on ``what``, and these clauses. Once a task is named
    there are those of another attempt as well."""
    said: dict[str, Any] = {"modifiers": ()}
    while (word := reader.peek()) is not None:
        clause = reader.keyword(*clauses)
        if clause == "at":
            said["at"] = reader.take(_("a task's name")).text
            clauses = (*clauses, *_RETRY_CLAUSES)
        elif clause == "policy":
            said["policy"] = _policy(reader)
        elif clause == "representing":
            said["represents"] = reader.label(what, clauses) or reader.take(_("the group's name")).text
        elif clause in AGAINST:
            foe = somebody(reader)
            said["foe"] = "" if reader.keyword("ranged") else foe  # nobody is fooled from afar
        elif clause == "target":
            said["target"] = reader.number(_("the target that you set"))
        elif clause == "penalty":
            said["penalty"] = reader.number(_("the penalty that you apply, such as -2"))
        elif clause == "damage":
            said["damage_assessed"] = True
        elif clause == "waited":
            said["waited"] = True
        elif clause == "because":
            said["reason"] = reader.rest() or reader.take(_("a reason")).text
        else:
            begun = reader.at
            found = reader.modifiers(what, clauses)
            said["modifiers"] += found
            if not found:
                raise reader.refuse(word, _("the end of the line, or a modifier such as -2 with its reason"))
            quoted = {each.text for each in reader.words[begun : reader.at] if each.quoted}
            _check_sides((one.label for one in found if one.label not in quoted), reader.context.state)
    return said


def _check_sides(labels: Iterable[str], state: CampaignState) -> None:
    """Raises Refused where a modifier's reason names another side: it would be no more than words."""
    for label in labels:
        words = label.split()
        at = next((place for place, word in enumerate(words) if fold(word) in AGAINST), len(words))
        other = " ".join(words[at + 1 :])
        named = [
            name
            for name in (character.name.get(character.id) for character in state.roster())
            if fold(other) in (fold(name), fold(name.split()[0]))
        ]
        if named or other.startswith("@"):
            raise Refused(
                _(
                    "Against {other} it is a contest: “contest mira dx -2 mud vs {other} dx”, with what both roll on.",
                    other=other,
                ),
                code="syntax",
                where="modifiers",
            )


def _policy(reader: Reader) -> str:
    word = reader.take(_("a policy ({known})", known=_(", ").join(POLICIES)))
    return POLICIES.get(word.key, word.key)


def last_failure(context: Context, who: str | None = None) -> int:
    """The last failed roll, of one character or of anybody, whose task isn't over. Raises Refused when there is none."""
    state, targets = context.state, context.targets

    def is_over(position: int, roll: RollMade) -> bool:
        first = roll.reroll_of
        stands_in = first is not None and (_is_outdated(state, first) or _has_ended(state, first, targets.roll(first)))
        return stands_in or _has_ended(state, position, roll)

    position = targets.last_failed(who, is_over)
    if position is None:
        raise Refused(_("There is no failed roll to retry."), code="nothing", where="position")
    return position


def _has_ended(state: CampaignState, position: int, roll: RollMade) -> bool:
    """Whether a roll was an attempt of a task that is over."""
    begun = state.begun.get(position, ())
    tasks = begun if roll.task is None else (roll.task, *begun)
    return any(task in state.tasks and task in state.ends for task in tasks)


def _is_outdated(state: CampaignState, roll: int) -> bool:
    """Whether a roll was taken back or counts as a success by now: another one that was made in its place is then moot."""
    ruled = state.rulings.get(roll)
    return roll in state.void_positions or (ruled is not None and ruled.entries[-1][1].success)


def retry(reader: Reader) -> cmd.Retry:
    position = reader.optional_position()
    who = None
    if position is None:
        word = reader.peek()
        if word is not None and word.key not in _RETRY_CLAUSES and not _says_how(reader, word):
            who = find_character(reader.context.state, reader.named()).id
        position = last_failure(reader.context, who)
    return cmd.Retry(roll=position, **_clauses(reader, reader.context.targets.name_of(position), _RETRY_CLAUSES))


def _says_how(reader: Reader, word: Word) -> bool:
    """Whether a word is points, or a way to roll twice, and names nobody."""
    return word.signed is not None or mode_named(reader.context.ruleset, word.key) is not None


def again(reader: Reader) -> cmd.Again:
    position = reader.optional_position()
    if position is None:
        word = reader.peek()
        who = reader.context.active
        if word is not None and not _says_how(reader, word):
            who = find_character(reader.context.state, reader.named()).id
        position = reader.context.targets.last_roll(who)
    if position is None:
        raise Refused(_("There is no roll to repeat."), code="nothing", where="line")
    return cmd.Again(roll=position, modifiers=reader.modifiers(reader.context.targets.name_of(position)))


def reroll(reader: Reader) -> cmd.Reroll:
    position = reader.optional_position()
    if position is None:
        who = reader.context.active
        if reader.peek() is not None:
            who = find_character(reader.context.state, reader.named()).id
        state = reader.context.state
        position = reader.context.targets.last_failed_of_any_kind(
            who, lambda _, roll: roll.reroll_of is not None and _is_outdated(state, roll.reroll_of)
        )
    if position is None:
        raise Refused(_("There is no failed roll to make anew."), code="nothing", where="position")
    return cmd.Reroll(roll=position)


def chance(reader: Reader) -> cmd.Chance:
    word = reader.take(_("a chance, such as “2 in 6” or “35%”"))
    if word.signed is not None:
        raise reader.refuse(word, _("a chance, such as “2 in 6” or “35%”"))
    if percent := re.fullmatch(r"(\d{1,4})%", word.key):
        return cmd.Chance(faces=int(percent[1]), sides=100, what=reader.rest())
    if re.fullmatch(r"\d{1,4}", word.key) and reader.keyword("%"):
        return cmd.Chance(faces=int(word.key), sides=100, what=reader.rest())
    if not re.fullmatch(r"\d{1,4}", word.key) or not reader.keyword("in"):
        raise reader.refuse(word, _("a chance, such as “2 in 6” or “35%”"))
    return cmd.Chance(faces=int(word.key), sides=reader.number(_("the sides of the die")), what=reader.rest())


def fright(reader: Reader) -> cmd.Fright:
    who = reader.many()
    start = reader.at
    cause = reader.phrase()
    words = reader.words[start : reader.at]
    circumstances: list[str] = []
    distance = None
    rules = reader.context.ruleset.fright
    while len(words) > 1 and rules is not None:
        last = words[-1]
        if yards := re.fullmatch(r"(\d{1,9})yd", last.key):
            distance = float(yards[1])
        elif not last.quoted and rules.circumstance(last.key):
            circumstances.insert(0, last.key)
        else:
            break
        words = words[:-1]
        cause = " ".join(word.text for word in words)
    if any("," in word.text and not word.quoted for word in words):
        raise Refused(
            _("A comma stands between names only; put a cause with a comma in quotes."), code="syntax", where="cause"
        )
    if not cause:
        raise Refused(_("Expected the cause of the fright, such as “fright all ghoul -2”."), code="syntax", where="cause")
    return cmd.Fright(
        who=who,
        cause=cause,
        circumstances=tuple(circumstances),
        distance=distance,
        modifiers=reader.modifiers("Fright Check"),
    )


def effort(reader: Reader) -> cmd.ExtraEffort:
    who = reader.who()
    percent = re.compile(r"\+?\d{1,9}%|\+\d{1,9}")
    feat = reader.phrase(lambda word: not word.quoted and percent.fullmatch(word.text) is not None)
    if not feat:
        raise Refused(_("Expected the feat, such as “effort mira st +20%”."), code="syntax", where="feat")
    word = reader.take(_("the increase in percent, such as +20%"))
    reason = reader.rest()
    for prefix in ("because ", "motivated by ", "motivated "):
        reason = reason.removeprefix(prefix)
    return cmd.ExtraEffort(who=who, feat=feat, increase=int(word.text.strip("+%")), motivated=reason)


def answer(reader: Reader) -> cmd.Answer:
    return cmd.Answer(prompt=reader.position())


def trait(reader: Reader) -> cmd.NameTrait | cmd.BuyOffTrait:
    if reader.keyword("buyoff"):
        return cmd.BuyOffTrait(who=reader.named(), trait=reader.rest())
    reader.keyword("name")
    prompt = reader.position()
    return cmd.NameTrait(prompt=prompt, name=trait_meant(prompt, reader.rest(), reader.context))


def trait_meant(prompt: int, typed: str, context: Context) -> str:
    """The trait that is named for a prompt: one that the rules suggest by its name there, also where that was typed in the
    language spoken, else as it was typed."""
    asked, rules = context.state.open_prompts().get(prompt), context.ruleset.fright
    if asked is None or asked.kind != "trait" or rules is None:
        return typed
    return name_meant(typed, rules.suggestions(asked.ask["trait"])) or typed


def give_up(reader: Reader) -> cmd.GiveUp:
    return cmd.GiveUp(task=reader.rest())

"""Decisions about rolls that were put down wrongly: the roll is taken back with what came of it, and made anew as it should
have stood, at the moment at which it was made. What came of it follows by the rules once more, with the dice that lay on the
table where the same is thrown for.

Only the roll and what came of it are taken back, not the whole of its action: the task that it opened, the exposure before
a Fright Check, and the rolls of others beside it stay as they are.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from tracker import events as ev
from tracker import phrases
from tracker.campaign import commands as cmd
from tracker.campaign.chances import throw_for
from tracker.campaign.characters import names_of
from tracker.campaign.clock import fall_due
from tracker.campaign.contests_anew import as_played, first_again, with_other_numbers
from tracker.campaign.corrections import take_back_resting
from tracker.campaign.decision import Decision, Kept
from tracker.campaign.other_roller import CONTESTS, FRIGHT, another, roll_anew, rolled_instead, settled_in_a_contest
from tracker.campaign.rolls import named
from tracker.campaign.rulings import decide_anew
from tracker.campaign.settling import Cost, RollSpec, in_common, replaced, resettled
from tracker.campaign.steps import finish, labels_of
from tracker.campaign.taken import came_of, events_at, led_to, newer
from tracker.campaign.throws import MINIMUM
from tracker.dice import Throw
from tracker.errors import Refused
from tracker.language import _
from tracker.text import clean_name, fold

# Before this version of RollMade nobody noted what a roll leads to. Kinds that are over with what the roll itself says can
# be corrected all the same.
_NOTED_SINCE = 4
_SELF_CONTAINED = frozenset(
    {"success", "will", "attack", "active_defense", FRIGHT, "effort", "group", "self_control", ev.CHANCE}
)


class Planned(Struct, frozen=True):
    """What a correction comes to before anything is recorded: the ``roll`` as it was ``made``, ``who`` made it in truth and
    on ``what``, and ``start``, the roll from which on all is played anew: itself, or the one that it answers in a contest.
    That one is settled ``anew``, or only once all that is ``taken`` back has been (None)."""

    roll: ev.Recorded
    made: ev.RollMade
    who: str
    what: str
    anew: RollSpec | None
    start: ev.Recorded
    taken: set[int]


def corrected(decision: Decision, command: cmd.Correct) -> None:
    """A roll anew, as it should have stood. Raises Refused when nothing is different, and for what can't be corrected."""
    bare = cmd.Correct(roll=command.roll)
    if decision.tray.is_empty and replace(command, reason="", dependants="", resting=()) == bare:
        _the_roll(decision, command.roll)
        raise Refused(
            _("Say what is wrong with the roll {roll}: its dice (=3,4,5), a modifier, who rolled.", roll=command.roll),
            code="nothing",
            where="position",
        )
    reason = clean_name(command.reason, "reason") if command.reason else ""
    plan = planned(decision, command)
    start, anew, made, who = plan.start, plan.anew, plan.made, plan.who
    gone = {*plan.taken, *command.resting}
    decision.kept = _thrown(events_at(decision.facts, gone), plan)
    take_back_resting(decision, gone, reason)
    if decision.hidden(start.position):
        decision.visibility = ev.GM_ONLY
    if start != plan.roll:  # the dice on the line are for the one that is corrected
        decision.tray.label(labels_of(who, decision.name_of(who))[0])
    with decision.back_at(start.envelope):
        if made.kind == ev.CHANCE:
            _chance_anew(decision, start, made, command)
        elif anew is not None:
            anew = replace(anew, **_place_among_attempts(decision, start.position, made))
            roll_anew(decision, start, anew, who if start == plan.roll else start.subject or "", start.envelope.cause)
        else:
            rolled_instead(decision, start, made, command, who)
        finish(decision, start.envelope.procedure)
        _decide_anew(decision, start.position)
    if start.envelope.game_time != decision.state.clock:
        fall_due(decision, decision.made[-1].position)


def planned(decision: Decision, command: cmd.Correct) -> Planned:
    """What a correction comes to. Raises Refused."""
    facts, state = decision.facts, decision.state
    recorded, made = _the_roll(decision, command.roll)
    taken = came_of(facts, state, [recorded])
    gone = events_at(facts, {*taken, *command.resting} - {recorded.position})
    here = [one for one in gone if one.envelope.procedure == recorded.envelope.procedure]
    made = as_played(made, [one.event for one in here if isinstance(one.event, ev.RollMade)])
    who = another(decision, recorded, made, command) if command.who else recorded.subject or ""
    anew: RollSpec | None = None
    if who == (recorded.subject or ""):
        anew = _settled(decision, recorded, made, command)
    else:
        taken |= led_to(facts, state, command, recorded)
        made = replace(made, modifiers=tuple(_left(made.modifiers, command.without, recorded.position)))
        if made.kind in CONTESTS:
            anew = settled_in_a_contest(decision, recorded, made, command, who)
    first = None if anew is None else first_again(decision, anew)
    what = made.what if anew is None else anew.what
    if first is None or first.corrects is None:
        return Planned(recorded, made, who, what, anew, recorded, taken)
    start = decision.event_at(first.corrects)
    return Planned(recorded, made, who, what, first, start, taken | came_of(facts, state, [start, recorded]))


def _decide_anew(decision: Decision, corrected: int) -> None:
    """What others' rolls had decided together with this one is decided by what stands now."""
    for fact in list(decision.made):
        if isinstance(fact.event, ev.RollMade) and fact.event.corrects == corrected:
            decide_anew(decision, fact.position, fact.position)


# -- which roll -------------------------------------------------------------------------------------------------------


def _the_roll(decision: Decision, position: int) -> tuple[ev.Recorded, ev.RollMade]:
    """The roll to be corrected. Raises Refused, naming the newer one where it was corrected already."""
    recorded = decision.event_at(position)
    if isinstance(recorded.event, ev.RollMade) and (counting := newer(decision.facts, decision.state, position)):
        raise Refused(
            _(
                "The roll {position} was corrected already: it is {newer} now, correct that one.",
                position=position,
                newer=counting,
            ),
            code="corrected",
            where="position",
        )
    recorded, made = decision.roll_at(position)
    if recorded.envelope.version < _NOTED_SINCE and made.kind not in _SELF_CONTAINED:
        raise Refused(
            _(
                "The roll {position} was recorded by an earlier version of the program, which didn't "
                "note what it leads to: “void {position}” takes it back, and then it can be made anew.",
                position=position,
            ),
            code="old_version",
            where="position",
        )
    return recorded, made


# -- its numbers ------------------------------------------------------------------------------------------------------


def _settled(decision: Decision, recorded: ev.Recorded, made: ev.RollMade, command: cmd.Correct) -> RollSpec:
    """The roll as it should have been settled, but for its dice, by the rules of its day. Raises Refused."""
    if command.base is not None and not made.given:
        raise Refused(
            _(
                "The roll {position} was made against {named} from a sheet: correct a modifier.",
                position=recorded.position,
                named=made.named,
            ),
            code="not_given",
            where="base",
        )
    if command.target is not None and made.computed is None:
        raise Refused(
            _(
                "The target of the roll {position} is what its base and modifiers come to: correct those.",
                position=recorded.position,
            ),
            code="not_given",
            where="target",
        )
    added = named(decision, command.modifiers, made.what)
    modifiers = replaced(_left(made.modifiers, command.without, recorded.position), added.modifiers)
    changes = {
        "modifiers": modifiers,
        "base": made.base if command.base is None else command.base,
        "target": made.target if command.target is None else command.target,
        "mode": added.mode or made.mode,
        "corrects": recorded.position,
        "costs": (*_paid(decision, recorded, modifiers), *added.costs),
    }
    with decision.back_at(recorded.envelope) as rules:
        spec = RollSpec(**in_common(made) | changes, rules=rules)
        if made.kind == ev.CHANCE or (modifiers == made.modifiers and command.base is None and command.target is None):
            return spec
        return with_other_numbers(decision, resettled(decision, spec))


def _left(modifiers: Sequence[ev.AppliedModifier], without: Sequence[str], position: int) -> list[ev.AppliedModifier]:
    """The modifiers that stay. One without a name goes by its points, ``-2``. Raises Refused for a name that none of them
    has."""
    left = list(modifiers)
    for text in without:
        wanted = fold(text)
        found = [one for one in left if wanted and f"{fold(one.label)} ".startswith(f"{wanted} ")]
        found = found or [one for one in left if not one.label and text == f"{one.value:+d}"]
        if not found or found[0].source == "retry":
            known = names_of(one.label for one in modifiers if one.source != "retry")
            raise Refused(
                _(
                    "No modifier of the roll {position} is called “{text}”; it has: {known}.",
                    position=position,
                    text=text,
                    known=known,
                ),
                code="not_found",
                where="without",
            )
        left.remove(found[0])
    return left


def _paid(decision: Decision, recorded: ev.Recorded, modifiers: Sequence[ev.AppliedModifier]) -> list[Cost]:
    """What was paid for the modifiers that stay, as it is recorded: the rules may call them otherwise by now."""
    labels = {one.label for one in modifiers}
    action = decision.facts.action(recorded.envelope.action)
    return [
        Cost(one.event.pool, -one.event.change, one.event.note)
        for one in action
        if isinstance(one.event, ev.PoolChanged)
        and one.envelope.cause == recorded.position
        and one.event.reason == "extra_effort"
        and one.event.note in labels
    ]


def _place_among_attempts(decision: Decision, position: int, made: ev.RollMade) -> dict[str, object]:
    """A plain roll that a retry made the first attempt of a task stays that."""
    first = next(iter(decision.state.begun.get(position, ())), None)
    return {} if first is None or made.task is not None else {"task": first, "attempt": 1}


def _chance_anew(decision: Decision, recorded: ev.Recorded, made: ev.RollMade, command: cmd.Correct) -> None:
    if command.modifiers or command.without or command.who:
        raise Refused(
            _("A random check has neither modifiers nor a roller: correct its dice."), code="nothing", where="modifiers"
        )
    faces = made.base if command.base is None else command.base
    sides = made.notation.partition("d")[2]
    chance = phrases.CHANCE.format
    what = chance(faces=faces, sides=sides) if made.what == chance(faces=made.base, sides=sides) else made.what
    decision.kept = [replace(kept, what=what) for kept in decision.kept]
    throw_for(decision, faces, made.notation, what, recorded.envelope.procedure)


# -- the dice that lay on the table -----------------------------------------------------------------------------------


def _thrown(events: Sequence[ev.Recorded], plan: Planned) -> list[Kept]:
    """The throws of these events in their order, those of the roll's own maker as made by whoever did so in truth."""
    found = []
    for one in events:
        mine = one.subject == plan.roll.subject
        match one.event:
            case ev.RollMade() as made:
                throws = [Throw(made.notation, *each) for each in _in_order(made)]
                what = plan.what if mine and made.what == plan.made.what else made.what
            case ev.TableConsulted() as read:
                throws, what = [Throw(read.notation, read.dice, read.dice_source)], ""
            case ev.AmountRolled() as amount:
                throws, what = [Throw(amount.notation, amount.dice, amount.dice_source)], amount.what
            case _:
                continue
        subject = plan.who if mine else one.subject or ""
        found += [Kept(one.position, type(one.event), subject, what, throw) for throw in throws]
    return found


def _in_order(made: ev.RollMade) -> list[tuple[tuple[int, ...], str]]:
    """The throws of a roll so that they read as they did: each that was made once more stands before what followed it."""
    again = [(one.dice, one.dice_source) for one in made.dropped if one.why == MINIMUM]
    others = [(one.dice, one.dice_source) for one in made.dropped if one.why != MINIMUM]
    return [*again[:1], (made.dice, made.dice_source), *again[1:], *others]

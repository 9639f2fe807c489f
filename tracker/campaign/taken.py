"""What a correction takes back: a roll and what came of it, as these stand after earlier corrections."""

from __future__ import annotations

from collections.abc import Iterable

from tracker import events as ev
from tracker.campaign import commands as cmd
from tracker.campaign.decision import Facts
from tracker.campaign.feats import FEAT
from tracker.campaign.state import CampaignState


def came_of(facts: Facts, state: CampaignState, rolls: Iterable[ev.Recorded]) -> set[int]:
    """The positions of rolls that are made anew together, and of what came of them in their own actions."""
    rolls = list(rolls)
    action = {one.position: one for roll in rolls for one in _as_it_stands(facts, state, roll.envelope.action)}
    first = min(rolls, key=lambda roll: roll.position)
    found = {roll.position for roll in rolls}
    for position, one in sorted(action.items()):
        envelope = one.envelope
        if position > first.position and (
            not found.isdisjoint({envelope.cause, envelope.procedure})
            or not found.isdisjoint(_decided_on(one.event))
            or (isinstance(one.event, ev.ProcedureEnded) and one.event.procedure == first.envelope.procedure)
            or getattr(first.event, "reroll_of", None) is not None  # what it stood in for counts otherwise
        ):
            found.add(position)
    # A group's verdict is decided anew, wherever the last one was written down.
    verdicts = events_at(facts, (at for roll in rolls for at in state.verdicts.get(roll.position, ())))
    found |= {one.position for one in verdicts if isinstance(one.event, ev.GroupDecided)}
    return {at for at in found if at not in state.void_positions}


def led_to(facts: Facts, state: CampaignState, command: cmd.Correct, roll: ev.Recorded) -> set[int]:
    """The positions of what led to somebody's roll and was theirs alone: the exposure to what frightens, the penalty of a
    retry, the task that it opened unless there are other attempts at that, the beginning of a feat."""
    found: set[int] = set()
    made = roll.event
    task = made.task if isinstance(made, ev.RollMade) else None
    at = roll.envelope.cause
    while at is not None and (one := facts.recorded(at)) is not None and one.subject == roll.subject:
        if not isinstance(one.event, ev.FrightExposed | ev.RetryPenaltyApplied):
            break
        found.add(at)
        at = one.envelope.cause
    begun = None if task is None else facts.recorded(task)
    if begun is not None and begun.position in state.tasks:
        others = {attempt.roll for attempt in state.attempts(begun.position)} - {roll.position, *command.resting}
        if not others - {state.tasks[begun.position].first}:
            found.add(begun.position)
    mine = roll.envelope.procedure
    feat = facts.recorded(mine) if isinstance(made, ev.RollMade) and made.kind == FEAT and mine is not None else None
    if feat is not None:  # what it cost to begin with as well
        action = _as_it_stands(facts, state, feat.envelope.action)
        found |= {one.position for one in action if mine in (one.position, one.envelope.procedure)}
    return {at for at in found if at not in state.void_positions}


def newer(facts: Facts, state: CampaignState, position: int) -> int | None:
    """The position of the roll that counts in place of one which was corrected, perhaps more than once; None where it counts
    itself, or something else took it back."""
    found: int | None = None
    while position in state.void_positions:
        anew = _made_anew(facts, state, position)
        if anew is None:
            return None
        position = found = anew.position
    return found


def events_at(facts: Facts, positions: Iterable[int]) -> list[ev.Recorded]:
    """The recorded events at these positions, in the log's order."""
    return [one for position in sorted(positions) if (one := facts.recorded(position)) is not None]


def _made_anew(facts: Facts, state: CampaignState, position: int) -> ev.Recorded | None:
    """The roll that was made in place of one, by the correction that took that back; None where it counts, or something else
    took it back."""
    void = facts.recorded(state.void_positions.get(position, 0))
    while isinstance(found := void and void.event, ev.ActionVoided) and found.revives is not None:
        void = facts.recorded(found.revives)  # an undo of an undo brought the correction's own void back
    made = () if void is None else facts.action(void.envelope.action)
    return next((one for one in made if isinstance(one.event, ev.RollMade) and one.event.corrects == position), None)


def _as_it_stands(facts: Facts, state: CampaignState, action_id: str) -> list[ev.Recorded]:
    """What counts of an action, with what stands in place of its rolls where these were corrected, in the log's order."""
    found: dict[int, ev.Recorded] = {}
    wanted, known = [action_id], {action_id}
    while wanted:
        for one in facts.action(wanted.pop()):
            found[one.position] = one
            anew = _made_anew(facts, state, one.position) if isinstance(one.event, ev.RollMade) else None
            if anew is not None and anew.envelope.action not in known:
                known.add(anew.envelope.action)
                wanted.append(anew.envelope.action)
    return [found[at] for at in sorted(found) if at not in state.void_positions]


def _decided_on(event: ev.Event) -> tuple[int, ...]:
    """The rolls that a verdict rests on."""
    return event.rolls if isinstance(event, ev.ContestDecided | ev.GroupDecided | ev.FeatPerformed) else ()

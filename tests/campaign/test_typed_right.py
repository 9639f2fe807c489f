"""Laws of corrected lines of play: with other dice, another modifier or somebody else's name, in whatever order and with an
undo or a redo in between, what counts is what the right line with the same dice would have led to."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from tests.campaign.systems import PARTY, Table, table
from tests.test_laws import LAW
from tracker import events as ev
from tracker.dice import Notation, SeededDice, parse
from tracker.errors import Refused
from tracker.reports.places import moved

PEOPLE = {
    "Mira": "dx=12 will=12 st=11 iq=11 ht=11 climbing=12 stealth=12",
    "Ogg": "dx=12 will=11 st=13 iq=10 ht=12 climbing=11 stealth=11",
    "Vora": "dx=13 will=13 st=12 iq=12 ht=10 climbing=13 stealth=13",
}
OTHERS = ("ogg", "vora")

# {who} and {said} are the maker of the line's first own roll and the modifiers that are named for it.
GURPS = (
    "fright {who} ghoul -4 {said}",
    "fright {who} abbot -9 {said}",
    "climb {who} wall 60ft roped combat {said}",
    "run {who} paced 10min {said}",
    "hike {who} average 2d {said}",
    "sense {who} vision {said} danger understand iq vs @thief stealth=12",
    "attack {who} dx mighty blows {said}",
    "{who} climbing at ledge {said}",
    "contest regular {who} st mighty blows {said} vs @ogre st=12",
    "influence {who} fast-talk=13 {said} vs @guard will=11",
)
D20UNDER = ("{who} dex dis {said}", "contest {who} dex adv {said} vs odo perc", "group lyssa, odo, kruncor dex")

steps = st.one_of(
    st.tuples(st.just("dice"), st.integers(0, 50), st.integers(0, 10**6)),
    st.tuples(st.just("modifier"), st.sampled_from((-3, -1, 2)), st.just(0)),
    st.tuples(st.just("who"), st.integers(0, 1), st.just(0)),
    st.tuples(st.just("undo"), st.just(0), st.just(0)),
    st.tuples(st.just("undo and redo"), st.just(0), st.just(0)),
)


class Lying:
    """Dice that lie on the table already, one throw after the other; no others are there."""

    name = "seed"

    def __init__(self, throws: list[tuple[str, tuple[int, ...]]]) -> None:
        self.left = throws

    def throw(self, notation: Notation) -> tuple[int, ...]:
        """The next throw, which must be of these dice."""
        thrown, faces = self.left.pop(0)
        assert thrown == str(notation)
        return faces


def counting(at: Table) -> list[ev.Recorded]:
    """What counts since the characters came, each in its place."""
    places = {each.recorded.position: each.place for each in moved(at.campaign.log)}
    voided = at.campaign.state.void_positions
    found = [one for one in at.campaign.log.read() if one.position not in voided and one.envelope.session]
    found = [one for one in found if not isinstance(one.event, ev.ActionVoided)]
    return sorted(found, key=lambda one: (places.get(one.position, one.position), one.position))


def throws(found: list[ev.Recorded]) -> Iterator[tuple[str, tuple[int, ...]]]:
    """The dice of these events in the order in which they were thrown."""
    for one in found:
        match one.event:
            case ev.RollMade() as made:
                yield made.notation, made.dice
                yield from ((made.notation, dropped.dice) for dropped in made.dropped)
            case ev.TableConsulted() | ev.AmountRolled() as thrown:
                yield thrown.notation, thrown.dice


# What only says where something was recorded, or which dice were given by hand; who was named first for a procedure.
_ELSEWHERE = frozenset({"corrects", "then", "dice_source", "ask", "plan", "roll", "rolls", "task", "prompt", "condition"})


def said_by(value: Any) -> Any:
    """An event or a part of one without what stands elsewhere."""
    if isinstance(value, dict):
        return {key: said_by(each) for key, each in value.items() if key not in _ELSEWHERE}
    return [said_by(each) for each in value] if isinstance(value, list | tuple) else value


def told(at: Table) -> Any:
    """What counts, whatever positions it stands at, and what is left of the pools."""
    events = [
        (one.envelope.type, one.subject, said_by(msgspec.to_builtins(one.event)))
        for one in counting(at)
        if not isinstance(one.event, ev.ProcedureEnded)
    ]
    pools = {who.id: who.pools for who in at.campaign.state.roster()}
    return events, pools, sorted(prompt.text for prompt in at.campaign.state.open_prompts().values())


@LAW
@given(line=st.one_of(st.sampled_from(GURPS), st.sampled_from(D20UNDER)), seed=st.integers(0, 10**6), drawn=st.lists(steps))
def test_a_corrected_line_is_as_if_it_had_been_typed_so_at_once(line: str, seed: int, drawn: list[Any]) -> None:
    ruleset, people, names = ("gurps4e", PEOPLE, OTHERS) if line in GURPS else ("d20under", PARTY, ("kruncor", "odo"))
    typed = [{"who": "mira" if line in GURPS else "lyssa", "said": ""}]
    with TemporaryDirectory() as folder, table(Path(folder), ruleset, people) as at:
        at.campaign.source = SeededDice(seed)
        at(line.format_map(typed[0]))
        stood = [told(at)]
        for number, (sort, pick, faces) in enumerate(drawn):
            rolls = [one for one in counting(at) if isinstance(one.event, ev.RollMade)]
            own = next((one for one in rolls if one.subject == typed[-1]["who"]), None)
            if sort.startswith("undo"):
                if len(typed) > 1:
                    at("undo")
                    assert told(at) == stood[-2]
                    if sort == "undo":
                        typed.pop()
                        stood.pop()
                    else:
                        at("redo")
                        assert told(at) == stood[-1]
                continue
            if sort == "dice":
                roll, right = rolls[pick % len(rolls)], typed[-1]
                assert isinstance(roll.event, ev.RollMade)
                change = "=" + ",".join(map(str, SeededDice(faces).throw(parse(roll.event.notation))))
            elif own is None or "{who}" not in line:
                continue
            elif sort == "modifier":
                roll, change = own, f"{pick:+d} word{number}"
                right = typed[-1] | {"said": ", ".join(filter(None, (typed[-1]["said"], change)))}
            else:
                roll, right, change = own, typed[-1] | {"who": names[pick]}, f"who {names[pick]}"
            try:
                at(f"correct {roll.position} {change}")
            except Refused:  # nobody rolls against less than 3, or in a contest with oneself
                continue
            typed.append(right)
            stood.append(told(at))
        thrown = [*throws(counting(at))]
    with TemporaryDirectory() as folder, table(Path(folder), ruleset, people) as at:
        at.campaign.source = dice = Lying(thrown)
        at(line.format_map(typed[-1]))
        assert (told(at), dice.left) == (stood[-1], [])

"""Laws of contests whose rolls are corrected: in whatever order, the contest stands as all of it taken together says."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import assume, example, given
from hypothesis import strategies as st

from tests.campaign.systems import Table, table
from tests.test_laws import LAW, SameDice
from tracker import events as ev
from tracker.errors import Refused

DUEL = {"Mira": "dx=12 will=12", "Ogg": "dx=12 will=12"}

faces = st.tuples(*[st.integers(1, 6)] * 3)
changes = st.one_of(
    st.tuples(st.just("dice"), st.integers(0, 50), faces),
    st.tuples(st.just("modifier"), st.integers(0, 50), st.sampled_from((-2, -1, 1))),
    st.tuples(st.just("less"), st.integers(0, 50), st.none()),
    st.tuples(st.just("undo and redo"), st.just(0), st.none()),
    st.tuples(st.just("undo"), st.just(0), st.none()),
)


def counting(at: Table) -> tuple[list[ev.Recorded], ev.ContestDecided | None]:
    """The rolls of the one contest that count, and its one verdict, None while it goes on."""
    found = [one for one in at.campaign.log.read() if one.position not in at.campaign.state.void_positions]
    rolls = [one for one in found if isinstance(one.event, ev.RollMade)]
    decided = [one.event for one in found if isinstance(one.event, ev.ContestDecided)]
    assert [one.rolls for one in decided] == [tuple(one.position for one in rolls)] * len(decided)
    assert len(decided) + len(at.campaign.state.open_prompts()) == 1
    return rolls, decided[0] if decided else None


def made(roll: ev.Recorded) -> ev.RollMade:
    assert isinstance(roll.event, ev.RollMade)
    return roll.event


def text(dice: Sequence[int]) -> str:
    return ",".join(map(str, dice))


@LAW
@example(rounds=[((3, 3, 3), (3, 3, 3))], steps=[("modifier", 3, -2), ("dice", 0, (3, 3, 4))])
@given(rounds=st.lists(st.tuples(faces, faces), min_size=1, max_size=3), steps=st.lists(changes, max_size=6))
def test_each_round_has_the_modifiers_that_were_said_for_it_and_the_ones_before(
    rounds: list[tuple[tuple[int, ...], tuple[int, ...]]], steps: list[tuple[str, int, object]]
) -> None:
    with TemporaryDirectory() as folder, table(Path(folder), "gurps4e", DUEL) as at:
        first = " ".join(f"=mira:{text(mira)} =ogg:{text(ogg)}" for mira, ogg in rounds)
        try:
            at(f"contest regular mira dx vs ogg dx {first}")
        except Refused:
            assume(False)
        said: list[dict[str, tuple[int, int, int]]] = [{}]  # label -> round, side, value
        for number, (kind, pick, value) in enumerate(steps):
            rolls, _decided = counting(at)
            which = pick % len(rolls)
            roll, place = rolls[which], divmod(which, 2)
            if kind == "dice":
                at(f"correct {roll.position} dependants keep ={text(value)}")
                said.append(said[-1])
            elif kind == "modifier":
                at(f"correct {roll.position} dependants keep {value:+d} word{number}")
                said.append(said[-1] | {f"word{number}": (*place, value)})
            elif kind == "less":
                mine = [one.label for one in made(roll).modifiers if said[-1][one.label][0] == place[0]]
                if mine:
                    at(f"correct {roll.position} dependants keep without {mine[0]}")
                    said.append({label: one for label, one in said[-1].items() if label != mine[0]})
            elif len(said) > 1:
                at("undo")
                if kind == "undo":
                    said.pop()
                else:
                    at("redo")
            rolls, decided = counting(at)
            for which, roll in enumerate(rolls):
                here, side = divmod(which, 2)
                expected = {label: add for label, (since, of, add) in said[-1].items() if of == side and since <= here}
                assert {one.label: one.value for one in made(roll).modifiers} == expected
                assert made(roll).target == 12 + sum(expected.values())
            a, b = (made(roll).success for roll in rolls[-2:])
            assert decided is not None
            assert (decided.winner, a != b) == ("mira" if a else "ogg", True)


PEOPLE = {"Mira": "dx=18 will=17", "Ogg": "dx=15 will=12", "Vora": "dx=20 will=19"}
NAMES = tuple(name.lower() for name in PEOPLE)


@LAW
@given(
    kind=st.sampled_from(("quick {} vs {}", "resist {} vs {} supernatural", "regular {} vs {}")),
    dice=st.tuples(faces, faces),
    steps=st.lists(
        st.one_of(
            st.tuples(st.just("dice"), st.integers(0, 1), faces),
            st.tuples(st.just("modifier"), st.integers(0, 1), st.sampled_from((-6, -3, -1, 2))),
            st.tuples(st.just("who"), st.integers(0, 1), st.sampled_from(NAMES)),
            st.tuples(st.just("undo and redo"), st.just(0), st.none()),
        ),
        min_size=1,
        max_size=5,
    ),
)
def test_a_corrected_contest_is_as_if_it_had_been_typed_so_at_once(
    kind: str, dice: tuple[tuple[int, ...], ...], steps: list[tuple[str, int, Any]]
) -> None:
    who, rolled, words = ["mira", "ogg"], list(dice), ["", ""]

    def line() -> str:
        sides = [f"{name} {what}{said}" for name, what, said in zip(who, ("dx", "will"), words, strict=True)]
        return f"contest {kind.format(*sides)} " + " ".join(
            f"={name}:{text(each)}" for name, each in zip(who, rolled, strict=True)
        )

    with TemporaryDirectory() as folder, table(Path(folder), "gurps4e", PEOPLE) as at:
        at.campaign.source = SameDice(7)
        at(line())
        for number, (sort, side, value) in enumerate(steps):
            rolls, _decided = counting(at)
            if sort == "undo and redo":
                if number:
                    at("undo")
                    at("redo")
                continue
            assume(side < len(rolls))
            position = rolls[side].position
            if sort == "dice":
                rolled[side] = value
                at(f"correct {position} dependants keep ={text(value)}")
            elif sort == "modifier":
                with suppress(Refused):  # nobody rolls against less than 3
                    at(f"correct {position} dependants keep {value:+d} word{number}")
                    words[side] += f" {value:+d} word{number}"
            elif value not in who:
                who[side] = value
                at(f"correct {position} dependants keep who {value}")
        corrected = told(at)
    with TemporaryDirectory() as folder, table(Path(folder), "gurps4e", PEOPLE) as at:
        at.campaign.source = SameDice(7)
        at(line())
        assert corrected == told(at)


def told(at: Table) -> Any:
    """The contest as it counts, whatever positions it stands at."""
    rolls, decided = counting(at)
    told_of = [(one.subject, made(one).target, made(one).caps, made(one).dice, made(one).degree) for one in rolls]
    return told_of, decided and (decided.sides, decided.winner, decided.margin, decided.rounds)

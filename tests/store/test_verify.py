"""Whoever gets around the triggers is found by the hash chain."""

from __future__ import annotations

import pytest
import sqlalchemy as sa

from tests.store.helpers import append, tampering
from tracker.errors import Refused
from tracker.events import NoteAdded
from tracker.events.codec import chain_hash
from tracker.store import GENESIS, Log, Store, rows
from tracker.store.schema import campaigns, events

ACTIONS = 5  # ten events


@pytest.fixture
def log(store: Store) -> Log:
    log = store.create("Innsmouth", "gurps4e")
    for number in range(ACTIONS):
        append(log, f"a{number}")
    return log


def problems(log: Log, expect: str | None = None) -> list[int]:
    return [problem.position for problem in log.verify(expect)]


def change(log: Log, at: int, **values: object) -> None:
    with tampering(log) as connection:
        connection.execute(sa.update(events).where(events.c.position == at).values(**values))


def flipped(value: object) -> object:
    """The value with one bit flipped (of its last sign, when it is a text); not the lowest, to miss the next action's id."""
    if isinstance(value, str):
        return value[:-1] + chr(ord(value[-1]) ^ 8)
    return 8 if value is None else int(value) ^ 8  # type: ignore[call-overload]


@pytest.mark.parametrize("position", [1, 4, 10])
@pytest.mark.parametrize("column", [c.name for c in events.columns if c.name not in ("campaign_id", "position")])
def test_a_flipped_bit_in_any_column_is_found_at_its_position(log: Log, column: str, position: int) -> None:
    with log.reading() as connection:
        value = connection.execute(sa.select(events.c[column]).where(events.c.position == position)).scalar()
    change(log, position, **{column: flipped(value)})
    assert problems(log) == [position]


def test_an_event_moved_to_another_position_is_found(log: Log) -> None:
    change(log, 10, position=11)
    assert problems(log)[0] == 10


@pytest.mark.parametrize("position", [1, 4, 10])
def test_an_event_moved_to_another_campaign_is_missed(log: Log, position: int) -> None:
    with tampering(log) as connection:
        other = {"campaign_id": "other", "name": "Arkham", "name_key": "arkham", "ruleset": "brp", "created_at": ""}
        connection.execute(sa.insert(campaigns).values(**other, head_position=0, head_hash=GENESIS))
    with log._writer.begin() as connection:
        connection.execute(sa.update(events).where(events.c.position == position).values(campaign_id="other"))
    assert problems(log) == [position]


@pytest.mark.parametrize("gone", [1, 4, 9])
def test_a_hole_is_not_read_over(log: Log, gone: int, monkeypatch: pytest.MonkeyPatch) -> None:
    with tampering(log) as connection:
        connection.execute(sa.delete(events).where(events.c.position == gone))
    for page in (1000, 3, 1):
        monkeypatch.setattr(rows, "PAGE", page)
        with pytest.raises(Refused, match=f"Event {gone} can't be read: it is missing"):
            list(log.read())
        assert [one.position for one in log.read(gone)] == [*range(gone + 1, 11)]
        with pytest.raises(Refused, match=f"Event {gone} can't be read"), log.writing() as tx:
            list(tx.read())


@pytest.mark.parametrize("values", [{"head_position": 9}, {"head_position": 11}, {"head_hash": "f" * 64}])
def test_nothing_is_added_behind_a_head_row_that_lies(log: Log, values: dict[str, object]) -> None:
    with tampering(log) as connection:
        connection.execute(sa.update(campaigns).values(**values))
    with pytest.raises(Refused, match="nothing is added") as refused:
        append(log, "more")
    assert refused.value.code == "damaged"
    assert len(list(log.read())) == 10


@pytest.mark.parametrize("gone", [[1], [4, 5], [9, 10], [10]])
def test_missing_events_are_found_where_they_were(log: Log, gone: list[int]) -> None:
    with tampering(log) as connection:
        connection.execute(sa.delete(events).where(events.c.position.in_(gone)))
    [problem] = log.verify()
    assert problem.position == gone[0]
    assert "missing" in problem.message


def test_a_wholly_emptied_log_is_found(log: Log) -> None:
    with tampering(log) as connection:
        connection.execute(sa.delete(events))
    assert log.verify() == [(1, "events 1 to 10 are missing at the end of the log")]


@pytest.mark.parametrize("values", [{"head_position": 9}, {"head_position": 11}, {"head_hash": "f" * 64}])
def test_a_head_row_that_lies_is_found(log: Log, values: dict[str, object]) -> None:
    with tampering(log) as connection:
        connection.execute(sa.update(campaigns).values(**values))
    assert len(problems(log)) == 1


def test_two_alterations_are_two_problems(log: Log) -> None:
    change(log, 3, author="Nobody")
    with log._writer.begin() as connection:
        connection.execute(sa.update(events).where(events.c.position == 7).values(hash="0" * 64))
    assert problems(log) == [3, 7]


def test_a_payload_that_this_program_can_not_read_is_named(log: Log) -> None:
    [recorded] = append(log, "last", NoteAdded(text="x"))
    envelope, text = recorded.envelope, '{"text": 5}'
    with log.reading() as connection:
        before = connection.execute(sa.select(events.c.hash).where(events.c.position == 10)).scalar()
    change(log, 11, payload=text, hash=chain_hash(before, envelope, text))
    found = log.verify()
    assert {problem.position for problem in found} == {11}
    assert "can't be read" in found[0].message


def test_a_noted_head_is_found_again_or_missed(log: Log) -> None:
    noted = log.head().hash
    append(log, "later")
    assert problems(log, expect=noted) == []
    assert problems(log, expect=log.head().hash) == []
    assert problems(log, expect=GENESIS) == []
    [problem] = log.verify(expect="e" * 64)
    assert "occurs nowhere" in problem.message


def test_a_log_cut_back_and_tidied_up_is_found_by_a_noted_head(log: Log) -> None:
    noted = log.head().hash
    kept = log.get([8])[8]
    with tampering(log) as connection:
        connection.execute(sa.delete(events).where(events.c.position > 8))
        connection.execute(sa.update(campaigns).values(head_position=8, head_hash=kept.hash))
    assert problems(log) == []
    assert problems(log, expect=noted) == [8]


@pytest.mark.parametrize("store_location", ["sqlite"], indirect=True)
@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("payload", "CAST(X'7B22E1' AS TEXT)"),  # not UTF-8
        ("author", "CAST(X'4BE5' AS TEXT)"),
        ("payload", "CAST(payload AS BLOB)"),
        ("hash", "CAST(hash AS BLOB)"),
        ("version", "'one'"),
        ("subject", "1.5"),
        ("position", "'x'"),
    ],
)
def test_whatever_sqlite_lets_in_is_reported(log: Log, column: str, value: str) -> None:
    with tampering(log) as connection:
        connection.exec_driver_sql(f"UPDATE events SET {column} = {value} WHERE position = 4")
    assert 4 in problems(log)
    if column == "subject":
        return  # the column made a text of it
    for read in (lambda: list(log.read()), lambda: log.get([4])[4], lambda: log.action("a1")):
        with pytest.raises(Refused, match="can't be read"):
            read()
    assert log.get([3])[3].position == 3


@pytest.mark.parametrize("store_location", ["sqlite"], indirect=True)
def test_damage_in_the_file_is_reported(store: Store, log: Log) -> None:
    for number in range(200):
        append(log, f"more{number}")
    store.close()
    assert log.path is not None
    data = bytearray(log.path.read_bytes())
    for page in range(len(data) // 4096 * 2 // 3, len(data) // 4096):  # not what tells of the tables
        data[page * 4096 + 3 : page * 4096 + 40] = b"\xff" * 37
    log.path.write_bytes(data)
    found = log.verify()
    assert found
    assert "damaged" in found[0].message

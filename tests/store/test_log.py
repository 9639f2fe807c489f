"""Adding to a log and reading it."""

from __future__ import annotations

import threading

import pytest

from tests.store.helpers import append, items
from tracker.errors import Refused
from tracker.events import NoteAdded, PoolChanged
from tracker.events.codec import chain_hash, encode
from tracker.store import GENESIS, Head, Log, Store, engine, open_store, rows


@pytest.fixture
def log(store: Store) -> Log:
    return store.create("Innsmouth", "gurps4e")


def test_an_empty_log_ends_at_the_genesis(log: Log) -> None:
    assert log.head() == Head(0, GENESIS)
    assert list(log.read()) == []
    assert log.verify() == []


def test_what_is_appended_is_read_back(log: Log) -> None:
    recorded = append(log, "a1") + append(log, "a2", NoteAdded(text="one"))
    assert [one.position for one in recorded] == [1, 2, 3]
    assert list(log.read()) == recorded
    assert log.head() == Head(3, recorded[-1].hash)
    assert list(log.read(after=1, upto=2)) == recorded[1:2]
    assert list(log.read(after=3)) == []
    assert log.get([3, 1, 99]) == {1: recorded[0], 3: recorded[2]}
    assert log.get([]) == {}
    assert log.recorded(3) == recorded[2]
    assert log.recorded(99) is None


def test_an_event_that_must_be_there_is_missed(log: Log) -> None:
    append(log, "a1")
    found = log.get([1, 99])
    assert found.get(99) is None
    with pytest.raises(Refused, match="Event 99 can't be read: it is missing") as refused:
        found[99]
    assert refused.value.code == "unreadable_event"


def test_each_hash_covers_its_predecessor_the_envelope_and_the_payload(log: Log) -> None:
    recorded = append(log, "a1")
    first = chain_hash(GENESIS, recorded[0].envelope, encode(recorded[0].event))
    assert recorded[0].hash == first
    assert recorded[1].hash == chain_hash(first, recorded[1].envelope, recorded[1].payload_text)


def test_a_long_log_is_read_page_by_page(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows, "PAGE", 3)
    for number in range(7):
        append(log, f"a{number}", NoteAdded(text=str(number)))
    assert [one.position for one in log.read()] == [1, 2, 3, 4, 5, 6, 7]
    assert [one.position for one in log.read(after=1, upto=6)] == [2, 3, 4, 5, 6]
    assert sorted(log.get(range(1, 8))) == [1, 2, 3, 4, 5, 6, 7]
    assert log.verify() == []
    with log.writing() as tx:
        assert [one.position for one in tx.read(after=2)] == [3, 4, 5, 6, 7]


def test_a_transaction_sees_its_own_events(log: Log) -> None:
    with log.writing() as tx:
        first = tx.append("a1", items(log, "a1", [NoteAdded(text="one")], 0))
        second = tx.append("a2", items(log, "a2", [NoteAdded(text="two")], 1))
        assert tx.head == Head(2, second[0].hash)
        assert list(tx.read()) == first + second
        assert tx.action("a2") == second
        assert tx.append("a3", []) == []
    assert log.head().position == 2


def test_a_repeated_action_returns_what_is_stored(log: Log) -> None:
    recorded = append(log, "a1")
    append(log, "a2")
    with log.writing() as tx:
        assert tx.action("a1") == recorded
        assert tx.action("unknown") == []
    assert log.action("a1") == recorded


def test_an_action_is_never_recorded_twice(log: Log) -> None:
    append(log, "a1")
    with pytest.raises(Refused, match="already recorded") as refused:
        append(log, "a1")
    assert refused.value.code == "repeated_action"
    assert log.head().position == 2
    assert len(append(log, "a2")) == 2


@pytest.mark.parametrize(
    ("field", "value"), [("position", 4), ("position", 2), ("ordinal", 1), ("action", "other"), ("campaign", "other")]
)
def test_an_event_that_does_not_continue_the_log_is_refused(log: Log, field: str, value: object) -> None:
    append(log, "a1")
    [(envelope, event)] = items(log, "a2", [NoteAdded(text="x")], 2)
    wrong = type(envelope)(**{name: getattr(envelope, name) for name in envelope.__struct_fields__} | {field: value})
    with pytest.raises(Refused, match="doesn't continue the log") as refused, log.writing() as tx:
        tx.append("a2", [(wrong, event)])
    assert refused.value.code == "out_of_order"
    assert log.head().position == 2


def test_an_exception_in_the_block_takes_everything_back(log: Log) -> None:
    before = append(log, "a1")

    def break_off() -> None:
        with log.writing() as tx:
            tx.append("a2", items(log, "a2", [NoteAdded(text="lost")], 2))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        break_off()
    assert list(log.read()) == before
    assert log.verify() == []


def test_campaigns_do_not_see_each_other(store: Store, log: Log) -> None:
    other = store.create("Arkham", "brp")
    append(log, "a1")
    assert other.head() == Head(0, GENESIS)
    assert append(other, "a1", NoteAdded(text="same action, other campaign"))[0].position == 1
    assert len(list(log.read())) == 2


def test_a_writer_that_waits_too_long_is_refused(store_location: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "BUSY_SECONDS", 0.2)
    with open_store(store_location) as store, open_store(store_location) as other:
        log = store.create("Innsmouth", "gurps4e")
        waiting = other.open("Innsmouth")
        with log.writing() as tx:
            tx.append("a1", items(log, "a1", [NoteAdded(text="x")], 0))
            assert waiting.head().position == 0, "readers don't wait"
            with pytest.raises(Refused, match="try again") as refused, waiting.writing():
                pass
        assert refused.value.code == "busy"
        assert append(waiting, "a2")[0].position == 2


def test_a_reader_sees_one_moment(log: Log) -> None:
    append(log, "a1")
    with log.reading() as connection:
        before = rows.page(connection, log.id, 0)
        append(log, "a2")
        assert rows.page(connection, log.id, 0) == before
    assert log.head().position == 4


def test_one_writer_and_several_readers_share_a_log(log: Log) -> None:
    done, faults = threading.Event(), []

    def read() -> None:
        try:
            while not done.is_set():
                positions = [one.position for one in log.read(upto=log.head().position)]
                assert positions == list(range(1, len(positions) + 1))
        except Exception as error:
            faults.append(error)

    readers = [threading.Thread(target=read) for _ in range(3)]
    for reader in readers:
        reader.start()
    for number in range(30):
        append(log, f"a{number}")
    done.set()
    for reader in readers:
        reader.join()
    assert faults == []
    assert log.head().position == 60


def keep(log: Log, position: int, version: int, data: bytes) -> None:
    with log.writing() as tx:
        tx.save_keyframe(position, version, data, {7: b"page of " + data})


def test_keyframes(log: Log) -> None:
    assert log.keyframe(at_most=10, version=1) is None
    append(log, "a1")
    keep(log, 1, 1, b"one")
    keep(log, 2, 1, b"\x00\xff")
    assert log.keyframe(at_most=10, version=1) == (2, b"\x00\xff")
    assert log.keyframe(at_most=1, version=1) == (1, b"one")
    assert log.keyframe(at_most=10, version=2) is None
    keep(log, 2, 2, b"two")
    assert log.keyframe(at_most=10, version=2) == (2, b"two")
    assert [log.page(7, at, version) for at, version in ((1, 1), (2, 1), (2, 2))] == [b"page of one", None, b"page of two"]
    with log.writing() as tx:
        tx.drop_keyframes()
    assert (log.keyframe(at_most=10, version=1), log.page(7, 1, 1)) == (None, None)


def test_an_event_of_a_newer_program_is_refused_in_a_sentence(log: Log) -> None:
    with log.writing() as tx:
        [(envelope, event)] = items(log, "a1", [PoolChanged(pool="HP", change=-1, reason="injury")], 0)
        newer = type(envelope)(**{name: getattr(envelope, name) for name in envelope.__struct_fields__} | {"version": 99})
        tx.append("a1", [(newer, event)])
    with pytest.raises(Refused, match="Event 1 can't be read") as refused:
        list(log.read())
    assert refused.value.code == "unreadable_event"

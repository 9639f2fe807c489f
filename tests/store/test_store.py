"""Campaigns by name, in a folder or on a server."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import sqlalchemy as sa

from tests.store.helpers import append, items
from tracker.errors import Refused
from tracker.events import NoteAdded
from tracker.store import Store, default_location, open_store
from tracker.store.base import name_key
from tracker.store.engine import postgresql_engine


def test_a_store_lists_its_campaigns(store: Store) -> None:
    assert store.campaigns() == []
    append(store.create("innsmouth", "gurps4e", campaign_id="c1"), "a1")
    store.create("Arkham", "brp")
    arkham, innsmouth = store.campaigns()
    assert (arkham.name, arkham.ruleset, arkham.head, arkham.problem) == ("Arkham", "brp", 0, "")
    assert re.fullmatch("[0-9a-f]{32}", arkham.id)
    assert (innsmouth.name, innsmouth.id, innsmouth.head, innsmouth.archived) == ("innsmouth", "c1", 2, False)
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+00:00", innsmouth.created_at)


def test_a_campaign_is_found_again_however_its_name_is_written(store: Store, store_location: str) -> None:
    recorded = append(store.create("Shadow over Innsmouth", "gurps4e"), "a1")
    store.close()
    with open_store(store_location) as again:
        log = again.open("  SHADOW-over_innsmouth ")
        assert log.name == "Shadow over Innsmouth"
        assert list(log.read()) == recorded


@pytest.mark.parametrize("name", ["Innsmouth", "INNSMOUTH", " innsmouth "])
def test_a_name_is_taken_once(store: Store, name: str) -> None:
    store.create("Innsmouth", "gurps4e")
    with pytest.raises(Refused, match="already a campaign") as refused:
        store.create(name, "gurps4e")
    assert refused.value.code == "exists"
    assert len(store.campaigns()) == 1


@pytest.mark.parametrize(
    ("asked", "said"),
    [("Insmouth", 'did you mean "Innsmouth"?'), ("mouth", 'did you mean "Innsmouth"?'), ("Zzz", "lists those that exist")],
)
def test_an_unknown_name_gets_a_hint(store: Store, asked: str, said: str) -> None:
    store.create("Innsmouth", "gurps4e")
    store.create("Arkham", "gurps4e")
    with pytest.raises(Refused, match=re.escape(said)) as refused:
        store.open(asked)
    assert (refused.value.code, refused.value.where) == ("not_found", "campaign")


def test_an_empty_store_says_how_to_begin(store: Store) -> None:
    with pytest.raises(Refused, match="rollbook new NAME"):
        store.open("Innsmouth")


ODD = ["../x", "..", "CON", "con.txt", "a/b", "a\\b", "a:b", ".hidden", "鬼火の家", "[red]x[/red]", "Ä" * 200]
ODD += ["x\u202ey", "-", "100%", "a?b", "😀"]


@pytest.mark.parametrize("name", ODD)
def test_odd_names_stay_in_the_folder_and_true(store: Store, name: str) -> None:
    log = store.create(name, "gurps4e")
    recorded = append(log, "a1")
    true = name.replace("\u202e", "")
    assert [info.name for info in store.campaigns()] == [true]
    assert store.open(name).name == true
    assert list(store.open(name).read()) == recorded
    if log.path is not None:
        assert [log.path] == list(log.path.parent.glob("*.rollbook"))
        assert log.path.resolve().parent == log.path.parent.resolve()
        assert len(log.path.name.encode()) < 160
        assert log.path.stem.casefold() not in ("con", "con.txt")
        assert log.backup().is_file()
    store.delete(name, true)
    assert store.campaigns() == []


def test_all_odd_names_live_side_by_side(store: Store) -> None:
    for name in ODD:
        store.create(name, "gurps4e")
    assert len({info.id for info in store.campaigns()}) == len(ODD)
    assert all(store.open(name).head().position == 0 for name in ODD)


@pytest.mark.parametrize("name", ["", "  ", "a\x1b[31mb", "x" * 201, "a\nb\x00"])
def test_names_that_are_none_are_refused(store: Store, name: str) -> None:
    with pytest.raises(Refused):
        store.create(name, "gurps4e")
    with pytest.raises(Refused):
        store.open(name)
    assert store.campaigns() == []


def test_a_campaign_is_archived_and_comes_back(store: Store) -> None:
    log = store.create("Innsmouth", "gurps4e")
    log.archive()
    assert [info.archived for info in store.campaigns()] == [True]
    assert len(append(log, "a1")) == 2
    log.archive(False)
    assert [info.archived for info in store.campaigns()] == [False]


def test_the_campaign_last_used_is_remembered(store: Store, store_location: str) -> None:
    assert store.last_used() is None
    store.create("鬼火", "gurps4e")
    store.remember("鬼火")
    with open_store(store_location) as again:
        assert again.last_used() == "鬼火"
    store.delete("鬼火", "鬼火")
    assert store.last_used() is None


def test_only_the_typed_name_deletes(store: Store) -> None:
    log = store.create("Innsmouth", "gurps4e")
    other = store.create("Arkham", "gurps4e")
    append(log, "a1")
    kept = append(other, "a1")
    with log.writing() as tx:
        tx.save_keyframe(1, 1, b"x", {0: b"page"})
    for typed in ("", "innsmouth", "Arkham"):
        with pytest.raises(Refused) as refused:
            store.delete("Innsmouth", typed)
        assert refused.value.code == "not_confirmed"
    moved = store.delete("innsmouth", "Innsmouth")
    assert [info.name for info in store.campaigns()] == ["Arkham"]
    assert list(other.read()) == kept
    assert other.verify() == []
    assert store.create("Innsmouth", "gurps4e").head().position == 0
    if moved is not None:
        assert moved.parent.name == "backups"
        with open_store(str(moved.parent)) as backups:
            assert backups.open("Innsmouth").head().position == 2


def test_a_log_whose_campaign_is_gone_says_so(store: Store, store_location: str) -> None:
    store.create("Innsmouth", "gurps4e")
    with open_store(store_location) as other:
        log = other.open("Innsmouth")
        store.delete("Innsmouth", "Innsmouth")
        with pytest.raises(Refused, match="no longer there"):
            log.head()
        with pytest.raises(Refused, match="no longer there"):
            append(log, "a1")
    assert store.campaigns() == []


@pytest.mark.parametrize(
    ("location", "code"),
    [
        ("", "bad_store"),
        ("mysql://host/x", "bad_store"),
        ("sqlite:///x", "bad_store"),
        ("postgresql+asyncpg://host/x", "bad_store"),
        ("postgresql+psycopg://host:port/x", "bad_store"),
        ("postgresql+psycopg://gm:secret@127.0.0.1:1/rollbook", "unreachable"),
        ("postgresql+psycopg://gm:secret@127.0.0.1:1/rollbook?connect_timeout=1", "unreachable"),
        ("postgresql+psycopg://gm:secret@127.0.0.1:1/rollbook?connect_timeout=abc", "bad_store"),
        ("postgresql+psycopg://gm:secret@127.0.0.1:1/rollbook?foo=bar", "bad_store"),
        ("postgresql+psycopg://gm:secret@127.0.0.1:1/rollbook?row_factory=x", "bad_store"),
        ("postgresql+psycopg://gm:secret@127.0.0.1:1/rollbook?port=abc", "bad_store"),
        ("postgresql://gm:secret@/rollbook?host=/nowhere", "unreachable"),
        ("a\0b", "bad_store"),
    ],
)
def test_a_location_that_is_none_is_refused_in_a_sentence(location: str, code: str) -> None:
    with pytest.raises(Refused) as refused:
        open_store(location)
    assert refused.value.code == code
    assert "secret" not in refused.value.message
    assert "\n" not in refused.value.message


def test_a_server_without_a_driver_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "psycopg", None)
    with pytest.raises(Refused, match=re.escape("rollbook[postgres]")) as refused:
        open_store("postgresql+psycopg://gm@127.0.0.1:1/rollbook")
    assert refused.value.code == "no_driver"


@pytest.mark.parametrize("store_location", ["postgresql"], indirect=True)
def test_an_old_server_is_refused(store_location: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tracker.store.server.OLDEST", 99)
    with pytest.raises(Refused, match="Rollbook needs 99 or newer") as refused:
        open_store(store_location)
    assert refused.value.code == "old_server"


@pytest.mark.parametrize("store_location", ["postgresql"], indirect=True)
def test_a_server_that_breaks_off_is_a_sentence_and_comes_back(store: Store, store_location: str) -> None:
    log = store.create("Innsmouth", "gurps4e")
    kept = append(log, "a1")
    engine = postgresql_engine(sa.make_url(store_location))
    activity = sa.table("pg_stat_activity", sa.column("pid"), sa.column("application_name"))
    others = sa.select(sa.func.pg_terminate_backend(activity.c.pid)).where(
        activity.c.pid != sa.func.pg_backend_pid(),
        activity.c.application_name == sa.func.current_setting("application_name"),
    )

    def interrupted() -> None:
        with log.writing() as tx:
            tx.append("a2", items(log, "a2", [NoteAdded(text="lost")], 2))
            with engine.connect() as connection:
                connection.execute(others)
            list(tx.read())

    with pytest.raises(Refused, match="can't be reached") as refused:
        interrupted()
    assert refused.value.code == "unreachable"
    with engine.connect() as connection:
        connection.execute(others)
    engine.dispose()
    assert list(log.read()) == kept
    assert len(append(log, "a2")) == 2


def test_the_default_is_a_folder_of_the_user(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Path(default_location()).parts[-2:] == ("rollbook", "campaigns")


def test_a_campaigns_key_keeps_its_kana_as_stores_have_it() -> None:
    assert name_key("ミナの Low-Road") == "ミナの low road"

"""The files of a folder: what is found there, copies, and drives that harm them."""

from __future__ import annotations

import os
import shutil
import sqlite3
import threading
from pathlib import Path, PurePosixPath

import pytest

from tests.store.helpers import append, file_rows
from tracker.errors import Refused
from tracker.store import Store, engine, open_store
from tracker.store.drives import file_system, synced_by, warnings_for
from tracker.store.names import file_name

pytestmark = pytest.mark.parametrize("store_location", ["sqlite"], indirect=True)


@pytest.fixture
def folder(store_location: str) -> Path:
    return Path(store_location)


def broken_files(folder: Path) -> None:
    (folder / "empty.rollbook").touch()
    (folder / "text.rollbook").write_text("This is no database. " * 100)
    (folder / "folder.rollbook").mkdir()
    with sqlite3.connect(folder / "foreign.rollbook") as foreign:
        foreign.execute("CREATE TABLE alembic_version (version_num)")
        foreign.execute("CREATE TABLE campaigns (name)")
    foreign.close()
    (folder / "steering\x1b[31m.rollbook").touch()


def test_what_is_no_campaign_is_listed_with_the_reason(store: Store, folder: Path) -> None:
    store.create("Innsmouth", "gurps4e")
    broken_files(folder)
    (folder / "notes.txt").touch()
    (folder / "._Innsmouth.rollbook").touch()
    found = {info.name: info for info in store.campaigns()}
    assert sorted(found) == ["Innsmouth", "empty", "folder", "foreign", "steering\ufffd[31m", "text"]
    for name, info in found.items():
        assert info.path is not None
        assert ("There is no Rollbook campaign" in info.problem) == (name != "Innsmouth")


@pytest.mark.parametrize("name", ["empty", "text", "folder", "foreign"])
def test_what_is_no_campaign_is_neither_opened_nor_deleted(store: Store, folder: Path, name: str) -> None:
    broken_files(folder)
    before = sorted(folder.iterdir())
    for act in (lambda: store.open(name), lambda: store.delete(name, name)):
        with pytest.raises(Refused, match="no Rollbook campaign") as refused:
            act()
        assert refused.value.code == "foreign_file"
    assert {path.name for path in folder.iterdir()} <= {path.name for path in before} | {".lock"}
    assert append(store.create(name, "gurps4e"), "a1")
    assert store.open(name).head().position == 2


def test_a_file_whose_name_inside_would_steer_a_terminal_is_refused(store: Store, folder: Path) -> None:
    path = store.create("Innsmouth", "gurps4e").path
    store.close()
    assert path is not None
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE campaigns SET name = ?", ["a\x1b[31m"])
    connection.close()
    [info] = store.campaigns()
    assert info.name == "Innsmouth"
    assert "control character" in info.problem


def test_a_backup_among_the_campaigns_is_refused(store: Store, folder: Path) -> None:
    log = store.create("Innsmouth", "gurps4e")
    for target in (folder, folder / "copy.rollbook"):
        with pytest.raises(Refused) as refused:
            log.backup(target)
        assert refused.value.code == "backup_failed"
    assert store.open("Innsmouth").head().position == 0


def test_a_copy_beside_the_original_is_ambiguous(store: Store, folder: Path, tmp_path: Path) -> None:
    log = store.create("Innsmouth", "gurps4e")
    log.backup(tmp_path / "copy.rollbook").rename(folder / "copy.rollbook")
    with pytest.raises(
        Refused, match=r'"copy\.rollbook", "Innsmouth\.rollbook"|"Innsmouth\.rollbook", "copy\.rollbook"'
    ) as refused:
        store.open("Innsmouth")
    assert refused.value.code == "ambiguous"


def test_a_creation_that_died_leaves_nothing_to_see(store: Store, folder: Path) -> None:
    (folder / ".new-abandoned").write_bytes(b"half")
    assert store.campaigns() == []
    store.create("Innsmouth", "gurps4e")
    store.close()
    assert sorted(path.name for path in folder.iterdir()) == [".lock", "Innsmouth.rollbook"]


def test_a_file_in_place_of_the_folder_is_refused(tmp_path: Path, store_location: str) -> None:
    (tmp_path / "file").touch()
    for location in (tmp_path / "file", tmp_path / "file" / "below"):
        with pytest.raises(Refused, match="can't be used") as refused:
            open_store(str(location))
        assert refused.value.code == "bad_store"


def test_a_backup_is_whole_while_the_original_is_written(store: Store, folder: Path, tmp_path: Path) -> None:
    log = store.create("Innsmouth", "gurps4e")
    stop = threading.Event()

    def write() -> None:
        number = 0
        while not stop.is_set():
            append(log, f"a{number}")
            number += 1

    thread = threading.Thread(target=write)
    thread.start()
    try:
        copies = []
        for number in range(5):
            target = tmp_path / f"copy{number}"
            target.mkdir()
            head = log.head().position
            copies.append((head, log.backup(target)))
    finally:
        stop.set()
        thread.join()
    for head, copy in copies:
        with open_store(str(copy.parent)) as other:
            log_copy = other.open("Innsmouth")
            assert log_copy.verify() == []
            assert log_copy.head().position >= head
            assert log_copy.head().position % 2 == 0
            assert len(append(log_copy, "in the copy")) == 2
    assert log.verify() == []


def test_the_last_five_automatic_backups_stay(store: Store, folder: Path) -> None:
    log, other = store.create("A", "gurps4e"), store.create("A-B", "gurps4e")
    kept = other.backup()
    made = [log.backup() for _ in range(7)]
    assert made[0].parent == folder / "backups"
    assert made[0].name.startswith("A-2")
    assert {path for path in made if path.exists()} == set(made[2:])
    assert kept.exists()
    assert not list((folder / "backups").glob(".*"))


def test_a_backup_goes_where_it_is_told(store: Store, tmp_path: Path) -> None:
    log = store.create("Innsmouth", "gurps4e")
    append(log, "a1")
    assert log.backup(tmp_path / "mine.rollbook") == tmp_path / "mine.rollbook"
    assert file_rows(tmp_path / "mine.rollbook", "SELECT count(*) FROM events") == [(2,)]
    with pytest.raises(Refused) as refused:
        log.backup(tmp_path / "mine.rollbook")
    assert refused.value.code == "exists"
    with pytest.raises(Refused, match="There is no folder"):
        log.backup(tmp_path / "nowhere" / "mine.rollbook")


def test_a_backup_that_fails_leaves_nothing(store: Store, folder: Path, tmp_path: Path) -> None:
    log = store.create("Innsmouth", "gurps4e")
    store.close()
    (folder / "Innsmouth.rollbook").write_bytes(b"no database" * 1000)
    for target in (None, tmp_path / "mine.rollbook", tmp_path):
        with pytest.raises(Refused):
            log.backup(target)
    left = [path for path in tmp_path.rglob("*") if path.is_file() and path.parent != folder]
    assert left == []


@pytest.mark.parametrize("left", ["", "-wal", "-shm"])
def test_a_folder_for_reading_only(store: Store, folder: Path, left: str, monkeypatch: pytest.MonkeyPatch) -> None:
    recorded = append(store.create("Innsmouth", "gurps4e"), "a1")
    writer = sqlite3.connect(folder / "Innsmouth.rollbook")
    writer.execute("SELECT * FROM campaigns").fetchall()  # while somebody has it open, its two companions are there
    if not left:
        store.close()
        writer.close()
    files = sorted(path.name for path in folder.iterdir())
    assert (f"Innsmouth.rollbook{left}" in files, len(files)) == (True, 4 if left else 2)
    monkeypatch.setattr(engine, "is_writable", lambda _: False)
    with open_store(str(folder)) as reading:
        log = reading.open("Innsmouth")
        assert list(log.read()) == recorded
        assert log.verify() == []
        with pytest.raises(Refused, match="read-only") as refused:
            append(log, "a2")
        assert refused.value.code == "read_only"
        with pytest.raises(Refused, match="read-only"):
            log.archive()
    assert sorted(path.name for path in folder.iterdir()) == files
    writer.close()


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_can_not_be_written_is_refused(store: Store, folder: Path) -> None:
    folder.chmod(0o500)
    try:
        with pytest.raises(Refused):
            store.create("Innsmouth", "gurps4e")
        store.remember("Innsmouth")
    finally:
        folder.chmod(0o700)


def test_a_full_disk_is_a_sentence_and_records_nothing(store: Store) -> None:
    log = store.create("Innsmouth", "gurps4e")
    kept = append(log, "a1")
    with log._writer.connect() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
        connection.rollback()
        connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")
        connection.rollback()

    def fill() -> None:
        for number in range(1000):
            kept.extend(append(log, f"b{number}"))

    with pytest.raises(Refused, match="disk is full") as refused:
        fill()
    assert refused.value.code == "disk_full"
    assert list(log.read()) == kept
    assert log.verify() == []


def test_a_file_taken_away_is_a_sentence(store: Store, folder: Path) -> None:
    log = store.create("Innsmouth", "gurps4e")
    store.close()
    shutil.move(folder / "Innsmouth.rollbook", folder / "elsewhere")
    with pytest.raises(Refused, match="no longer there"):
        log.head()
    with pytest.raises(Refused, match="no longer there"):
        log.backup()
    assert not (folder / "Innsmouth.rollbook").exists()


def test_a_commit_is_on_disk_before_it_is_acknowledged(store: Store) -> None:
    log = store.create("Innsmouth", "gurps4e")
    with log.reading() as connection:
        pragmas = {name: connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in ("journal_mode", "synchronous")}
        assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1
    assert pragmas == {"journal_mode": "wal", "synchronous": 2}


@pytest.mark.parametrize(
    ("name", "taken", "file"),
    [
        ("Innsmouth", [], "Innsmouth.rollbook"),
        ("a/b", ["a_b.rollbook"], "a_b (2).rollbook"),
        ("a/b", ["A_B.rollbook", "a_b (2).rollbook"], "a_b (3).rollbook"),
        ("nul", [], "_nul.rollbook"),
        ("COM1.log", [], "_COM1.log.rollbook"),
        ("Conan", [], "Conan.rollbook"),
        ("...", [], "campaign.rollbook"),
        ("x. ", [], "x.rollbook"),
    ],
)
def test_file_names(name: str, taken: list[str], file: str, store_location: str) -> None:
    assert file_name(name, taken) == file


def test_warnings_about_folders(store: Store, store_location: str) -> None:
    assert synced_by(Path("/home/gm/Dropbox/rollbook")) == "Dropbox"
    assert synced_by(Path("/Users/gm/OneDrive - Guild/rollbook")) == "OneDrive"
    assert synced_by(Path("/Users/gm/Library/Mobile Documents/x")) == "iCloud"
    assert synced_by(Path("/home/gm/rollbook")) is None
    assert "Dropbox" in warnings_for(Path("/home/gm/Dropbox/rollbook"))[0]
    mounts = "/dev/a / ext4 rw 0 0\nnas:/x /mnt/nas\\040one nfs4 rw 0 0\n/dev/b /mnt ext4 rw 0 0\n"
    assert file_system(PurePosixPath("/mnt/nas one/campaigns"), mounts) == "nfs4"
    assert file_system(PurePosixPath("/mnt/nas"), mounts) == "ext4"
    assert file_system(PurePosixPath("/home"), mounts) == "ext4"
    assert file_system(PurePosixPath("/home"), "") == ""

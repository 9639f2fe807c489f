"""A whole log carried to another store."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest
import sqlalchemy as sa
from msgspec import Raw

from tests.readmodels import rows
from tracker import moments, transfer
from tracker.campaign import commands as cmd
from tracker.dice import SeededDice
from tracker.errors import Refused
from tracker.events import CampaignCreated, Envelope, Event, NoteAdded, Recorded, Sheet, SheetSource
from tracker.events.codec import chain_hash, encode
from tracker.interchange.log_lines import KeptFile, LogFile, LogHeader, lines_of
from tracker.reports import history
from tracker.reports.filters import where
from tracker.service import Campaign, rebuild
from tracker.store import Store, open_store
from tracker.store.log import GENESIS
from tracker.transfer import Carried, import_log

ROLL = cmd.Roll(who="mira", what="lockpicking", at="west-door")


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Store]:
    """Another store."""
    with open_store(str(tmp_path / "elsewhere")) as opened:
        yield opened


@pytest.fixture
def campaign(store: Store) -> Campaign:
    """A campaign with a fright, a void and a name that isn't Latin."""
    campaign = Campaign.create(store, "鬼火の夜", "gurps4e", source=SeededDice(4))
    campaign.execute(cmd.AddCharacter(name="Mira", values=(("lockpicking", "12"), ("will", "11"))))
    campaign.execute(cmd.StartSession(title="One"))
    campaign.execute(cmd.Fright(who=("mira",), cause="ghoul"))
    campaign.execute(ROLL)
    campaign.execute(cmd.Void(position=campaign.state.head))
    return campaign


def written(campaign: Campaign, path: Path) -> LogFile:
    path.write_bytes(b"".join(lines_of(campaign.log)))
    return LogFile(path, "The file")


def test_a_log_arrives_as_it_was(campaign: Campaign, other: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moments, "KEYFRAME_EVERY", 5)
    before = campaign.log.head()
    assert import_log(other, written(campaign, tmp_path / "log")) == Carried("鬼火の夜", before.position, before)
    arrived = Campaign.open(other, "鬼火の夜")
    assert (arrived.log.head(), arrived.log.verify()) == (before, [])
    assert arrived.state == campaign.state
    assert rows(arrived) == rows(campaign)
    assert moments.keyframe(arrived.log, before.position).head > 0, "the way wrote no keyframe"
    assert written(arrived, tmp_path / "again").header == written(campaign, tmp_path / "log").header
    assert (tmp_path / "again").read_bytes() == (tmp_path / "log").read_bytes()


def pieces(campaign: Campaign) -> int:
    """Of how many parts SQLite puts a search's answer together."""
    with campaign.log.reading() as connection:
        return connection.scalar(sa.text("SELECT count(DISTINCT segid) FROM search_idx")) or 0


@pytest.mark.parametrize("many", [True, False])
def test_what_came_at_once_is_searched_in_one_piece(
    campaign: Campaign, other: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, many: bool
) -> None:
    head = campaign.log.head().position
    monkeypatch.setattr(transfer, "_BATCH", 3)
    import_log(other, written(campaign, tmp_path / "log"))
    arrived = Campaign.open(other, "鬼火の夜")
    assert pieces(arrived) == 1
    for number in range(3 if many else 1):
        campaign.execute(cmd.Note(text=f"a lantern, number {number}"))
    import_log(other, written(campaign, tmp_path / "longer"))
    assert (pieces(arrived) == 1) == many, "a few don't make it anew"
    rebuild(arrived.log)
    assert pieces(arrived) == 1
    with arrived.log.reading() as connection:
        found = list(history.line_positions(connection, arrived.log.id, where(text="lantern")))
    assert found == list(range(head + 1, campaign.log.head().position + 1))


def test_twice_adds_nothing_and_a_longer_copy_goes_on(campaign: Campaign, other: Store, tmp_path: Path) -> None:
    shorter = written(campaign, tmp_path / "shorter")
    import_log(other, shorter)
    assert import_log(other, shorter).added == 0
    before = campaign.state.head
    campaign.execute(cmd.Note(text="The bell rings."))
    campaign.execute(ROLL)
    longer = written(campaign, tmp_path / "longer")
    assert import_log(other, longer).added == campaign.state.head - before > 1
    assert Campaign.open(other, "鬼火の夜").state == campaign.state
    assert rows(Campaign.open(other, "鬼火の夜")) == rows(campaign)
    assert import_log(other, shorter) == Carried("鬼火の夜", 0, campaign.log.head()), "an older copy takes nothing away"


def test_a_copy_that_went_its_own_way_is_refused_where_it_parts(campaign: Campaign, other: Store, tmp_path: Path) -> None:
    import_log(other, written(campaign, tmp_path / "log"))
    parted = campaign.state.head + 1
    campaign.execute(cmd.Note(text="Here."))
    there = Campaign.open(other, "鬼火の夜")
    there.execute(cmd.Note(text="There."))
    there.execute(cmd.Note(text="And more."))
    before = there.log.head()
    with pytest.raises(Refused, match=f"parts from the one here at event {parted}:") as refused:
        import_log(other, written(campaign, tmp_path / "log"))
    assert refused.value.code == "diverged"
    assert there.log.head() == before


def test_what_was_changed_is_refused_by_its_line_and_nothing_is_made(
    campaign: Campaign, other: Store, tmp_path: Path
) -> None:
    path = tmp_path / "log"
    written(campaign, path)
    whole = path.read_text(encoding="utf-8").splitlines(keepends=True)
    head = campaign.state.head
    cases = {
        "not_a_log": ["", '{"rollbook": 1}\n', "name,points\n", "[]\n"],
        "newer_version": [whole[0].replace('"rollbook":1', '"rollbook":3')],
        "cut_off": ["".join(whole[:-1]), whole[0]],
        "damaged": [
            "".join([*whole[:2], whole[2].replace("Mira", "Mina"), *whole[3:]]),
            "".join([*whole[:3], *whole[4:]]),
            "".join([*whole, whole[-1]]),
            "".join([*whole[:-1], whole[-1][:50]]),
            "".join([*whole[:-1], whole[-1].replace('"game_time":', '"game_time":1e400,"x":')]),
            "".join([*whole[:-1], "[" * 100_000]),
            whole[0] + "\x00\n",
        ],
        "unreadable_event": ["".join([*whole[:2], whole[2].replace('"CharacterAdded"', '"DragonSlain"'), *whole[3:]])],
    }
    for code, texts in cases.items():
        for text in texts:
            path.write_text(text, encoding="utf-8")
            with pytest.raises(Refused) as refused:
                import_log(other, LogFile(path, "The file"))
            assert refused.value.code == code, (text[:80], refused.value.message)
            assert other.campaigns() == []
    path.write_text("".join(whole[:-1]), encoding="utf-8")
    with pytest.raises(Refused, match=f"ends with event {head - 1} of {head}"):
        import_log(other, LogFile(path, "The file"))


def chained(*events: Event) -> Iterator[bytes]:
    """The lines of a log that holds these events, one an action, with the hashes that they ought to have."""
    previous, lines = GENESIS, []
    for position, event in enumerate(events, 1):
        payload = encode(event)
        envelope = Envelope(
            campaign="ab" * 16,
            position=position,
            action=f"{position:032x}",
            ordinal=0,
            cause=None,
            procedure=None,
            type=type(event).__name__,
            version=event.VERSION,
            session=None,
            scene=None,
            subject=None,
            author="Mallory",
            recorded_at="2024-05-01T19:30:00.000000Z",
            utc_offset=0,
            game_time=0,
            visibility="everyone",
        )
        previous = chain_hash(previous, envelope, payload)
        lines.append(
            msgspec.json.encode(msgspec.structs.asdict(envelope) | {"payload": Raw(payload.encode()), "hash": previous})
        )
    header = LogHeader(rollbook=1, campaign="ab" * 16, name="Innocent", ruleset="gurps4e", head=len(lines), hash=previous)
    yield msgspec.json.encode(header) + b"\n"
    yield from (line + b"\n" for line in lines)


SHEET = b"not much of a sheet, \x00\xff, but just as it was imported" * 50


def with_sheet(campaign: Campaign, data: bytes = SHEET) -> str:
    """Somebody comes from a file; its fingerprint."""
    source = SheetSource(format="gcs", filename="korr.gcs", sha256=sha256(data).hexdigest())
    campaign.execute(cmd.ImportCharacter(name="Korr", player="", sheet=Sheet(), source=source, current={}), file=data)
    return source.sha256


def test_kept_files_come_along_byte_by_byte_and_once(campaign: Campaign, other: Store, tmp_path: Path) -> None:
    without = written(campaign, tmp_path / "without")
    assert without.header.rollbook == 1, "an earlier version of the program reads it"
    fingerprint = with_sheet(campaign)
    file = written(campaign, tmp_path / "log")
    assert (import_log(other, file).files, import_log(other, file).files) == (1, 0)
    arrived = Campaign.open(other, "鬼火の夜")
    assert (arrived.log.file(fingerprint), arrived.log.files()) == (SHEET, [fingerprint])
    assert (written(arrived, tmp_path / "again").header, (tmp_path / "again").read_bytes()) == (
        file.header,
        (tmp_path / "log").read_bytes(),
    )


def test_a_file_that_was_missing_here_comes_with_the_same_log(campaign: Campaign, other: Store, tmp_path: Path) -> None:
    fingerprint = with_sheet(campaign)
    whole = written(campaign, tmp_path / "log")
    lines = (tmp_path / "log").read_bytes().splitlines(keepends=True)
    (tmp_path / "bare").write_bytes(b"".join(line for line in lines if not line.startswith(b'{"file"')))
    assert import_log(other, LogFile(tmp_path / "bare", "The file")).files == 0
    assert Campaign.open(other, "鬼火の夜").log.file(fingerprint) is None
    assert import_log(other, whole) == Carried("鬼火の夜", 0, campaign.log.head(), 1)
    assert Campaign.open(other, "鬼火の夜").log.file(fingerprint) == SHEET


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda line: line.replace(b'"data":"', b'"data":"AAAA'), "line 2: the file in it isn't the one"),
        (lambda line: line.replace(b'"data":"', b'"data":"!'), "line 2: it can't be read"),
        (lambda line: line.replace(b'"data":', b'"more":1,"data":'), "line 2: it can't be read"),
        (
            lambda line: line + msgspec.json.encode({"file": sha256(b"x").hexdigest(), "data": b"x"}) + b"\n",
            "no event names the kept file",
        ),
        (lambda line: b"", ""),
    ],
)
def test_a_file_that_is_not_what_was_kept_is_refused(
    campaign: Campaign, other: Store, tmp_path: Path, change: Callable[[bytes], bytes], message: str
) -> None:
    with_sheet(campaign)
    written(campaign, tmp_path / "log")
    header, kept, *events = (tmp_path / "log").read_bytes().splitlines(keepends=True)
    (tmp_path / "log").write_bytes(b"".join([header, change(kept), *events]))
    if not message:
        assert import_log(other, LogFile(tmp_path / "log", "The file")).files == 0
        return
    with pytest.raises(Refused, match=message) as refused:
        import_log(other, LogFile(tmp_path / "log", "The file"))
    assert (refused.value.code, other.campaigns()) == ("damaged", [])


def test_a_file_among_the_events_is_none(campaign: Campaign, other: Store, tmp_path: Path) -> None:
    with_sheet(campaign)
    written(campaign, tmp_path / "log")
    header, kept, *events = (tmp_path / "log").read_bytes().splitlines(keepends=True)
    (tmp_path / "log").write_bytes(b"".join([header, events[0], kept, *events[1:]]))
    with pytest.raises(Refused, match="line 3: it can't be read"):
        import_log(other, LogFile(tmp_path / "log", "The file"))


def test_the_file_is_read_twice_at_most(campaign: Campaign, other: Store, tmp_path: Path) -> None:
    class Counted(LogFile):
        readings = 0

        def contents(self) -> Iterator[KeptFile | Recorded]:
            self.readings += 1
            return super().contents()

    with_sheet(campaign)
    written(campaign, tmp_path / "log")
    for expected in (2, 1):  # a new campaign, and one to which it adds nothing
        file = Counted(tmp_path / "log", "The file")
        import_log(other, file)
        assert file.readings == expected
    campaign.execute(cmd.Note(text="The bell rings."))
    written(campaign, tmp_path / "log")
    file = Counted(tmp_path / "log", "The file")
    assert (import_log(other, file).added, file.readings) == (1, 2)


def test_somebody_may_watch_how_far_it_has_come(campaign: Campaign, other: Store, tmp_path: Path) -> None:
    seen: list[tuple[str, int]] = []

    def watched(events: Iterator[Recorded], title: str) -> Iterator[Recorded]:
        for recorded in events:
            seen.append((title, recorded.position))
            yield recorded

    head = campaign.state.head
    import_log(other, written(campaign, tmp_path / "log"), "", watched)
    assert seen == [(title, at) for title in ("Checking", "Recording") for at in range(1, head + 1)]


def test_text_that_could_steer_a_terminal_does_not_come_in_by_a_log(other: Store, tmp_path: Path) -> None:
    """Somebody may chain a log of their own: its hashes are right, its texts are what no command lets in."""
    created = CampaignCreated(name="Innocent", ruleset="gurps4e", ruleset_version="1")
    path = tmp_path / "log"
    path.write_bytes(b"".join(chained(created, NoteAdded(text="\x1b]0;owned\x07"))))
    with pytest.raises(Refused, match="control character") as refused:
        import_log(other, LogFile(path, "The file"))
    assert (refused.value.code, other.campaigns()) == ("control_character", [])


def test_another_campaign_of_that_name_stays(campaign: Campaign, other: Store, tmp_path: Path) -> None:
    Campaign.create(other, "鬼火の夜", "gurps4e")
    file = written(campaign, tmp_path / "log")
    with pytest.raises(Refused) as refused:
        import_log(other, file)
    assert refused.value.code == "exists"
    assert import_log(other, file, "Copy").name == "Copy"
    assert Campaign.open(other, "Copy").state == campaign.state

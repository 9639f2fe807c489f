"""Campaigns, sessions, scenes, time, options."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import Rollbook
from tracker.store import folder
from tui.__main__ import main


def test_new_campaign_is_the_one_in_use(rollbook: Rollbook) -> None:
    first = rollbook.json("new", "Innsmouth")
    assert (first["name"], first["ruleset"], first["head"], first["last_used"]) == ("Innsmouth", "gurps4e", 1, True)
    rollbook("new", "鬼火", "--ruleset", "d20under")
    assert [(row["name"], row["ruleset"], row["last_used"]) for row in rollbook.rows("campaigns")] == [
        ("Innsmouth", "gurps4e", False),
        ("鬼火", "d20under", True),
    ]
    assert rollbook("campaigns").lines == ["  Innsmouth   gurps4e, 1 event", "* 鬼火   d20under, 1 event"]
    assert rollbook.refusal("new", "innsmouth")["code"] == "exists"
    assert rollbook.refusal("new", "Third", "--ruleset", "fate")["where"] == "ruleset"


def test_which_campaign_is_meant(rollbook: Rollbook, monkeypatch: pytest.MonkeyPatch) -> None:
    assert rollbook("history", code=2).err.startswith("There is no campaign yet")
    rollbook("new", "One")
    rollbook("new", "Two")
    assert rollbook.json("note", "here")["campaign"] == "Two"
    assert rollbook.json("use", "one")["name"] == "One"
    assert rollbook.json("note", "here")["campaign"] == "One"
    assert rollbook.json("note", "here", "--campaign", "two")["campaign"] == "Two"
    assert rollbook.json("note", "here")["campaign"] == "Two"
    monkeypatch.setenv("ROLLBOOK_CAMPAIGN", "One")
    assert rollbook.json("note", "here")["campaign"] == "One"
    assert rollbook.json("--campaign=Two", "note", "here")["campaign"] == "Two"
    assert rollbook("history", "--campaign", "Three", code=2).err.startswith('There is no campaign "Three"')


def test_archived_campaign_is_not_offered(rollbook: Rollbook) -> None:
    rollbook("new", "One")
    rollbook("new", "Two")
    assert rollbook.json("campaign", "archive", "two")["archived"] is True
    assert rollbook.json("note", "here")["campaign"] == "One"
    assert rollbook.json("note", "here", "--campaign", "Two")["campaign"] == "Two"


def test_archived_campaign_comes_back(rollbook: Rollbook) -> None:
    rollbook("new", "One")
    rollbook("campaign", "archive", "one")
    for command in ("note", "history"):
        problem = rollbook(command, "x", code=2).err
        assert problem.startswith("Only archived campaigns are here:")
        assert problem.endswith("“campaign unarchive NAME” takes one up: One.\n")
    assert rollbook.json("use", "one")["archived"] is True
    assert rollbook.json("note", "here")["campaign"] == "One"
    rollbook("campaign", "archive", "one")
    assert rollbook.json("campaign", "unarchive", "one")["archived"] is False
    assert rollbook.json("note", "here")["campaign"] == "One"


@pytest.mark.parametrize("last_used", [True, False])
def test_a_broken_file_is_not_called_no_campaign(rollbook: Rollbook, last_used: bool) -> None:
    rollbook("new", "One: the Bell")
    [path] = rollbook.store.glob("*.rollbook")
    path.write_bytes(path.read_bytes()[:5000])
    if not last_used:
        (rollbook.store / ".last-used").unlink()
    problem = rollbook("note", "x", code=2).err
    assert problem.startswith("No campaign here can be opened. One_ the Bell.rollbook: ")
    assert '"One_ the Bell.rollbook"' in problem.partition(": ")[2]


def test_another_campaign_does_not_take_the_place_of_a_broken_one(rollbook: Rollbook) -> None:
    rollbook("new", "Arkham")
    rollbook("new", "One: the Bell")
    path = rollbook.store / "One_ the Bell.rollbook"
    whole = path.read_bytes()
    path.write_bytes(b"")
    problem = rollbook("note", "x", code=2).err
    assert problem.startswith(
        "Say which campaign with --campaign, or choose one by “rollbook use NAME”: Arkham. One_ the Bell"
    )
    path.write_bytes(whole)
    assert rollbook.json("note", "x")["campaign"] == "One: the Bell"
    path.unlink()
    assert rollbook.json("note", "x")["campaign"] == "Arkham"


def test_a_copy_is_never_used_in_place_of_the_original(rollbook: Rollbook, tmp_path: Path) -> None:
    rollbook("new", "One")
    copy = rollbook.store / "copy.rollbook"
    rollbook("backup", str(tmp_path / "copy.rollbook"))
    (tmp_path / "copy.rollbook").rename(copy)
    for command in (["note", "x"], ["note", "x", "--campaign", "one"], ["history"]):
        assert "all hold a campaign" in rollbook(*command, code=2).err


def test_each_file_is_looked_at_once(rollbook: Rollbook, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("One", "Two", "Three"):
        rollbook("new", name)
    looked: list[Path] = []
    monkeypatch.setattr(folder, "_read_card", lambda path, read=folder._read_card: (looked.append(path), read(path))[1])
    for command in (["note", "x"], ["history"], ["note", "x", "--campaign", "two"], ["verify"]):
        looked.clear()
        rollbook(*command)
        assert len(looked) == len(set(looked)) == 3


def test_a_folder_that_can_not_be_listed(rollbook: Rollbook, monkeypatch: pytest.MonkeyPatch) -> None:
    rollbook("new", "One")

    def iterdir(_: Path) -> Iterator[Path]:
        raise PermissionError(13, "Permission denied", str(rollbook.store))

    monkeypatch.setattr(Path, "iterdir", iterdir)
    for command in (["note", "x"], ["campaigns"], ["use", "one"]):
        assert rollbook(*command, code=2).err == f'The store folder "{rollbook.store}" can\'t be read: Permission denied.\n'


@pytest.mark.parametrize("option", ["--store", "--campaign"])
@pytest.mark.parametrize("value", ["", "  "])
def test_an_empty_name_is_never_what_is_usual(
    rollbook: Rollbook, option: str, value: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rollbook("new", "One")
    capsys.readouterr()
    variable = {"--store": "ROLLBOOK_STORE", "--campaign": "ROLLBOOK_CAMPAIGN"}[option]
    where = {} if option == "--store" else {"ROLLBOOK_STORE": str(rollbook.store)}
    for arguments in ([], ["note", "x"], ["campaigns", "--json"]):
        for given, named in (([option, value], {}), ([f"{option}={value}"], {}), ([], {variable: value})):
            with monkeypatch.context() as environment:
                for name, said in {**where, **named}.items():
                    environment.setenv(name, said)
                assert main([*given, *arguments]) == 2, (given, arguments)
            assert capsys.readouterr().err == f"The {option[2:]} has no name: give one, or leave {option} out.\n"
    assert rollbook.head()[0] == 1


def test_several_campaigns_and_none_in_use(rollbook: Rollbook) -> None:
    rollbook("new", "One")
    rollbook("new", "Two")
    (rollbook.store / ".last-used").unlink()
    problem = rollbook("note", "where?", "--json", code=2).objects[0]["error"]
    assert (problem["code"], problem["where"]) == ("no_campaign", "campaign")
    assert "One, Two" in problem["message"]


def test_sessions(innsmouth: Rollbook) -> None:
    started = innsmouth.json("session", "start", "The", "Bell", "--elapsed", "3d", "--absent", "エルザ")
    assert [event["type"] for event in started["events"]] == ["SessionStarted", "AttendanceRecorded"]
    assert started["events"][0]["payload"] == {"number": 1, "title": "The Bell", "elapsed": 259_200}
    assert [row["present"] for row in innsmouth.rows("character", "list")] == [True, False]
    innsmouth("roll", "mira", "stealth", "--dice", "3,3,3")
    assert innsmouth.refusal("session", "start")["code"] == "session_running"
    innsmouth("session", "end")
    innsmouth("session", "start")
    rows = innsmouth.rows("session", "list")
    assert [(row["number"], row["title"], row["elapsed"], row["rolls"], row["successes"]) for row in rows] == [
        (1, "The Bell", 259_200, 1, 1),
        (2, "", None, 0, 0),
    ]
    assert innsmouth("session", "list").lines[0] == "2 sessions"


def test_tasks_end_with_the_session_unless_kept(innsmouth: Rollbook) -> None:
    for keep in ([], ["--keep-tasks"]):
        innsmouth("session", "start")
        innsmouth("roll", "mira", "lock", "--at", "door", "--dice", "6,6,6")
        ended = innsmouth.json("session", "end", *keep)
        assert [event["type"] for event in ended["events"]] == ["SessionEnded"] + ["TaskEnded"] * (not keep)


def test_scene_needs_a_session(innsmouth: Rollbook) -> None:
    assert innsmouth.refusal("scene", "the stair")["code"] == "no_session"
    innsmouth("session", "start")
    assert innsmouth("scene", "the", "stair").lines == ["scene 1: the stair   [event 5]"]


@pytest.mark.parametrize(
    ("time", "seconds"), [("+2h", 7200), ("1d12h", 129_600), ("-2h", -7200), ("−30m", -1800), ("-1d12h", -129_600)]
)
def test_clock_goes_both_ways(innsmouth: Rollbook, time: str, seconds: int) -> None:
    event = innsmouth("clock", "--json", time, "a", "dream").objects[0]["events"][0]
    assert event["payload"] == {"seconds": seconds, "reason": "a dream"}


def test_clock_refuses_what_is_no_time(innsmouth: Rollbook) -> None:
    assert innsmouth.refusal("clock", "soon")["code"] == "bad_duration"
    assert innsmouth.refusal("clock", "0s")["code"] == "nothing"


def test_rest_gives_fatigue_back(innsmouth: Rollbook) -> None:
    innsmouth("fp", "mira", "-5")
    innsmouth("fp", "エルザ", "-5")
    innsmouth("rest", "30m", "mira")
    innsmouth("rest", "10m")
    pools = [innsmouth.json("character", "show", who)["pools"]["FP"]["current"] for who in ("mira", "エルザ")]
    assert pools == [9, 8]  # 1 FP for each 10 minutes, 10 and 12 at most
    assert innsmouth.refusal("rest", "-30m")["code"] in ("bad_duration", "usage")


def test_options(innsmouth: Rollbook) -> None:
    held = {row["name"]: row["value"] for row in innsmouth.rows("options")}
    assert held == {"retry": "penalty", "dice": "system", "genre": "undecided", "criticals": "none", "tl": "8"}
    innsmouth("options", "retry", "one_chance")
    assert innsmouth.rows("options", "retry")[0]["value"] == "one_chance"
    assert innsmouth("options", "dice").lines[0].startswith("dice = system")
    assert innsmouth.refusal("options", "weather")["code"] == "not_found"
    assert innsmouth.refusal("options", "dice", "loaded")["code"] == "bad_value"

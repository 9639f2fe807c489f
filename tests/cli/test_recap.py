"""The recap as a command: which sessions, which format, where it goes, and what it says to whom."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.cli.conftest import Rollbook


@pytest.fixture
def evening(innsmouth: Rollbook) -> Rollbook:
    """Two sessions; in the first one エルザ is absent, and the GM plays behind the screen as well."""
    innsmouth("character", "status", "エルザ", "absent")
    innsmouth("session", "start", "=1+1 <b>Bells</b>", "--elapsed", "1d")
    innsmouth("scene", "The *tower* [x](http://a.b)")
    innsmouth("roll", "mira", "stealth", "-2", "=cmd|x", "--dice", "6,6,3")
    innsmouth("retry", "--dice", "3,3,3")
    innsmouth("roll", "mira", "will", "--secret", "--dice", "3,3,4")
    innsmouth("do", 'told "you <hear> nothing"')
    innsmouth("fright", "mira", "--cause", "ghoul", "--secret", "--dice", "3,3,3")
    innsmouth("fright", "mira", "--cause", "ghoul", "--dice", "3,3,3")
    innsmouth("note", "@SUM(1) & <script>alert(1)</script>")
    innsmouth("mark", "the *clue*")
    innsmouth("hp", "mira", "-3", "arrow")
    innsmouth("undo")
    innsmouth("session", "end")
    innsmouth("session", "start", "Two")
    innsmouth("roll", "@guard", "per=9", "--dice", "6,6,6")
    return innsmouth


def test_what_comes_of_a_corrected_check_of_many_stands_behind_it(innsmouth: Rollbook) -> None:
    innsmouth("session", "start", "One")
    innsmouth(
        *("fright", "mira", "エルザ", "--cause", "ghoul"),
        *("--dice", "mira:3,3,3", "--dice", "エルザ:6,6,3", "--dice", "エルザ-table:1,1,1"),
    )
    mistyped = next(roll["position"] for roll in innsmouth.rows("history", "character:mira"))
    innsmouth("correct", str(mistyped), "--dice", "mira:6,6,3", "--dice", "table:2,2,2")
    told = [line.split("**")[1] for line in innsmouth("recap").lines if line.startswith("- \\[")]
    assert told == sorted(told), "all of Mira's before all of the other's"
    assert told.count("Mira") == told.count("エルザ") > 1


def players(rollbook: Rollbook, *options: str) -> str:
    return rollbook("recap", "1", "--edition", "players", *options).out


def test_the_gm_reads_everything_with_its_positions(evening: Rollbook) -> None:
    text = evening("recap", "1").out
    assert "## Session 1: =1+1 \\<b\\>Bells\\</b\\>" in text
    assert "### The \\*tower\\* \\[x\\](http\\://a.b)" in text
    assert "- Present: Mira" in text
    assert "- Absent: エルザ" in text
    assert "In the game: day 2 00:00" in text
    assert "need 11, rolled 6+6+3=15: **NO by 4**" in text
    assert "Will 11; need 11, rolled 3+3+4=10: **ok by 1** (GM only)" in text
    assert "+1 met once within 24 hours" in text
    assert "(bookmark: the \\*clue\\*)" in text
    assert "arrow" not in text
    assert "| Mira | 4 | 1 | 0 | 0 | 5 |" in text
    head, hash_ = evening.head()
    assert text.endswith(f"`Log head: event {head}, rollbook verify --expect {hash_}`\n")


def test_players_read_their_own_numbers_and_no_secrets_but_what_they_were_told(evening: Rollbook) -> None:
    text = players(evening)
    numbers = [int(line[4:].partition("\\]")[0]) for line in text.splitlines() if line.startswith("- \\[")]
    assert numbers == list(range(1, 6))
    assert "Will 11" not in text
    assert "**Mira**: you \\<hear\\> nothing" in text
    assert "| Mira | 2 | 1 | 0 | 0 | 3 |" in text
    assert "Fright Check 11, +1 GM; need 12" in text
    head, hash_ = evening.head()
    assert f"Log head: rollbook verify --expect {hash_}" in text
    assert evening("verify", "--expect", hash_).code == 0
    assert f"event {head}" not in text


def test_what_was_taken_back_is_left_out_unless_it_is_asked_for(evening: Rollbook) -> None:
    line = next(line for line in evening("recap", "1", "--voided").lines if "arrow" in line)
    assert "~~**Mira**: HP -3 (arrow)~~" in line
    assert "(taken back)" in line
    assert "arrow" in players(evening, "--voided")


def test_a_page_is_well_formed_and_holds_no_markup_of_people(evening: Rollbook) -> None:
    page = evening("recap", "1..2", "--format", "html").out
    root = ElementTree.fromstring(page.removeprefix("<!DOCTYPE html>"))
    assert page.count("<svg") == 2
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert {element.tag for element in root.iter()}.isdisjoint({"script", "a", "img", "link", "iframe"})
    assert all(element[0].tag == "bdi" for element in root.iter("b")), "the only bold text is ours"
    assert not [element for element in root.iter() if {"href", "src", "onclick"} & set(element.attrib)]


def test_a_table_has_a_row_for_each_roll_and_no_formula(evening: Rollbook) -> None:
    rows = list(csv.DictReader(io.StringIO(players(evening, "--format", "csv"))))
    assert [(row["number"], row["what"], row["total"], row["margin"]) for row in rows] == [
        ("1", "Stealth", "15", "4"),
        ("2", "Stealth", "9", "1"),
        ("4", "Fright Check", "9", "3"),
    ]
    assert rows[0]["modifiers"] == "'-2 =cmd|x"
    assert "secret" not in rows[0]
    assert [row["secret"] for row in csv.DictReader(io.StringIO(evening("recap", "1", "--format", "csv").out))] == [
        *("", "", "yes", "yes", "")
    ]


def test_json_lines_are_what_the_history_prints(evening: Rollbook) -> None:
    *rolls, check = evening("recap", "1", "--format", "jsonl").objects
    assert rolls == list(reversed(evening.rows("history", "session:1")))
    assert evening("recap", "1", "--json").objects[:-1] == rolls
    assert (check["head"], check["hash"]) == evening.head()
    *known, check = (json.loads(line) for line in players(evening, "--format", "jsonl").splitlines())
    told = known.pop(2)
    assert told == {"type": "told", "position": 3, "character": "Mira", "text": "you <hear> nothing"}
    assert [(roll["position"], roll["secret"]) for roll in known] == [(1, False), (2, False), (4, False)]
    assert known[2]["modifiers"] == [{"label": "GM", "value": 1, "source": "gm"}]
    assert "head" not in check
    assert "task" not in known[1]


def test_without_a_number_it_is_the_last_session(evening: Rollbook) -> None:
    assert evening("recap").lines[2] == "## Session 2: Two"
    titles = [line for line in evening("recap", "1..2").lines if line.startswith("## Session")]
    assert [title[:12] for title in titles] == ["## Session 1", "## Session 2"]


def test_a_file_is_made_once_and_never_written_over(evening: Rollbook, tmp_path: Path) -> None:
    target = tmp_path / "one.html"
    found = evening.json("recap", "1", "--format", "html", "--to", str(target))
    assert (found["path"], found["format"], found["edition"]) == (str(target), "html", "gm")
    assert target.read_text(encoding="utf-8") == evening("recap", "1", "--format", "html").out
    before = target.read_bytes()
    assert evening.refusal("recap", "1", "--to", str(target))["code"] == "exists"
    assert target.read_bytes() == before
    assert evening.refusal("recap", "1", "--to", str(tmp_path / "gone" / "one.md"))["code"] == "unwritable"


@pytest.mark.parametrize(
    ("arguments", "code", "where"),
    [
        (("7",), "not_found", "session"),
        (("1..7",), "not_found", "session"),
        (("2..1",), "bad_number", "session"),
        (("one",), "bad_number", "session"),
        (("1", "--format", "docx"), "bad_value", "format"),
        (("1", "--edition", "public"), "bad_value", "edition"),
    ],
)
def test_what_makes_no_sense_is_refused(evening: Rollbook, arguments: tuple[str, ...], code: str, where: str) -> None:
    error = evening.refusal("recap", *arguments)
    assert (error["code"], error["where"]) == (code, where)


def test_a_campaign_without_a_session_has_no_recap(innsmouth: Rollbook) -> None:
    assert innsmouth.refusal("recap")["code"] == "not_found"


def test_a_retry_after_a_hidden_attempt_counts_what_players_saw(innsmouth: Rollbook) -> None:
    innsmouth("session", "start")
    innsmouth("roll", "mira", "lockpicking", "--at", "door", "--dice", "6,6,3")
    innsmouth("retry", "--dice", "6,6,3", "--secret")
    innsmouth("roll", "mira", "lockpicking", "--at", "door", "--dice", "3,3,3")
    first, second, _ = innsmouth("recap", "--edition", "players", "--format", "jsonl").objects
    assert (first["attempt"], second["attempt"]) == (1, 2)
    assert second["modifiers"] == [{"label": "GM", "value": -2, "source": "gm"}]
    assert second["target"] == 10


def test_a_level_that_rests_on_something_hidden_is_the_gms_own(innsmouth: Rollbook) -> None:
    innsmouth("session", "start")
    innsmouth("character", "set", "mira", "Lockpicking=15", "--secret")
    innsmouth("roll", "mira", "lockpicking", "--dice", "6,6,3")
    innsmouth("roll", "mira", "stealth", "--dice", "6,6,3")
    text = innsmouth("recap", "--edition", "players").out
    assert "Lockpicking 15 (GM); need 15" in text
    assert "Stealth 13; need 13" in text
    assert "15 (GM)" not in innsmouth("recap").out


def test_a_hidden_void_takes_the_line_away_without_a_word(evening: Rollbook) -> None:
    check = max(row["position"] for row in evening.rows("history", "session:1") if row["what"] == "Fright Check")
    evening("void", str(check), "--secret")
    for options in ((), ("--voided",)):
        assert "Fright Check" not in players(evening, *options)
    assert "~~**Mira**: Fright Check" in evening("recap", "1", "--voided").out


def test_a_note_can_not_drive_a_terminal_or_turn_a_line(evening: Rollbook, tmp_path: Path) -> None:
    evening("note", "left \u202eright")
    evening("recap", "--to", str(tmp_path / "two.md"))
    assert "\u202e" not in (tmp_path / "two.md").read_text(encoding="utf-8")
    assert "\u202e" not in evening("recap").out


def sums(text: str) -> str:
    return next(line for line in text.splitlines() if line.startswith("| Mira"))


def test_what_was_revealed_is_told_where_it_happened_and_counts_until_that_is_taken_back(evening: Rollbook) -> None:
    hidden = players(evening)
    will = next(row["position"] for row in evening.rows("history", "session:1") if row["what"] == "Will")
    reveal = evening.json("reveal", str(will), "the abbot knew")["head"]
    text = players(evening)
    rolls = [line for line in text.splitlines() if line.startswith("- \\[") and "; need" in line]
    assert [line.partition("; need")[0][4:] for line in rolls] == [
        "1\\] **Mira**: Stealth 13, -2 =cmd\\|x",
        "2\\] **Mira**: Stealth 13, -2 =cmd\\|x, -1 attempt 2",
        "3\\] **Mira**: Will 11",
        "5\\] **Mira**: Fright Check 11, +1 GM",
    ]
    assert (sums(hidden), sums(text)) == ("| Mira | 2 | 1 | 0 | 0 | 3 |", "| Mira | 3 | 1 | 0 | 0 | 4 |")
    gm = evening("recap", "1").out
    assert f"Will 11; need 11, rolled 3+3+4=10: **ok by 1** (revealed at {reveal})" in gm
    assert (
        "everyone may see something of an earlier session (the abbot knew)" in evening("recap", "--edition", "players").out
    )
    will_row = next(json.loads(line) for line in players(evening, "--format", "jsonl").splitlines() if "Will" in line)
    assert (will_row["position"], will_row["secret"], "revealed" in will_row) == (3, False, False)
    evening("void", str(reveal))
    assert players(evening).splitlines()[:-1] == hidden.splitlines()[:-1]


def test_what_is_revealed_no_longer_makes_numbers_the_gms(innsmouth: Rollbook) -> None:
    innsmouth("session", "start")
    hidden = innsmouth.json("character", "set", "mira", "Lockpicking=15", "--secret")["head"]
    innsmouth("roll", "mira", "lockpicking", "--dice", "6,6,3")
    assert "Lockpicking 15 (GM); need 15" in innsmouth("recap", "--edition", "players").out
    innsmouth("reveal", str(hidden))
    text = innsmouth("recap", "--edition", "players").out
    assert "**Mira**: Lockpicking: 15" in text
    assert "Lockpicking 15; need 15" in text
    assert "everyone may see 1" in text


@pytest.mark.parametrize("edition", ["gm", "players"])
def test_a_corrected_roll_stands_once_in_the_place_of_the_wrong_one(evening: Rollbook, edition: str) -> None:
    first = min(row["position"] for row in evening.rows("history", "session:1"))
    evening("mark", str(first), "how quiet")
    evening("correct", str(first), "--without", "=cmd|x", "--dice", "3,3,4", "--dependants", "keep")
    evening("scene", "later")

    def told(*options: str) -> list[str]:
        return [line for line in evening("recap", *options, "--edition", edition).lines if "Stealth" in line]

    right, retried = told("1")
    assert "**Mira**: Stealth 13; need 13, rolled 3+3+4=10: **ok by 3**" in right
    assert "bookmark: how quiet" in right
    assert "attempt 2" in retried
    assert not told("2"), "nothing of it in the session in which it was corrected"
    struck, right, _ = told("1", "--voided")
    assert struck.partition("] ")[2].startswith("~~**Mira**: Stealth 13, -2")
    assert "(taken back" in struck
    assert ("(corrected;" if edition == "players" else f"(corrects {first};") in right
    assert len([line for line in evening("recap", "1..2", "--edition", edition).lines if line.startswith("## Session")]) == 2
    assert "| Mira | 3 | 0 |" in evening("recap", "1", "--edition", "players").out
    head = evening.json("correct", str(evening.rows("history", "session:1")[0]["position"]), "--dice", "5,5,6")["head"]
    assert "rolled 5+5+6=16" in told("1")[0], "corrected once more"
    evening("void", str(head))
    assert "rolled 3+3+4=10" in told("1")[0]


def test_players_get_no_position_of_a_corrected_roll(innsmouth: Rollbook) -> None:
    innsmouth("session", "start")
    innsmouth("roll", "mira", "stealth", "--dice", "6,6,3")
    innsmouth("note", "rain")
    innsmouth("correct", "5", "--dice", "3,3,3")
    right, _ = innsmouth("recap", "--edition", "players", "--format", "jsonl").objects
    assert (right["position"], "corrects" in right) == (1, False)
    wrong, right, _ = innsmouth("recap", "--edition", "players", "--format", "jsonl", "--voided").objects
    assert (wrong["position"], wrong["voided"], right["position"], right["corrects"]) == (1, True, 2, 1)


def test_what_a_correction_leads_to_stands_with_it(innsmouth: Rollbook) -> None:
    innsmouth("session", "start", "One")
    innsmouth(
        "contest", "quick", "mira", "stealth", "vs", "エルザ", "隠密", "--dice", "mira:3,3,3", "--dice", "エルザ:3,3,4"
    )
    innsmouth("session", "end")
    innsmouth("session", "start", "Two")
    innsmouth("correct", str(min(row["position"] for row in innsmouth.rows("history"))), "--dice", "6,5,5")
    told = [line.partition("**: ")[2] for line in innsmouth("recap", "1").lines if line.startswith("- \\[")]
    assert [line.partition(" ")[0] for line in told] == ["Stealth", "隠密", "loses"]
    assert not [line for line in innsmouth("recap", "2").lines if line.startswith("- \\[")]


def test_an_amended_note_reads_as_it_does_now(innsmouth: Rollbook) -> None:
    innsmouth("session", "start", "The Bel Tower")
    innsmouth("scene", "the stare")
    innsmouth("note", "the bell tolls at noon")
    innsmouth("session", "end")
    innsmouth("session", "start", "Two")
    innsmouth("amend", "6", "the bell tolls at midnight")
    innsmouth("amend", "4", "The Bell Tower")
    innsmouth("amend", "5", "the stair")
    innsmouth("amend", "6", "there is no bell", "--secret")
    gm, known = innsmouth("recap", "1").out, players(innsmouth)
    assert "\\[6\\] **note**: there is no bell (amended by 12)" in gm
    assert "\\[1\\] **note**: the bell tolls at midnight\n" in known
    for text in (gm, known):
        assert "## Session 1: The Bell Tower" in text
        assert "### the stair" in text
        assert "noon" not in text
    assert "bell" not in innsmouth("recap", "2").out


def test_who_joined_in_secret_goes_by_no_name(innsmouth: Rollbook) -> None:
    innsmouth("session", "start")
    joined = innsmouth.json("character", "add", "Korr", "st=13", "--secret")["events"][0]["position"]
    innsmouth("roll", "korr", "st", "--dice", "3,3,3")
    innsmouth("contest", "quick", "mira", "stealth", "vs", "korr", "st", "--dice", "mira:3,3,3", "--dice", "korr:3,3,4")
    innsmouth("hp", "korr", "-2")
    for name in ("markdown", "html", "csv", "jsonl"):
        assert "korr" not in innsmouth("recap", "--edition", "players", "--format", name).out.casefold()
    text = innsmouth("recap", "--edition", "players").out
    assert "**GM**: ST 13 (GM); need 13" in text
    assert "against GM (quick contest)" in text or "to GM (quick contest)" in text
    assert "| GM | 2 | 0 | 0 | 0 | 2 |" in text
    innsmouth("reveal", str(joined))
    assert "**Korr**: ST 13; need 13" in innsmouth("recap", "--edition", "players").out


def test_figures_that_rest_on_something_hidden_are_the_gms_own(innsmouth: Rollbook) -> None:
    innsmouth("session", "start")
    innsmouth("feat", "mira", "lift", "one hand")
    innsmouth("character", "set", "mira", "st=14", "--secret")
    innsmouth("feat", "mira", "lift", "one hand")
    before, after = [line for line in innsmouth("recap", "--edition", "players").lines if "ift" in line]
    assert not before.endswith("(GM)")
    assert after.endswith("(GM)")
    assert "(GM)" not in innsmouth("recap").out


def test_a_fright_under_hidden_numbers_is_the_gms_own_down_to_the_table(innsmouth: Rollbook) -> None:
    innsmouth("session", "start")
    innsmouth("character", "set", "mira", "will=8", "--secret")
    innsmouth("fright", "mira", "--cause", "ghoul", "--dice", "mira:6,6,2", "--dice", "mira-table:1,1,1")
    roll, table, stunned = [line for line in innsmouth("recap", "--edition", "players").lines if line.startswith("- \\[")][
        :3
    ]
    assert "Fright Check 8 (GM)" in roll
    assert table.endswith("(GM)")
    assert "stunned" in stunned
    assert "(GM)" not in innsmouth("recap").out


def test_a_throw_that_does_not_count_stands_behind_what_was_rolled_on(rollbook: Rollbook) -> None:
    rollbook("new", "Inns", "--ruleset", "brp")
    rollbook("character", "add", "Ann", "spot hidden=55")
    rollbook("session", "start", "One")
    rollbook("do", "ann spot adv -20 dark =71 =35")
    assert "**Ann**: Spot hidden 55, -20 dark, advantage over 71; need 35, rolled 35: **ok" in rollbook("recap").out

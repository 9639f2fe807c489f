"""Characters: sheets, pools, conditions, points, and files."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import Rollbook

SHEETS = Path(__file__).parents[1] / "fixtures"


def test_sheet_in_json(innsmouth: Rollbook) -> None:
    shown = innsmouth.json("character", "show", "mira")
    assert set(shown) == {"name", "position", "attributes", "pools", "skills", "traits", "conditions", "modifiers", "points"}
    assert (shown["name"], shown["position"], shown["attributes"]["will"]) == ("Mira", 3, 11)
    assert shown["pools"] == {"HP": {"current": 10, "maximum": 10}, "FP": {"current": 10, "maximum": 10}}
    assert shown["skills"] == [{"name": "Lockpicking", "level": 12}, {"name": "Stealth", "level": 13}]
    assert shown["points"] == {"total": 150, "spent": 0, "unspent": 150}


def test_list_of_characters(innsmouth: Rollbook) -> None:
    innsmouth("character", "add", "[bold]Borg[/bold]", "--npc")
    rows = innsmouth.rows("character", "list")
    assert [(row["name"], row["player"], row["kind"], row["present"]) for row in rows] == [
        ("Mira", "Ann", "pc", True),
        ("エルザ", "", "pc", True),
        ("[bold]Borg[/bold]", "", "npc", False),
    ]
    assert innsmouth("character", "list").lines[2].startswith("[bold]Borg[/bold] (NPC, npc)")


def test_values_and_statuses_are_set(innsmouth: Rollbook) -> None:
    innsmouth("character", "set", "mira", "st=13")
    innsmouth("character", "set", "mira", "Acrobatics=11")
    shown = innsmouth.json("character", "show", "mira")
    assert shown["attributes"]["st"] == 13
    assert {"name": "Acrobatics", "level": 11} in shown["skills"]
    innsmouth("character", "status", "エルザ", "absent")
    assert [row["present"] for row in innsmouth.rows("character", "list")] == [True, False]
    assert innsmouth.refusal("character", "set", "mira", "st")["code"] == "bad_pair"
    assert innsmouth.refusal("character", "set", "mira", "st=strong")["where"] == "st"
    assert innsmouth.refusal("character", "status", "mira", "asleep")["code"] == "bad_status"
    assert innsmouth.refusal("character", "add", "Mira")["code"] == "name_taken"


def test_pools_take_signed_numbers(innsmouth: Rollbook) -> None:
    assert innsmouth("hp", "mira", "-3", "an", "arrow").lines == ["Mira: HP -3 (an arrow), now 7/10   [event 4]"]
    innsmouth("hp", "mira", "+1")
    innsmouth("fp", "mira", "−2")
    pools = innsmouth.json("character", "show", "mira")["pools"]
    assert (pools["HP"]["current"], pools["FP"]["current"]) == (8, 8)
    assert innsmouth.refusal("hp", "mira", "three") == {
        "code": "bad_number",
        "message": "“three” is not a whole number for change.",
        "where": "change",
    }
    assert innsmouth.refusal("hp", "mira", "0")["code"] == "nothing"
    for command in ("hp", "fp"):
        assert innsmouth.refusal(command, "mira", "3", "arrow") == {
            "code": "no_sign",
            "message": "Write 3 with its sign: -3 takes off, +3 gives back.",
            "where": "change",
        }


def test_conditions_begin_and_end(innsmouth: Rollbook) -> None:
    innsmouth("condition", "mira", "add", "badly", "shaken", "--for", "4s")
    [condition] = innsmouth.json("character", "show", "mira")["conditions"]
    assert condition == {"name": "badly shaken", "position": 4, "until": 4}
    innsmouth("clock", "+4s")
    assert innsmouth.json("character", "show", "mira")["conditions"] == []
    innsmouth("condition", "mira", "add", "prone")
    innsmouth("condition", "mira", "end", "prone")
    assert innsmouth.refusal("condition", "mira", "end", "prone")["code"] == "not_found"
    assert innsmouth.refusal("condition", "mira", "end")["where"] == "what"
    assert innsmouth.refusal("condition", "mira", "cure", "prone")["code"] == "usage"


def test_points_are_awarded_and_spent(innsmouth: Rollbook) -> None:
    innsmouth("award", "all", "3", "good play")
    innsmouth("award", "mira", "エルザ", "-1")
    assert innsmouth.json("character", "show", "mira")["points"] == {"total": 152, "spent": 0, "unspent": 152}
    innsmouth("spend", "mira", "2", "Stealth")
    assert innsmouth.json("character", "show", "mira")["points"] == {"total": 152, "spent": 2, "unspent": 150}
    assert innsmouth.refusal("spend", "エルザ", "90", "Magery")["code"] == "too_few_points"
    assert innsmouth.refusal("award", "mira")["where"] == "points"
    assert innsmouth.refusal("award", "3")["where"] == "points"
    ledger = innsmouth.rows("audit", "points", "mira")
    assert [(line["change"], line["spent"], line["balance"], line["unspent"]) for line in ledger] == [
        (3, 0, 153, 153),
        (-1, 0, 152, 152),
        (0, 2, 152, 150),
    ]


def test_earlier_moments_as_they_stood_and_as_corrected(innsmouth: Rollbook) -> None:
    innsmouth("session", "start", "One")
    innsmouth("hp", "mira", "-3")
    innsmouth("session", "end")
    innsmouth("hp", "mira", "-1")
    innsmouth("void", "5")

    def hit_points(*moment: str) -> int:
        return int(innsmouth.json("character", "show", "mira", *moment)["pools"]["HP"]["current"])

    assert hit_points("--at", "4") == 10
    assert hit_points("--at", "5") == 7
    assert hit_points("--at", "5", "--corrected") == 10
    assert hit_points("--session", "1") == 7
    assert hit_points("--session", "1", "--corrected") == 10
    assert hit_points() == 9
    assert innsmouth.json("character", "show", "mira", "--at", "5")["position"] == 5
    assert innsmouth.refusal("character", "show", "mira", "--at", "99")["where"] == "at"
    assert innsmouth.refusal("character", "show", "mira", "--session", "7")["where"] == "session"


def test_import_reports_what_was_read(rollbook: Rollbook) -> None:
    rollbook("new", "Import")
    file = str(SHEETS / "borin.gcs")
    dry = rollbook.json("import", file, "--dry-run")
    assert (dry["recorded"], rollbook.head()[0]) == (False, 1)
    done = rollbook.json("import", file)
    assert done == dry | {key: done[key] for key in ("recorded", "action_id", "position", "head")}
    assert (done["name"], done["player"], done["points"]) == ("Borin", "Ansgar", {"total": 100, "spent": 69, "unspent": 31})
    assert done["counts"]["traits"] == 3
    assert done["pools"]["HP"] == {"current": 11, "maximum": 12}
    assert any("DX 12 is used" in note for note in done["notes"])
    assert rollbook.json("character", "show", "borin")["pools"]["HP"]["current"] == 11


def test_a_bad_file_does_not_stop_the_others(rollbook: Rollbook, tmp_path: Path) -> None:
    rollbook("new", "Import")
    bad = tmp_path / "shopping.txt"
    bad.write_text("eggs, milk")
    files = [str(SHEETS / "borin.gcs"), str(bad), str(tmp_path / "gone.gcs"), str(SHEETS / "vora.gcs")]
    answer = rollbook("import", *files, "--json", code=2)
    assert [row.get("name", row.get("error", {}).get("code")) for row in answer.objects] == [
        "Borin",
        answer.objects[1]["error"]["code"],
        "unreadable",
        "Vora",
    ]
    assert [row["file"] for row in answer.objects] == files
    assert len(answer.err.splitlines()) == 2
    assert [row["name"] for row in rollbook.rows("character", "list")] == ["Borin", "Vora"]


def test_import_under_another_name_and_as_an_update(rollbook: Rollbook, tmp_path: Path) -> None:
    rollbook("new", "Import")
    original = SHEETS / "borin.gcs"
    rollbook("import", str(original), "--name", "Borin the Elder", "--npc")
    rollbook("hp", "borin", "-2")
    assert rollbook.rows("character", "list")[0]["kind"] == "npc"
    assert rollbook.refusal("import", str(original), "--name", "Borin the Elder")["code"] == "already_imported"
    assert rollbook.refusal("import", str(original), str(original), "--name", "Two")["where"] == "name"
    assert rollbook.refusal("import")["where"] == "files"
    newer = tmp_path / "newer.gcs"
    newer.write_bytes(original.read_bytes() + b"\n")
    assert rollbook.refusal("import", str(newer), "--name", "Borin the Elder")["code"] == "name_taken"
    rollbook("import", str(newer), "--name", "Borin the Elder", "--update")
    assert rollbook.json("character", "show", "borin")["pools"]["HP"]["current"] == 9


def test_a_dry_run_promises_what_the_real_run_keeps(rollbook: Rollbook) -> None:
    rollbook("new", "Innsmouth")
    files = [str(SHEETS / name) for name in ("borin.gcs", "vora.gcs", "borin.gcs")]
    for options in (["--dry-run"], [], ["--dry-run"]):
        promised = rollbook("import", *files, "--dry-run", "--json", code=2).objects
        answered = rollbook("import", *files, *options, "--json", code=2).objects
        told = [[(one["file"], one.get("error"), one.get("name")) for one in answer] for answer in (promised, answered)]
        assert told[0] == told[1]
    assert [row["name"] for row in rollbook.rows("character", "list")] == ["Borin", "Vora"]


def test_an_update_says_which_points_may_count_twice(rollbook: Rollbook, tmp_path: Path) -> None:
    rollbook("new", "Import")
    rollbook("import", str(SHEETS / "borin.gcs"))
    rollbook("award", "borin", "10", "good play")
    newer = tmp_path / "borin.gcs"
    newer.write_text((SHEETS / "borin.gcs").read_text(encoding="utf-8") + "\n", encoding="utf-8")
    notes = rollbook.json("import", str(newer), "--update")["notes"]
    assert any("+10 points of play count beside the file's total" in note for note in notes)


def test_an_update_says_what_it_changes_before_it_is_taken(rollbook: Rollbook, tmp_path: Path) -> None:
    rollbook("new", "Low Road", "--ruleset", "d20under")
    sheet = tmp_path / "lyssa.toml"
    sheet.write_text('name = "Lyssa"\nattributes = { str = 13 }\n', encoding="utf-8")
    rollbook("import", str(sheet))
    sheet.write_text('name = "Lyssa"\nattributes = { str = 14, dex = 9 }\n', encoding="utf-8")
    promised = rollbook("import", str(sheet), "--update", "--dry-run").lines
    assert [line.strip() for line in promised if "->" in line] == ["attribute str: 13 -> 14", "attribute dex: none -> 9"]
    assert rollbook.json("character", "show", "lyssa")["attributes"] == {"str": 13}
    changes = rollbook.json("import", str(sheet), "--update")["changes"]
    assert [(one["name"], one["before"], one["after"]) for one in changes] == [("str", "13", "14"), ("dex", None, "9")]


def test_a_folder_is_taken_file_by_file(rollbook: Rollbook, tmp_path: Path) -> None:
    folder = tmp_path / "players"
    folder.mkdir()
    rollbook("new", "Low Road", "--ruleset", "d20under")
    assert rollbook.refusal("import", str(folder))["code"] == "missing"
    (folder / "b.toml").write_text('name = "Bo"\nattributes = { str = 9 }\n', encoding="utf-8")
    (folder / "a.toml").write_text('name = "Ann"\nattributes = { str = 8 }\n', encoding="utf-8")
    (folder / "notes.txt").write_text("nothing here", encoding="utf-8")
    (folder / ".hidden.toml").write_text('name = "Ghost"\nattributes = { str = 8 }\n', encoding="utf-8")
    answer = rollbook("import", str(folder), code=2)
    assert answer.lines[-1] == "2 characters taken, 1 refusal."
    assert "notes.txt" in answer.err
    assert [row["name"] for row in rollbook.rows("character", "list")] == ["Ann", "Bo"]
    assert rollbook.refusal("import", str(folder), "--name", "One")["where"] == "name"

"""Tables of critical hits and misses from files."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.cli.conftest import Rollbook

CSV = 'table,roll,text\nhit,3-10,"Deep, and red"\nhit,11-18,=cmd|stunned\nmiss,3-18,drops it\n'
TOML = 'title = "Our house"\n[[hit]]\nroll = "3-18"\ntext = "it stings"\n'


@pytest.mark.parametrize(
    ("filename", "text", "title", "rows"),
    [
        ("house.csv", CSV, "house", (2, 1)),
        ("house.CSV", "\ufeff" + CSV.replace("\n", "\r\n"), "house", (2, 1)),
        ("house.toml", TOML, "Our house", (1, 0)),
        ("house", "# ours\n\n" + TOML, "Our house", (1, 0)),
        ("house.txt", CSV, "house", (2, 1)),
    ],
)
def test_a_table_is_loaded_and_put_to_use(
    innsmouth: Rollbook, tmp_path: Path, filename: str, text: str, title: str, rows: tuple[int, int]
) -> None:
    file = tmp_path / filename
    file.write_bytes(text.encode())
    loaded = innsmouth.json("table", "load", str(file))
    assert loaded["events"][0]["type"] == "TableLoaded"
    assert len(loaded["events"][0]["payload"]["sha256"]) == 64
    innsmouth("options", "criticals", "house")
    shipped, own = innsmouth.rows("table", "list")
    assert (shipped["name"], shipped["shipped"], shipped["used"]) == ("gurps3e", True, False)
    assert (own["name"], own["title"], own["used"], (own["hit_rows"], own["miss_rows"])) == ("house", title, True, rows)
    assert innsmouth("table", "list").lines[1].startswith("* house")
    hit = innsmouth.result("attack", "mira", "dx", "--dice", "1,1,1", "--dice", "critical:3,3,3")
    assert hit["table"]["text"] == ("it stings" if file.read_bytes().decode().count("it stings") else "Deep, and red")


def test_a_name_of_its_own(innsmouth: Rollbook, tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text(CSV)
    innsmouth("table", "load", str(tmp_path / "t.csv"), "--name", "Straße des Todes")
    innsmouth("options", "criticals", "strasse des todes")
    assert innsmouth.rows("options", "criticals")[0]["value"] == "strasse_des_todes"
    assert "strasse_des_todes" in innsmouth.rows("options", "criticals")[0]["values"]
    assert innsmouth.refusal("table", "load", str(tmp_path / "t.csv"), "--name", "Straße des Todes")["code"] == "nothing"
    assert innsmouth.refusal("table", "load", str(tmp_path / "t.csv"), "--name", "GURPS3e")["code"] == "bad_name"
    assert innsmouth.refusal("table", "load", str(tmp_path / "t.csv"), "--name", "a\x1bb")["code"] == "control_character"


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "bad_table"),
        (b"\xff\xfe\x00", "bad_table"),
        (b"table,roll,text\nhit,3-17,x\n", "bad_table"),
        (b"table,roll,text\nhit,3-18,\x1b[2J\n", "control_character"),
        (b"x" * 900_000, "too_long"),
        (b"x" * 300_000, "too_long"),
    ],
)
def test_a_file_that_is_no_table(innsmouth: Rollbook, tmp_path: Path, content: bytes, code: str) -> None:
    file = tmp_path / "house.csv"
    file.write_bytes(content)
    assert innsmouth.refusal("table", "load", str(file))["code"] == code


def test_a_file_that_can_not_be_read(innsmouth: Rollbook, tmp_path: Path) -> None:
    assert innsmouth.refusal("table", "load", str(tmp_path / "nowhere.csv"))["code"] == "unreadable"
    assert innsmouth.refusal("table", "load", str(tmp_path))["code"] == "unreadable"
    assert innsmouth("table", "load", "a\0b", "--json", code=2).objects[0]["error"]["code"] == "unreadable"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_a_pipe_that_nobody_writes_to_is_not_waited_for(innsmouth: Rollbook, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.csv")
    assert innsmouth.refusal("table", "load", str(tmp_path / "pipe.csv"))["code"] == "bad_table"
    assert innsmouth("import", str(tmp_path / "pipe.csv"), "--json", code=2).objects[0]["error"]["code"] == "empty_file"


def test_a_campaign_of_a_system_without_such_tables(rollbook: Rollbook, tmp_path: Path) -> None:
    rollbook("new", "Arkham", "--ruleset", "brp")
    assert rollbook("table", "list").lines == ["There is no table: “rollbook table load FILE” takes one."]
    (tmp_path / "t.csv").write_text(CSV)
    assert rollbook.refusal("table", "load", str(tmp_path / "t.csv"))["code"] == "no_rule"

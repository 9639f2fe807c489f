"""Critical tables: those of GURPS 3e, and what a GM's own file must look like."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.errors import Refused
from tracker.rulesets.criticals import CriticalTable, read_table
from tracker.rulesets.gurps3e.criticals import (
    critical_defense,
    critical_hit_table,
    critical_miss_table,
    critical_table,
)

TOML = """
title = "My own"
[[miss]]
roll = 3
text = "The weapon  breaks."
[[miss]]
roll = "4-17"
text = "It is dropped."
[[miss]]
roll = "18"
text = "It breaks, too."
"""
CSV = "table,low,high,text\nhit,3,10,Much\nhit,11,18,More\nmiss,3,18,Dropped\n"


def refused(text: str, format: str = "csv", name: str = "mine") -> str:
    with pytest.raises(Refused) as refusal:
        read_table(text, format, name)
    return refusal.value.message


# --- Third Edition ----------------------------------------------------------------------------------------------------


def test_the_shipped_table_covers_every_total_in_words() -> None:
    table = critical_table()
    assert [(row.low, row.high) for row in table.hit] == [
        (3, 3),
        (4, 4),
        (5, 5),
        (6, 7),
        (8, 13),
        (14, 15),
        (16, 16),
        (17, 17),
        (18, 18),
    ]
    assert [(row.low, row.high) for row in table.miss] == [
        (3, 3),
        (4, 4),
        (5, 5),
        (6, 7),
        (8, 8),
        (9, 12),
        (13, 13),
        (14, 15),
        (16, 16),
        (17, 17),
        (18, 18),
    ]


@pytest.mark.parametrize("total", range(3, 19))
def test_the_words_say_what_the_numbers_say(total: int) -> None:
    hit, miss = critical_hit_table(total, 10, 4), critical_miss_table(total)
    hit_text, miss_text = (critical_table().row(kind, total).text for kind in ("hit", "miss"))
    assert ("DR does not protect" in hit_text) == hit.ignore_dr
    assert ("Knocked out." in hit_text) == (hit.knockout == "automatic")
    assert ("unless a roll against HT succeeds" in hit_text) == (hit.knockout_target == 10)
    assert ("HT less the damage" in hit_text) == (hit.knockout_target == 6)
    assert miss.weapon in miss_text
    assert (f"{miss.break_chance_thirds} in 3" in miss_text) == (miss.break_chance_thirds in (1, 2))
    assert ("-2 to defenses" in miss_text) == (miss.defense_modifier == -2) == miss.lost_balance


@pytest.mark.parametrize("total", [2, 19])
def test_totals_that_3d_cannot_show(total: int) -> None:
    for look_up in (lambda: critical_hit_table(total, 10, 1), lambda: critical_miss_table(total)):
        with pytest.raises(ValueError, match="3 to 18"):
            look_up()
    with pytest.raises(ValueError, match="3 to 18"):
        critical_table().row("hit", total)


def test_a_defense_that_nobody_makes_or_that_fails() -> None:
    for roll, defended, fooled in [(None, False, False), (12, False, False), (11, True, False), (18, False, False)]:
        outcome = critical_defense(attack_critical_hit=False, attack_ranged=False, defense=11, roll=roll)
        assert (outcome.defense_allowed, outcome.defended) == (True, defended)
        assert outcome.attacker_to_critical_miss_table == fooled
    assert critical_defense(False, False, 16, 6).attacker_to_critical_miss_table
    assert not critical_defense(False, False, 15, 6).attacker_to_critical_miss_table


# --- a GM's own file --------------------------------------------------------------------------------------------------


def test_a_table_from_toml() -> None:
    table = read_table(TOML, "toml", "  my   table ")
    assert (table.name, table.title, table.hit) == ("my table", "My own", ())
    assert [table.row("miss", total).text for total in (3, 4, 17, 18)] == [
        "The weapon breaks.",
        "It is dropped.",
        "It is dropped.",
        "It breaks, too.",
    ]
    with pytest.raises(ValueError, match="no rows for a critical hit"):
        table.row("hit", 10)
    with pytest.raises(ValueError, match="parry"):
        table.row("parry", 10)


@pytest.mark.parametrize(
    "text",
    [
        CSV,
        "\ufeff" + CSV.replace("\n", "\r\n"),
        "Table,Roll,Text\nmiss,3-18,Dropped\n\nHIT,11 – 18,More\nhit,3-10,Much\n",
        "text,table,roll\nMuch,hit,3-10\n,,\nMore,hit,11-18\nDropped,miss,3-18",
        "table,roll,text\nhit,３-10,Much\nhit,11-18,More\nmiss,3-18,Dropped\n",
    ],
)
def test_a_table_from_csv(text: str) -> None:
    table = read_table(text, "csv", "mine")
    assert [(row.low, row.high, row.text) for row in (*table.hit, *table.miss)] == [
        (3, 10, "Much"),
        (11, 18, "More"),
        (3, 18, "Dropped"),
    ]
    assert table.title == "mine"


def test_a_text_with_commas_and_line_breaks_stays_one_row() -> None:
    table = read_table('table,roll,text\nmiss,3-18,"Dropped,\n  or worse"\n', "csv", "mine")
    assert table.row("miss", 9).text == "Dropped, or worse"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "first line must name the columns"),
        ("table,low,high,text\n", "no rows"),
        ("table,low,text\nhit,3,x", "first line must name the columns"),
        ("table,roll,text,text\n", "first line must name the columns"),
        ("table,roll,text,colour\nhit,3,x,red", "unknown column 'colour'"),
        ("table,roll,text\nhit,3\n", "Line 2 has 2 cells where the first line has 3"),
        ("table,roll,text\nparry,3,x\n", "Line 2, column table: 'parry' is neither hit nor miss"),
        ("table,roll,text\nhit,three,x\n", "Line 2, column roll: 'three'"),
        ("table,roll,text\nhit,3-,x\n", "Line 2, column roll: '3-'"),
        ("table,low,high,text\nhit,3,,x\n", "Line 2, column high: ''"),
        ("table,low,high,text\nhit,-3,5,x\n", "Line 2, column low: '-3'"),
        ("table,roll,text\nhit,2-18,x\n", "Line 2: 2 to 18"),
        ("table,roll,text\nhit,3-19,x\n", "Line 2: 3 to 19"),
        ("table,roll,text\nhit,18-3,x\n", "Line 2: 18 to 3"),
        ("table,roll,text\nhit,3-18, \n", "text of line 2 is empty"),
        ("table,roll,text\nhit,3-18,a\x1b[2Jb\n", "control character"),
        ("table,roll,text\nhit,3-18," + "x" * 1001 + "\n", "text of line 2 is 1,001 characters"),
        ("x" * 200_001, "200,001 characters"),
        ("table,roll,text\nhit,3-10,x\nhit,10-18,y\n", "Line 3: the hit table has 10 in line 2 already"),
        ("table,roll,text\nhit,3-10,x\nhit,13-18,y\n", "hit table has no row for 11, 12"),
        ("table,roll,text\nhit,3-18,x\nmiss,3-17,y\n", "miss table has no row for 18"),
        ('table,roll,text\nhit,3-18,"x\n', "is no CSV"),
    ],
)
def test_csv_that_is_refused(text: str, message: str) -> None:
    assert message in refused(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no rows"),
        ("title = 3\n", "title"),
        ("[[hit]", "no TOML"),
        ("x = " + "[" * 10_000, "no TOML"),
        ("x = " + "9" * 5_000, "a number in it is too long"),
        ("x." * 20_000 + "y = 1\n", "Line 1 is longer than"),
        ("[[parry]]\nroll = 3\n", "unknown key 'parry'"),
        ("hit = 3\n", "hit must be an array of tables"),
        ("hit = [3]\n", "Hit row 1 must be a table"),
        ('[[hit]]\nroll = 3\ntext = "x"\ncolour = "red"\n', "Hit row 1 has an unknown key 'colour'"),
        ('[[hit]]\ntext = "x"\n', "Hit row 1 needs a roll"),
        ('[[hit]]\nroll = true\ntext = "x"\n', "Hit row 1 needs a roll"),
        ('[[hit]]\nroll = 3.0\ntext = "x"\n', "Hit row 1 needs a roll"),
        ('[[hit]]\nroll = 19\ntext = "x"\n', "Hit row 1, column roll: a total is 3 to 18"),
        ('[[hit]]\nroll = -3\ntext = "x"\n', "Hit row 1, column roll: a total is 3 to 18"),
        ("[[hit]]\nroll = 0x" + "f" * 9_000 + '\ntext = "x"\n', "Hit row 1, column roll: a total is 3 to 18"),
        ('"\\u001b" = 3\n', r"unknown key '\x1b'"),
        ("[[hit]]\nroll = 3\n", "Hit row 1 needs a text"),
        (
            '[[hit]]\nroll = "3-17"\ntext = "x"\n[[hit]]\nroll = 17\ntext = "y"\n',
            "Hit row 2: the hit table has 17 in hit row 1",
        ),
        ('[[hit]]\nroll = "3-18"\ntext = "a\\u001bb"\n', "control character"),
    ],
)
def test_toml_that_is_refused(text: str, message: str) -> None:
    assert message in refused(text, "toml")


def test_other_formats_and_nameless_tables_are_refused() -> None:
    assert "'json'" in refused("{}", "json")
    assert "name of the table is empty" in refused(CSV, name=" ")


@given(st.text(max_size=200), st.sampled_from(["csv", "toml"]))
def test_no_text_breaks_the_reader(text: str, format: str) -> None:
    for whole in (text, f"table,roll,text\n{text}", f"table,low,high,text\nhit,{text}", f"[[hit]]\nroll = 3\n{text}"):
        try:
            table = read_table(whole, format, "mine")
        except Refused:
            continue
        assert isinstance(table, CriticalTable)


@given(st.lists(st.sampled_from(range(4, 19)), unique=True), st.randoms())
def test_any_partition_of_the_totals_is_read_in_order(starts: list[int], chance: Random) -> None:
    lows = [3, *sorted(starts)]
    rows = list(zip(lows, [*(low - 1 for low in lows[1:]), 18], strict=True))
    lines = "".join(f"hit,{low}-{high},from {low}\n" for low, high in chance.sample(rows, len(rows)))
    table = read_table("table,roll,text\n" + lines, "csv", "mine")
    assert [(row.low, row.high) for row in table.hit] == rows
    for total in range(3, 19):
        assert table.row("hit", total).text == f"from {max(low for low in lows if low <= total)}"

"""The filter language: what each word asks for, and what is said when it isn't understood."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from datetime import date
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tracker.campaign import commands as cmd
from tracker.errors import Refused
from tracker.quickline import FILTERS, Context, parse_filter, parse_filter_words
from tracker.reports.filters import EVERYTHING, Condition, Filter, Range
from tracker.reports.targets import Targets
from tracker.service import Campaign
from tracker.store import open_store

HOUR, DAY = 3600, 86_400


@pytest.fixture(scope="module")
def context(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Context]:
    """Mira Dusk, played by Aiko and Ben, and エルザ, played by Ben."""
    folder: Path = tmp_path_factory.mktemp("filters")
    with open_store(str(folder)) as store:
        campaign = Campaign.create(store, "Ravenmoor", "gurps4e")
        campaign.execute(cmd.AddCharacter(name="Mira Dusk", values=(("player", "Aiko, Ben"),)))
        campaign.execute(cmd.AddCharacter(name="エルザ", values=(("player", "ben"),)))
        yield Context(campaign.state, campaign.ruleset, Targets(campaign.log), "GM")


def conditions(*given: tuple[object, ...]) -> Filter:
    """A filter of conditions as (key, value ...), negated where the key begins with a dash."""
    return Filter(
        tuple(
            Condition(key.removeprefix("-"), values, key.startswith("-"))
            for key, *values_ in given
            for values in [tuple(values_)]
        )  # type: ignore[attr-defined,arg-type]
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            'character:mira skill:lockpicking outcome:failure session:10..14 margin:>=5 "bell tower"',
            conditions(
                ("character", "mira-dusk"),
                ("what", "lockpicking"),
                ("outcome", "failure"),
                ("session", Range(10, 14)),
                ("margin", Range(5)),
                ("text", "bell tower"),
            ),
        ),
        ("session:2", conditions(("session", Range(2, 2)))),
        ("session:10..", conditions(("session", Range(10)))),
        ("session:..4", conditions(("session", Range(None, 4)))),
        ("session:1|3..5", conditions(("session", Range(1, 1), Range(3, 5)))),
        ("skill:stealth what:climbing", conditions(("what", "stealth", "climbing"))),
        ("-outcome:no -kind:fright", conditions(("-outcome", "no"), ("-kind", "fright"))),
        ("dark tower", conditions(("text", "dark"), ("text", "tower"))),
        ('dark -"bell tower" -rain', conditions(("text", "dark"), ("-text", "bell tower"), ("-text", "rain"))),
        ('skill:"area knowledge"|stealth', conditions(("what", "area knowledge", "stealth"))),
        ("“鬼火が”", conditions(("text", "鬼火が"))),
        ("ｓｋｉｌｌ：隠密　ｓ１２", conditions(("what", "隠密"), ("session", Range(12, 12)))),
        ("margin:2..4", conditions(("margin", Range(2, 4)))),
        ("margin:<=-5", conditions(("margin", Range(None, -5, signed=True)))),
        ("margin:+0..", conditions(("margin", Range(0, None, signed=True)))),
        ("margin:−3..−1", conditions(("margin", Range(-3, -1, signed=True)))),
        ("target:>15", conditions(("target", Range(16)))),
        ("target:<3", conditions(("target", Range(None, 2)))),
        ("date:2026-11-30", conditions(("day", Range(*2 * [date(2026, 11, 30).toordinal()])))),
        ("date:2024-02", conditions(("day", Range(date(2024, 2, 1).toordinal(), date(2024, 2, 29).toordinal())))),
        ("date:>2025", conditions(("day", Range(date(2026, 1, 1).toordinal())))),
        ("time:day3", conditions(("time", Range(2 * DAY, 3 * DAY - 1)))),
        ('time:"day 1 14:05..day 2"', conditions(("time", Range(14 * HOUR + 300, 2 * DAY - 1)))),
        ("time:>=2h", conditions(("time", Range(2 * HOUR)))),
        ("player:ben", conditions(("player", "mira-dusk", "エルザ"))),
        ("player:aiko character:エルザ", conditions(("player", "mira-dusk"), ("character", "エルザ"))),
        ("@guard", conditions(("character", "@guard"))),
        ("character:@mira", conditions(("character", "@mira", "mira-dusk"))),
        ("s10..14 by>=5 NO", conditions(("session", Range(10, 14)), ("margin", Range(5)), ("outcome", "no"))),
        ("#120..130", conditions(("position", Range(120, 130)))),
        ('"NO" no "s12"', conditions(("text", "NO"), ("text", "no"), ("text", "s12"))),
        ("task:#7 scene:3 scene:#9", conditions(("task", 7), ("scene", "3", 9))),
        (
            "source:hand secret:yes voided:no marked:yes",
            conditions(*((k, v) for k, v in (("source", "hand"), ("secret", True), ("voided", False), ("marked", True)))),
        ),
        ('modifier:"fine tools"', conditions(("modifier", "fine tools"))),
        ("21:04", conditions(("text", "21:04"))),
        ("", EVERYTHING),
    ],
)
def test_a_filter_is_made_of_its_words(context: Context, text: str, expected: Filter) -> None:
    assert parse_filter(text, context) == expected


def test_the_order_is_no_condition(context: Context) -> None:
    assert parse_filter("sort:-margin NO", context) == Filter((Condition("outcome", ("no",)),), "margin", True)
    assert parse_filter("sort:target", context) == Filter((), "target", False)


def test_the_arguments_of_a_command_line_are_words(context: Context) -> None:
    words = ["character:mira", "skill:area knowledge", "bell tower", "-the rain", "-modifier:fine tools", '"a" b', "x"]
    assert parse_filter_words(words, context) == conditions(
        ("character", "mira-dusk"),
        ("what", "area knowledge"),
        ("text", "bell tower"),
        ("-text", "the rain"),
        ("-modifier", "fine tools"),
        ("text", "a"),
        ("text", "b"),
        ("text", "x"),
    )


@pytest.mark.parametrize(
    ("text", "where", "says"),
    [
        ("outcome:no sesion:2", "place 12", "did you mean session:"),
        ("colour:red", "place 1", "there is no key colour:, expected one of character:"),
        ("mira outcome:maybe", "outcome", "no outcome; known: success"),
        ('note "half', "place 6", "not closed"),
        ("skill:", "place 1", "says nothing"),
        ('skill:""', "place 1", "says nothing"),
        ("skill:a||b skill:|", "place 12", "says nothing"),
        ("session:x", "session", "session:1..3"),
        ("session:3..1", "session", "session:1..3"),
        ("session:..", "session", "session:1..3"),
        ("session:" + "9" * 3000, "session", "session:1..3"),
        ("margin:--3", "margin", "margin:<=-5"),
        ("date:2026-02-30", "date", "date:2026-11-30"),
        ("date:2026-00", "date", "date:2026-11-30"),
        ("date:0000", "date", "date:2026-11-30"),
        ("time:noon", "time", "time:day3"),
        ("time:day0", "time", "time:day3"),
        ('time:"day 1 24:00"', "time", "time:day3"),
        ("secret:maybe", "secret", "yes, no"),
        ("family:zz", "family", "takes one of"),
        ("kind:frigth", "kind", "takes one of"),
        ("character:nobody", "who", "No character"),
        ("player:nobody", "player", "There is no player .nobody.: Aiko, Ben, ben"),
        ("sort:mood", "sort", "margin, target, position, date"),
        ("-sort:margin", "sort", "margin, target, position, date"),
        ("...", "text", "no word to look for"),
        ("modifier:-", "modifier", "no word to look for"),
        ("task:!!", "task", "no word to look for"),
        ("a " * 2500, "filter", "4,000 are allowed"),
        ("-a " * 101, "filter", "101 words and alternatives; 100 are allowed"),
        ("session:" + "|".join("1" * 101), "filter", "101 words and alternatives; 100 are allowed"),
    ],
)
def test_a_mistake_is_explained_with_its_place(context: Context, text: str, where: str, says: str) -> None:
    with pytest.raises(Refused, match=says) as refusal:
        parse_filter(text, context)
    assert refusal.value.where == where


@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    text=st.one_of(
        st.text(max_size=60),
        st.lists(
            st.sampled_from(
                [
                    *(f"{key}:" for key in FILTERS),
                    "sort:",
                    "-",
                    "|",
                    '"',
                    "..",
                    ">=",
                    "<",
                    "5",
                    "mira",
                    " ",
                    " ",
                    "day3",
                    "@",
                    "#",
                ]
            ),
            max_size=9,
        ).map("".join),
    )
)
def test_any_text_is_a_filter_or_a_refusal(context: Context, text: str) -> None:
    with suppress(Refused):
        assert isinstance(parse_filter(text, context), Filter)

"""Lengths of time and moments on the campaign's clock: as they are typed, recorded and read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import tongue
from tracker.durations import (
    clock_words,
    duration_words,
    format_clock,
    format_duration,
    in_words,
    means_clock,
    parse_clock,
    parse_duration,
)
from tracker.errors import Refused

JAPANESE = {
    "{number} d": "{number}日",
    "{number} h": "{number}時間",
    "{number} min": "{number}分",
    "{number} s": "{number}秒",
    "{longer} {shorter}": "{longer}{shorter}",
    "day {day} {time}": "{day}日目 {time}",
}
UNDER_A_THOUSAND_DAYS = st.integers(-999 * 86_400, 999 * 86_400)


@pytest.fixture
def japanese(monkeypatch: pytest.MonkeyPatch) -> None:
    tongue.speak(monkeypatch, JAPANESE)


@pytest.mark.parametrize(
    ("typed", "seconds"),
    [
        ("2時間30分", 9_000),
        ("２時間３０分", 9_000),
        ("1日12時間", 129_600),
        ("1週間", 604_800),
        ("1週", 604_800),
        ("3日間", 259_200),
        ("-30分", -1_800),
        ("＋4秒", 4),
        ("4秒間", 4),
        ("1d 6時間", 108_000),
        ("2 h 30 min", 9_000),
        ("90min", 5_400),
        ("5m", 300),
    ],
)
def test_a_length_of_time_is_understood_in_both_languages(typed: str, seconds: int) -> None:
    assert parse_duration(typed) == seconds


@pytest.mark.parametrize("typed", ["2時", "3日目", "時間", "日", "2間", "30分前", "1,000d", "2h30", "一日", ""])
def test_what_is_no_length_of_time_is_refused(typed: str) -> None:
    with pytest.raises(Refused, match="is no length of time; write it as 4s, 30m"):
        parse_duration(typed)


@pytest.mark.parametrize(
    ("typed", "first", "last"),
    [
        ("day 3 14:05", 223_500, 223_559),
        ("3日目 14:05", 223_500, 223_559),
        ("３日目　１４：０５", 223_500, 223_559),
        ("3日目14:05", 223_500, 223_559),
        ("3日目", 172_800, 259_199),
        ("d3", 172_800, 259_199),
    ],
)
def test_a_moment_is_understood_in_both_languages(typed: str, first: int, last: int) -> None:
    assert parse_clock(typed) == (first, last)


@pytest.mark.parametrize("typed", ["0日目", "3日", "3日目 24:00", "3日目 14:60", "日目", "day3日目"])
def test_what_is_no_moment_is_refused(typed: str) -> None:
    with pytest.raises(Refused, match="is no moment on the campaign's clock"):
        parse_clock(typed)


def test_only_what_begins_as_a_day_is_meant_for_the_clock() -> None:
    assert [means_clock(text) for text in ("Day 3 25:00", "１２日目", "s12", "3日", "2026-03-06")] == [
        True,
        True,
        *[False] * 3,
    ]


def test_recorded_forms_are_english_in_every_language(japanese: None) -> None:
    assert (format_duration(-9_000), format_clock(223_500)) == ("-2 h 30 min", "day 3 14:05")


def test_people_read_their_own_language(japanese: None) -> None:
    assert [duration_words(each) for each in (9_000, -86_401, 0, 86_400_000)] == ["2時間30分", "-1日1秒", "0秒", "1,000日"]
    assert clock_words(223_500) == "3日目 14:05"


@pytest.mark.parametrize("text", ["2h", "day 3", "2 h ", "the 3 d", "2 h 30", "day 3 14:05 or so", "- 2 h", "h", ""])
def test_any_other_text_stays_as_it_is(japanese: None, text: str) -> None:
    assert in_words(text) == text


@given(UNDER_A_THOUSAND_DAYS)
def test_what_is_shown_can_be_typed_again(seconds: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        assert parse_duration(duration_words(seconds)) == seconds
        tongue.speak(patch, JAPANESE)
        assert parse_duration(duration_words(seconds)) == seconds
        first, last = parse_clock(clock_words(abs(seconds)))
        assert first <= abs(seconds) <= last


@given(st.integers(-(10**11), 10**11))
def test_english_words_are_the_recorded_form(seconds: int) -> None:
    assert duration_words(seconds) == format_duration(seconds)
    assert clock_words(abs(seconds)) == format_clock(abs(seconds))

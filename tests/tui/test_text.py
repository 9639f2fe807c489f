"""Text of people on its way to a widget."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from tui.text import bare_modifiers, content, end_to_end, fit, flush_right, padded, safe, safe_block, wrapped


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("[red]Bob[/]", "[red]Bob[/]"),
        ("one\r\ntwo\nthree\rfour\x85five\u2028six", "one / two / three / four / five / six"),
        ("\x1b]0;x\x07", "␛]0;x␇"),
        ("a\tb\x00c\x7f", "a b␀c␡"),
        ("a\x9b31mb", "a␦31mb"),
        ("abc\u202edef\u2066", "abc␦def␦"),
        ("ze\u200bro\ufeff", "ze␦ro␦"),
        ("bad \udc80 byte", "bad ␦ byte"),
        ("⚔\ufe0f", "⚔"),
        ("エルザ", "エルザ"),
    ],
)
def test_what_could_steer_a_terminal_is_replaced_by_something_visible(text: str, seen: str) -> None:
    assert safe(text) == seen
    assert content(text).plain == seen
    seen.encode("utf-8")


def test_a_block_keeps_its_lines() -> None:
    assert safe_block("a\r\nb\x1b\nc") == "a\nb␛\nc"


@pytest.mark.parametrize(
    "text", ["Bob [/] Smith", "エルザエルザエルザ", "", "x" * 100, "e\u0301\u0301 Zalgo", "👨‍👩‍👧 party"]
)
@pytest.mark.parametrize("width", [0, 1, 3, 5, 12, 40])
def test_a_fitted_text_takes_exactly_its_columns(text: str, width: int) -> None:
    assert cell_len(fit(text, width)) == width


def test_the_right_end_of_a_line_stays() -> None:
    line = end_to_end("エルザ" * 30, "LIVE ", 40)
    assert cell_len(line) == 40
    assert line.endswith(" LIVE ")


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("Fright Check -1 in the dark -2", "Fright Check -1 -2"),
        ("Lockpicking -3 dark +1 fine tools", "Lockpicking -3 +1"),
        ("ST effort -4 20% more -1 tired", "ST effort -4 -1"),
        ("Climbing effort +20% -2 wet rope", "Climbing effort +20% -2"),
        ("Guns (Pistol) -3 long-range shot", "Guns (Pistol) -3"),
        ("Stealth", "Stealth"),
    ],
)
def test_modifiers_without_their_reasons(text: str, seen: str) -> None:
    assert bare_modifiers(text) == seen


def test_a_long_text_over_several_lines() -> None:
    assert wrapped("one two three", 7) == ["one two", "three"]
    assert wrapped("", 7) == [""]
    assert all(cell_len(line) <= 5 for line in wrapped("エルザエルザエルザ is here", 5))
    assert "".join(wrapped("abcdefghijk", 4)) == "abcdefghijk"
    assert wrapped("ab", 1) == ["a", "b"]


@pytest.mark.parametrize(
    ("text", "width", "lines"),
    [
        ("目標値は11です。", 8, ["目標値は", "11です。"]),
        ("理由: 「鐘」が大きく鳴る", 12, ["理由: 「鐘」", "が大きく鳴る"]),
        ("エルザ エルザ", 8, ["エルザ", "エルザ"]),  # what fits into a line stays whole
        ("出目を入力します。", 16, ["出目を入力しま", "す。"]),  # the mark doesn't begin a line
        ("Rollbookを閉じる", 9, ["Rollbook", "を閉じる"]),
    ],
)
def test_japanese_is_broken_between_its_signs(text: str, width: int, lines: list[str]) -> None:
    assert wrapped(text, width) == lines


@given(st.text(alphabet="ab1 、。「」)(目標値ー鐘\u0301", max_size=60), st.integers(4, 30))
def test_a_wrapped_text_loses_nothing_and_fits(text: str, width: int) -> None:
    lines = wrapped(text, width)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert all(cell_len(line) <= width for line in lines)


@pytest.mark.parametrize("text", ["", "by 3", "差3", "クリティカル", "a\x1bb"])
def test_a_padded_text_takes_its_columns_and_is_not_cut(text: str) -> None:
    for made in (padded(text, 8), flush_right(text, 8)):
        assert cell_len(made) == max(8, cell_len(safe(text)))
        assert made.strip() == safe(text)

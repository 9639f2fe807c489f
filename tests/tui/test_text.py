"""Text of people on its way to a widget."""

from __future__ import annotations

import pytest
from rich.cells import cell_len

from tui.text import content, end_to_end, fit, safe, safe_block


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

"""Lines of a terminal for text of any width."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.reports.render import WIDTH, cells, filled, flush_right, unwrapped, wrapped


def test_wide_text_fills_its_lines_though_it_has_no_blanks() -> None:
    found = wrapped("  120  " + "鬼火が三つ見えた" * 10, indent="    ")
    assert [cells(line) for line in found[:-1]] == [79, 80]
    assert "".join(found).replace(" ", "") == "120" + "鬼火が三つ見えた" * 10


@pytest.mark.parametrize("sign", list("、。」)ーっ"))
def test_no_line_begins_with_what_closes_or_goes_on(sign: str) -> None:
    text = "あ" * 39 + "い" + sign + "う" * 5
    assert wrapped(text, indent="") == ["あ" * 39, f"い{sign}" + "う" * 5]
    assert cells(text) > WIDTH


def test_columns_are_filled_by_what_the_terminal_shows() -> None:
    assert (filled("失敗", 6), flush_right("失敗", 6), filled("クリティカル", 6)) == ("失敗  ", "  失敗", "クリティカル")


WORDS = st.text("abcXYZ12-:", min_size=1, max_size=12) | st.text("鬼火が三つ見えた、。「」ー", min_size=1, max_size=60)


@given(st.lists(WORDS, min_size=1, max_size=40), st.sampled_from(["", "  ", "      "]))
def test_what_was_broken_is_one_line_again(words: list[str], indent: str) -> None:
    text = indent + " ".join(words)
    again = unwrapped(wrapped(text, indent="    "))
    assert again[: len(indent) + 1] == text[: len(indent) + 1]
    assert again.replace(" ", "") == text.replace(" ", "")
    assert len(again) <= len(text)  # no blank has come in


def test_a_line_broken_at_a_blank_has_it_again_and_one_broken_between_signs_has_none() -> None:
    blanks, none = " ".join(["west"] * 30), "鬼火が見えた" * 12
    assert unwrapped(wrapped(blanks)) == blanks
    assert len(wrapped(none)) == 2
    assert unwrapped(wrapped(none)) == none

"""Lines of a terminal for text of any width."""

from __future__ import annotations

import pytest

from tracker.reports.render import WIDTH, cells, filled, flush_right, wrapped


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

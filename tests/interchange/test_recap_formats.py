"""People's text in a recap's formats: never markup, never a formula."""

from __future__ import annotations

import csv
import io
import re
from html.parser import HTMLParser
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.interchange.recap_html import recap_html
from tracker.interchange.recap_markdown import escaped, recap_markdown, unescaped
from tracker.interchange.recap_rows import recap_csv, safe_cell
from tracker.reports.recap import OUTCOMES, Entry, Recap, Rolled, Scene, SessionRecap, Tally

TEXT = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), max_size=40)


def recap_of(text: str) -> Recap:
    data: dict[str, Any] = {"degree": "success", "dice": [3, 4, 5], "total": 12, "notation": "3d6"}
    rolled = Rolled(
        what=text,
        kind="success",
        base=13,
        against="13",
        modifiers=((text, -2),),
        target=11,
        need="11",
        dice="3+4+5=12",
        dropped=(),
        outcome="failure",
        by=1,
        counts="success",
        ruled="-> ok (bought)",
        attempt=2,
        gm=("base",),
        data=data,
    )
    entries = [Entry(1, "roll", text, text, rolled, (text,)), Entry(2, "note", "note", text, voided=True)]
    session = SessionRecap(1, text, present=(text,), scenes=[Scene(text, True, entries)])
    tally = Tally(text, dict.fromkeys(OUTCOMES, 0) | {"success": 3})
    return Recap(text, "gm", (session,), (tally,), "0" * 64, 7)


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, tuple[str, ...]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, tuple(name for name, _ in attrs)))


def structure(text: str) -> list[tuple[str, tuple[str, ...]]]:
    page = _Page()
    page.feed("\n".join(recap_html(recap_of(text))))
    return page.tags


@given(TEXT.filter(str.strip))
def test_no_text_changes_the_structure_of_a_page(text: str) -> None:
    assert structure(text) == structure("x")


@pytest.mark.parametrize("text", ["<script>", '"><svg onload=x>', "&lt;b&gt;", "]]>", "<!--", "</li>"])
def test_markup_in_a_page_is_shown_as_it_was_typed(text: str) -> None:
    assert structure(text) == structure("x")


@given(TEXT)
def test_no_text_is_markup_in_markdown(text: str) -> None:
    bare = re.sub(r"\\[\\`*_{}\[\]<>#|~&$!:.]", "", escaped(text))
    assert not re.search(r"[\\`*_{}\[\]<>#|~&$!]|://", bare)
    assert unescaped(escaped(text)) == " ".join(text.split())


def test_a_line_of_markdown_stays_one_line() -> None:
    lines = list(recap_markdown(recap_of("# a\n- b | c\n```")))
    assert "| \\# a - b \\| c \\`\\`\\` | 3 | 0 | 0 | 0 | 3 |" in lines
    assert not any("\n" in line for line in lines)


@given(TEXT)
def test_a_table_reads_back_as_it_was_and_holds_no_formula(text: str) -> None:
    names, row = csv.reader(io.StringIO("\n".join(recap_csv(recap_of(text)))))
    found = dict(zip(names, row, strict=True))
    assert found["what"] in (text, f"'{text}")
    assert found["modifiers"] == f"'-2 {text}".rstrip()
    assert (found["base"], found["total"], found["margin"], found["counts_as"]) == ("13", "12", "1", "ok")
    assert not [cell for cell in row if cell[:1] in ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")]


@pytest.mark.parametrize(
    ("text", "cell"),
    [("=1+1", "'=1+1"), ("＝1", "'＝1"), ("\t=1", "'\t=1"), ("Mira", "Mira"), ("", ""), ("a=b", "a=b"), ("'x", "'x")],
)
def test_what_begins_like_a_formula_gets_an_apostrophe(text: str, cell: str) -> None:
    assert safe_cell(text) == cell

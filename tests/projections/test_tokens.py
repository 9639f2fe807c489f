"""The words by which text is found."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.projections import search
from tracker.projections.search import SIGNS, vector
from tracker.projections.tokens import sought, tokens


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The Duke's seal", ["the", "duke", "s", "seal"]),
        ("Straße_12 ＡＢＣ", ["strasse", "12", "abc"]),
        ("鬼火が三つ", ["鬼火", "火が", "が三", "三つ", "つ"]),
        ("ﾀﾜｰ", ["たわ", "わー", "ー"]),
        ("鐘の塔 bell", ["鐘の", "の塔", "塔", "bell"]),
        ("x鬼y", ["x", "鬼", "y"]),
        ("!? - ␞", []),
    ],
)
def test_text_becomes_tokens(text: str, expected: list[str]) -> None:
    assert tokens(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("bell tow", ["bell", "tow"]),
        ("鬼", ["鬼"]),
        ("鬼火", ["鬼火"]),
        ("鬼火が", ["鬼火", "火が"]),
        ("塔 bell", ["塔", "bell"]),
    ],
)
def test_what_is_sought_may_go_on(text: str, expected: list[str]) -> None:
    assert sought(text) == expected


def found(part: str, text: str) -> bool:
    """Whether the tokens of a part stand in a text in order, the last one as a beginning."""
    wanted, there = sought(part), tokens(text)
    return any(
        there[at : at + len(wanted) - 1] == wanted[:-1]
        and len(there) >= at + len(wanted)
        and there[at + len(wanted) - 1].startswith(wanted[-1])
        for at in range(len(there))
    )


@given(st.text("鬼火が三つ塔ー", min_size=1, max_size=12), st.data())
def test_any_part_of_a_run_is_found(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    assert found(text[start:end], text)
    assert not found(text[start:end] + "鐘", text)


@given(st.text())
def test_no_token_can_be_taken_for_more_than_a_word(text: str) -> None:
    assert not [token for token in tokens(text) if token in SIGNS or set(token) & set(" \"'\\:*&|!()")]


def test_a_vector_counts_no_further_than_the_database() -> None:
    assert vector(["a"] * 16_385).split()[-3:] == ["'a':16383", "'a':16383", "'a':16383"]


def test_what_is_searched_of_an_event_is_a_field_of_it() -> None:
    missing = [(cls, name) for cls, names in search._WRITTEN.items() for name in names if not hasattr(cls, name)]
    assert missing == []

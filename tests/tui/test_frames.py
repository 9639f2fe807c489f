"""What every screen and dialog looks like, compared with what is kept in ``frames``."""

from __future__ import annotations

import pytest

from tests.tui.frames import KEPT, PLACES, columns, folder, frames
from tui.app import RollbookApp


@pytest.mark.parametrize(
    ("language", "size"), KEPT, ids=lambda each: each if isinstance(each, str) else f"{each[0]}x{each[1]}"
)
async def test_every_screen_and_dialog_looks_as_it_is_kept(language: str, size: tuple[int, int]) -> None:
    """After a change that was meant: ``python -m tests.tui.renew``, and look at the difference."""
    width, height = size
    found = await frames(language, size)
    kept = {path.name.partition(".")[0]: path for path in folder(language).glob(f"*.{width}x{height}.txt")}
    assert found.keys() == kept.keys()
    for name, text in found.items():
        assert text.splitlines() == kept[name].read_text(encoding="utf-8").splitlines(), name
        rows = text.splitlines()
        assert len(rows) <= height
        assert [row for row in rows if not 0 <= columns(row) <= width] == [], name


def test_every_screen_is_among_the_places() -> None:
    assert RollbookApp.MODES.keys() <= PLACES.keys()

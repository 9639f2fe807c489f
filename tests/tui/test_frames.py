"""What every screen and dialog looks like, compared with what is kept in ``frames``."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator
from importlib import import_module

import pytest

from tests.tui.frames import LANGUAGES, PLACES, columns, file, folder, frames
from tui import screens
from tui.app import RollbookApp
from tui.screens.dialog import Dialog


def dialogs(kind: type[Dialog]) -> Iterator[type[Dialog]]:
    """The dialogs of that kind that can be opened."""
    kinds = kind.__subclasses__()
    yield from [kind] if not kinds else []
    for each in kinds:
        yield from dialogs(each)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_screen_and_dialog_looks_as_it_is_kept(language: str) -> None:
    """After a change that was meant: ``python -m tests.tui.renew``, and look at the difference."""
    found = await frames(language)
    assert {file(language, *named) for named in found.texts} == set(folder(language).glob("*.txt"))
    for (name, (width, height)), text in found.texts.items():
        kept = file(language, name, (width, height))
        rows = text.splitlines()
        assert rows == kept.read_text(encoding="utf-8").splitlines(), kept.name
        assert len(rows) <= height
        assert [row for row in rows if not 0 <= columns(row) <= width] == [], kept.name

    for module in pkgutil.iter_modules(screens.__path__):
        import_module(f"{screens.__name__}.{module.name}")
    assert set(dialogs(Dialog)) <= found.met


def test_every_screen_is_among_the_places() -> None:
    assert RollbookApp.MODES.keys() <= PLACES.keys()

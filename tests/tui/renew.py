"""Writes anew what is kept of the screen: ``python -m tests.tui.renew`` after a change that was meant."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.tui.frames import FOLDER, SIZES, frames
from tui import actions

README = Path(__file__).parents[2] / "README.md"
BEGIN, END = "| key | also | does |", "\n\n"


def table(readme: str) -> str:
    """The table of keys that stands in the README."""
    start = readme.index(BEGIN)
    return readme[start : readme.index(END, start)]


def main() -> None:
    readme = README.read_text(encoding="utf-8")
    README.write_text(readme.replace(table(readme), actions.markdown()), encoding="utf-8")
    FOLDER.mkdir(exist_ok=True)
    for path in FOLDER.glob("*.txt"):
        path.unlink()
    for size in SIZES:
        for name, text in asyncio.run(frames(size)).items():
            (FOLDER / f"{name}.{size[0]}x{size[1]}.txt").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()

"""Writes anew what is kept of the screen: ``python -m tests.tui.renew`` after a change that was meant."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.tui.frames import LANGUAGES, file, folder, frames
from tracker.language import speak
from tui import actions

README = Path(__file__).parents[2] / "README.md"
KEYS = README.parent / ".docs" / "keys-ja.md"
BEGIN, END = "| key | also | does |", "\n\n"


def table(readme: str) -> str:
    """The table of keys that stands in the README."""
    start = readme.index(BEGIN)
    return readme[start : readme.index(END, start)]


def keys() -> str:
    """The page of keys in Japanese."""
    speak("ja")
    try:
        return f"# キー\n\n{actions.markdown()}\n"
    finally:
        speak("en")


def main() -> None:
    readme = README.read_text(encoding="utf-8")
    README.write_text(readme.replace(table(readme), actions.markdown()), encoding="utf-8")
    KEYS.write_text(keys(), encoding="utf-8")
    for language in LANGUAGES:
        found = asyncio.run(frames(language)).texts
        folder(language).mkdir(parents=True, exist_ok=True)
        for path in folder(language).glob("*.txt"):
            path.unlink()
        for named, text in found.items():
            file(language, *named).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()

"""Draws the README's pictures from the demo campaign: ``python -m tests.picture``."""

from __future__ import annotations

import asyncio
import os
import re
import tempfile
from pathlib import Path

from tracker import demo
from tracker.language import speak
from tui.app import RollbookApp
from tui.gateway import Where

PICTURES = {"en": "table.svg", "ja": "table-ja.svg"}
_FOLDER = Path(__file__).parent.parent / ".docs"


async def draw(language: str) -> str:
    """The Table with a line in the roll bar and its preview, as SVG without addresses of fonts."""
    speak(language)
    os.environ |= {"TERM": "xterm-256color", "COLORTERM": "truecolor"}  # in all colours, wherever it is drawn
    with tempfile.TemporaryDirectory() as folder:
        location, name = demo.make(folder)
        app = RollbookApp(Where(location, name, "GM"), Path(folder))
        async with app.run_test(size=(110, 32)) as pilot:
            await pilot.pause(1.0)
            await pilot.press(*"vora broadsword -2 bad footing")
            await pilot.pause(1.0)
            svg = app.export_screenshot(title="Rollbook")
    return re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.S)


if __name__ == "__main__":
    for language, name in PICTURES.items():
        (_FOLDER / name).write_text(asyncio.run(draw(language)), encoding="utf-8")

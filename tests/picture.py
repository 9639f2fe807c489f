"""Draws the README's picture from the demo campaign: ``python -m tests.picture``."""

from __future__ import annotations

import asyncio
import re
import tempfile
from pathlib import Path

from tracker import demo
from tui.app import RollbookApp
from tui.gateway import Where

PICTURE = Path(__file__).parent.parent / ".docs" / "table.svg"


async def draw() -> str:
    """The Table with a line in the roll bar and its preview, as SVG without addresses of fonts."""
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
    PICTURE.write_text(asyncio.run(draw()), encoding="utf-8")

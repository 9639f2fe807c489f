"""The screen in a real browser."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.tui.serve.browser import browsing
from tests.tui.serve.test_server import folder, rolls, served

__all__ = ["folder"]


async def test_a_roll_is_typed_in_a_browser(folder: Path, tmp_path: Path) -> None:
    async with served(folder) as server, browsing(tmp_path) as page:
        await page.open(server.address)
        await page.until("document.body.classList.contains('-first-byte')")
        assert await page.evaluate("location.href") == f"http://127.0.0.1:{server.port}/"
        await page.type("mira stealth\n")
        async with asyncio.timeout(20):
            while not rolls(folder):
                await asyncio.sleep(0.1)
        here = (f"http://127.0.0.1:{server.port}/", f"ws://127.0.0.1:{server.port}/", "data:")
        assert [address for address in page.asked if not address.startswith(here)] == []
        await page.call(
            "Input.dispatchKeyEvent", type="keyDown", key="q", code="KeyQ", windowsVirtualKeyCode=81, modifiers=2
        )
        await page.until("document.body.classList.contains('-closed')")
        assert "Open it again" in await page.evaluate("document.body.innerText")
    assert rolls(folder) == ["Stealth"]

"""Chromium without a window, driven by its own protocol."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientSession, ClientWebSocketResponse

_SWITCHES = (
    *("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--remote-debugging-port=0"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync", "--window-size=1000,600"),
)


def chromium() -> str:
    """Where Chromium is; skips the test when there is none, unless ROLLBOOK_REQUIRE_CHROMIUM forbids that."""
    found = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if found is None:
        (pytest.fail if os.environ.get("ROLLBOOK_REQUIRE_CHROMIUM") == "1" else pytest.skip)("Chromium is not installed")
    return found


class Page:
    """A tab; ``asked`` are the addresses that it has asked for."""

    def __init__(self, socket: ClientWebSocketResponse) -> None:
        self._socket = socket
        self._session: str | None = None
        self._number = 0
        self.asked: list[str] = []

    async def open(self, address: str) -> None:
        """Go to an address."""
        target = await self.call("Target.createTarget", url="about:blank")
        attached = await self.call("Target.attachToTarget", targetId=target["targetId"], flatten=True)
        self._session = attached["sessionId"]
        for domain in ("Network", "Page", "Runtime"):
            await self.call(f"{domain}.enable")
        await self.call("Page.navigate", url=address)

    async def call(self, method: str, **params: Any) -> dict[str, Any]:
        """Have the browser do something; its answer."""
        self._number += 1
        message = {"id": self._number, "method": method, "params": params}
        await self._socket.send_json(message | ({"sessionId": self._session} if self._session else {}))
        while True:
            answer = json.loads((await self._socket.receive()).data)
            if answer.get("method") in ("Network.requestWillBeSent", "Network.webSocketCreated"):
                params = answer["params"]
                self.asked.append(params["url"] if "url" in params else params["request"]["url"])
            if answer.get("id") == self._number:
                assert "error" not in answer, answer
                return answer["result"]

    async def evaluate(self, script: str) -> Any:
        """What a line of JavaScript gives on the page."""
        return (await self.call("Runtime.evaluate", expression=script, returnByValue=True))["result"].get("value")

    async def until(self, script: str, seconds: float = 20.0) -> None:
        """Wait until a line of JavaScript gives something true."""
        async with asyncio.timeout(seconds):
            while not await self.evaluate(script):
                await asyncio.sleep(0.1)

    async def type(self, text: str) -> None:
        """Press keys one after the other; a line break is Enter."""
        for sign in text:
            key = (
                {"key": "Enter", "windowsVirtualKeyCode": 13, "text": "\r"} if sign == "\n" else {"key": sign, "text": sign}
            )
            await self.call("Input.dispatchKeyEvent", type="keyDown", **key)
            await self.call("Input.dispatchKeyEvent", type="keyUp", **(key | {"text": ""}))


@asynccontextmanager
async def browsing(folder: Path) -> AsyncIterator[Page]:
    """A browser with an empty profile."""
    switches = (*_SWITCHES, f"--user-data-dir={folder / 'profile'}")
    process = await asyncio.create_subprocess_exec(chromium(), *switches, stdout=DEVNULL, stderr=PIPE)
    assert process.stderr is not None
    try:
        async with asyncio.timeout(30):
            while b"DevTools listening on " not in (line := await process.stderr.readline()):
                assert line, "Chromium ended"
        address = line.decode().split("DevTools listening on ")[1].strip()
        drain = asyncio.create_task(process.stderr.read())  # so that it never waits for us
        async with ClientSession() as session, session.ws_connect(address, max_msg_size=0) as socket:
            yield Page(socket)
        drain.cancel()
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()

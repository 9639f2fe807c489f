"""Who gets in at the door of the screen in the browser, and who doesn't."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from aiohttp import ClientSession, ClientWebSocketResponse, CookieJar, WSMsgType, WSServerHandshakeError

from tests.tongue import speak
from tracker.campaign import commands as cmd
from tracker.events import RollMade
from tracker.service import Campaign
from tracker.store import open_store
from tui.serve import tab
from tui.serve.server import Server

_SECONDS = 20.0


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with open_store(str(tmp_path)) as store:
        campaign = Campaign.create(store, "Ravenmoor", "gurps4e")
        campaign.execute(cmd.AddCharacter(name="Mira", values=(("stealth", "12"),)))
        campaign.execute(cmd.StartSession(title="The Bell Tower"))
    return tmp_path


@asynccontextmanager
async def served(folder: Path, view: str = "gm", limit: int = 4) -> AsyncIterator[Server]:
    server = Server(tab.command(view), tab.environment(str(folder), "Ravenmoor", "GM"), limit=limit)
    await server.start()
    try:
        yield server
    finally:
        await server.stop()


@asynccontextmanager
async def visitor(server: Server, token: str | None = None) -> AsyncIterator[ClientSession]:
    """A browser that has opened the address, by default the right one."""
    async with ClientSession(f"http://127.0.0.1:{server.port}", cookie_jar=CookieJar(unsafe=True)) as browser:
        await (await browser.get("/", params={"token": server.token if token is None else token})).read()
        yield browser


async def connect(browser: ClientSession, server: Server) -> ClientWebSocketResponse:
    """A tab that the page has opened."""
    origin = f"http://127.0.0.1:{server.port}"
    return await browser.ws_connect("/ws?width=80&height=24", headers={"Origin": origin})


async def seen(socket: ClientWebSocketResponse, wanted: Callable[[str], bool]) -> str:
    """What the tab was sent, once it holds what is wanted."""
    text = ""
    async with asyncio.timeout(_SECONDS):
        async for message in socket:
            if message.type == WSMsgType.BINARY:
                text += message.data.decode("utf-8", "replace")
                if wanted(text):
                    return text
    raise AssertionError(f"the tab was closed after {text[-500:]!r}")


@pytest.mark.parametrize("path", ["/", "/?token=", "/?token=wrong", "/?token=%ff", "/static/textual.js", "/ws", "/none"])
async def test_nobody_gets_in_without_the_token(folder: Path, path: str) -> None:
    async with served(folder) as server, ClientSession() as browser:
        answer = await browser.get(f"http://127.0.0.1:{server.port}{path}")
        assert answer.status == 401
        assert not answer.cookies
        assert server.token not in await answer.text()


async def test_the_token_becomes_a_cookie_that_scripts_and_other_sites_dont_get(folder: Path) -> None:
    async with served(folder) as server, ClientSession() as browser:
        answer = await browser.get(server.address, allow_redirects=False)
        cookie = answer.cookies["rollbook"]
        assert (answer.status, answer.headers["Location"]) == (303, "/")
        assert cookie["httponly"]
        assert cookie["samesite"] == "Strict"
        assert cookie.value != server.token


async def test_the_page_asks_nothing_of_other_hosts_and_cant_be_framed(folder: Path) -> None:
    async with served(folder) as server, visitor(server) as browser:
        answer = await browser.get("/")
        page = await answer.text()
        assert re.findall(r"https?://|//[a-z]", page.replace(f"ws://127.0.0.1:{server.port}", "")) == []
        assert answer.headers["X-Frame-Options"] == "DENY"
        policy = answer.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        for name in re.findall(r'(?:src|href)="(/static/[^"]+)"', page):
            assert (await browser.get(name)).status == 200
        assert (await browser.get("/static/../server.py")).status == 404


@pytest.mark.parametrize("origin", [None, "http://evil.example", "null", "https://127.0.0.1", "http://127.0.0.1"])
async def test_another_page_cant_connect_though_the_browser_has_the_cookie(folder: Path, origin: str | None) -> None:
    async with served(folder) as server, visitor(server) as browser:
        with pytest.raises(WSServerHandshakeError) as refused:
            await browser.ws_connect("/ws", headers={"Origin": origin} if origin else {})
        assert refused.value.status == 403


async def test_a_foreign_name_that_leads_here_is_refused(folder: Path) -> None:
    async with served(folder) as server, visitor(server) as browser:
        answer = await browser.get("/", headers={"Host": f"evil.example:{server.port}"})
        assert answer.status == 403


async def test_what_is_typed_in_two_tabs_at_once_is_all_recorded(folder: Path) -> None:
    async with served(folder) as server, visitor(server) as browser:
        tabs = [await connect(browser, server) for _ in range(2)]
        await asyncio.gather(*(seen(tab, lambda text: "Mira>" in text) for tab in tabs))
        for _ in range(5):
            for tab in tabs:
                await tab.send_json(["stdin", "mira stealth\r"])
        async with asyncio.timeout(_SECONDS):
            while len(rolls(folder)) < 10:
                await asyncio.sleep(0.1)
        for tab in tabs:
            await tab.close()
    assert rolls(folder) == ["Stealth"] * 10
    with open_store(str(folder)) as store:
        assert store.open("Ravenmoor").verify() == []


async def test_only_so_many_tabs_are_open_at_a_time(folder: Path) -> None:
    async with served(folder, limit=1) as server, visitor(server) as browser:
        first = await connect(browser, server)
        with pytest.raises(WSServerHandshakeError) as refused:
            await connect(browser, server)
        assert refused.value.status == 503
        await first.close()
        async with asyncio.timeout(_SECONDS):
            while True:  # the place is free once the first one's program has ended
                try:
                    await (await connect(browser, server)).close()
                    break
                except WSServerHandshakeError:
                    await asyncio.sleep(0.1)


@pytest.mark.parametrize("message", ["no json", '["stdin"]', '["stdin", 5]', '{"a": 1}', '["resize", {"width": "x"}]', "5"])
async def test_what_the_page_would_never_say_ends_the_tab(folder: Path, message: str) -> None:
    async with served(folder) as server, visitor(server) as browser:
        tab = await connect(browser, server)
        await tab.send_str(message)
        async with asyncio.timeout(_SECONDS):
            while (await tab.receive()).type not in (WSMsgType.CLOSE, WSMsgType.CLOSING, WSMsgType.CLOSED):
                pass
        assert (await browser.get("/")).status == 200


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="needs /proc")
async def test_where_the_campaign_is_stands_in_no_programs_arguments(folder: Path) -> None:
    """The address of a store may have a password in it, and everybody may read arguments."""
    async with served(folder) as server, visitor(server) as browser:
        opened = await connect(browser, server)
        await seen(opened, lambda text: "Mira>" in text)
        arguments = [_read(process / "cmdline") for process in Path("/proc").glob("[0-9]*")]
        ours = [each for each in arguments if b"tui.serve.tab" in each]
        assert ours
        assert [each for each in ours if str(folder).encode() in each] == []
        await opened.close()


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:  # it has ended
        return b""


async def test_the_page_speaks_as_the_program_does(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    speak(monkeypatch, {"Rollbook was closed here.": "<閉じました>", "Open it again": "開く"})
    async with served(folder) as server, visitor(server) as browser:
        page = await (await browser.get("/")).text()
    assert '<html lang="ja">' in page
    assert '<p class="closed">&lt;閉じました&gt; <a href="/">開く</a></p>' in page


async def test_players_see_what_is_public_and_nothing_secret_and_can_change_nothing(folder: Path) -> None:
    with open_store(str(folder)) as store:
        campaign = Campaign.open(store, "Ravenmoor")
        campaign.execute(cmd.Note(text="the bells toll"))
        campaign.execute(cmd.Note(text="the abbot lies"), secret=True)
        campaign.execute(cmd.Roll(who="mira", what="stealth"))
    async with served(folder, view="player") as server, visitor(server) as browser:
        tab = await connect(browser, server)
        shown = await seen(tab, lambda text: "the bells toll" in text)
        await tab.send_json(["stdin", "mira stealth\r"])
        await tab.send_json(["stdin", "undo\r"])
        with open_store(str(folder)) as store:
            Campaign.open(store, "Ravenmoor").execute(cmd.Note(text="it is midnight"))
        shown += await seen(tab, lambda text: "it is midnight" in text)
        await tab.close()
    assert "abbot" not in shown
    assert rolls(folder) == ["Stealth"]


def rolls(folder: Path) -> list[str]:
    with open_store(str(folder)) as store:
        return [one.event.what for one in store.open("Ravenmoor").read() if isinstance(one.event, RollMade)]

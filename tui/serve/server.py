"""The web server in front of the screen.

What a web page in the same browser, or another program on the network, could do to a terminal in the browser is kept out
here: only who has the token gets in, a foreign page can neither open the connection nor frame the page, and nothing is asked
of any other host.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from asyncio.subprocess import Process
from collections.abc import Awaitable, Callable, Mapping, Sequence
from hmac import compare_digest
from html import escape
from importlib.resources import files
from string import Template

from aiohttp import WSMsgType, web
from textual_serve.app_service import AppService
from textual_serve.download_manager import DownloadManager

from tracker.language import _, spoken_now

COOKIE = "rollbook"
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
_SIZE = {"width": 80, "height": 24}
_MOST = 1000  # columns or rows
_GRACE_SECONDS = 5.0  # in which a program has ended after its tab was closed
_HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "connect-src 'self'; img-src data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
_OURS, _TEXTUALS = files("tui.serve"), files("textual_serve") / "static"
_STATIC = {
    "page.css": (_OURS / "page.css", "text/css"),
    "page.js": (_OURS / "page.js", "text/javascript"),
    "xterm.css": (_TEXTUALS / "css" / "xterm.css", "text/css"),
    "textual.js": (_TEXTUALS / "js" / "textual.js", "text/javascript"),
}

_Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Server:
    """Serves a program, a process of its own for each tab, with the ``environment`` besides its own; at most ``limit`` of
    them at a time.

    ``host`` and ``port`` are where it listens (port 0: any that is free); ``token`` lets in whoever shows it, once it is up
    ``address`` is where it is shown.
    """

    def __init__(
        self,
        command: Sequence[str],
        environment: Mapping[str, str],
        *,
        host: str = LOOPBACK[0],
        port: int = 0,
        limit: int = 4,
    ) -> None:
        self.command = command
        self.environment = environment
        self.host = host
        self.port = port
        self.limit = limit
        self.token = secrets.token_urlsafe(32)
        self._pass = secrets.token_urlsafe(32)  # what the cookie says
        self._tabs = 0
        self._runner: web.AppRunner | None = None

    @property
    def address(self) -> str:
        return f"http://{self.host}:{self.port}/?token={self.token}"

    async def start(self) -> None:
        """Begin to listen. Raises OSError when the port is taken."""
        app = web.Application(middlewares=[self._guard])
        app.on_response_prepare.append(_secure)
        app.add_routes([web.get("/", self._page), web.get("/ws", self._tab), web.get("/static/{name}", _static)])
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=2)
        await self._runner.setup()
        site = web.TCPSite(self._runner, self.host, self.port)
        await site.start()
        self.port = self._runner.addresses[0][1]

    async def stop(self) -> None:
        """End every tab and stop listening."""
        if self._runner is not None:
            await self._runner.cleanup()

    @web.middleware
    async def _guard(self, request: web.Request, handler: _Handler) -> web.StreamResponse:
        # A name that leads here by another site's doing is no name of ours: its pages would count as ours.
        if self.host in LOOPBACK and request.host not in {f"{name}:{self.port}" for name in LOOPBACK}:
            raise web.HTTPForbidden(text=_("Rollbook is not served under this name."))
        if request.path == "/" and "token" in request.query:
            if not compare_digest(request.query["token"].encode(), self.token.encode()):
                raise web.HTTPUnauthorized(text=_("This token is not (or no longer) the right one."))
            answer = web.HTTPSeeOther("/")
            answer.set_cookie(COOKIE, self._pass, httponly=True, samesite="Strict")
            raise answer
        if not compare_digest(request.cookies.get(COOKIE, "").encode(), self._pass.encode()):
            raise web.HTTPUnauthorized(text=_("Open the address that Rollbook printed when it was started, token and all."))
        return await handler(request)

    async def _page(self, request: web.Request) -> web.Response:
        page = Template((_OURS / "page.html").read_text("utf-8"))
        said = {"closed": _("Rollbook was closed here."), "again": _("Open it again")}
        text = page.substitute(
            {key: escape(words) for key, words in said.items()}, lang=spoken_now(), websocket=f"ws://{request.host}/ws"
        )
        return web.Response(text=text, content_type="text/html")

    async def _tab(self, request: web.Request) -> web.StreamResponse:
        if request.headers.get("Origin") != f"http://{request.host}":
            raise web.HTTPForbidden(text=_("Only Rollbook's own page may connect."))
        if self._tabs >= self.limit:
            raise web.HTTPServiceUnavailable(text=_("There are {count} tabs open already; close one.", count=self.limit))
        self._tabs += 1
        try:
            return await self._run(request)
        finally:
            self._tabs -= 1

    async def _run(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(heartbeat=15, max_msg_size=2**20)
        await socket.prepare(request)

        async def send_bytes(data: bytes) -> None:
            if not socket.closed:
                await socket.send_bytes(data)

        async def send_text(text: str) -> None:
            if not socket.closed:
                await socket.send_str(text)

        async def close() -> None:
            await socket.close()

        program = _Program(
            self.command,
            self.environment,
            write_bytes=send_bytes,
            write_str=send_text,
            close=close,
            download_manager=DownloadManager(),
        )
        width, height = (_number(request.query.get(name), usual) for name, usual in _SIZE.items())
        await program.start(width, height)
        try:
            async for message in socket:
                if message.type == WSMsgType.TEXT:
                    await _pass_on(message.json(), socket, program)
        except (ValueError, TypeError, LookupError):
            await socket.close(message=b"This is no message of Rollbook's page.")
        finally:
            await asyncio.shield(program.stop())
        return socket


class _Program(AppService):
    """The program of a tab, started without a shell in between."""

    def __init__(self, arguments: Sequence[str], besides: Mapping[str, str], **how: object) -> None:
        super().__init__("", **how)  # type: ignore[arg-type]
        self._arguments = arguments
        self._besides = besides

    async def _open_app_process(self, width: int = 80, height: int = 24) -> Process:
        pipe = asyncio.subprocess.PIPE
        environment = {**self._build_environment(width=width, height=height), **self._besides}
        self._process = await asyncio.create_subprocess_exec(
            *self._arguments, stdin=pipe, stdout=pipe, stderr=pipe, env=environment
        )
        self._stdin = self._process.stdin
        return self._process

    async def stop(self) -> None:
        """Ask the program to leave, and see to it that it does."""
        if self._process is None:
            return
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_GRACE_SECONDS):
                await super().stop()
                await self._process.wait()
        if self._process.returncode is None:
            self._process.kill()
            await self._process.wait()


async def _pass_on(message: object, socket: web.WebSocketResponse, program: AppService) -> None:
    """What the page says. Raises ValueError, TypeError or LookupError for what it never would."""
    match message:
        case ["stdin", str(typed)]:
            await program.send_bytes(typed.encode("utf-8", "replace"))
        case ["resize", {"width": int(width), "height": int(height)}]:
            await program.set_terminal_size(_within(width), _within(height))
        case ["ping", said]:
            await socket.send_json(["pong", said])
        case ["focus", *_]:
            await program.focus()
        case ["blur", *_]:
            await program.blur()
        case _:
            raise ValueError("unknown")


async def _static(request: web.Request) -> web.Response:
    found = _STATIC.get(request.match_info["name"])
    if found is None:
        raise web.HTTPNotFound
    path, kind = found
    return web.Response(body=path.read_bytes(), content_type=kind, charset="utf-8")


async def _secure(request: web.Request, response: web.StreamResponse) -> None:
    response.headers.update(_HEADERS)


def _number(text: str | None, usual: int) -> int:
    return _within(int(text)) if text is not None and text.isdecimal() and len(text) < 6 else usual


def _within(number: int) -> int:
    return max(1, min(number, _MOST))

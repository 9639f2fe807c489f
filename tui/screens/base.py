"""What every screen of play has: the title, the line of keys, its actions, and a word when there is too little room."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, cast

from textual._callback import invoke
from textual.app import ComposeResult
from textual.binding import BindingsMap
from textual.screen import Screen
from textual.widgets import Static

from tracker.language import _
from tui import actions
from tui.chrome import hour, scene_words
from tui.gateway.messages import Advanced, Draft, HandedBack, News, Opened, Rebuilding, Saved, Trouble
from tui.screens.waiting import Waiting
from tui.text import content, end_to_end
from tui.widgets.keys_in_order import Field

if TYPE_CHECKING:
    from tracker.reports.lines import Line
    from tui.app import RollbookApp
    from tui.gateway import Gateway
    from tui.gateway.picture import Picture

LEAST_WIDTH, LEAST_HEIGHT = 60, 16
WIDE = 100
FULL = 120


@dataclass(frozen=True, slots=True)
class Visit:
    """Where the GM comes from, and which event to look at, None for the last one; ``corrected`` as in the replay, ``which``
    a list's name."""

    origin: str
    position: int | None = None
    corrected: bool = False
    which: str = ""


class PlayScreen(Waiting, Screen[None]):
    """A screen with the name ``NAME`` that actions know it by. It implements ``do_ID`` for each action that it offers.

    While it is in sight, the app tells it what the gateway says; when it comes back into sight, ``follow`` is called for
    what it missed.
    """

    NAME: ClassVar[str]
    AUTO_FOCUS = ""  # a screen says itself what has the focus, at once
    HORIZONTAL_BREAKPOINTS = [(0, "-too-narrow"), (LEAST_WIDTH, "-narrow"), (WIDE, "-wide"), (FULL, "-full")]
    VERTICAL_BREAKPOINTS = [(0, "-too-low"), (LEAST_HEIGHT, "-high-enough")]

    def __init__(self) -> None:
        super().__init__()
        self._in_sight = False
        # By the keys that hold now, and not by those of the moment in which the class was made.
        others = [binding for _key, binding in self._bindings if not binding.action.startswith(actions.PERFORM)]
        self._bindings = BindingsMap([*others, *actions.bindings(self.NAME)])

    def compose(self) -> ComposeResult:
        yield Static("", id="title", classes="line", markup=False)
        yield from self.body()
        yield Static("", id="keys", classes="line", markup=False)
        yield Static("", id="too-small", markup=False)

    def body(self) -> ComposeResult:
        """Everything between the title and the keys."""
        raise NotImplementedError

    @property
    def host(self) -> RollbookApp:
        return cast("RollbookApp", self.app)

    @property
    def gateway(self) -> Gateway:
        return self.host.gateway

    @property
    def picture(self) -> Picture | None:
        return self.host.picture

    @property
    def selected(self) -> int | None:
        """The position of the selected event."""
        return None

    @property
    def line(self) -> Line | None:
        """The line of the selected event, None while it isn't read yet."""
        return None

    @property
    def filter(self) -> str:
        """What the list was last narrowed by, empty where it never was."""
        return self.host.filter

    @property
    def hiding(self) -> bool:
        """Whether players look on, and what only the GM may see is hidden."""
        return self.host.hiding

    def say(self, message: str, style: str = "$outcome-no") -> None:
        """A sentence in the line for messages."""
        self.query_one("#message", Static).update(content(" ", (message, style)))

    def follow(self) -> None:
        """Draw what may have changed."""
        self.draw_title()

    def draw_title(self) -> None:
        self.query_one("#title", Static).update(content(end_to_end(f" {self.headline()}", self.state(), self.size.width)))

    def headline(self) -> str:
        """Campaign, session and scene."""
        picture = self.picture
        if picture is None:
            return "Rollbook"
        return f"{picture.campaign} | {where_in_play(picture)}"

    def state(self) -> str:
        """The right end of the title line."""
        if self.picture is None or self.host.progress:
            return f"{self.host.progress} "
        wide = self.size.width >= WIDE
        saved = hour(self.host.saved_at if wide else self.host.saved_at[:5])
        if self.gateway.busy:
            return f"{_('saving ...')} "
        live = _("FOR PLAYERS") if self.hiding else _("LIVE")
        count = f"{self.picture.head:,}"
        events = _("{count} events", count=count) if wide else _("{count} ev", count=count)
        return "  ".join([live, events, *([_("saved {time}", time=saved)] if saved else [])]) + " "

    # -- what the gateway tells -----------------------------------------------------------------------------------------

    def tell(self, news: News) -> None:
        """Take in what the gateway tells."""
        match news:
            case Opened():
                self.opened(news)
            case Advanced():
                self.follow()
            case Saved() | Rebuilding():
                self.draw_title()
            case HandedBack():
                self.say(news.message)
                self.bring_back(news.drafts)
            case Trouble():
                self.say(news.message)

    def opened(self, news: Opened) -> None:
        """A campaign was opened; whatever was shown of another one is gone."""
        self._draw_keys()
        self.follow()

    def _draw_keys(self) -> None:
        line = actions.key_line(self.NAME, self.size.width, self.picture, typing=isinstance(self.focused, Field))
        self.query_one("#keys", Static).update(content(line))

    def on_descendant_focus(self) -> None:
        self._draw_keys()

    def bring_back(self, drafts: Sequence[Draft]) -> None:
        """Drafts that were not recorded, oldest first."""

    def on_screen_resume(self) -> None:
        if not self._in_sight:  # Textual tells a screen twice that it is there for the first time
            self._in_sight = True
            self.follow()

    def on_screen_suspend(self) -> None:
        self._in_sight = False

    def on_resize(self) -> None:
        self.fit_in()

    def fit_in(self) -> None:
        """Draw what depends on the size."""
        self.draw_title()
        self._draw_keys()
        width, height = self.size
        small = _(
            "This terminal is {width} x {height}; Rollbook needs {least_width} x {least_height}. Keys still work.",
            width=width,
            height=height,
            least_width=LEAST_WIDTH,
            least_height=LEAST_HEIGHT,
        )
        self.query_one("#too-small", Static).update(content(small))

    # -- actions ----------------------------------------------------------------------------------------------------------

    async def action_perform(self, id: str, key: str = "") -> None:
        """Do an action, or say why it can't be done now."""
        action = actions.get(id)
        if why_not := action.refusal(self):
            self.say(_("{action}: {why_not}.", action=action.name, why_not=why_not))
        else:
            await invoke(getattr(self, f"do_{id}"), key)

    def arrive(self, visit: Visit) -> None:
        """Another screen has sent the GM here."""
        raise NotImplementedError

    async def do_replay(self, key: str) -> None:
        (await self.host.show("replay")).arrive(Visit(self.NAME, self.selected))

    async def do_audit(self, key: str) -> None:
        (await self.host.show("audit")).arrive(Visit(self.NAME))

    async def do_character(self, key: str) -> None:
        (await self.host.show("character")).arrive(Visit(self.NAME))

    async def do_plots(self, key: str) -> None:
        (await self.host.show("plots")).arrive(Visit(self.NAME))

    async def do_sessions(self, key: str) -> None:
        from tui.gateway import sessions

        await self._list_of_sessions(sessions.SESSIONS)

    async def do_bookmarks(self, key: str) -> None:
        from tui.gateway import sessions

        await self._list_of_sessions(sessions.BOOKMARKS)

    async def _list_of_sessions(self, which: str) -> None:
        screen = await self.host.show("sessions")
        screen.arrive(Visit(self.NAME, which=which))

    async def do_help(self, key: str) -> None:
        from tui.screens.help import Help

        await self.host.ask(Help(self.NAME, self), self.chosen)

    async def chosen(self, id: str | None) -> None:
        """An action was chosen in the menu of keys or in the palette."""
        if id is not None:
            await self.action_perform(id)

    async def do_palette(self, key: str) -> None:
        await self.host.action_command_palette()

    def do_theme(self, key: str) -> None:
        self.host.switch_theme()

    async def do_campaigns(self, key: str) -> None:
        await self.host.pick_campaign()

    def do_quit(self, key: str) -> None:
        self.app.exit()


def numbered_list(lists: Sequence[str], which: str, key: str) -> str | None:
    """The list that a key chooses: that of its number, ``0`` the tenth, without one that behind ``which``. None where there
    are fewer."""
    at = (int(key) or 10) - 1 if key.isdigit() else (lists.index(which) + 1) % len(lists)
    return lists[at] if at < len(lists) else None


def where_in_play(picture: Picture) -> str:
    """Session and scene."""
    parts = [f"S{picture.session} {picture.session_title}".rstrip() if picture.session else _("between sessions")]
    if picture.scene is not None:
        parts.append(scene_words(picture.scene, picture.scene_title))
    return " | ".join(parts)

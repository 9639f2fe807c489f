"""What every command has at hand: the options that all commands share, and the campaign that they mean."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, Self, TypeVar

from cyclopts import Parameter, Token

from tracker.cli.output import Output
from tracker.errors import Refused
from tracker.text import clean_name, plain

if TYPE_CHECKING:
    from tracker.campaign.commands import Command
    from tracker.service import Campaign
    from tracker.store import Log, Store

OpenScreen = Callable[[str, str, str], int]
"""Opens the screen on a store's location and a campaign's name, for an author; returns the exit code."""

T = TypeVar("T")


class Context:
    """The common options of one command. The store and the campaign are opened when they are first asked for."""

    def __init__(
        self,
        *,
        location: str | None,
        campaign: str | None,
        author: str,
        secret: bool,
        out: Output,
        open_screen: OpenScreen | None = None,
    ) -> None:
        self.location = location
        self.named = campaign
        self.author = clean_name(author, "author")
        self.secret = secret
        self.out = out
        self.open_screen = open_screen

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        if "store" in self.__dict__:
            self.store.close()

    @cached_property
    def store(self) -> Store:
        from tracker.store import default_location, open_store

        return open_store(self.location or default_location())

    @cached_property
    def campaign(self) -> Campaign:
        """The campaign in use, with its state."""
        from tracker.events.codec import UnknownEvent
        from tracker.service import Campaign

        try:
            campaign = self._use(lambda name: Campaign.open(self.store, name, self.author))
        except UnknownEvent as problem:
            raise Refused(
                f"The campaign can't be read: {problem}; “rollbook verify” says more.", code="unreadable", where="campaign"
            ) from None
        self._remember(campaign.log.name)
        return campaign

    @cached_property
    def log(self) -> Log:
        """The log of the campaign in use, also when its events can't be folded into a state."""
        log = self._use(self.store.open)
        self._remember(log.name)
        return log

    def record(self, command: Command, *, dice: Sequence[str] = (), action: str | None = None, secret: bool = False) -> int:
        """Have a command recorded, and print what came of it."""
        from tracker.cli import outcome

        done = self.campaign.execute(
            command,
            dice=dice,
            action_id=None if action is None else clean_name(action, "action"),
            secret=secret or self.secret,
        )
        self.out.show([outcome.as_json(done, self.campaign)], outcome.as_text(done, self.campaign))
        return 0

    def _use(self, opened: Callable[[str], T]) -> T:
        """Open the named campaign, else the one last used unless it is gone or put away, else the only one."""
        if self.named:
            return opened(self.named)
        live = [info for info in self.store.campaigns() if not info.archived]
        last_used = self.store.last_used()
        names = [info.name for info in live if info.name == last_used] or [info.name for info in live if not info.problem]
        if not names:
            raise Refused("There is no campaign yet: “rollbook new NAME” makes one.", code="no_campaign", where="campaign")
        if len(names) > 1:
            some = ", ".join(names[:8])
            raise Refused(
                f"Say which campaign with --campaign, or choose one by “rollbook use NAME”: {some}.",
                code="no_campaign",
                where="campaign",
            )
        return opened(names[0])

    def _remember(self, name: str) -> None:
        if name != self.store.last_used():
            self.store.remember(name)


def whole(text: str, where: str) -> int:
    """A whole number as a person types it, sign or not. Raises Refused."""
    number = plain(text)
    if not re.fullmatch(r"[+-]?\d{1,9}", number):
        raise Refused(f"“{text}” is not a whole number for {where}.", code="bad_number", where=where)
    return int(number)


def position(text: str) -> int:
    """An event's number: ``17``, ``#17``, or ``1,234`` as the log shows it. Raises Refused."""
    found = as_position(text)
    if found is None:
        raise Refused(f"“{text}” is no event's number; write it like 17.", code="bad_position", where="position")
    return found


def as_position(text: str) -> int | None:
    """An event's number, None when the text isn't one."""
    match = re.fullmatch(r"#?(\d{1,3}(?:,\d{3})+|\d{1,15})", plain(text))
    return int(match[1].replace(",", "")) if match else None


def pair(text: str) -> tuple[str, str]:
    """``KEY=VALUE`` in its two parts. Raises Refused."""
    key, equals, value = text.partition("=")
    if not (equals and key.strip() and value.strip()):
        raise Refused(f"“{text}” isn't KEY=VALUE, such as st=12.", code="bad_pair", where=key.strip() or "value")
    return key.strip(), value.strip()


def subject_of(campaign: Campaign, who: str) -> str:
    """The id under which events keep a character, or someone made up on the fly (``@guard``). Raises Refused."""
    from tracker.campaign.characters import find_character

    return who if who.startswith("@") else find_character(campaign.state, who).id


def _whole(where: str) -> Callable[[Any, Sequence[Token]], int]:
    return lambda _, tokens: whole(tokens[0].value, where)


def _read_percent(_: Any, tokens: Sequence[Token]) -> int:
    return whole(plain(tokens[0].value).removesuffix("%"), "increase")


def _read_position(_: Any, tokens: Sequence[Token]) -> int:
    return position(tokens[0].value)


# -- how commands take what they are given ----------------------------------------------------------------------------

Common = Annotated[Context, Parameter(parse=False)]
Change = Annotated[int, Parameter(converter=_whole("change"))]
Limit = Annotated[int, Parameter(converter=_whole("limit"))]
PenaltyPoints = Annotated[int, Parameter(converter=_whole("penalty"))]
Points = Annotated[int, Parameter(converter=_whole("points"))]
SessionNumber = Annotated[int, Parameter(converter=_whole("session"))]
Target = Annotated[int, Parameter(converter=_whole("target"))]
Percent = Annotated[int, Parameter(converter=_read_percent)]
Position = Annotated[int, Parameter(converter=_read_position)]
Dice = Annotated[
    tuple[str, ...],
    Parameter(
        name="--dice",
        help="Dice thrown at the table, such as 3,4,5; again for each throw, then with a label: mira:3,4,5.",
    ),
]
Action = Annotated[
    str | None,
    Parameter(name="--action", help="An id of your own for this action: given again, it records nothing new."),
]

"""What every command has at hand: the options that all commands share, and the campaign that they mean."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, Protocol, Self, TypeVar

from cyclopts import Parameter, Token
from msgspec.structs import replace

from tracker.cli import arguments
from tracker.cli.output import Output
from tracker.cli.progress import progress
from tracker.errors import Refused
from tracker.language import N_, _
from tracker.settings import Loaded, variable
from tracker.text import clean_name, plain

if TYPE_CHECKING:
    from tracker import quickline
    from tracker.campaign.commands import Command
    from tracker.campaign.state import CampaignState
    from tracker.service import Campaign, Outcome
    from tracker.store import CampaignInfo, Log, Store

OpenScreen = Callable[[str, str, str], int]
"""Opens the screen on a store's location and a campaign's name, for an author; returns the exit code."""


class Serve(Protocol):
    """Serves a campaign to browsers until it is interrupted; returns the exit code. An empty store stands for the usual one;
    ``started`` is told the address once it is served, and whether the whole network can come there. Raises Refused."""

    def __call__(
        self,
        store: str,
        campaign: str,
        author: str,
        /,
        *,
        host: str,
        port: int,
        tabs: int,
        view: str,
        started: Callable[[str, bool], None],
    ) -> int: ...


T = TypeVar("T")

_DEPENDANTS = {"keep": N_("leave them as they are"), "void": N_("take them back too")}


class Context:
    """The common options of one command. The store and the campaign are opened when they are first asked for. ``run`` runs
    another command with the same options; it raises Refused."""

    def __init__(
        self,
        *,
        location: str | None,
        campaign: str | None,
        author: str,
        secret: bool,
        out: Output,
        loaded: Loaded,
        run: Callable[[Sequence[str]], int],
        open_screen: OpenScreen | None = None,
        serve: Serve | None = None,
    ) -> None:
        for option, value in (("store", location), ("campaign", campaign)):
            if value is not None and not value.strip():  # perhaps a variable that isn't set: never what is usual instead
                raise Refused(
                    _("The {option} has no name: give one, or leave --{option} out.", option=option),
                    code="empty",
                    where=option,
                )
        self.location = location
        self.named = campaign
        self.author = clean_name(author, "author")
        self.secret = secret
        self.out = out
        self.loaded = loaded
        self.open_screen = open_screen
        self.serve = serve
        self.run = run
        self.active: str | None = None  # who acts when nobody is named, where several lines are typed
        self._asked = False  # whether the command is about a campaign

    def hand_on_language(self) -> None:
        """Have the screen, or the programs, that this command opens speak as it was told to."""
        if self.loaded.sources["language"] == "option":
            os.environ[variable("language")] = self.loaded.settings.language

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        if "store" in self.__dict__:
            self.store.close()

    @cached_property
    def store(self) -> Store:
        from tracker.store import default_location, open_store

        return open_store(default_location() if self.location is None else self.location)

    @cached_property
    def campaign(self) -> Campaign:
        """The campaign in use, with its state."""
        from tracker.service import Campaign

        with progress(_("Rebuilding"), as_json=self.out.as_json) as came:
            campaign = self._use(lambda name: Campaign.open(self.store, name, self.author, progress=came))
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
        from tracker.service import Dependants

        how: dict[str, Any] = {
            "dice": dice,
            "action_id": None if action is None else clean_name(action, "action"),
            "secret": secret or self.secret,
        }
        try:
            done = self.campaign.execute(command, **how)
        except Dependants as problem:
            choices = {word: _(meaning) for word, meaning in _DEPENDANTS.items()}
            chosen = self.out.choose(problem.sentences, _("Later events rest on this:"), choices)
            if chosen is None:
                raise
            done = self.campaign.execute(replace(command, dependants=chosen), **how)
        self.out.recorded = True
        self._show(done)
        return 0

    def take(self, verb: str, words: Sequence[str], *, dice: Sequence[str] = (), action: str | None = None) -> int:
        """Have what a verb of the quick line asks for recorded, its words given as arguments."""
        from tracker import quickline

        return self.record(quickline.read(verb, words, self.typed()), dice=dice, action=action)

    def typed(self) -> quickline.Context:
        """What the words of a quick line refer to."""
        from tracker import quickline
        from tracker.reports.targets import Targets

        campaign = self.campaign
        return quickline.Context(campaign.state, campaign.ruleset, Targets(campaign.log), self.author, self.active)

    def repeats(self, action: str) -> bool:
        """Whether an action is recorded already; then it is printed, whatever the command would mean by now."""
        from tracker.service import Outcome

        action, campaign = clean_name(action, "action"), self.campaign
        if stored := campaign.log.action(action):
            state = campaign.state
            self._show(Outcome(campaign.log.name, action, state.head, tuple(stored), state.open_prompts(), repeated=True))
        return bool(stored)

    @contextmanager
    def naming_damage(self) -> Iterator[None]:
        """Tell a fault that a damaged log leads to as what it is: there anything may fail. Raises Refused."""
        try:
            yield
        except (Refused, OSError):
            raise
        except Exception as fault:
            from tracker.events.codec import UnknownEvent

            if isinstance(fault, UnknownEvent):
                sentence = _("The campaign can't be read: {fault}; “rollbook verify” says more.", fault=fault)
                raise Refused(sentence, code="unreadable_event", where="campaign") from None
            if self._asked and (problem := self._damage()):
                raise Refused(problem, code="damaged", where="campaign") from fault
            raise

    def _damage(self) -> str:
        """What is wrong with the log in use, in a sentence; empty when it is sound."""
        with suppress(Exception):  # what can't even be checked was told by the fault itself
            for position, message in self.log.verify():
                return _(
                    "The campaign “{campaign}” is damaged, {place}: {message}; “rollbook verify” says more.",
                    campaign=self.log.name,
                    place=_("event {position}", position=position) if position else _("the file"),
                    message=message,
                )
        return ""

    def _show(self, done: Outcome) -> None:
        from tracker.cli import outcome

        self.out.show([outcome.as_json(done, self.campaign)], outcome.as_text(done, self.campaign, self.out.idiom))

    def _use(self, opened: Callable[[str], T]) -> T:
        """Open the named campaign, else the one last used unless it is gone, else the only one that isn't put away."""
        self._asked = True
        if self.named is not None:
            return opened(self.named)
        last_used = self.store.last_used()
        if last_used is not None:
            try:
                return opened(last_used)
            except Refused as problem:
                if problem.code != "not_found":
                    raise
        return opened(_only(self.store.campaigns(), last_used))

    def _remember(self, name: str) -> None:
        if name != self.store.last_used():
            self.store.remember(name)


def _only(campaigns: Sequence[CampaignInfo], gone: str | None) -> str:
    """The one campaign that is offered by itself; ``gone`` is the one that was in use. Raises Refused."""
    sound = [info for info in campaigns if not info.problem]
    live = [info.name for info in sound if not info.archived]
    broken = [info for info in campaigns if info.problem]
    if len(live) == 1 and not (gone and broken):  # else it may be a broken one that is meant
        return live[0]
    if live:
        names = _(", ").join(live[:8])
        sentence = _("Say which campaign with --campaign, or choose one by “rollbook use NAME”: {names}.", names=names)
    elif sound:
        sentence = _(
            "Only archived campaigns are here: “rollbook use NAME” or “campaign unarchive NAME” takes one up: {names}.",
            names=_(", ").join(info.name for info in sound[:8]),
        )
    elif not broken:
        sentence = _("There is no campaign yet: “rollbook new NAME” makes one.")
    else:
        sentence = _("No campaign here can be opened.")
    told = " ".join([sentence, *(f"{info.path.name if info.path else info.name}: {info.problem}" for info in broken[:3])])
    raise Refused(told, code="no_campaign", where="campaign")


def whole(text: str, where: str) -> int:
    """A whole number as a person types it, sign or not. Raises Refused."""
    number = plain(text)
    if not re.fullmatch(r"[+-]?\d{1,9}", number):
        raise Refused(
            _("“{text}” is not a whole number for {where}.", text=text, where=where), code="bad_number", where=where
        )
    return int(number)


def position(text: str) -> int:
    """An event's number: ``17``, ``#17``, or ``1,234`` as the log shows it. Raises Refused."""
    found = as_position(text)
    if found is None:
        raise Refused(
            _("“{text}” is no event's number; write it like 17.", text=text), code="bad_position", where="position"
        )
    return found


def as_position(text: str) -> int | None:
    """An event's number, None when the text isn't one."""
    match = re.fullmatch(r"#?(\d{1,3}(?:,\d{3})+|\d{1,15})", plain(text))
    return int(match[1].replace(",", "")) if match else None


def pair(text: str) -> tuple[str, str]:
    """``KEY=VALUE`` in its two parts. Raises Refused."""
    key, equals, value = text.partition("=")
    if not (equals and key.strip() and value.strip()):
        raise Refused(
            _("“{text}” isn't KEY=VALUE, such as st=12.", text=text), code="bad_pair", where=key.strip() or "value"
        )
    return key.strip(), value.strip()


def subject_of(state: CampaignState, who: str) -> str:
    """The id under which events keep a character, or someone made up on the fly (``@guard``). Raises Refused."""
    from tracker.campaign.characters import find_character

    return who if who.startswith("@") else find_character(state, who).id


def _whole(where: str) -> Callable[[Any, Sequence[Token]], int]:
    return lambda type_, tokens: whole(_typed(tokens), where)


def _read_change(type_: Any, tokens: Sequence[Token]) -> int:
    change = whole(_typed(tokens), "change")
    if change and plain(_typed(tokens))[0] not in "+-":
        raise Refused(
            _("Write {change} with its sign: -{change} takes off, +{change} gives back.", change=change),
            code="no_sign",
            where="change",
        )
    return change


def _read_percent(type_: Any, tokens: Sequence[Token]) -> int:
    return whole(plain(_typed(tokens)).removesuffix("%"), "increase")


def _read_position(type_: Any, tokens: Sequence[Token]) -> int:
    return position(_typed(tokens))


def _typed(tokens: Sequence[Token]) -> str:
    return arguments.unmarked(tokens[0].value)


# -- how commands take what they are given ----------------------------------------------------------------------------

Common = Annotated[Context, Parameter(parse=False)]
Change = Annotated[int, Parameter(converter=_read_change)]
Limit = Annotated[int, Parameter(converter=_whole("limit"))]
PenaltyPoints = Annotated[int, Parameter(converter=_whole("penalty"))]
Points = Annotated[int, Parameter(converter=_whole("points"))]
Port = Annotated[int, Parameter(converter=_whole("port"))]
SessionNumber = Annotated[int, Parameter(converter=_whole("session"))]
Tabs = Annotated[int, Parameter(converter=_whole("tabs"))]
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

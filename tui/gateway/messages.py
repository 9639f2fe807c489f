"""What the gateway tells the screen. Each message carries plain facts, ready to be drawn, and no way to the database."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.message import Message

if TYPE_CHECKING:
    from tracker.quickline.forms import Form
    from tracker.reports.lines import Line
    from tracker.service import Preview
    from tui.gateway.picture import Picture


@dataclass(frozen=True, slots=True, eq=False)
class Draft:
    """Something to be recorded: a line as typed, or the text of a ``note``, which may be the new wording of the one at the
    position that it ``amends``. ``active`` is the id of the character who was active when it was sent, ``previewed`` what
    the screen had shown of it by then. A line sent twice is two drafts."""

    text: str
    active: str | None = None
    note: bool = False
    previewed: Preview | None = None
    amends: int | None = None


@dataclass(frozen=True, slots=True)
class CampaignEntry:
    """A campaign in the picker; ``problem`` says why it can't be opened."""

    name: str
    ruleset: str
    head: int
    archived: bool
    problem: str


@dataclass(frozen=True, slots=True)
class RulesetEntry:
    """A rule system that a new campaign can choose."""

    id: str
    title: str


@dataclass(eq=False)
class News(Message):
    """Whatever the gateway has to say, to the one who gets it and nobody above."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__(bubble=False)


@dataclass(eq=False)
class CampaignsListed(News):
    """What can be opened: no campaign is open yet, or the GM asked for the list. ``message`` is a refusal to show with
    it."""

    campaigns: Sequence[CampaignEntry]
    rulesets: Sequence[RulesetEntry]
    message: str = ""


@dataclass(eq=False)
class Rebuilding(News):
    """A campaign is being opened whose read models another version of the program built: so many events of ``all`` are
    ``done``."""

    done: int
    all: int


@dataclass(eq=False)
class Opened(News):
    """A campaign is open. ``unsent`` are lines that were typed last time and never recorded, ``warnings`` sentences about
    the store that the GM should read once."""

    picture: Picture
    unsent: Sequence[Draft]
    warnings: Sequence[str]


@dataclass(eq=False)
class Advanced(News):
    """The campaign has new events, of this screen or of another program."""

    picture: Picture


@dataclass(eq=False)
class Saved(News):
    """A draft is on disk; ``at`` is the wall clock as people read it, ``critical`` whether a roll that everyone may see came
    out so."""

    at: str
    critical: bool = False


@dataclass(eq=False)
class HandedBack(News):
    """Drafts that were not recorded, oldest first, and the sentence that says why."""

    drafts: Sequence[Draft]
    message: str


@dataclass(eq=False)
class DependantsAsked(News):
    """A draft that was not recorded: later events rest on what it takes back, and nobody has said what becomes of them.
    ``message`` is the refusal in one sentence."""

    draft: Draft
    sentences: Sequence[str]
    message: str


@dataclass(eq=False)
class Trouble(News):
    """Something that was asked for can't be read now; nothing is lost."""

    message: str


@dataclass(eq=False)
class Broken(News):
    """A fault of the program in one of the gateway's threads."""

    error: Exception


# -- replies to one widget or screen ------------------------------------------------------------------------------------


@dataclass(eq=False)
class Hinted(News):
    """What the bar's text would do: a preview in words, or a refusal; and what its last word may become."""

    text: str
    preview: Preview | None
    words: str
    refused: bool
    candidates: Sequence[str]


@dataclass(eq=False)
class Suggested(News):
    """What the last word of a filter may become."""

    text: str
    candidates: Sequence[str]


@dataclass(eq=False)
class FormsListed(News):
    """The forms of the open campaign."""

    forms: Sequence[Form]


@dataclass(eq=False)
class Positions(News):
    """The positions of all lines of a list, or (``whole`` False) of its newest while the others are still read. They are in
    the order of the log unless they are ``sorted`` by something else, first come first."""

    generation: int
    positions: array[int]
    lines: Sequence[Line]
    whole: bool
    sorted: bool = False


@dataclass(eq=False)
class Tail(News):
    """Lines of a list that came after the last one it had."""

    generation: int
    positions: array[int]


@dataclass(eq=False)
class Page(News):
    """Lines of a list that have come into sight."""

    generation: int
    lines: Sequence[Line]


@dataclass(eq=False)
class FilterRefused(News):
    """A filter that isn't understood; the list stays as it was."""

    generation: int
    message: str


@dataclass(eq=False)
class Explained(News):
    """An event in full: one line that sums it up, and everything about it as label and value."""

    position: int
    summary: str
    facts: Sequence[tuple[str, str]]

"""What can be asked of a campaign: one frozen class per command. Times are in-game seconds, amounts points.

Commands refer to earlier events by their absolute position and carry names as the GM typed them.
"""

from __future__ import annotations

from msgspec import Struct

from tracker.events import Sheet, SheetSource


class Command(Struct, frozen=True, kw_only=True):
    """Something that the GM asks for."""


class GivenModifier(Struct, frozen=True):
    """A modifier that the GM named: points and what they are for, or without points what the rules know by that label."""

    value: int | None
    label: str = ""


# -- play -------------------------------------------------------------------------------------------------------------


class Roll(Command, frozen=True, kw_only=True):
    """A roll of ``who`` on ``what``. ``base`` is given for someone without a sheet; ``at`` names the task, ``policy`` how
    it may be retried; ``penalty`` overrides the retry penalty and ``target`` the whole target, for ``reason``."""

    who: str
    what: str
    modifiers: tuple[GivenModifier, ...] = ()
    base: int | None = None
    kind: str = ""
    at: str = ""
    policy: str = ""
    penalty: int | None = None
    target: int | None = None
    reason: str = ""
    damage_assessed: bool = False
    waited: bool = False


class Retry(Command, frozen=True, kw_only=True):
    """Try the failed roll at position ``roll`` again, with its own modifiers and more."""

    roll: int
    modifiers: tuple[GivenModifier, ...] = ()
    policy: str = ""
    penalty: int | None = None
    reason: str = ""
    damage_assessed: bool = False
    waited: bool = False


class Again(Command, frozen=True, kw_only=True):
    """The same roll as the one at position ``roll``, as a new one and not as a retry."""

    roll: int
    modifiers: tuple[GivenModifier, ...] = ()


class GiveUp(Command, frozen=True, kw_only=True):
    """End a task of ``who`` (or anybody's, when empty) by its name without success."""

    task: str
    who: str = ""


class Fright(Command, frozen=True, kw_only=True):
    """Fright Checks of ``who`` (names, or ``all``) at one cause. ``circumstances`` are words of the rules (``alone``,
    ``dark``, ``touched``, ``combat``, ``remote``); ``distance`` yards."""

    who: tuple[str, ...]
    cause: str
    modifiers: tuple[GivenModifier, ...] = ()
    circumstances: tuple[str, ...] = ()
    distance: float | None = None


class ExtraEffort(Command, frozen=True, kw_only=True):
    """Extra effort on the next feat: ``increase`` percent more, ``motivated`` by a reason; ``using`` a Will-based skill."""

    who: str
    feat: str
    increase: int
    motivated: str = ""
    using: str = ""
    modifiers: tuple[GivenModifier, ...] = ()


class Answer(Command, frozen=True, kw_only=True):
    """The dice of this command answer the open prompt."""

    prompt: int


# -- people -----------------------------------------------------------------------------------------------------------


class AddCharacter(Command, frozen=True, kw_only=True):
    """A character by hand: ``values`` are KEY=VALUE pairs (attributes, pools, skills, traits, ``player``, ``points``)."""

    name: str
    values: tuple[tuple[str, str], ...] = ()
    npc: bool = False


class ImportCharacter(Command, frozen=True, kw_only=True):
    """A character from a file. ``current`` are the pools as the file has them; ``update`` takes a known one's newer file."""

    name: str
    player: str
    sheet: Sheet
    source: SheetSource
    current: dict[str, int]
    npc: bool = False
    update: bool = False


class SetValue(Command, frozen=True, kw_only=True):
    """Set one value of a character's sheet."""

    who: str
    key: str
    value: str


class SetStatus(Command, frozen=True, kw_only=True):
    who: str
    status: str


class ChangePool(Command, frozen=True, kw_only=True):
    """Points on (or, negative, off) a pool by hand."""

    who: str
    pool: str
    change: int
    reason: str = ""


class AddCondition(Command, frozen=True, kw_only=True):
    """A condition, for ``seconds`` of in-game time or until it is ended."""

    who: str
    name: str
    seconds: int | None = None


class EndCondition(Command, frozen=True, kw_only=True):
    who: str
    name: str


class Award(Command, frozen=True, kw_only=True):
    """Character points for one or more."""

    who: tuple[str, ...]
    points: int
    reason: str = ""


class Spend(Command, frozen=True, kw_only=True):
    who: str
    points: int
    what: str


class NameTrait(Command, frozen=True, kw_only=True):
    """Name the trait that an open prompt asks for. ``points`` overrides what the table says."""

    prompt: int
    name: str
    points: int | None = None


class BuyOffTrait(Command, frozen=True, kw_only=True):
    """Pay off a trait gained in play; ``points`` overrides its worth."""

    who: str
    trait: str
    points: int | None = None


# -- the campaign -----------------------------------------------------------------------------------------------------


class CreateCampaign(Command, frozen=True, kw_only=True):
    """The first command of a log."""

    name: str
    ruleset: str


class SetOption(Command, frozen=True, kw_only=True):
    name: str
    value: str


class StartSession(Command, frozen=True, kw_only=True):
    """A session begins. ``elapsed`` in-game seconds since the last one, None when unknown; ``absent`` is who misses it."""

    title: str = ""
    elapsed: int | None = None
    absent: tuple[str, ...] = ()


class EndSession(Command, frozen=True, kw_only=True):
    """The session ends, and with it the open tasks unless they are kept."""

    keep_tasks: bool = False


class StartScene(Command, frozen=True, kw_only=True):
    title: str = ""


class AdvanceClock(Command, frozen=True, kw_only=True):
    seconds: int
    reason: str = ""


class Rest(Command, frozen=True, kw_only=True):
    """Rest for ``seconds`` of in-game time; nobody named means everyone present."""

    seconds: int
    who: tuple[str, ...] = ()


class Note(Command, frozen=True, kw_only=True):
    text: str


class Mark(Command, frozen=True, kw_only=True):
    """A bookmark on the event at ``position``."""

    position: int
    label: str = ""


class Void(Command, frozen=True, kw_only=True):
    """Take back the whole action that the event at ``position`` belongs to; of a void: restore what it took back."""

    position: int
    reason: str = ""

"""What can be asked of a campaign: one frozen class per command. Times are in-game seconds, amounts points.

Commands refer to earlier events by their absolute position and carry names as the GM typed them.
"""

from __future__ import annotations

from msgspec import Struct

from tracker.events import Sheet, SheetSource, TableRow


class Command(Struct, frozen=True, kw_only=True):
    """Something that the GM asks for."""


class GivenModifier(Struct, frozen=True):
    """A modifier that the GM named: points and what they are for, or without points what the rules know by that label."""

    value: int | None
    label: str = ""


# -- play -------------------------------------------------------------------------------------------------------------


class Roll(Command, frozen=True, kw_only=True):
    """A roll of ``who`` on ``what``. ``base`` is given for someone without a sheet; ``at`` names the task, ``policy`` how
    it may be retried; ``penalty`` overrides the retry penalty and ``target`` the whole target, for ``reason``, which may
    also be what has changed since the last attempt. ``represents`` is the group that a single check stands for; ``foe`` who
    is defended against, where he is within reach, and ``attack`` the position of that attack."""

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
    represents: str = ""
    foe: str = ""
    attack: int | None = None


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


class Reroll(Command, frozen=True, kw_only=True):
    """The failed roll at position ``roll`` once more, paid for from the pool that the rules have for it."""

    roll: int


class Chance(Command, frozen=True, kw_only=True):
    """Whether something happens that has a chance of so many ``faces`` in ``sides``."""

    faces: int
    sides: int
    what: str = ""


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


class Feat(Command, frozen=True, kw_only=True):
    """A physical feat. ``given`` says what it asks for, by the keys of its inputs: a choice's key, a number in the input's
    own unit, or whether something holds."""

    who: str
    feat: str
    given: dict[str, str | float | bool] = {}
    modifiers: tuple[GivenModifier, ...] = ()


class Side(Struct, frozen=True, kw_only=True):
    """One side of a contest: who rolls on what. ``base`` is given for someone without a sheet; ``traits`` are those that
    the GM says somebody has, beside what a sheet says."""

    who: str
    what: str = ""
    base: int | None = None
    modifiers: tuple[GivenModifier, ...] = ()
    traits: tuple[str, ...] = ()


class Sense(Command, frozen=True, kw_only=True):
    """A sense roll; ``given`` as in ``Feat``, ``base`` is the Perception of someone without a sheet. ``danger``: what there
    is to notice is dangerous. ``understand`` is what a second roll is made against to make out what was noticed.
    ``against`` is who hides, and with what."""

    who: str
    sense: str
    base: int | None = None
    given: dict[str, str | float | bool] = {}
    modifiers: tuple[GivenModifier, ...] = ()
    danger: bool = False
    understand: str = ""
    against: Side | None = None


class StartLongTask(Command, frozen=True, kw_only=True):
    """Work that takes so many man-hours."""

    name: str
    hours: int


class WorkDay(Command, frozen=True, kw_only=True):
    """A day's work on a long task; ``supervisor`` leads the workers, for ``bonus`` points where it succeeds (else the least
    that the rules give)."""

    name: str
    workers: tuple[Side, ...]
    supervisor: Side | None = None
    bonus: int | None = None


class GiveUpLongTask(Command, frozen=True, kw_only=True):
    """End a long task that isn't done."""

    name: str


class GroupCheck(Command, frozen=True, kw_only=True):
    """A check of ``who`` (names, or ``all``) that the group passes or fails as a whole."""

    who: tuple[str, ...]
    what: str
    modifiers: tuple[GivenModifier, ...] = ()


class StartMontage(Command, frozen=True, kw_only=True):
    """Courses of action towards the goal ``name`` begin; ``difficulty`` is one of the rules' words."""

    name: str
    difficulty: str


class TakeCourse(Command, frozen=True, kw_only=True):
    """A course of action in a montage (the only open one when empty): ``by`` says who rolls on what; ``automatic`` ones
    succeed without a roll. ``reason`` is why the same course, or the same character, may have another turn."""

    by: Side
    course: str
    montage: str = ""
    automatic: bool = False
    reason: str = ""


class GiveUpMontage(Command, frozen=True, kw_only=True):
    """End a montage (the only open one when empty) that isn't decided."""

    name: str = ""


class Contest(Command, frozen=True, kw_only=True):
    """A contest of ``a`` (the attacker, where one resists) and ``b``; the ruleset's ordinary one when ``kind`` is empty. One
    of many rounds pauses after so many ``rounds``."""

    a: Side
    b: Side
    kind: str = ""
    supernatural: bool = False
    rounds: int | None = None


class Influence(Command, frozen=True, kw_only=True):
    """An influence roll of ``by`` on ``on``. What a player character is left with concerns the rolls on ``concerns`` (asked
    for when empty), as a ``bonus`` or else a penalty, for ``seconds`` of in-game time or until it is ended."""

    by: Side
    on: Side
    concerns: tuple[str, ...] = ()
    bonus: bool = False
    seconds: int | None = None


class Concerns(Command, frozen=True, kw_only=True):
    """Say which rolls the modifier concerns that an open prompt asks about: none at all when ``rolls`` is empty."""

    prompt: int
    rolls: tuple[str, ...] = ()
    bonus: bool = False
    seconds: int | None = None


class Reaction(Command, frozen=True, kw_only=True):
    """A reaction roll of ``who``."""

    who: str
    modifiers: tuple[GivenModifier, ...] = ()


class AddModifier(Command, frozen=True, kw_only=True):
    """A modifier that stays with a character (or ``all`` who are present) for ``rolls`` (an empty name: any roll), for
    ``seconds`` of in-game time or until it is ended."""

    who: str
    value: int
    label: str
    rolls: tuple[str, ...] = ("",)
    seconds: int | None = None


class EndModifier(Command, frozen=True, kw_only=True):
    """End what stays with a character under a label; where ``roll`` is named, only what is for rolls on that."""

    who: str
    label: str
    roll: str = ""


class ClearModifiers(Command, frozen=True, kw_only=True):
    """End everything that has come to stay with anybody since the scene began."""


class BuySuccess(Command, frozen=True, kw_only=True):
    """Character points make the roll at position ``roll`` count as ``outcome``: the next better one when empty."""

    roll: int
    outcome: str = ""


class RuleOutcome(Command, frozen=True, kw_only=True):
    """The roll at position ``roll`` counts as ``outcome`` (``success``, ``critical failure`` ...) because the GM says so."""

    roll: int
    outcome: str
    reason: str = ""


class TellPlayer(Command, frozen=True, kw_only=True):
    """What the player was told about the secret roll at position ``roll``."""

    roll: int
    text: str


class NameEffect(Command, frozen=True, kw_only=True):
    """Say what the total of a table does that an open prompt asks about."""

    prompt: int
    text: str


class Recover(Command, frozen=True, kw_only=True):
    """A roll of ``who`` to be rid of a condition, by its name or the start of it, now; the only such one when empty."""

    who: str
    condition: str = ""
    modifiers: tuple[GivenModifier, ...] = ()


class Endure(Command, frozen=True, kw_only=True):
    """The roll that a low pool asks for each turn, once more; ``what`` names it where there are several."""

    who: str
    what: str = ""
    modifiers: tuple[GivenModifier, ...] = ()


class Heal(Command, frozen=True, kw_only=True):
    """The roll of one who has rested for a day."""

    who: str
    modifiers: tuple[GivenModifier, ...] = ()


class FirstAid(Command, frozen=True, kw_only=True):
    """First aid of ``healer`` for ``patient``, at the campaign's tech level unless ``tl`` is given."""

    healer: str
    patient: str
    tl: int | None = None
    modifiers: tuple[GivenModifier, ...] = ()


class Bandage(Command, frozen=True, kw_only=True):
    """A bandage for ``who``; ``reason`` says, for one, who put it on."""

    who: str
    reason: str = ""


class SelfControl(Command, frozen=True, kw_only=True):
    """A roll of ``who`` to resist a trait of their own. ``base`` is the number of a trait that no sheet has one for."""

    who: str
    trait: str
    base: int | None = None
    modifiers: tuple[GivenModifier, ...] = ()


class Answer(Command, frozen=True, kw_only=True):
    """The dice of this command answer the open prompt."""

    prompt: int


# -- people -----------------------------------------------------------------------------------------------------------


class AddCharacter(Command, frozen=True, kw_only=True):
    """A character by hand: ``values`` are KEY=VALUE pairs (attributes, pools, skills, traits, ``player``, ``reading``,
    ``points``)."""

    name: str
    values: tuple[tuple[str, str], ...] = ()
    npc: bool = False


class Exported(Struct, frozen=True, kw_only=True):
    """What a file says that an export of this campaign put into it: whose sheet it is (an id) and the head of the log then.
    ``rows`` are the events whose rows are in it, ``missing`` those whose rows were taken out since, ``pools`` the pools that
    say otherwise than they did; ``untouched`` is the fingerprint of the sheet that the export was made from, where nothing
    at all was changed."""

    character: str = ""
    position: int = 0
    rows: tuple[int, ...] = ()
    missing: tuple[int, ...] = ()
    pools: tuple[str, ...] = ()
    untouched: str = ""


class ImportCharacter(Command, frozen=True, kw_only=True):
    """A character from a file. ``current`` are the pools as the file has them; ``update`` takes a known one's newer file, as
    one that was ``exported`` always is: its sheet comes without what the export added.

    Of a newer file, ``same`` are the events of play that it holds itself, ``apart`` those that it may seem to hold and
    doesn't; ``replace`` is what it takes the place of: ``conditions``, ``traits``, pools by name."""

    name: str
    player: str
    sheet: Sheet
    source: SheetSource
    current: dict[str, int]
    npc: bool = False
    reading: str = ""
    update: bool = False
    exported: Exported | None = None
    same: tuple[int, ...] = ()
    apart: tuple[int, ...] = ()
    replace: tuple[str, ...] = ()


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


class LoadTable(Command, frozen=True, kw_only=True):
    """A table of critical hits and misses; ``sha256`` is that of its file."""

    name: str
    title: str
    hit: tuple[TableRow, ...] = ()
    miss: tuple[TableRow, ...] = ()
    sha256: str = ""


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


class Amend(Command, frozen=True, kw_only=True):
    """The note at ``position``, or the title of the session or scene that began there, is to read ``text``."""

    position: int
    text: str
    reason: str = ""


class Correction(Command, frozen=True, kw_only=True):
    """Something that later events may rest on. ``dependants`` says what becomes of those, ``keep`` or ``void``; empty, they
    are asked about. ``resting`` are the positions of those that are taken back with it."""

    reason: str = ""
    dependants: str = ""
    resting: tuple[int, ...] = ()


class Void(Correction, frozen=True, kw_only=True):
    """Take back the whole action that the event at ``position`` belongs to; of a void: restore what it took back."""

    position: int


class Correct(Correction, frozen=True, kw_only=True):
    """The roll at position ``roll`` was put down wrongly: make it anew with the dice of this command, else its own.
    ``modifiers`` are added, or take the place of those of the same label, ``without`` names those that don't apply; ``who``
    is whose roll it was, ``base`` and ``target`` are the numbers where the GM had given such a number."""

    roll: int
    modifiers: tuple[GivenModifier, ...] = ()
    without: tuple[str, ...] = ()
    who: str = ""
    base: int | None = None
    target: int | None = None


class Reveal(Command, frozen=True, kw_only=True):
    """Let everyone see the hidden event at ``position`` and what came of it. ``resting`` are the positions of the later
    events that came of it."""

    position: int
    reason: str = ""
    resting: tuple[int, ...] = ()

"""The campaign as the Table draws it: plain facts taken from the state once, after every change."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tracker.language import _
from tracker.phrases import asked, said
from tui.gateway.audits import lists
from tui.text import cells, fit

if TYPE_CHECKING:
    from tracker.campaign.characters import CharacterView
    from tracker.campaign.parts import Prompt, Standing
    from tracker.campaign.state import CampaignState
    from tracker.rulesets.base import MontageRules, Ruleset
    from tracker.service import Campaign

_TASKS = 20  # more than a panel has lines


@dataclass(frozen=True, slots=True)
class Member:
    """A character: ``pools`` are (name, current, maximum); ``present`` says whether ``all`` means this one too, ``efforts``
    are those that wait for the feat that they were made for."""

    id: str
    name: str
    kind: str
    status: str
    present: bool
    pools: tuple[tuple[str, int, int], ...]
    conditions: tuple[str, ...]
    efforts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Waiting:
    """A prompt that waits for an answer: ``kind`` is ``dice``, ``trait``, ``modifier`` or ``effect``."""

    position: int
    kind: str
    text: str
    name: str


@dataclass(frozen=True, slots=True)
class OpenTask:
    """A task that may be tried again: ``last`` is the roll to retry; ``next_penalty`` None when that is not allowed."""

    name: str
    what: str
    tries: int
    next_penalty: int | None
    last: int


@dataclass(frozen=True, slots=True)
class OpenMontage:
    """A montage that isn't decided: ``score`` is how it stands (``4/6 ok, 1/2 failed``), ``last`` the name of who took the
    last turn, empty before the first."""

    position: int
    name: str
    difficulty: str
    score: str
    last: str


@dataclass(frozen=True, slots=True)
class Lasting:
    """A modifier that stays with these characters (names), for rolls on ``what``, empty for any: ``words`` tell it whole."""

    label: str
    what: str
    words: str
    names: tuple[str, ...]

    @property
    def ending(self) -> str:
        """The line that ends it for all of them."""
        who = self.names[0] if len(self.names) == 1 else "all"
        on = f" on {_quoted(self.what)}" if self.what else ""
        return f"modifier {who} end {_quoted(self.label)}{on}"


@dataclass(frozen=True, slots=True)
class Gained:
    """A trait that a Fright Check has brought, at the position of its event."""

    position: int
    name: str
    trait: str
    points: int


@dataclass(frozen=True, slots=True)
class Picture:
    """Everything on the Table but the log. ``sessions`` are (number, position of the start)."""

    campaign: str
    ruleset: str
    head: int
    clock: str
    session: int | None = None
    session_title: str = ""
    scene: int | None = None
    scene_title: str = ""
    members: tuple[Member, ...] = ()
    waiting: tuple[Waiting, ...] = ()
    by_hand: bool = False  # whether dice are thrown at the table
    montages: tuple[OpenMontage, ...] = ()
    tasks: tuple[OpenTask, ...] = ()
    lasting: tuple[Lasting, ...] = ()
    gained: tuple[Gained, ...] = ()
    sessions: tuple[tuple[int, int], ...] = ()
    families: tuple[str, ...] = ()  # the kinds of lines in the log
    audits: tuple[str, ...] = ()  # the lists of the Audit screen, by name
    chapters: tuple[str, ...] = ()  # what the rules have of what not every system has
    attributes: tuple[str, ...] = ()  # what the rules know, as it is typed
    short: Mapping[str, str] = field(default_factory=dict)  # names as they are called at the table, by whole name

    def called(self, name: str, width: int) -> str:
        """A name in so many columns: short where it doesn't fit in whole."""
        return fit(name if cells(name) <= width else self.short.get(name, name), width)

    def member(self, id: str | None) -> Member | None:
        return next((member for member in self.members if member.id == id), None)


def picture_of(campaign: Campaign, state: CampaignState | None = None) -> Picture:
    """The campaign as it stands, or as it is in another of its states, by the rules as they are played in that state."""
    from tracker.campaign.options import in_force
    from tracker.durations import clock_words
    from tracker.projections.classify import FAMILIES

    state = state or campaign.state
    rules = in_force(campaign.ruleset, state)
    running, scene = state.current_session, state.current_scene
    names = {key: character.name.get(key) for key, character in state.characters.items()}
    short = short_names(state)
    return Picture(
        campaign=campaign.log.name,
        ruleset=rules.title,
        head=state.head,
        clock=clock_words(state.clock),
        session=running[1].number if running else None,
        session_title=running[1].title if running else "",
        scene=scene[1].number if scene else None,
        scene_title=scene[1].title if scene else "",
        members=_members(campaign, state),
        waiting=tuple(
            _waiting(position, prompt, names.get(prompt.subject or "", ""), short)
            for position, prompt in state.open_prompts().items()
        ),
        by_hand=by_hand(campaign, state),
        montages=tuple(_montages(rules.montages, state, names)) if rules.montages else (),
        tasks=tuple(_tasks(rules, state, names)),
        lasting=tuple(_lasting(state)),
        gained=tuple(_gained(state, names)),
        sessions=tuple((session.number, position) for position, session in sorted(state.sessions.items())),
        families=tuple(dict.fromkeys(FAMILIES.values())),
        audits=lists(campaign),
        chapters=tuple(name for name in ("fright", "effort", "contests") if getattr(rules, name) is not None),
        attributes=tuple(spec.key for spec in rules.attributes),
        short=short,
    )


def by_hand(campaign: Campaign, state: CampaignState | None = None) -> bool:
    """Whether the campaign's dice are thrown at the table."""
    from tracker.campaign.options import DICE

    return DICE.value(state or campaign.state, campaign.ruleset) == "hand"


def _quoted(text: str) -> str:
    return f"“{text}”" if '"' in text else f'"{text}"'


def short_names(state: CampaignState) -> dict[str, str]:
    """First names by whole name, where no two share one."""
    names = [character.name.get(key) for key, character in state.characters.items()]
    first = [name.split()[0] if name.split() else name for name in names]
    times = Counter(first)
    return {name: word if times[word] == 1 else name for name, word in zip(names, first, strict=True)}


def _waiting(position: int, prompt: Prompt, name: str, short: Mapping[str, str]) -> Waiting:
    text = asked(prompt.text)
    text = text.replace(f"{name}: ", f"{short[name]}: ", 1) if name in short else text
    return Waiting(position, prompt.kind, text, name)


def _members(campaign: Campaign, state: CampaignState) -> tuple[Member, ...]:
    """Those present first, then the other player characters, then the others."""
    present = {character.id for character in state.present()}
    members = [_member(view, view.id in present, _efforts(state, view.id)) for view in campaign.views(state)]
    return tuple(sorted(members, key=lambda member: (not member.present, member.kind != "pc")))


def _efforts(state: CampaignState, id: str) -> tuple[str, ...]:
    efforts = state.characters[id].efforts
    return tuple(f"{said(effort.feat)} +{effort.percent}%" for effort in efforts.values())


def _member(view: CharacterView, present: bool, efforts: tuple[str, ...]) -> Member:
    return Member(
        id=view.id,
        name=view.name,
        kind=view.kind,
        status=view.status,
        present=present,
        pools=tuple((name, pool.current, pool.maximum) for name, pool in view.pools.items()),
        conditions=_counted(_(condition.name) for condition in view.conditions.values()) if view.conditions else (),
        efforts=efforts,
    )


def _counted(names: Iterable[str]) -> tuple[str, ...]:
    """What holds several times is named once."""
    return tuple(name if times == 1 else f"{name} x{times}" for name, times in Counter(names).items())


def _lasting(state: CampaignState) -> Iterator[Lasting]:
    """What modifies rolls by itself, once for all who share it."""
    from tracker.campaign.characters import modifier_words

    found: dict[Standing, dict[str, None]] = {}
    for character in state.roster():
        for _position, modifier in sorted(character.modifiers.items()):
            found.setdefault(modifier, {})[character.name.get(character.id)] = None
    for modifier, who in found.items():
        yield Lasting(modifier.label, modifier.what, modifier_words(modifier), tuple(who))


def _tasks(rules: Ruleset, state: CampaignState, names: Mapping[str, str]) -> list[OpenTask]:
    """The newest open tasks that somebody has tried, oldest first; ``audit retries`` lists all of them."""
    found: list[OpenTask] = []
    for position, task in reversed(state.open_tasks().items()):
        if len(found) == _TASKS:
            break
        attempts = state.attempts(position)
        if not attempts:
            continue
        following = rules.next_attempt(task.policy, len(attempts) + 1, damage_assessed=False, waited=False, changed=True)
        found.append(
            OpenTask(
                name=names.get(task.character, task.character.removeprefix("@")),
                what=said(task.name)
                if task.name == task.what
                else _("{what} at {task}", what=said(task.what), task=task.name),
                tries=len(attempts),
                next_penalty=following.modifier if following.allowed else None,
                last=attempts[-1].roll,
            )
        )
    return found[::-1]


def _montages(rules: MontageRules, state: CampaignState, names: Mapping[str, str]) -> Iterator[OpenMontage]:
    from tracker.campaign.montages import open_montages, score_of
    from tracker.text import spoken

    for position, montage in open_montages(state, rules).items():
        score = score_of(rules, state, position)
        taken = state.courses.get(position, ())
        last = taken[-1].subject if taken else ""
        yield OpenMontage(
            position=position,
            name=montage.name,
            difficulty=_(spoken(montage.difficulty)),
            score=_(
                "{successes} ok, {failures} failed",
                successes=f"{score.successes}/{montage.goal}",
                failures=f"{score.failures}/{montage.limit}",
            ),
            last=names.get(last, last.removeprefix("@")),
        )


def _gained(state: CampaignState, names: Mapping[str, str]) -> list[Gained]:
    found = [
        Gained(position, names[character.id], trait.name, trait.points)
        for character in state.roster()
        for position, trait in character.traits.items()
        if trait.origin == "fright"
    ]
    return sorted(found, key=lambda gained: gained.position)

"""An opened campaign: commands in, recorded events out, in one transaction with the read models."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import UTC, datetime
from itertools import islice
from uuid import uuid4

from msgspec import Struct, convert
from msgspec.structs import replace

from tracker import events as ev
from tracker import moments, phrases, projections, rulesets
from tracker.campaign import commands as cmd
from tracker.campaign import decide
from tracker.campaign.characters import CharacterView, Views, find_character, view
from tracker.campaign.contests import other_side
from tracker.campaign.correcting import planned
from tracker.campaign.corrections import counting
from tracker.campaign.decision import Decision
from tracker.campaign.evolve import evolve
from tracker.campaign.options import DICE, in_force
from tracker.campaign.parts import Prompt
from tracker.campaign.settling import RollSpec
from tracker.campaign.state import CampaignState
from tracker.campaign.steps import Question, question_of
from tracker.dice import DiceSource, SystemDice, Tray
from tracker.errors import Refused
from tracker.language import _
from tracker.reports.dependants import Dependant, consequences, dependants, said
from tracker.rulesets.base import Judgement, Odds, Ruleset
from tracker.store import Log, Store
from tracker.store.log import Transaction

_BATCH = 1000  # events per round of a rebuild

Progress = Callable[[int, int], None]
"""Is told how many events of how many are done."""


def _untold(done: int, all: int) -> None: ...


class Outcome(Struct, frozen=True):
    """What a command recorded. ``repeated``: the action was recorded already, and these are its stored events."""

    campaign: str
    action_id: str
    head: int
    events: tuple[ev.Recorded, ...]
    pending: dict[int, Prompt]
    repeated: bool = False


class PreviewedRoll(Struct, frozen=True):
    """A roll as a command would make it; ``odds`` are its exact chances, ``costs`` points by pool; ``mode`` and ``needed``
    as in ``RollMade``."""

    subject: str
    name: str
    kind: str
    what: str
    base: int
    modifiers: tuple[ev.AppliedModifier, ...]
    target: int
    caps: tuple[str, ...]
    odds: Odds
    mode: str
    needed: int | None
    costs: dict[str, int]

    @property
    def percent(self) -> float:
        """Chance of success in percent, to one decimal."""
        return self.odds.percent

    def agreed(self) -> tuple[object, ...]:
        """What a conflict is measured by: whose roll it is, its target and its costs."""
        return self.subject, self.kind, self.what, self.target, self.mode, self.needed, self.costs


class Preview(Struct, frozen=True):
    """What a command would do at ``head``: its rolls, what it would record at once, and in words what else is thrown for and
    what the GM may want to decide otherwise."""

    head: int
    rolls: tuple[PreviewedRoll, ...]
    facts: tuple[ev.Fact, ...]
    notes: tuple[str, ...] = ()


class Conflict(Refused):
    """The campaign moved on and the previewed roll would be another one: nothing is recorded, the dice are handed back."""

    def __init__(self, before: Preview, now: Preview, dice: Sequence[str]) -> None:
        changes = [
            _(
                "{name} {what}: target {old} is now {new}",
                name=new.name,
                what=phrases.said(new.what),
                old=old.target,
                new=new.target,
            )
            if old.target != new.target
            else _(
                "{name} {what}: it now costs {costs}",
                name=new.name,
                what=phrases.said(new.what),
                costs=_(", ").join(f"{pool} {cost}" for pool, cost in new.costs.items()),
            )
            for old, new in zip(before.rolls, now.rolls, strict=False)
            if old.agreed() != new.agreed()
        ]
        super().__init__(
            _(
                "The campaign has moved on: {changes}. Nothing was recorded.",
                changes="; ".join(changes) or _("other rolls would be made"),
            ),
            code="conflict",
            where="target",
        )
        self.now = now
        self.dice = tuple(dice)


KEEP, VOID = "keep", "void"  # what becomes of the events that rest on what is taken back


class Dependants(Refused):
    """Later events rest on what is to be taken back or corrected, and nobody has said what becomes of them: nothing is
    recorded. ``found`` are these, ``sentences`` what the GM reads of them."""

    def __init__(self, position: int, found: Sequence[Dependant]) -> None:
        self.found = tuple(found)
        self.sentences = said(found)
        shown = "; ".join(self.sentences[:_SHOWN])
        more = _("; and {count} more", count=len(self.sentences) - _SHOWN) if len(self.sentences) > _SHOWN else ""
        super().__init__(
            _(
                "Later events rest on event {position} ({found}): say “dependants keep” to leave them as they are, "
                "or “dependants void” to take them back too. Nothing was recorded.",
                position=position,
                found=f"{shown}{more}",
            ),
            code="dependants",
            where="dependants",
        )


_SHOWN = 6


class Campaign:
    """One opened campaign. Its ``state`` is replaced, never changed, so other threads may go on reading an older one;
    commands come from one thread at a time."""

    def __init__(self, log: Log, author: str = "GM", source: DiceSource | None = None) -> None:
        self.log = log
        self.author = author
        self.source = source or SystemDice()
        head = log.head().position
        state = moments.keyframe(log, head)
        if head - state.head >= moments.KEYFRAME_EVERY:  # those of another version are not used: new ones take their place
            try:
                with log.writing() as tx:
                    state = moments.keep_up(log, tx, state)
            except Refused:  # nothing can be written now: the next opening tries again
                state = moments.keyframe(log, head)
        self._keyframe_at = state.head
        self.state = moments.catch_up(log, state)
        self._ruleset = rulesets.get(self.state.ruleset)
        self._views = Views(self._ruleset)

    @classmethod
    def create(cls, store: Store, name: str, ruleset: str, author: str = "GM", source: DiceSource | None = None) -> Campaign:
        """A new campaign whose first event is recorded. Raises Refused."""
        rules = rulesets.get(ruleset)
        campaign_id = uuid4().hex

        def begin(tx: Transaction) -> None:
            tx.read_model_version = projections.VERSION
            empty = CampaignState(id=campaign_id)
            decision = decide(empty, rules, cmd.CreateCampaign(name=name, ruleset=rules.id), Tray(), tx)
            _append(tx, decision, uuid4().hex, author)

        log = store.create(name, rules.id, campaign_id, begin)
        store.remember(log.name)
        return cls(log, author, source)

    @classmethod
    def open(
        cls, store: Store, name: str, author: str = "GM", source: DiceSource | None = None, progress: Progress = _untold
    ) -> Campaign:
        """An existing campaign, its read models rebuilt when this program has others, of which ``progress`` is told. Raises
        Refused, also when they were built by a newer program."""
        log = store.open(name)
        if log.read_model_version() != projections.VERSION:
            with log.writing() as tx:
                if tx.read_model_version != projections.VERSION:  # nobody else did it while we waited for our turn
                    _rebuild(tx, progress)
        return cls(log, author, source)

    @property
    def ruleset(self) -> Ruleset:
        """The rule system as the campaign plays it now."""
        return in_force(self._ruleset, self.state)

    def refresh(self) -> bool:
        """Take in what others appended; True when there was something."""
        before = self.state.head
        if self.log.head().position > before:
            self.state = moments.catch_up(self.log, self.state.fork())
        return self.state.head > before

    def view(self, name: str, state: CampaignState | None = None) -> CharacterView:
        """A character by name, now or in another state. Raises Refused."""
        state = state or self.state
        return view(state, find_character(state, name), self._ruleset)

    def views(self, state: CampaignState | None = None) -> list[CharacterView]:
        """All characters, in the order in which they came."""
        return self._views.of(state or self.state)

    def names(self) -> dict[str, str]:
        """Characters' names by id, the removed ones too."""
        return {key: character.name.get(key) for key, character in self.state.characters.items()}

    def preview(self, command: cmd.Command, *, secret: bool = False) -> Preview:
        """What a command would do, without dice. Raises Refused as the command itself would."""
        return self._preview(self.state, command, self.log, secret)

    def execute(
        self,
        command: cmd.Command,
        *,
        dice: Iterable[str] = (),
        author: str | None = None,
        action_id: str | None = None,
        secret: bool = False,
        previewed: Preview | None = None,
        file: bytes | None = None,
    ) -> Outcome:
        """Decide a command and record what it leads to, whole or not at all; ``file`` are the bytes of one that it names by
        its fingerprint and that is to be kept.

        ``dice`` are given by hand (``"3,4,5"``, ``"mira:3,4,5"``); the rest is thrown here, or asked for when the campaign
        throws by hand. A repeated ``action_id`` returns what is stored. Raises Refused, and Conflict when ``previewed``
        no longer holds; nothing is recorded then.
        """
        dice = tuple(dice)
        with self.log.writing() as tx:
            if tx.head.position > self.state.head:
                self.state = _fold(self.state.fork(), tx.facts(self.state.head))
            if action_id is not None and (stored := tx.action(action_id)):
                return self._outcome(stored, repeated=True)
            self._check_version(tx)
            if previewed is not None and previewed.head != self.state.head:
                now = self._preview(self.state, command, tx, secret)
                if [roll.agreed() for roll in now.rolls] != [roll.agreed() for roll in previewed.rolls]:
                    raise Conflict(previewed, now, dice)
            source = self.source if DICE.value(self.state, self.ruleset) == "system" else None
            command = self._with_dependants(self.state, command, tx)
            tray = Tray.given(dice, source)
            decision = decide(self.state, self._ruleset, command, tray, tx, secret=secret, views=self._views)
            recorded = _append(tx, decision, action_id or uuid4().hex, author or self.author)
            if file is not None:
                tx.keep_file(file)
            keeper = moments.Keeper(tx, self._keyframe_at)
            keeper.after_action(decision.state)
        self._keyframe_at = keeper.at
        self.state = decision.state
        return self._outcome(recorded)

    def dependants(self, positions: Collection[int]) -> list[Dependant]:
        """What rests on the events at these positions now."""
        with self.log.reading() as connection:
            return dependants(connection, self.log.id, self.log.get, self.state, positions)

    def _with_dependants(self, state: CampaignState, command: cmd.Command, facts: Log | Transaction) -> cmd.Command:
        """A void, a correction or a revelation with the later events that go with it. Raises Dependants where some rest on
        it and nobody has said what becomes of them."""
        if not isinstance(command, cmd.Void | cmd.Correct | cmd.Reveal):
            return command
        with contextlib.nullcontext(facts.connection) if isinstance(facts, Transaction) else facts.reading() as connection:
            if isinstance(command, cmd.Reveal):
                come_of_it = consequences(connection, self.log.id, facts.get, state, command.position)
                return replace(command, resting=tuple(come_of_it))
            if command.dependants not in ("", KEEP, VOID):
                raise Refused(
                    _(
                        "Dependants are kept ({KEEP}) or taken back too ({VOID}), not “{dependants}”.",
                        KEEP=KEEP,
                        VOID=VOID,
                        dependants=command.dependants,
                    ),
                    code="bad_value",
                    where="dependants",
                )
            if isinstance(command, cmd.Correct):
                position = command.roll
                taken = planned(Decision(state, self._ruleset, Tray(), facts, views=self._views), command).taken
            else:
                position, taken = command.position, set(counting(facts, state, command.position))
            found = dependants(connection, self.log.id, facts.get, state, taken)
        if found and not command.dependants:
            raise Dependants(position, found)
        return replace(command, resting=tuple(one.position for one in found) if command.dependants == VOID else ())

    def _outcome(self, recorded: Sequence[ev.Recorded], *, repeated: bool = False) -> Outcome:
        envelope = recorded[0].envelope
        return Outcome(
            campaign=self.log.name,
            action_id=envelope.action,
            head=max(self.state.head, recorded[-1].position),
            events=tuple(recorded),
            pending=self.state.open_prompts(),
            repeated=repeated,
        )

    def _check_version(self, tx: Transaction) -> None:
        if tx.read_model_version != projections.VERSION:
            raise Refused(
                _("Another version of the program rebuilt this campaign's read models: use that version, or run “rebuild”."),
                code="other_version",
            )

    def _preview(self, state: CampaignState, command: cmd.Command, facts: Log | Transaction, secret: bool) -> Preview:
        if isinstance(command, cmd.Answer):
            return self._previewed_answer(Decision(state, self.ruleset, Tray(), facts, secret=secret), command.prompt)
        command = self._with_dependants(state, command, facts)
        decision = decide(state, self._ruleset, command, Tray(), facts, secret=secret, views=self._views)
        rolls, throws = [], []
        for fact in decision.made:
            if isinstance(fact.event, ev.PromptOpened) and fact.event.kind == "dice":
                question = convert(fact.event.ask, Question)
                if question.step == "roll":
                    rolls += [self._previewed(decision, each) for each in (question, *other_side(question))]
                else:
                    throws.append(phrases.asked(question.text))
        notes = tuple(
            _(
                "{name} met it {count} times before unknown time: within a day?",
                name=decision.name_of(fact.subject or ""),
                count=fact.event.uncertain,
            )
            for fact in decision.made
            if isinstance(fact.event, ev.FrightExposed) and fact.event.uncertain
        )
        return Preview(state.head, tuple(rolls), tuple(decision.made), (*throws, *notes))

    def _previewed_answer(self, decision: Decision, prompt: int) -> Preview:
        question = question_of(decision, prompt)
        rolls = (self._previewed(decision, question),) if question.step == "roll" else ()
        return Preview(decision.state.head, rolls, (), () if rolls else (question.text,))

    def _previewed(self, decision: Decision, question: Question) -> PreviewedRoll:
        spec = convert(question.data, RollSpec)
        rules = decision.ruleset.under(spec.rules)
        return PreviewedRoll(
            subject=question.subject,
            name=decision.name_of(question.subject),
            kind=spec.kind,
            what=ev.named_roll(spec.what, spec.default),
            base=spec.base,
            modifiers=spec.modifiers,
            target=spec.target,
            caps=spec.caps,
            odds=rules.odds(spec.base, spec.target, spec.kind, spec.mode),
            mode=spec.mode,
            needed=rules.needed(spec.target),
            costs=self._costs(decision, question.subject, spec),
        )

    def _costs(self, decision: Decision, subject: str, spec: RollSpec) -> dict[str, int]:
        """What a roll takes from each pool when it isn't a critical failure."""
        if subject not in decision.state.characters:
            return {}
        due = [(cost.pool, cost.points) for cost in spec.costs]
        if spec.kind == "effort" and self.ruleset.effort:
            due += self.ruleset.effort.costs(Judgement(True, False, "success", 0)).items()
        sheet = decision.sheet(subject)
        current = {name: pool.current for name, pool in sheet.pools.items()}
        maximum = {name: pool.maximum for name, pool in sheet.pools.items()}
        costs: dict[str, int] = {}
        for pool, points in due:
            for name, lost in self.ruleset.pool_loss(pool, points, current, maximum).changes.items():
                costs[name] = costs.get(name, 0) + lost
                current[name] -= lost
        return costs


def rebuild(log: Log, progress: Progress = _untold) -> None:
    """Throw all that is derived from the log away, read models and keyframes, and derive it anew.

    Raises Refused when a newer program built the read models.
    """
    with log.writing() as tx:
        _rebuild(tx, progress)


def _rebuild(tx: Transaction, progress: Progress) -> None:
    if tx.read_model_version > projections.VERSION:
        raise Refused(
            _("A newer version of the program built this campaign's read models; use that version."),
            code="newer_version",
        )
    projections.clear(tx.connection, tx.campaign)
    tx.drop_keyframes()
    keeper, state, events = moments.Keeper(tx, 0), CampaignState(id=tx.campaign), tx.read()
    while batch := list(islice(events, _BATCH)):
        projections.apply(tx.connection, tx.campaign, batch)
        state = keeper.fold(batch, state)
        progress(state.head, tx.head.position)
    projections.settle(tx.connection)
    keeper.after_action(state)
    tx.read_model_version = projections.VERSION


def _append(tx: Transaction, decision: Decision, action_id: str, author: str) -> list[ev.Recorded]:
    """Record a decision's facts and project them, within a transaction."""
    now = datetime.now(UTC)
    recorded_at, utc_offset = now.isoformat(timespec="microseconds").replace("+00:00", "Z"), _utc_offset(now)
    envelopes = [
        ev.Envelope(
            campaign=tx.campaign,
            position=fact.position,
            action=action_id,
            ordinal=ordinal,
            cause=fact.cause,
            procedure=fact.procedure,
            type=type(fact.event).__name__,
            version=fact.event.VERSION,
            session=fact.session,
            scene=fact.scene,
            subject=fact.subject,
            author=author,
            recorded_at=recorded_at,
            utc_offset=utc_offset,
            game_time=fact.game_time,
            visibility=fact.visibility,
        )
        for ordinal, fact in enumerate(decision.made)
    ]
    recorded = tx.append(
        action_id, [(envelope, fact.event) for envelope, fact in zip(envelopes, decision.made, strict=True)]
    )
    projections.apply(tx.connection, tx.campaign, recorded)
    return recorded


def _fold(state: CampaignState, facts: Iterable[ev.Fact]) -> CampaignState:
    for fact in facts:
        evolve(state, fact)
    return state


def _utc_offset(now: datetime) -> int:
    """The local offset from UTC in minutes."""
    return (time.localtime(now.timestamp()).tm_gmtoff or 0) // 60

"""A decision in the making: the facts so far, on a copy of the state that already knows them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Protocol

from msgspec import Struct

from tracker import events as ev
from tracker.campaign.characters import CharacterView, Views, view
from tracker.campaign.evolve import evolve
from tracker.campaign.options import chosen, in_force
from tracker.campaign.parts import Ruling
from tracker.campaign.state import CampaignState
from tracker.dice import Throw, Tray, parse
from tracker.errors import Refused
from tracker.events import codec
from tracker.language import _
from tracker.rulesets.base import Ruleset


class Facts(Protocol):
    """Recorded events that a command refers to."""

    def recorded(self, position: int) -> ev.Recorded | None:
        """The event at a position, None past the end."""

    def action(self, action_id: str) -> Sequence[ev.Recorded]:
        """All events of an action, in order."""


class Kept(Struct, frozen=True):
    """A throw that was recorded and is used again where the very same is thrown for anew: by the ``kind`` of its event, by
    whom and for ``what``; ``position`` is its event's."""

    position: int
    kind: type[ev.Event]
    subject: str
    what: str
    throw: Throw


class Decision:
    """What a command leads to. ``state`` is a fork that evolves with every fact, so that each consequence is decided on
    the state that the one before left behind; a fact's position is final, for the append happens at this very head."""

    def __init__(
        self,
        state: CampaignState,
        ruleset: Ruleset,
        tray: Tray,
        facts: Facts,
        *,
        secret: bool = False,
        views: Views | None = None,
    ) -> None:
        self.state = state.fork()
        self.ruleset = in_force(ruleset, state)
        self._recorded = state.characters
        self._views = views or Views(ruleset)
        self.tray = tray
        self.facts = facts
        self.visibility = ev.GM_ONLY if secret else ev.EVERYONE
        self.made: list[ev.Fact] = []
        self.turns: list[Callable[[], None]] = []  # see ``steps.in_turn``
        self.kept: list[Kept] = []
        self._moment: tuple[int | None, int | None] | None = None  # session and scene of what is decided in retrospect

    def record(
        self,
        event: ev.Event,
        *,
        subject: str | None = None,
        cause: int | None = None,
        procedure: int | None = None,
        about: Sequence[int] = (),
    ) -> int:
        """Add an event; returns its position. What follows from a hidden event stays hidden: from its ``cause``, from the
        beginning of its ``procedure``, or from one of those that it is ``about`` (a condition that time ends, the rolls that
        a verdict counts)."""
        # Decided on is what will be read back: a tuple within a free-form field, say, comes back as a list.
        event = codec.decode(type(event).__name__, event.VERSION, codec.encode(event))
        position = self.state.head + 1
        session, scene = self._moment or (self.state.session_number, self.state.scene_position)
        if isinstance(event, ev.SessionStarted):
            session, scene = event.number, None
        elif isinstance(event, ev.SceneStarted):
            scene = position
        hidden = any(self.hidden(other) for other in (cause, procedure, *about) if other is not None)
        fact = ev.Fact(
            position=position,
            event=event,
            subject=subject or None,  # a random check is nobody's
            game_time=self.state.clock,
            session=session,
            scene=scene,
            cause=cause,
            procedure=procedure,
            visibility=ev.GM_ONLY if hidden else self.visibility,
        )
        evolve(self.state, fact)
        self.made.append(fact)
        return position

    @contextmanager
    def back_at(self, envelope: ev.Envelope) -> Iterator[dict[str, str]]:
        """Decide what belongs to an earlier moment: by its clock and the system's options of that day, which it gives, and
        recorded with its session and scene."""
        ruleset, ahead = self.ruleset, self.state.clock - envelope.game_time
        then = self.state.fork()
        then.options = {name: option.until(envelope.position) for name, option in self.state.options.items()}
        rules = chosen(ruleset, then)
        self.ruleset = ruleset.under(rules)
        self._moment = envelope.session, envelope.scene
        self.state.clock -= ahead
        yield rules
        self.state.clock += ahead
        self._moment = None
        self.ruleset = ruleset

    def hidden(self, position: int) -> bool:
        """Whether an event is for the GM alone."""
        if position in self.state.revealed:
            return False
        if (made := self._made(position)) is not None:
            return made.visibility == ev.GM_ONLY
        recorded = self.facts.recorded(position)
        return recorded is not None and recorded.envelope.visibility == ev.GM_ONLY

    def kept_throw(self, kind: type[ev.Event], subject: str, what: str, notation: str) -> Kept | None:
        """The next throw that was kept for just this; it is not kept any longer."""
        thrown = str(parse(notation)) if self.kept else ""  # “1d” is recorded as 1d6
        for kept in self.kept:
            if (kept.kind, kept.subject, kept.what, kept.throw.notation) == (kind, subject, what, thrown):
                self.kept.remove(kept)
                return kept
        return None

    def _made(self, position: int) -> ev.Fact | None:
        """The fact of this decision at a position, None for what was recorded before."""
        at = position - (self.state.head - len(self.made)) - 1
        return self.made[at] if at >= 0 else None

    def name_of(self, subject: str) -> str:
        """What a subject is called."""
        character = self.state.characters.get(subject)
        return character.name.get(subject) if character else subject.removeprefix("@")

    def sheet(self, subject: str) -> CharacterView:
        """A character as it stands after the facts so far, by id."""
        character = self.state.characters[subject]
        if character is self._recorded.get(subject):
            return self._views.one(self.state, character)
        return view(self.state, character, self.ruleset)

    def outcome(self, position: int, made: ev.RollMade) -> Ruling:
        """What a roll counts as: the last ruling, else how the dice fell."""
        ruled = self.state.rulings.get(position)
        return ruled.entries[-1][1] if ruled else Ruling(made.degree, made.success, made.critical)

    def roll_that_stands(self, position: int) -> ev.RollMade:
        """The roll that counts in place of one, recorded or made by now."""
        at = max(self.state.rerolls.get(position, (position,)))
        event = self.known(at)
        if not isinstance(event, ev.RollMade):
            raise TypeError(f"event {at} is no roll")
        return event

    def behind(self, rolls: Sequence[int]) -> tuple[int, ...]:
        """All that rolls count by: themselves, those made in their place, and what was ruled about them."""
        anew = (position for roll in rolls for position in self.state.rerolls.get(roll, ()))
        ruled = (at for roll in rolls if roll in self.state.rulings for at, _ in self.state.rulings[roll].entries)
        return (*rolls, *anew, *ruled)

    def known(self, position: int) -> ev.Event | None:
        """An event, recorded or made by now, None where there is none."""
        if (made := self._made(position)) is not None:
            return made.event
        recorded = self.facts.recorded(position)
        return recorded.event if recorded else None

    def subject_at(self, position: int) -> str | None:
        """Whom an event is about, recorded or made by now."""
        if (made := self._made(position)) is not None:
            return made.subject
        recorded = self.facts.recorded(position)
        return recorded.subject if recorded else None

    def event_at(self, position: int) -> ev.Recorded:
        """A recorded event. Raises Refused when the log doesn't reach that far."""
        recorded = self.facts.recorded(position)
        if recorded is None:
            raise Refused(
                _("There is no event {position}; the log ends at {head}.", position=position, head=self.state.head),
                code="not_found",
                where="position",
            )
        return recorded

    def roll_at(self, position: int) -> tuple[ev.Recorded, ev.RollMade]:
        """A recorded roll that counts. Raises Refused otherwise."""
        recorded = self.event_at(position)
        if not isinstance(recorded.event, ev.RollMade):
            raise Refused(_("Event {position} is not a roll.", position=position), code="not_a_roll", where="position")
        if position in self.state.void_positions:
            raise Refused(
                _(
                    "The roll {position} was taken back by {void_positions}.",
                    position=position,
                    void_positions=self.state.void_positions[position],
                ),
                code="voided",
                where="position",
            )
        return recorded, recorded.event

"""What play changed of a character, as a program that keeps sheets can take it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta, timezone

from msgspec import Struct
from sqlalchemy import or_, select

from tracker import events as ev
from tracker.campaign.characters import view
from tracker.campaign.newer_sheets import standing, worsened
from tracker.campaign.parts import Character
from tracker.campaign.state import CampaignState
from tracker.language import _
from tracker.projections.ledger import POINTS
from tracker.projections.schema import ledger
from tracker.rulesets.base import Ruleset
from tracker.store import Log
from tracker.text import spoken

GM = "GM"
"""What a player is told about something that is for the GM's eyes only and changes a number of theirs."""


class PlayedTrait(Struct, frozen=True):
    """A trait that play gave at ``position``; ``notes`` say where it came from."""

    position: int
    name: str
    points: int
    notes: str


class PlayedPoints(Struct, frozen=True):
    """What something in play came to in points, all that followed from it together: ``total`` and ``spent`` are changes,
    ``when`` the author's local time in RFC 3339. ``name`` is what was bought, ``reason`` why it was."""

    position: int
    total: int
    spent: int
    when: str
    name: str
    reason: str


class Played(Struct, frozen=True):
    """All that play changed of a character, by id, up to the head's ``position``.

    ``self_control`` has the changed numbers by folded trait, with the positions that changed them. ``points`` leave out what
    came to nothing; ``gained`` and ``used`` are the changes of total and spent in all, ``total`` and ``spent`` what the
    character has with them. ``lost`` is what each pool is short of, ``left_out`` are sentences about what no sheet takes."""

    character: str
    position: int
    traits: tuple[PlayedTrait, ...]
    self_control: dict[str, tuple[tuple[int, ...], int]]
    points: tuple[PlayedPoints, ...]
    lost: dict[str, int]
    gained: int
    used: int
    total: float
    spent: float
    left_out: tuple[str, ...]


def played(log: Log, state: CampaignState, character: Character, ruleset: Ruleset) -> Played:
    """What play changed of a character up to the state's head. What is secret is in it as a number only."""
    gained = standing(state, character)
    recorded = log.get([*gained, *worsened(state, character)])
    sheet = view(state, character, ruleset)
    return Played(
        character=character.id,
        position=state.head,
        traits=tuple(_trait(state, recorded[at]) for at in gained),
        self_control=_self_control(state, character, recorded),
        points=tuple(_points(log, state, character)),
        lost={name: pool.maximum - pool.current for name, pool in sheet.pools.items()},
        gained=character.points_total,
        used=character.points_spent,
        total=sheet.points_total,
        spent=sheet.points_spent,
        left_out=tuple(_left_out(character)),
    )


def _self_control(
    state: CampaignState, character: Character, recorded: Mapping[int, ev.Recorded]
) -> dict[str, tuple[tuple[int, ...], int]]:
    found: dict[str, tuple[tuple[int, ...], int]] = {}
    for at, (name, number) in worsened(state, character).items():
        if recorded[at].envelope.visibility != ev.GM_ONLY:
            earlier, _ = found.get(name, ((), 0))
            found[name] = ((*earlier, at), number)
    return found


def _trait(state: CampaignState, recorded: ev.Recorded) -> PlayedTrait:
    trait = recorded.event
    assert isinstance(trait, ev.TraitAcquired)  # noqa: S101 (nothing else brings a trait into the state)
    if recorded.envelope.visibility == ev.GM_ONLY:
        return PlayedTrait(recorded.position, GM, trait.points, "")
    threat = state.threats.get(trait.threat or "")
    said = [
        "Fright Check" if trait.origin == "fright" else spoken(trait.origin),
        *([threat.get(trait.threat or "")] if threat else []),
        *([f"session {recorded.envelope.session}"] if recorded.envelope.session is not None else []),
    ]
    return PlayedTrait(recorded.position, trait.name, trait.points, f"From play: {', '.join(said)}")


def _points(log: Log, state: CampaignState, character: Character) -> list[PlayedPoints]:
    """The lines of the ledger that count, those that belong together as one, the oldest first."""
    query = select(ledger.c.position).where(
        ledger.c.campaign_id == log.id,
        ledger.c.character == character.id,
        ledger.c.pool == POINTS,
        ledger.c.position <= state.head,
        or_(ledger.c.voided.is_(None), ledger.c.voided > state.head),
    )
    with log.reading() as connection:
        positions = sorted(connection.execute(query).scalars())
    lines = log.get(positions)
    causes = log.get(one.envelope.cause for one in lines.values() if one.envelope.cause is not None)
    together: dict[int, list[ev.Recorded]] = {}
    for position in positions:
        together.setdefault(_root(lines[position], causes), []).append(lines[position])
    found = []
    for root, some in sorted(together.items()):
        changes = [one.event for one in some if isinstance(one.event, ev.PointsChanged)]
        total, spent = sum(one.total for one in changes), sum(one.spent for one in changes)
        if total or spent:
            name, reason = _words(some[0])
            found.append(PlayedPoints(root, total, spent, _when(some[0]), name, reason))
    return found


def _root(line: ev.Recorded, causes: Mapping[int, ev.Recorded]) -> int:
    """What a change of points goes back to: the trait or the number that it came with, also where it was bought off, the
    award that a sheet took over, else the change itself."""
    cause = causes.get(line.envelope.cause or 0)
    match cause.event if cause else None:
        case ev.TraitEnded(trait=trait):
            return trait
        case ev.TraitAcquired() | ev.SelfControlWorsened() | ev.PointsChanged():
            return line.envelope.cause or 0
    return line.position


def _words(line: ev.Recorded) -> tuple[str, str]:
    """What a change of points is called as something bought, and as an entry of the points' log."""
    change = line.event
    assert isinstance(change, ev.PointsChanged)  # noqa: S101 (the ledger's lines of points are just these)
    if line.envelope.visibility == ev.GM_ONLY:
        return GM, GM
    name = {"success": "Success bought", "buyoff": "Bought off"}.get(change.reason, "")
    name = f"{name}: {change.note}" if name else change.note or spoken(change.reason)
    session = "" if line.envelope.session is None else f" (session {line.envelope.session})"
    reason = spoken(change.reason).capitalize() + (f": {change.note}" if change.note else "") + session
    return name, reason


def _when(line: ev.Recorded) -> str:
    """The author's local time, to the second."""
    zone = timezone(timedelta(minutes=line.envelope.utc_offset))
    return datetime.fromisoformat(line.envelope.recorded_at).astimezone(zone).isoformat(timespec="seconds")


def _left_out(character: Character) -> list[str]:
    found = []
    if changes := [f"{key.upper()} {change:+d}" for key, change in character.attributes.items()]:
        found.append(_("Lasting changes of attributes aren't in the file: {changes}.", changes=_(", ").join(changes)))
    revision = character.sheet.get(character.added)
    by_hand = [character.names[key] for key, setting in character.values.items() if setting.entries[-1][0] > revision]
    if by_hand:
        found.append(
            _(
                "Values set by hand aren't in the file, and a newer sheet replaces them: {by_hand}.",
                by_hand=_(", ").join(by_hand),
            )
        )
    return found

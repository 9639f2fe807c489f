"""Decisions about a newer sheet of a character: what of play it holds already, and what of play it takes the place of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct

from tracker import events as ev
from tracker.campaign import commands as cmd
from tracker.campaign.decision import Decision
from tracker.campaign.injury import risen
from tracker.campaign.parts import Character, GainedTrait
from tracker.campaign.recovery import end_condition
from tracker.campaign.state import CampaignState
from tracker.errors import Refused
from tracker.events import Sheet, Trait
from tracker.language import _
from tracker.text import fold

CONDITIONS, TRAITS = "conditions", "traits"  # what a newer sheet may take the place of, beside pools by their names


class Doubt(Struct, frozen=True):
    """Something of play that a newer sheet may hold already: only its player knows. ``text`` says what it is."""

    position: int
    text: str


def doubts(state: CampaignState, character: Character, command: cmd.ImportCharacter) -> list[Doubt]:
    """What of play the newer sheet may hold already, in the order of the log.

    It is a trait or a self-control number that is new on the sheet and the same as what play gave, and the awards that the
    total grew by: those since the sheet before, or else all that no sheet holds. What a mark of an export tells apart is in
    no doubt.
    """
    before, after = state.sheet_of(character), command.sheet
    exported = command.exported or cmd.Exported()
    found = {
        at: _("the trait {name} [{points:+d}]", name=trait.name, points=trait.points)
        for at, trait in _same_traits(standing(state, character), before, after, exported).items()
    }
    lowered = sum(character.traits[at].points for at in found)
    found |= _same_self_control(state, character, before, after)
    growth = after.points_total - before.points_total
    known = {at: points for at, points in awards(state, character).items() if at > exported.position}
    since = character.sheet.get(character.added)
    for some in ({at: points for at, points in known.items() if at > since}, known):
        if some and sum(some.values()) in {growth, growth - lowered} - {0}:
            found |= {at: _("the award of {points}", points=points) for at, points in some.items()}
            break
    return [Doubt(at, text) for at, text in sorted(found.items())]


def standing(state: CampaignState, character: Character) -> dict[int, GainedTrait]:
    """The traits that play gave and that still hold, by position."""
    return dict(sorted(character.traits.items()))


def awards(state: CampaignState, character: Character) -> dict[int, int]:
    """The awards that no sheet holds itself, by position."""
    given = ((at, points) for at, (who, points) in state.awards.items() if who == character.id)
    return {at: points for at, points in given if at not in state.ends}


def worsened(state: CampaignState, character: Character) -> dict[int, tuple[str, int]]:
    """The self-control numbers that play made worse, by position: the folded name of the trait, and the number."""
    return {at: worse for at, worse in sorted(character.self_control.items()) if at not in state.ends}


def can_be_counted(state: CampaignState, character: Character) -> set[int]:
    """The positions of all of play that a newer sheet may hold itself."""
    return {*standing(state, character), *awards(state, character), *worsened(state, character)}


def revise(decision: Decision, character: Character, command: cmd.ImportCharacter) -> None:
    """Take a newer sheet. What happened in play stays, but for what the sheet holds itself (``command.same``) and what it
    takes the place of (``command.replace``). Raises Refused."""
    _check_answers(decision.state, character, command)
    pools = [_replaced(command, what) for what in command.replace]
    growth = command.sheet.points_total - decision.state.sheet_of(character).points_total
    same = sorted(set(command.same))
    in_place = sorted(worsened(decision.state, character)) if TRAITS in pools else []
    counted = tuple(sorted({*same, *in_place}))
    revised = decision.record(
        ev.SheetRevised(sheet=command.sheet, source=command.source, counted=counted), subject=character.id
    )
    points = {at: _points_of(decision, at) for at in counted}
    grown = sum(points[at][0] for at in same if at in decision.state.awards)
    others = [at for at in same if at not in decision.state.awards]
    # A trait from fright lowers the total with the spent points. A sheet that only gained the row doesn't hold that.
    holds_loss = growth - grown == sum(points[at][0] for at in others)
    for at in counted:
        total, spent = points[at]
        if at in others and at not in in_place and not holds_loss:
            total = 0
        _no_longer_beside(decision, character, at, total, spent)
    if TRAITS in pools:
        marked = command.exported.rows if command.exported else ()
        for at in standing(decision.state, character):
            if at not in marked:
                _no_longer_beside(decision, character, at, *_points_of(decision, at))
    if CONDITIONS in pools:
        for at in decision.sheet(character.id).conditions:
            end_condition(decision, character.id, at, by="sheet", cause=revised)
    for pool in pools:
        if pool not in (TRAITS, CONDITIONS):
            _take_pool(decision, character.id, pool, command, revised)


def _same_traits(
    gained: dict[int, GainedTrait], before: Sheet, after: Sheet, exported: cmd.Exported
) -> dict[int, GainedTrait]:
    """The traits of play that may be new rows of the sheet: those of the same name and points, and, where the player took
    the export's own row out, those of the same points."""
    found = {}
    rows = [*(_new(before, after, _named)).elements()]
    for at, trait in gained.items():
        if at in exported.rows:
            continue
        named = [row for row in rows if row == (fold(trait.name), trait.points)]
        instead = [row for row in rows if row[1] == trait.points] if at in exported.missing else []
        for row in (named or instead)[:1]:
            rows.remove(row)
            found[at] = trait
    return found


def _named(trait: Trait) -> tuple[str, float]:
    return fold(trait.name), trait.points or 0


def _new(before: Sheet, after: Sheet, key: Callable[[Trait], tuple[str, float]]) -> Counter[tuple[str, float]]:
    return Counter(map(key, after.traits)) - Counter(map(key, before.traits))


def _same_self_control(state: CampaignState, character: Character, before: Sheet, after: Sheet) -> dict[int, str]:
    """The worsened numbers that the sheet has now and hadn't before."""
    worse = worsened(state, character)
    last = dict(worse.values())
    numbers = [{fold(trait.name): trait.self_control for trait in sheet.traits} for sheet in (before, after)]
    agree = {name for name, number in last.items() if numbers[1].get(name) == number != numbers[0].get(name)}
    return {
        at: _("the self-control number {number} of {name}", number=number, name=name)
        for at, (name, number) in worse.items()
        if name in agree
    }


def _check_answers(state: CampaignState, character: Character, command: cmd.ImportCharacter) -> None:
    name = character.name.get("")
    for at in (*command.same, *command.apart):
        if at not in can_be_counted(state, character):
            raise Refused(
                _(
                    "Event {at} is no award, trait or self-control number of {name}'s that counts beside the sheet.",
                    at=at,
                    name=name,
                ),
                code="bad_position",
                where="same" if at in command.same else "apart",
            )
        if at in command.same and at in command.apart:
            raise Refused(_("Event {at} is said to be the same and to be apart.", at=at), code="bad_value", where="apart")
    answered = {*command.same, *command.apart}
    if open_ := [doubt for doubt in doubts(state, character, command) if doubt.position not in answered]:
        raise Refused(
            _(
                "{name}'s newer sheet may hold already {found}: say --same EVENT for each that it holds, "
                "so that it doesn't count twice, and --apart EVENT for each that counts beside it (or "
                "all).",
                name=name,
                found=_told(open_),
            ),
            code="doubtful",
            where="same",
        )


def _told(found: Sequence[Doubt]) -> str:
    return _("; ").join(_("{what} (event {position})", what=doubt.text, position=doubt.position) for doubt in found)


def _replaced(command: cmd.ImportCharacter, what: str) -> str:
    """What a word of ``replace`` means: conditions, traits, or the name of a pool that the file has. Raises Refused."""
    words: Iterable[str] = (CONDITIONS, TRAITS, *command.sheet.pools)
    for word in words:
        if fold(word) == fold(what):
            return word
    raise Refused(
        _("“{what}” can't be taken from the file; say {words}.", what=what, words=_(", ").join(words)),
        code="bad_value",
        where="replace",
    )


def _points_of(decision: Decision, position: int) -> tuple[int, int]:
    """What an award, or the consequence that a trait or a self-control number brought along, changed of total and spent."""
    action = decision.event_at(position).envelope.action
    found = [
        one.event
        for one in decision.facts.action(action)
        if isinstance(one.event, ev.PointsChanged) and position in (one.position, one.envelope.cause)
    ]
    return sum(one.total for one in found), sum(one.spent for one in found)


def _no_longer_beside(decision: Decision, character: Character, position: int, total: int, spent: int) -> None:
    """Let something of play count no longer, as the sheet has its points."""
    if trait := character.traits.get(position):
        ended = ev.TraitEnded(trait=position, name=trait.name, points=0, by="sheet")
        decision.record(ended, subject=character.id, cause=position)
    if total or spent:
        note = trait.name if trait else "award" if position in decision.state.awards else "self-control"
        changed = ev.PointsChanged(total=-total, spent=-spent, reason="sheet", note=note)
        decision.record(changed, subject=character.id, cause=position)


def _take_pool(decision: Decision, subject: str, pool: str, command: cmd.ImportCharacter, revised: int) -> None:
    """What is lost of a pool is what the file says. That asks for no rolls; those that it makes needless are closed."""
    lost = command.sheet.pools[pool] - command.current.get(pool, command.sheet.pools[pool])
    change = -lost - decision.state.characters[subject].pools.get(pool, 0)
    if change:
        event = ev.PoolChanged(pool=pool, change=change, reason="sheet", note=command.source.filename)
        position = decision.record(event, subject=subject, cause=revised)
        if change > 0:
            risen(decision, subject, pool, position)

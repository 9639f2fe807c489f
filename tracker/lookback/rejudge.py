"""What other options, or another edition of the rules, would have made of the dice that were thrown. Nothing is recorded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from tracker import events as ev
from tracker.campaign.throws import MINIMUM, Thrown, read
from tracker.dice import parse
from tracker.language import _, ngettext
from tracker.phrases import said
from tracker.reports import history
from tracker.reports.day_rules import DayRules
from tracker.reports.filters import Filter
from tracker.reports.overrides import Ruled, rulings
from tracker.reports.render import flush_right, place, wrapped
from tracker.reports.roster import called, names
from tracker.reports.words import word
from tracker.rulesets.base import Modifier, Ruleset
from tracker.store import Log

NOT_ALLOWED = "not_allowed"
"""The outcome of a roll that other rules don't let anybody make."""

_PAGE = 500
_TO = " -> "


class Verdict(Struct, frozen=True):
    """How a roll is judged: the number to roll against, the system's word for the outcome, and the margin in points (None
    where the roll isn't made)."""

    target: int
    degree: str
    success: bool
    critical: bool
    margin: int | None


class Rejudged(Struct, frozen=True, tag_field="type", tag="difference"):
    """A roll that comes out otherwise: ``before`` as recorded, ``after`` as the other rules have it. ``ruled`` is the degree
    that it counts as by the GM's word, points or a reroll, whatever the dice say."""

    position: int
    character: str
    kind: str
    what: str
    session: int | None
    secret: bool
    dice: tuple[int, ...]
    total: int
    before: Verdict
    after: Verdict
    ruled: str = ""


class Unjudged(Struct, frozen=True, tag_field="type", tag="unjudged"):
    """A roll that the other rules can't judge, and why (a clause)."""

    position: int
    character: str
    what: str
    why: str


class Rejudging(Struct, frozen=True):
    """What came of judging rolls again: how many were judged, those that differ, and those that can't be judged."""

    judged: int
    differing: tuple[Rejudged, ...]
    unjudged: tuple[Unjudged, ...]

    @property
    def changes(self) -> dict[str, int]:
        """How many rolls go from which outcome to which, the most frequent first."""
        found = Counter(f"{one.before.degree}{_TO}{one.after.degree}" for one in self.differing)
        return dict(found.most_common())

    @property
    def kinds(self) -> dict[str, int]:
        """How many rolls of each kind differ."""
        return dict(Counter(one.kind for one in self.differing).most_common())


def rejudge(
    log: Log, ruleset: Ruleset, filter: Filter, other: Ruleset | None = None, options: Mapping[str, str] | None = None
) -> Rejudging:
    """Judge the rolls that match and count once more: by the rules of their day with some ``options`` changed, or by an
    ``other`` system with these of its options. ``ruleset`` is the campaign's own. Raises ValueError for an option's value
    that the system doesn't have."""
    options = options or {}
    day = DayRules(log, ruleset)
    (other or ruleset).under(options)
    with log.reading() as connection:
        positions = [*history.roll_positions(connection, log.id, filter.counting())]
        known, ruled = names(connection, log.id), rulings(connection, log.id)
    judged, differing, unjudged = 0, list[Rejudged](), list[Unjudged]()
    for start in range(0, len(positions), _PAGE):
        page = [recorded for _, recorded in sorted(log.get(positions[start : start + _PAGE]).items())]
        rules = day.of(page)
        for recorded in page:
            made = recorded.event
            own = rules.get(recorded.position)
            if not isinstance(made, ev.RollMade) or own is None:
                continue
            new = (
                other.under(options)
                if other is not None
                else own
                if not options
                else ruleset.under({**day.chosen(recorded.position), **options})
            )
            found = again(made, own, new)
            who = called(known, recorded.subject)
            if isinstance(found, str):
                unjudged.append(Unjudged(recorded.position, who, made.named, found))
                continue
            judged += 1
            before = as_recorded(made)
            if differs(before, found, new):
                differing.append(_rejudged(recorded, made, who, before, found, ruled.get(recorded.position)))
    return Rejudging(judged, tuple(differing), tuple(unjudged))


def again(made: ev.RollMade, own: Ruleset, new: Ruleset) -> Verdict | str:
    """How ``new`` rules judge a roll that was made by its ``own``, or why they can't."""
    if parse(made.notation) != parse(new.notation):
        return _("it was thrown with {thrown}, and {asked} is asked for", thrown=made.notation, asked=new.notation)
    if made.mode and made.mode not in new.modes:
        return _("there is no {mode} in {title}", mode=word(made.mode), title=_(new.title))
    target = _target(made, own, new)
    if new.targets and not new.targets[0] <= target <= new.targets[1]:
        least, most = new.targets
        return _("a target is {least} to {most} there, not {target}", least=least, most=most, target=target)
    if new.refusal(target, made.kind) and not own.refusal(made.target, made.kind):
        return Verdict(target, NOT_ALLOWED, success=False, critical=False, margin=None)
    throws = _throws(made, target, new)
    if throws is None:
        return _("which of its throws was made once more is not recorded")
    reading = read(new, made.base, target, made.kind, made.mode, throws)
    if reading is None:
        return _("a {total} would be thrown once more", total=throws[0].total)
    found = reading.judged
    return Verdict(target, found.degree, found.success, found.critical, found.margin)


def _target(made: ev.RollMade, own: Ruleset, new: Ruleset) -> int:
    """The target by the new rules, with their caps; one that the GM set, or that a contest made of it, stays."""
    modifiers = [Modifier(one.label, one.value, one.source) for one in made.modifiers]
    if made.computed is not None or own.target(made.base, modifiers, made.kind).value != made.target:
        return made.target
    return new.target(made.base, modifiers, made.kind).value


def _throws(made: ev.RollMade, target: int, new: Ruleset) -> list[Thrown] | None:
    """The throws of a roll in an order in which they may have been made; None where it matters and isn't known."""
    once_more = [Thrown(one.dice, one.dice_source, one.total) for one in made.dropped if one.why == MINIMUM]
    rolls = [
        Thrown(made.dice, made.dice_source, made.total),
        *(Thrown(one.dice, one.dice_source, one.total) for one in made.dropped if one.why != MINIMUM),
    ]
    if made.mode and once_more and not new.rerolled(target, once_more[0].total, made.kind):
        return None
    return [throw for at, roll in enumerate(rolls) for throw in (*once_more[at : at + 1], roll)]


def as_recorded(made: ev.RollMade) -> Verdict:
    """How a roll was judged."""
    return Verdict(made.target, made.degree, made.success, made.critical, made.margin)


def differs(before: Verdict, after: Verdict, rules: Ruleset) -> bool:
    """Whether the outcome is another one. Words that the new rules don't have are compared by what they mean."""
    if (before.success, before.critical) != (after.success, after.critical) or after.degree == NOT_ALLOWED:
        return True
    return before.degree != after.degree and before.degree in {degree.name for degree in rules.degrees}


def _rejudged(
    recorded: ev.Recorded, made: ev.RollMade, who: str, before: Verdict, after: Verdict, ruled: Ruled | None
) -> Rejudged:
    return Rejudged(
        position=recorded.position,
        character=who,
        kind=made.kind,
        what=made.named,
        session=recorded.envelope.session,
        secret=recorded.envelope.visibility == ev.GM_ONLY,
        dice=made.dice,
        total=made.total,
        before=before,
        after=after,
        ruled=ruled.degree if ruled else "",
    )


def as_text(found: Rejudging) -> Iterator[str]:
    """What came of it, in plain lines."""
    yield ngettext(
        "{count} roll judged again, {differing:,} would come out otherwise",
        "{count} rolls judged again, {differing:,} would come out otherwise",
        found.judged,
        differing=len(found.differing),
    )
    for change, count in found.changes.items():
        yield f"{count:7,}  {' -> '.join(map(word, change.split(_TO)))}"
    if found.kinds:
        kinds = (f"{word(kind)} {count:,}" for kind, count in found.kinds.items())
        yield _("by kind: {kinds}", kinds=_(", ").join(kinds))
    for one in found.differing:
        yield from wrapped(line_of(one), indent=" " * 11)
    if found.unjudged:
        yield ""
        yield ngettext("{count} roll can't be judged so:", "{count} rolls can't be judged so:", len(found.unjudged))
        yield from _reasons(found.unjudged)


def line_of(one: Rejudged) -> str:
    """A roll that comes out otherwise, in one line."""
    need = _("need {need}", need=one.before.target)
    if one.after.target != one.before.target:
        need += _(" now {target}", target=one.after.target)
    ruled = _("; counts as {degree} in any case", degree=word(one.ruled)) if one.ruled else ""
    outcome = f"{word(one.before.degree)} -> {word(one.after.degree)}"
    secret = "  [GM]" if one.secret else ""
    fell = _("rolled {rolled}", rolled=one.total)
    rolled = f"{one.character}: " + _(", ").join((said(one.what), need, fell))
    return f"{flush_right(place(one.position), 9)}  {rolled}: {outcome}{ruled}{secret}"


def _reasons(unjudged: Sequence[Unjudged]) -> Iterator[str]:
    by_reason: dict[str, list[int]] = {}
    for one in unjudged:
        by_reason.setdefault(one.why, []).append(one.position)
    for why, positions in by_reason.items():
        first = _(", ").join(map(place, positions[:8]))
        if len(positions) > 8:
            first = _("{items} and {number:,} more", items=first, number=len(positions) - 8)
        yield from wrapped(f"  {why}: {first}", indent="    ")

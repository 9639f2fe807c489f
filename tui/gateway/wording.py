"""Events in words: everything about what was done."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from tracker.language import N_, _, pgettext

if TYPE_CHECKING:
    from tracker.events import Recorded, RollMade
    from tracker.service import Campaign

    Fact = tuple[str, str]

REVEALED = N_("revealed")
"""The label of the fact that an event is no longer secret."""


def summary(recorded: Recorded, line: str) -> str:
    """The selected event in one line below the log, which names the character: a roll with its verdict, base, modifiers and
    dice; of others what the log says."""
    from tracker.events import RollMade
    from tracker.quickline.ahead import labelled, target_words
    from tracker.reports.render import OUTCOME_WORDS
    from tracker.reports.words import base_words, roll_name, word

    event = recorded.event
    if not isinstance(event, RollMade):
        return f"{recorded.position:,}  {line}"
    modifiers = " ".join(map(labelled, event.modifiers))
    target = target_words(event.target, event.needed)
    base = base_words(event)
    against = f"{base} {modifiers} = {target}" if modifiers else target if base == f"{event.base}" else base
    finer = "" if event.degree in OUTCOME_WORDS else f" ({word(event.degree)})"
    return _(
        "{position}  {need}; rolled {dice}; {verdict}",
        position=f"{recorded.position:,}",
        need=f"{roll_name(event)} {against}".rstrip(),
        dice=_dice_words(event),
        verdict=f"{_verdict(event)}{finer}",
    )


def _dice_words(roll: RollMade) -> str:
    from tracker.reports.wording import dice_text

    return dice_text(roll.dice, roll.total).replace("=", " = ")


def _verdict(roll: RollMade) -> str:
    from tracker.projections.classify import outcome
    from tracker.reports.render import OUTCOME_WORDS

    return _("{outcome} by {margin}", outcome=_(OUTCOME_WORDS[outcome(roll.success, roll.critical)]), margin=roll.margin)


def facts(
    recorded: Recorded,
    line: str,
    names: Mapping[str, str],
    causes: Sequence[str],
    voided_by: int | None,
    since: Sequence[Fact] = (),
) -> list[Fact]:
    """Everything about an event as label and value; the labels are English, to be translated where they are shown.
    ``causes`` are the lines that led to it, the nearest first; ``since`` is what was said about it later."""
    from tracker.durations import clock_words
    from tracker.events import RollMade
    from tracker.reports.render import wall_clock

    envelope, event = recorded.envelope, recorded.event
    found = [(N_("what"), line)]
    if isinstance(event, RollMade):
        found += _roll_facts(event)
    else:
        found += _payload_facts(recorded)
    found += [(N_("because of") if number == 0 else "", cause) for number, cause in enumerate(causes)]
    found += since
    if voided_by is not None:
        found.append((N_("taken back"), _("by event {position}", position=f"{voided_by:,}")))
    when = wall_clock(envelope.recorded_at, envelope.utc_offset)
    found += [
        (N_("who"), names.get(envelope.subject or "", envelope.subject or _("nobody in particular"))),
        (N_("session"), f"{envelope.session}" if envelope.session is not None else _("between sessions")),
        (
            N_("recorded"),
            _(
                "{moment} by {author}, in the game {clock}",
                moment=f"{when:%Y-%m-%d %H:%M:%S}",
                author=envelope.author,
                clock=clock_words(envelope.game_time),
            ),
        ),
        (N_("seen by"), _(_SEEN_BY[envelope.visibility])),
        (
            N_("event"),
            _(
                "{position}, {type} version {version}",
                position=f"{envelope.position:,}",
                type=envelope.type,
                version=envelope.version,
            ),
        ),
        (N_("action"), _("{action}, part {number}", action=envelope.action, number=envelope.ordinal + 1)),
        (N_("hash"), recorded.hash),
    ]
    return found


_SEEN_BY = {"everyone": N_("everyone"), "owner": N_("the player and the GM"), "gm": N_("the GM")}


def since(campaign: Campaign, position: int) -> list[Fact]:
    """What was said about an event later: what a roll counts as in the end, and what its player was told; how a note reads
    by now, and what is no longer secret."""
    from tracker.reports.history import told_of
    from tracker.reports.overrides import rulings
    from tracker.reports.since import amended_of, revealed_of

    with campaign.log.reading() as connection:
        ruled = rulings(connection, campaign.log.id, [position])
        told = told_of(connection, campaign.log.id, [position], campaign.log.get)
        amended = amended_of(connection, campaign.log.id, [position], campaign.log.get)
        revealed = revealed_of(connection, campaign.log.id, campaign.log.get, position).get(position)
    found = [(N_("counts as"), _by(str(each).removeprefix("-> "), each.position)) for each in ruled.values()]
    found += [(N_("reads now"), _by(getattr(one.event, "text", ""), one.position)) for one in amended.values()]
    if revealed is not None:
        author = revealed.envelope.author
        by = _("by event {position}, {author}", position=f"{revealed.position:,}", author=author)
        found.append((REVEALED, by))
    return found + [(N_("the player"), _("was told: {text}", text=text)) for text in told.values()]


def _by(text: str, position: int) -> str:
    return _("{text}, by event {position}", text=text, position=f"{position:,}")


_OF_BOTH = {
    "advantage": N_("advantage: the better of both rolls counts"),
    "disadvantage": N_("disadvantage: the worse of both rolls counts"),
}


def _roll_facts(roll: RollMade) -> Iterator[Fact]:
    from tracker.quickline.ahead import labelled
    from tracker.reports.wording import dice_text
    from tracker.reports.words import base_words, overrules, roll_name
    from tracker.text import spoken

    yield N_("base"), f"{roll_name(roll)} {base_words(roll)}".rstrip()
    for each in roll.modifiers:
        source = _(each.source)
        if each.expected is not None:
            source = _("{source}; the rules say {value}", source=source, value=f"{each.expected:+d}")
        yield N_("modifier"), _("{words} (source: {source})", words=labelled(each), source=source)
    if not roll.modifiers:
        yield N_("modifier"), _("none")
    for cap in roll.caps:
        yield N_("cap"), _(cap)
    target = f"{roll.target}"
    if roll.computed is not None:
        target = _("{target}, the rules say {value}", target=target, value=roll.computed)
    yield N_("target"), target
    if roll.needed is not None:
        yield N_("needed"), _("{number} or more", number=roll.needed)
    if roll.ruling:
        yield N_("ruling") if overrules(roll) else N_("reason"), roll.ruling
    if roll.represents:
        yield N_("represents"), roll.represents
    if roll.corrects is not None:
        yield N_("corrects"), _("event {position}", position=f"{roll.corrects:,}")
    if roll.reroll_of is not None:
        yield N_("rolled anew"), _("in place of event {position}", position=f"{roll.reroll_of:,}")
    if roll.mode:
        yield pgettext("roll", "mode"), _(_OF_BOTH[roll.mode])
    dice = f"{roll.notation}: {_dice_words(roll)}"
    yield N_("dice"), _("{words} (source: {source})", words=dice, source=_(roll.dice_source))
    for thrown in roll.dropped:
        why = _("the other roll") if thrown.why == roll.mode else _("the lowest that the dice show: thrown once more")
        yield N_("not counted"), f"{dice_text(thrown.dice, thrown.total)} ({why})"
    yield N_("outcome"), f"{_verdict(roll)}{_(', ')}{_(spoken(roll.degree))}"
    if roll.attempt > 1 or roll.task is not None:
        told = _("{attempt}, retry penalty {penalty}", attempt=roll.attempt, penalty=f"{roll.retry_penalty:+d}")
        yield N_("attempt"), told
    if roll.increase is not None:
        effort = f"+{roll.increase}%"
        if roll.motivation:
            effort = _("{effort}, motivated by {reason}", effort=effort, reason=roll.motivation)
        yield N_("effort"), effort
    if roll.threat:
        yield N_("threat"), roll.threat
    rules = f"{roll.ruleset} {roll.ruleset_version}"
    yield N_("rules"), _("{rules}, a {kind} roll", rules=rules, kind=_(roll.kind))


FIELDS = frozenset(
    {
        N_("action"),
        N_("after"),
        N_("applied"),
        N_("at"),
        N_("attempt"),
        N_("attribute"),
        N_("before"),
        N_("by"),
        N_("change"),
        N_("condition"),
        N_("course"),
        N_("critical"),
        N_("degree"),
        N_("destroyed"),
        N_("dice source"),
        N_("difficulty"),
        N_("earlier"),
        N_("effort"),
        N_("elapsed"),
        N_("every"),
        N_("expected"),
        N_("failures"),
        N_("feat"),
        N_("field"),
        N_("first"),
        N_("goal"),
        N_("hours"),
        N_("how"),
        N_("increase"),
        N_("influencer"),
        N_("key"),
        N_("kind"),
        N_("label"),
        N_("limit"),
        N_("long task"),
        N_("margin"),
        N_("modifier"),
        N_("montage"),
        N_("name"),
        N_("notation"),
        N_("note"),
        N_("number"),
        N_("origin"),
        N_("original"),
        N_("outcome"),
        N_("part"),
        N_("player"),
        N_("reading"),
        N_("points"),
        N_("policy"),
        N_("pool"),
        N_("position"),
        N_("present"),
        N_("procedure"),
        N_("prompt"),
        N_("reaction"),
        N_("reason"),
        N_("recover"),
        N_("recover from"),
        N_("restores"),
        N_("revives"),
        N_("roll"),
        N_("rounds"),
        N_("row"),
        N_("ruleset"),
        N_("ruleset version"),
        N_("seconds"),
        N_("session"),
        N_("sha256"),
        N_("skill"),
        N_("spent"),
        N_("status"),
        N_("success"),
        N_("successes"),
        N_("table"),
        N_("task"),
        N_("text"),
        N_("threat"),
        N_("title"),
        N_("trait"),
        N_("turn"),
        N_("turns"),
        N_("uncertain"),
        N_("unit"),
        N_("until"),
        N_("value"),
        N_("waived by"),
        N_("what"),
        N_("winner"),
    }
)
"""What the fields of events are called; those of rolls are told in words above."""


def _payload_facts(recorded: Recorded) -> Iterator[Fact]:
    """The fields of an event whose values fit on a line, as they were recorded; what is nested stands in the log itself."""
    import msgspec

    for name, value in msgspec.structs.asdict(recorded.event).items():
        if isinstance(value, str | int | float) and value != "":
            # The catalogue has "total" as a degree of darkness.
            label = pgettext("sum", "total") if name == "total" else name.replace("_", " ")
            yield label, str(value)

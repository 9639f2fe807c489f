"""Decisions about what low pools ask for: rolls to stay awake and alive, and the conditions that come of them."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import convert, to_builtins

from tracker import events as ev
from tracker import phrases
from tracker.campaign import commands as cmd
from tracker.campaign.characters import CharacterView, find_attribute, find_basis, find_character
from tracker.campaign.decision import Decision
from tracker.campaign.rolls import named
from tracker.campaign.settling import RollSpec, after_every_roll, asked_rolls, call_for, roll, settle
from tracker.campaign.steps import Question, close, labels_for
from tracker.errors import Refused
from tracker.language import _
from tracker.rulesets.base import Demand, Modifier, Ruleset
from tracker.text import fold

POOL = "pool"  # under this key a roll says which pool it is about
_DEMAND = "demand"


def lasting_demands(sheet: CharacterView, ruleset: Ruleset) -> list[tuple[str, Demand]]:
    """What the character's pools ask for again and again while they are as low as they are, each with its pool; nothing
    that has happened already."""
    return [
        (name, demand)
        for name, pool in sheet.pools.items()
        for demand in ruleset.demands(name, pool.current + 1, pool.current, pool.maximum)
        if demand.again and not _needless(sheet, ruleset, demand.condition)
    ]


def fallen(decision: Decision, subject: str, pool: str, before: int, cause: int) -> None:
    """Ask for what the fall of a pool from ``before`` points to what it has now brings with it."""
    now = decision.sheet(subject).pools[pool]
    for demand in decision.ruleset.demands(pool, before, now.current, now.maximum):
        if _is_needless(decision, subject, demand.condition):
            continue
        if demand.what:
            _call(decision, subject, pool, demand, cause)
        else:
            _befall(decision, subject, demand, demand.condition, cause)


def risen(decision: Decision, subject: str, pool: str, cause: int) -> None:
    """Close what a gain made needless: rolls that the pool no longer asks for, or asks for at another number, and the rest
    of a healing that is complete."""
    sheet = decision.sheet(subject)
    lasting = {demand.label: demand for name, demand in lasting_demands(sheet, decision.ruleset) if name == pool}
    full = sheet.pools[pool].current >= sheet.pools[pool].maximum
    for prompt, asked in _waiting(decision, subject).items():
        if asked.then.get(POOL) != pool:
            continue
        if asked.kind == "healing" and full:
            close(decision, prompt, cause)
        demand = _demand_of(asked)
        if demand is not None and demand.again and (now := lasting.get(demand.label)) != demand:
            close(decision, prompt, cause)
            if now is not None:
                _call(decision, subject, pool, now, cause)


def endured(decision: Decision, command: cmd.Endure) -> None:
    """The roll that a low pool asks for each turn, once more."""
    character = find_character(decision.state, command.who)
    sheet = decision.sheet(character.id)
    lasting = lasting_demands(sheet, decision.ruleset)
    wanted = fold(command.what)
    found = [(pool, demand) for pool, demand in lasting if fold(demand.label).startswith(wanted)]
    if len(found) != 1:
        if not lasting:
            raise Refused(
                _("{name} has nothing to endure: no pool is that low.", name=sheet.name), code="nothing", where="who"
            )
        known = _(", ").join(demand.label for _pool, demand in lasting)
        raise Refused(
            _("{name} may have to endure: {known}; say which one.", name=sheet.name, known=known),
            code="ambiguous",
            where="what",
        )
    pool, demand = found[0]
    spec = _settled(decision, sheet, pool, demand, command.modifiers)
    waiting = _same(decision, character.id, spec.what)
    if waiting:
        raise Refused(
            _(
                "{name}'s {label} roll waits for its dice: answer {waiting}.",
                name=sheet.name,
                label=_(demand.label),
                waiting=waiting[0],
            ),
            code="waiting",
            where="what",
        )
    roll(
        decision,
        spec,
        subject=character.id,
        name=sheet.name,
        labels=labels_for(character.id, sheet.name, demand.label),
        purpose=_purpose(decision, demand),
    )


def grown_worse(decision: Decision, subject: str, cause: int) -> None:
    """Close what a new condition made needless: rolls against a lighter one, and after the last all that still waits for
    this character's body."""
    over = is_beyond_help(decision, subject)
    for prompt, asked in _waiting(decision, subject).items():
        demand = _demand_of(asked)
        lighter = demand is not None and _is_needless(decision, subject, demand.condition)
        if lighter or (over and (asked.condition is not None or asked.kind == "healing")):
            close(decision, prompt, cause)


@after_every_roll
def _came_of_it(decision: Decision, question: Question, spec: RollSpec, made: ev.RollMade, position: int) -> None:
    demand = _demand_of(spec)
    if demand is None or made.success:
        return
    narrow = demand.near and made.margin <= demand.near_margin
    condition = demand.near if narrow else demand.condition
    _befall(decision, question.subject, demand, condition, position, question.procedure)


def _befall(
    decision: Decision, subject: str, demand: Demand, condition: str, cause: int, procedure: int | None = None
) -> None:
    """Begin the condition that a demand brings on, unless it or a worse one is there already."""
    if _is_needless(decision, subject, condition):
        return
    waking = demand.waking
    position = decision.record(
        ev.ConditionAdded(
            name=condition,
            recover=waking.attribute if waking else "",
            recover_from=decision.state.clock + waking.after if waking else None,
            every=waking.every if waking else None,
            note=demand.outcome,
        ),
        subject=subject,
        cause=cause,
        procedure=procedure,
    )
    grown_worse(decision, subject, position)


def _call(decision: Decision, subject: str, pool: str, demand: Demand, cause: int) -> None:
    """Leave a prompt for a demand's roll; one that is asked again and again waits but once, at the number of now."""
    sheet = decision.sheet(subject)
    attribute = find_attribute(decision.ruleset, demand.what)
    if attribute is None or attribute.key not in sheet.attributes:
        lacking = attribute.name if attribute else demand.what
        text = phrases.NOTHING_TO_ROLL.format(name=sheet.name, word=lacking, word_2=demand.label)
        decision.record(ev.NoteAdded(text=text), subject=subject, cause=cause)
        return
    spec = _settled(decision, sheet, pool, demand)
    for prompt in _same(decision, subject, spec.what) if demand.again else ():
        if asked_rolls(decision)[prompt].target == spec.target:
            return
        close(decision, prompt, cause)
    call_for(
        decision,
        spec,
        subject=subject,
        name=sheet.name,
        cause=cause,
        labels=labels_for(subject, sheet.name, demand.label),
        purpose=_purpose(decision, demand),
    )


def _settled(
    decision: Decision, sheet: CharacterView, pool: str, demand: Demand, given: Sequence[cmd.GivenModifier] = ()
) -> RollSpec:
    basis = find_basis(sheet, decision.ruleset, demand.what)
    levels = sheet.trait_levels()
    names = {trait.key: trait.name for trait in sheet.traits if trait.active}
    traits = [
        Modifier(names[key], points * level, "sheet") for key, level in levels.items() if (points := demand.traits.get(key))
    ]
    low = [Modifier(demand.reason, demand.modifier, "pools")] if demand.modifier else []
    return settle(
        decision,
        subject=sheet.id,
        kind="forced",
        what=demand.label.capitalize(),
        base=basis.level,
        automatic=[*basis.modifiers, *low, *traits],
        named=named(decision, given, basis.what),
        then={POOL: pool, _DEMAND: to_builtins(demand)},
    )


def _purpose(decision: Decision, demand: Demand) -> str:
    attribute = find_attribute(decision.ruleset, demand.what)
    return f" ({', '.join([attribute.name if attribute else demand.what, *([demand.note] if demand.note else [])])})"


def _demand_of(spec: RollSpec) -> Demand | None:
    return convert(spec.then[_DEMAND], Demand) if _DEMAND in spec.then else None


def _waiting(decision: Decision, subject: str) -> dict[int, RollSpec]:
    """The rolls that open prompts ask of a character."""
    prompts = decision.state.prompts
    return {at: asked for at, asked in asked_rolls(decision).items() if prompts[at].subject == subject}


def _same(decision: Decision, subject: str, what: str) -> list[int]:
    """The open prompts for a character's rolls of this name that a pool asked for."""
    return [at for at, asked in _waiting(decision, subject).items() if asked.what == what and _DEMAND in asked.then]


def is_beyond_help(decision: Decision, subject: str) -> bool:
    """Whether the character's body is past all rolls."""
    final = decision.ruleset.incapacities[-1:]
    return bool(final) and _is_needless(decision, subject, final[0])


def _is_needless(decision: Decision, subject: str, condition: str) -> bool:
    return _needless(decision.sheet(subject), decision.ruleset, condition)


def _needless(sheet: CharacterView, ruleset: Ruleset, condition: str) -> bool:
    """Whether the character has that condition, or a worse one, already, or is dead anyway."""
    ranks = ruleset.incapacities
    as_bad = ranks[ranks.index(condition) :] if condition in ranks else (condition,)
    return sheet.status == "dead" or any(fold(one.name) in as_bad for one in sheet.conditions.values())

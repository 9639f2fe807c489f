"""Commands about characters: their sheets, pools, conditions, points and traits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from cyclopts import Parameter

from tracker.campaign import commands as cmd
from tracker.campaign.characters import CharacterView, SkillLine, TraitLine, find_attribute, modifier_words, recovery_words
from tracker.campaign.injury import lasting_demands
from tracker.campaign.options import in_force
from tracker.campaign.parts import Condition
from tracker.campaign.recovery import next_roll
from tracker.campaign.state import CampaignState
from tracker.cli.context import Action, Change, Common, Points, Position, pair, whole
from tracker.cli.moments import NOW, When
from tracker.cli.output import plain
from tracker.durations import clock_words, parse_duration
from tracker.errors import Refused
from tracker.language import _
from tracker.phrases import said
from tracker.rulesets.base import Ruleset
from tracker.text import spoken


def character_add(
    name: str,
    /,
    *values: str,
    npc: Annotated[bool, Parameter(help="A non-player character.")] = False,
    action: Action = None,
    context: Common,
) -> int:
    """Add a character by hand.

    Parameters
    ----------
    name
        The character's name.
    values
        What the character has, as KEY=VALUE: st=12 will=11 HP=14 stealth=13 fearlessness=2 player=Ann points=150.
        reading=エルザ says how the name is read, and finds the character as well.
    """
    return context.record(cmd.AddCharacter(name=name, values=tuple(map(pair, values)), npc=npc), action=action)


def character_list(*, when: When = NOW, context: Common) -> int:
    """List the characters with their pools and conditions, now or at any earlier moment."""
    campaign = context.campaign
    state = when.state(campaign)
    present = {character.id for character in state.present()}
    views = campaign.views(state)
    context.out.show(
        (
            {
                "id": view.id,
                "name": view.name,
                "player": view.player,
                "kind": view.kind,
                "status": view.status,
                "present": view.id in present,
                "pools": _pools_json(view),
                "conditions": [condition.name for condition in view.conditions.values()],
            }
            for view in views
        ),
        (_summary(view) for view in views),
    )
    return 0


def character_show(name: str, /, *, when: When = NOW, context: Common) -> int:
    """Show a character, now or at any earlier moment.

    Parameters
    ----------
    name
        The character's name or its beginning.
    """
    campaign = context.campaign
    state = when.state(campaign)
    view = campaign.view(name, state)
    context.out.show([_sheet_json(view, state)], _sheet_text(view, state, in_force(campaign.ruleset, state)))
    return 0


def character_set(name: str, value: str, /, *, action: Action = None, context: Common) -> int:
    """Set one value of a character's sheet.

    Parameters
    ----------
    name
        The character's name or its beginning.
    value
        KEY=VALUE, such as st=13, stealth=14, player=Ann, reading=エルザ or load=1.
    """
    key, wanted = pair(value)
    return context.record(cmd.SetValue(who=name, key=key, value=wanted), action=action)


def character_status(name: str, status: str, /, *, action: Action = None, context: Common) -> int:
    """Say whether a character takes part.

    Parameters
    ----------
    name
        The character's name or its beginning.
    status
        active, absent, dead, retired or npc.
    """
    return context.record(cmd.SetStatus(who=name, status=status), action=action)


def hp(name: str, change: Change, /, *reason: str, action: Action = None, context: Common) -> int:
    """Take hit points off, or give some back.

    Parameters
    ----------
    name
        The character's name or its beginning.
    change
        Points with their sign, such as -3 or +1.
    reason
        Why.
    """
    return context.record(cmd.ChangePool(who=name, pool="HP", change=change, reason=" ".join(reason)), action=action)


def fp(name: str, change: Change, /, *reason: str, action: Action = None, context: Common) -> int:
    """Take fatigue points off, or give some back.

    Parameters
    ----------
    name
        The character's name or its beginning.
    change
        Points with their sign, such as -1 or +1.
    reason
        Why.
    """
    return context.record(cmd.ChangePool(who=name, pool="FP", change=change, reason=" ".join(reason)), action=action)


def pool(name: str, pool: str, change: Change, /, *reason: str, action: Action = None, context: Common) -> int:
    """Take points off any pool that the rules know, or give some back.

    Parameters
    ----------
    name
        The character's name or its beginning.
    pool
        The pool, such as HP, MP or Luck.
    change
        Points with their sign, such as -1 or +1.
    reason
        Why.
    """
    return context.record(cmd.ChangePool(who=name, pool=pool, change=change, reason=" ".join(reason)), action=action)


def condition(
    name: str,
    way: Literal["add", "end"],
    /,
    *what: str,
    for_: Annotated[str | None, Parameter(name="--for", help="How long it lasts in the game, such as 4s.")] = None,
    action: Action = None,
    context: Common,
) -> int:
    """Begin or end a condition of a character.

    Parameters
    ----------
    name
        The character's name or its beginning.
    way
        add or end.
    what
        The condition.
    """
    called = " ".join(what)
    if way == "add":
        seconds = None if for_ is None else parse_duration(for_, "for")
        return context.record(cmd.AddCondition(who=name, name=called, seconds=seconds), action=action)
    if for_ is not None:
        raise Refused(_("A condition that ends doesn't last: leave --for out."), code="bad_value", where="for")
    if not called:
        raise Refused(_("Say which condition ends."), code="missing", where="what")
    return context.record(cmd.EndCondition(who=name, name=called), action=action)


def award(*words: str, action: Action = None, context: Common) -> int:
    """Award character points.

    Parameters
    ----------
    words
        WHO... POINTS [REASON]: names or all, then the points, then why: award all 3 good play.
    """
    at = next((index for index, word in enumerate(words) if index and word.lstrip("+-").isdecimal()), None)
    if at is None:
        raise Refused(_("Write who, then how many points: award all 3 good play."), code="missing", where="points")
    return context.record(
        cmd.Award(who=words[:at], points=whole(words[at], "points"), reason=" ".join(words[at + 1 :])), action=action
    )


def spend(name: str, points: Points, /, *what: str, action: Action = None, context: Common) -> int:
    """Spend unspent character points.

    Parameters
    ----------
    name
        The character's name or its beginning.
    points
        How many.
    what
        What for.
    """
    return context.record(cmd.Spend(who=name, points=points, what=" ".join(what)), action=action)


def trait_name(
    prompt: Position,
    /,
    *trait: str,
    points: Annotated[Points | None, Parameter(help="What it is worth, where the table isn't to say.")] = None,
    action: Action = None,
    context: Common,
) -> int:
    """Name the trait that a Fright Check left behind.

    Parameters
    ----------
    prompt
        The number of what waits: see pending.
    trait
        The trait's name.
    """
    from tracker.quickline.rolls import trait_meant

    name = trait_meant(prompt, " ".join(trait), context.typed())
    return context.record(cmd.NameTrait(prompt=prompt, name=name, points=points), action=action)


def trait_buyoff(
    name: str,
    /,
    *trait: str,
    points: Annotated[Points | None, Parameter(help="What it costs, if not what it is worth.")] = None,
    action: Action = None,
    context: Common,
) -> int:
    """Pay off a trait gained in play with unspent points.

    Parameters
    ----------
    name
        The character's name or its beginning.
    trait
        The trait's name or its beginning.
    """
    return context.record(cmd.BuyOffTrait(who=name, trait=" ".join(trait), points=points), action=action)


# -- showing ----------------------------------------------------------------------------------------------------------


def _pools_json(view: CharacterView) -> dict[str, dict[str, int]]:
    return {name: {"current": pool.current, "maximum": pool.maximum} for name, pool in view.pools.items()}


def _sheet_json(view: CharacterView, state: CampaignState) -> dict[str, Any]:
    return {
        "name": view.name,
        **({"reading": view.reading} if view.reading else {}),
        "position": state.head,
        "attributes": {key: plain(value) for key, value in view.attributes.items()},
        "pools": _pools_json(view),
        "skills": [
            {"name": skill.name, "level": skill.level} | ({"attribute": skill.attribute} if skill.attribute else {})
            for skill in view.skills
        ],
        "traits": [
            {"name": trait.name, "points": None if trait.points is None else plain(trait.points), "source": trait.source}
            for trait in view.traits
            if trait.active
        ],
        "conditions": [
            {"name": condition.name, "position": position, "until": condition.until} | _next_roll(state, position, condition)
            for position, condition in view.conditions.items()
        ],
        "modifiers": [
            {"label": each.label, "value": each.value, "what": each.what, "position": position, "until": each.until}
            for position, each in view.modifiers.items()
        ],
        "points": {
            "total": plain(view.points_total),
            "spent": plain(view.points_spent),
            "unspent": plain(view.points_unspent),
        },
    }


def _next_roll(state: CampaignState, position: int, condition: Condition) -> dict[str, int]:
    """The in-game second of a condition's next recovery roll, where there is one."""
    due = next_roll(state, position, condition)
    return {} if due is None else {"next_roll": due}


def _sheet_text(view: CharacterView, state: CampaignState, ruleset: Ruleset) -> Iterator[str]:
    yield f"{_summary(view)}   " + _("after event {position}", position=state.head)
    if view.reading:
        yield _("reading: {reading}", reading=view.reading)
    yield "  ".join(f"{spoken(key)} {value:g}" for key, value in view.attributes.items())
    yield _(
        "points {total:g}, spent {spent:g}, unspent {unspent:g}; load {load}",
        total=view.points_total,
        spent=view.points_spent,
        unspent=view.points_unspent,
        load=view.load,
    )
    if view.skills:
        yield _("skills: {skills}", skills=_(", ").join(_skill(skill, ruleset) for skill in view.skills))
    if traits := [trait for trait in view.traits if trait.active]:
        yield _("traits: {traits}", traits=_(", ").join(map(_trait, traits)))
    for position, condition in view.conditions.items():
        words = said(condition.name)
        if condition.until is not None:
            words += " " + _("until {moment}", moment=clock_words(condition.until))
        if condition.recover:
            words += _("; recovers by {roll}", roll=recovery_words(condition, ruleset))
        if (due := next_roll(state, position, condition)) is not None:
            words += _(", next roll {moment}", moment=clock_words(due))
        note = f" ({said(condition.note)})" if condition.note else ""
        yield _("condition: {condition}", condition=words + note)
    yield from (_("modifier: {modifier}", modifier=modifier_words(modifier)) for modifier in view.modifiers.values())
    for key, reasons in view.hindrances.items():
        yield _("{attribute} halved: {reasons}", attribute=said(key), reasons=_(", ").join(map(said, reasons)))
    for pool, demand in lasting_demands(view, ruleset):
        low, against = view.pools[pool], find_attribute(ruleset, demand.what)
        number = f"{said(against.name if against else demand.what)}{f' {demand.modifier:+d}' if demand.modifier else ''}"
        roll = _("{label} roll ({number}), {note}", label=said(demand.label), number=number, note=said(demand.note))
        yield f"{pool} {low.current}/{low.maximum}: {roll}"
    yield from (_("remember: {reminder}", reminder=said(reminder)) for reminder in view.reminders)


def _trait(trait: TraitLine) -> str:
    level = f" {trait.level:g}" if trait.level > 1 else ""
    return f"{said(trait.name)}{level}" + (f" [{trait.points:g}]" if trait.points is not None else "")


def _skill(skill: SkillLine, ruleset: Ruleset) -> str:
    if ruleset.skill_bonus is None:
        return f"{said(skill.name)} {'-' if skill.level is None else skill.level}"
    attribute = find_attribute(ruleset, skill.attribute)
    return f"{said(skill.name)} ({said(attribute.name)})" if attribute else said(skill.name)


def _summary(view: CharacterView) -> str:
    pools = "  ".join(f"{name} {pool.current}/{pool.maximum}" for name, pool in view.pools.items())
    who = _(", ").join(part for part in (view.player, said(view.kind).upper(), said(view.status)) if part)
    conditions = "".join(f"  {said(condition.name)}" for condition in view.conditions.values())
    return f"{view.name} ({who})  {pools}{conditions}"

"""Decisions about characters: adding, importing, setting values by hand, statuses."""

from __future__ import annotations

import re

from tracker import events as ev
from tracker.campaign import commands as cmd
from tracker.campaign import newer_sheets
from tracker.campaign.characters import find_attribute, find_character
from tracker.campaign.decision import Decision
from tracker.campaign.parts import Character
from tracker.campaign.state import CampaignState
from tracker.errors import Refused
from tracker.language import _
from tracker.rulesets.base import Ruleset
from tracker.text import clean_name, fold, plain, slug

STATUSES = ("active", "absent", "dead", "retired", "npc")
MOST_LEVEL = 9_999  # of an attribute or a skill, as for somebody made up on the fly; beyond it a digit too many was typed

_MOST = 999_999  # of any other number


def character_added(decision: Decision, command: cmd.AddCharacter) -> None:
    """A character typed in by hand."""
    name = _free_name(decision.state, command.name)
    attributes: dict[str, float] = {}
    pools: dict[str, int] = {}
    skills: list[ev.Skill] = []
    traits: list[ev.Trait] = []
    said: set[tuple[str, str]] = set()
    player, reading, load, points = "", "", 0, 0.0
    for given, text in command.values:
        field, key = field_of(decision.ruleset, given)
        if (field, fold(key)) in said or field == "name":
            raise Refused(_("{given} is said twice.", given=given), code="bad_key", where=given)
        said.add((field, fold(key)))
        if field == "player":
            player = clean_name(text, "player")
        elif field == "reading":
            reading = _reading(text)
        elif field == "load":
            load = _load(text)
        elif field == "points":
            points = number(text, key)
        elif field == "attribute":
            attributes[key] = number(text, key, MOST_LEVEL)
        elif field == "pool":
            pools[key] = maximum(text, key)
        elif field == "trait":
            if level := _trait_level(text, key):
                traits.append(ev.Trait(name=key, level=level))
        else:
            level_or_attribute = skill_value(decision.ruleset, text, key)
            if isinstance(level_or_attribute, str):
                skills.append(ev.Skill(name=key, attribute=level_or_attribute))
            elif decision.ruleset.skill_bonus is None:
                skills.append(ev.Skill(name=key, level=level_or_attribute))
    sheet = ev.Sheet(
        attributes=attributes,
        pools=pools,
        skills=tuple(skills),
        traits=tuple(traits),
        load=load,
        points_total=points,
    )
    kind = "npc" if command.npc else "pc"
    event = ev.CharacterAdded(name=name, kind=kind, sheet=sheet, player=player, reading=reading)
    decision.record(event, subject=_new_id(decision.state, name))


def character_imported(decision: Decision, command: cmd.ImportCharacter) -> None:
    """A character from a file; a known one's newer file is a revision that keeps what happened in play."""
    name = clean_name(command.name)
    known = revised_by(decision.state, command)
    prints = {command.source.sha256, command.exported.untouched if command.exported else ""}
    for other in known:
        if other.fingerprints and other.fingerprints[-1][1] in prints:
            raise Refused(
                _(
                    "{filename} was imported already, as {name}; nothing has changed.",
                    filename=command.source.filename,
                    name=other.name.get(""),
                ),
                code="already_imported",
                where="file",
            )
    if command.update or command.exported:
        if len(known) != 1:
            raise Refused(
                _("No character is called “{name}”: import it without an update.", name=name), code="not_found", where="name"
            )
        newer_sheets.revise(decision, known[0], command)
        return
    if command.replace:
        raise Refused(_("Only a newer file can take the place of what happened in play."), code="bad_value", where="replace")
    if known:
        raise Refused(
            _("A character called “{name}” is there already: take the file as an update, or give another name.", name=name),
            code="name_taken",
            where="name",
        )
    name = _free_name(decision.state, name)
    subject = _new_id(decision.state, name)
    event = ev.CharacterAdded(
        name=name,
        kind="npc" if command.npc else "pc",
        sheet=command.sheet,
        player=clean_name(command.player, "player") if command.player.strip() else "",
        source=command.source,
        reading=_reading(command.reading) if command.reading.strip() else "",
    )
    position = decision.record(event, subject=subject)
    for pool, current in command.current.items():
        change = current - command.sheet.pools.get(pool, current)
        if change:
            decision.record(
                ev.PoolChanged(pool=pool, change=change, reason="sheet", note=command.source.filename),
                subject=subject,
                cause=position,
            )


def revised_by(state: CampaignState, command: cmd.ImportCharacter) -> list[Character]:
    """Whose newer file it may be: that of the character whom the mark of an export names, else of those called so."""
    if command.exported:
        return [other for other in state.roster() if other.id == command.exported.character]
    return [other for other in state.roster() if fold(other.name.get("")) == fold(command.name)]


def value_set(decision: Decision, command: cmd.SetValue) -> None:
    """One value of a sheet set by hand; what it was before is recorded beside it."""
    character = find_character(decision.state, command.who)
    field, key = field_of(decision.ruleset, command.key)
    before = _value_now(decision, character, field, key)
    value: float | str
    if field == "name":
        value = _free_name(decision.state, command.value, character.id)
    elif field == "player":
        value = clean_name(command.value, "player")
    elif field == "reading":
        value = _reading(command.value)
    elif field == "load":
        value = _load(command.value)
    elif field == "trait":
        value = _trait_level(command.value, key)
    elif field == "points":
        raise Refused(_("Points change by “award” and “spend”."), code="bad_key", where="points")
    elif field == "attribute":
        value = number(command.value, key, MOST_LEVEL)
    elif field == "skill":
        value = skill_value(decision.ruleset, command.value, key)
    else:
        value = maximum(command.value, key)
    if value == before:
        shown = value if isinstance(value, str) else f"{value:g}"
        raise Refused(
            _("{name}'s {key} is {shown} already.", name=character.name.get(""), key=key, shown=shown),
            code="nothing",
            where=key,
        )
    decision.record(ev.SheetValueSet(field=field, key=key, value=value, before=before), subject=character.id)


def status_set(decision: Decision, command: cmd.SetStatus) -> None:
    """Active, absent, dead, retired or NPC."""
    character = find_character(decision.state, command.who)
    status = fold(command.status)
    if status not in STATUSES:
        raise Refused(_("A status is one of {known}.", known=", ".join(STATUSES)), code="bad_status", where="status")
    if character.status.get("active") == status:
        raise Refused(
            _("{name} is {status} already.", name=character.name.get(""), status=_(status)), code="nothing", where="status"
        )
    decision.record(ev.CharacterStatusChanged(status=status), subject=character.id)


def field_of(ruleset: Ruleset, key: str) -> tuple[str, str]:
    """What a KEY of KEY=VALUE means: ``(field, key)``, where field is attribute, pool, skill, trait, load, player, name,
    reading or points. ``trait:NAME`` and ``skill:NAME`` say it outright. Raises Refused for an empty key."""
    prefix, colon, rest = key.partition(":")
    if colon and fold(prefix) in ("trait", "skill"):
        return fold(prefix), clean_name(rest, fold(prefix))
    key = clean_name(key, "key")
    if fold(key) == "読み":
        return "reading", "reading"
    if fold(key) in ("name", "player", "reading", "load", "points"):
        return fold(key), fold(key)
    if pool := next((pool for pool in ruleset.pools if fold(pool) == fold(key)), None):
        return "pool", pool
    if attribute := find_attribute(ruleset, key):
        return "attribute", attribute.key
    spoken = key.replace("_", " ")
    if fold(key) in ruleset.traits:
        return "trait", spoken.title()
    return "skill", spoken[:1].upper() + spoken[1:]


def maximum(text: str, where: str) -> int:
    """The maximum of a pool as a person types it. Raises Refused."""
    points = whole(text, where)
    if points < 0:
        raise Refused(_("The maximum of {where} is 0 or more.", where=where), code="bad_number", where=where)
    return points


def skill_value(ruleset: Ruleset, text: str, where: str) -> int | str:
    """What a person types behind a skill: its level. Where skills add to attributes, the key of the attribute that it goes
    with, the empty text (typed as yes) for any, and 0 (no) for none at all. Raises Refused."""
    if ruleset.skill_bonus is None:
        return whole(text, where, MOST_LEVEL)
    if fold(text) in (*_NO, "0"):
        return 0
    if fold(text) in (*_YES, "1"):
        return ""
    if attribute := find_attribute(ruleset, text):
        return attribute.key
    known = _(", ").join(_(spec.name) for spec in ruleset.attributes)
    raise Refused(
        _(
            "“{text}” is no attribute that {where} could go with: say {known}, yes or no.",
            text=text,
            where=where,
            known=known,
        ),
        code="bad_value",
        where=where,
    )


def number(text: str, where: str, most: int = _MOST) -> float:
    """A number as a person types it (NFKC, so full-width digits too), ``most`` from 0 at most. Raises Refused."""
    try:
        value = float(plain(text))
    except ValueError:
        raise Refused(
            _("“{text}” is not a number for {where}.", text=text, where=where), code="bad_number", where=where
        ) from None
    if not -most <= value <= most:
        raise Refused(_("{text} is out of bounds for {where}.", text=text, where=where), code="bad_number", where=where)
    return value


def whole(text: str, where: str, most: int = _MOST) -> int:
    """A whole number as a person types it, ``most`` from 0 at most. Raises Refused."""
    value = number(text, where, most)
    if not value.is_integer():
        raise Refused(_("“{text}” is no whole number for {where}.", text=text, where=where), code="bad_number", where=where)
    return int(value)


_YES = ("yes", "true", "on")
_NO = ("no", "false", "off")


def _trait_level(text: str, key: str) -> float:
    """A trait's level: a number, or yes (1) or no (0) for a trait without levels."""
    word = fold(text)
    level = 1 if word in _YES else 0 if word in _NO else number(text, key)
    if level < 0:
        raise Refused(_("A level of {key} is 0 or more.", key=key), code="bad_number", where=key)
    return level


def _reading(text: str) -> str:
    """How a name is read. Raises Refused for a number, which is meant for a skill called so."""
    reading = clean_name(text, "reading")
    if re.fullmatch(r"[+-]?[\d.]+", plain(reading)):
        raise Refused(
            _("A reading says how the name is read; a skill called so is written “skill:reading={text}”.", text=reading),
            code="bad_name",
            where="reading",
        )
    return reading


def _load(text: str) -> int:
    level = whole(text, "load")
    if not 0 <= level <= 4:
        raise Refused(_("A load (encumbrance level) is 0 to 4."), code="bad_number", where="load")
    return level


def _value_now(decision: Decision, character: Character, field: str, key: str) -> float | str | None:
    sheet = decision.sheet(character.id)
    if field in ("name", "player", "reading", "load"):
        now: float | str = getattr(sheet, field)
        return now
    if field == "attribute":
        return sheet.attributes.get(key)
    if field == "pool":
        return sheet.pools[key].maximum if key in sheet.pools else None
    if field == "skill":
        known = next((skill for skill in sheet.skills if fold(skill.name) == fold(key)), None)
        if decision.ruleset.skill_bonus is not None:
            return 0 if known is None else known.attribute
        return known.level if known else None
    return next(
        (trait.level or 1 for trait in sheet.traits if fold(key) in (fold(trait.name), trait.rule) and trait.active), None
    )


def _free_name(state: CampaignState, text: str, own: str = "") -> str:
    """A name that nobody but ``own`` has and that means nothing else where names are typed. Raises Refused."""
    name = clean_name(text)
    if any(fold(other.name.get("")) == fold(name) and other.id != own for other in state.roster()):
        raise Refused(_("A character called “{name}” is there already.", name=name), code="name_taken", where="name")
    if fold(name) == "all" or plain(name).startswith("@") or "," in plain(name):
        raise Refused(
            _("“{name}” would be read as something else; choose another name.", name=name), code="bad_name", where="name"
        )
    return name


def _new_id(state: CampaignState, name: str) -> str:
    """A free id made from the name."""
    base = slug(name) or "character"
    taken, count = base, 1
    while taken in state.characters:
        count += 1
        taken = f"{base}-{count}"
    return taken

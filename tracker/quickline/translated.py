"""Names of the rules typed in the language spoken: ``隠密`` for Stealth. They are recorded in English."""

from __future__ import annotations

from collections.abc import Iterable

from tracker.campaign.characters import CharacterView, has, usable
from tracker.language import translates
from tracker.phrases import said
from tracker.rulesets.base import Ruleset
from tracker.text import fold


def ability_meant(typed: str, sheets: Iterable[CharacterView], ruleset: Ruleset) -> str | None:
    """The skill or attribute that a text names in the language spoken: one of these sheets by its whole name or by the
    beginning of it, else a skill that the rules know by its whole name. None where it names none, or several, or stands on a
    sheet itself."""
    if typed.isascii() or not translates():
        return None
    wanted = fold(typed)
    shown = {name: fold(said(name)) for sheet in sheets for name in abilities_of(sheet, ruleset)}
    if wanted in map(fold, shown):
        return None
    return (
        _only(name for name, spoken in shown.items() if spoken == wanted)
        or _only(name for name, spoken in shown.items() if spoken.startswith(wanted))
        or name_meant(typed, ruleset.skills())
    )


def abilities_of(sheet: CharacterView, ruleset: Ruleset) -> list[str]:
    """What a character can roll on by name, the skills first."""
    skills = [skill.name for skill in sheet.skills if usable(skill, ruleset)]
    return skills + [spec.name for spec in ruleset.attributes if has(sheet, spec)]


def name_meant(typed: str, names: Iterable[str]) -> str | None:
    """The one of these names that is shown as the text in the language spoken, None where there isn't just one."""
    return _only(name for name in names if fold(said(name)) == fold(typed))


def _only(names: Iterable[str]) -> str | None:
    found = list(names)
    return found[0] if len(found) == 1 else None

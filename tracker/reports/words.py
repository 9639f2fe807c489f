"""Recorded words in the language spoken: kinds of rolls, reasons, outcomes, units, the rules' own names and labels.

They stay English in the log. Most are marked for the catalogue where the rules define them; those that only the code of
decisions says are marked here. A word that the catalogue doesn't have, such as the GM's own, is shown as it is.
"""

from __future__ import annotations

from tracker import phrases
from tracker.events import CHANCE, RollMade
from tracker.language import N_, _
from tracker.phrases import said
from tracker.reports.render import OUTCOME_WORDS
from tracker.text import spoken

RULED_BY = {"gm": N_("ruled"), "points": N_("bought"), "reroll": N_("rolled anew")}
"""How a roll came to count otherwise than its dice fell."""

_RECORDED = (
    # what speaks where no character does
    *(N_("table"), N_("dice"), N_("task"), N_("threat"), N_("told"), N_("group"), N_("montage"), N_("campaign")),
    *(N_("option"), N_("session"), N_("scene"), N_("clock"), N_("note"), N_("mark"), N_("asked"), N_("amended")),
    *(N_("revealed"), N_("undo"), N_("effect")),
    # outcomes, degrees and ways of ending; kinds of roll are marked where the rules have them
    *(N_("success"), N_("failure"), N_("critical success"), N_("critical failure"), N_("not allowed"), N_("given up")),
    *(N_("done"), N_("abandoned"), N_("time"), N_("manual"), N_("sheet"), N_("roll"), N_("sense")),
    # why numbers change
    *(N_("extra effort"), N_("fatigue"), N_("injury"), N_("fright"), N_("rest"), N_("bandage"), N_("first aid")),
    *(N_("healing"), N_("feat"), N_("reroll"), N_("award"), N_("spend"), N_("buyoff"), N_("points"), N_("undecided")),
    # statuses of traits, sorts of those that want a name, and of what a sheet holds
    *(N_("pending"), N_("named"), N_("bought off"), N_("on sheet"), N_("worsened"), N_("quirk"), N_("delusion")),
    *(N_("phobia_or_mental_disadvantage"), N_("physical_disadvantage"), N_("attribute"), N_("pool"), N_("skill")),
    *(N_("trait"), N_("name"), N_("player")),
)


_IN_OWN_WORDS = frozenset({"manual", "award"})  # reasons whose notes the GM wrote


def word(key: str) -> str:
    """A recorded key: ``critical failure`` for ``critical_failure``."""
    return said(spoken(key))


def ended_by(key: str) -> str:
    """What ended a condition or a modifier, behind "by": ``time``, ``roll``, ``sheet``, or ``the GM``."""
    return _("the GM") if key == "manual" else word(key)


def overrules(roll: RollMade) -> bool:
    """Whether the GM set the target or a number that the rules would have had otherwise: only then is a reason a ruling."""
    return roll.computed is not None or any(each.expected is not None for each in roll.modifiers)


def outcome_word(outcome: str) -> str:
    """The log's word for an outcome (see OUTCOME_WORDS): ``NO``."""
    return _(OUTCOME_WORDS[outcome])


def roll_name(roll: RollMade) -> str:
    """What was rolled, with the default that stood in: ``Lockpicking (default IQ-5)``. The roll for more in a feat isn't
    against what the feat is made with: ``ST effort``. A random check of nothing in particular is ``2 in 6``."""
    if roll.increase is not None:
        return effort_name(roll.what)
    if _is_bare_chance(roll):
        return _(phrases.CHANCE).format(**_chance(roll))
    return _("{what} (default {default})", what=said(roll.what), default=roll.default) if roll.default else said(roll.what)


def effort_name(what: str) -> str:
    """The roll for more in a feat: ``ST effort``."""
    return f"{said(what)} {_('effort')}"


def base_words(roll: RollMade) -> str:
    """What a roll was against before modifiers: ``13``; of a random check ``2 in 6``, or nothing where its name says so."""
    if roll.kind != CHANCE:
        return f"{roll.base}"
    return "" if _is_bare_chance(roll) else _(phrases.CHANCE).format(**_chance(roll))


def _is_bare_chance(roll: RollMade) -> bool:
    return roll.kind == CHANCE and roll.what == phrases.CHANCE.format(**_chance(roll))


def _chance(roll: RollMade) -> dict[str, str]:
    """The figures of a random check, the die's sides as its notation has them: a log that was read in may say anything."""
    return {"faces": f"{roll.base}", "sides": roll.notation.partition("d")[2]}


def in_place_of(name: str, represents: str) -> str:
    """A roll's name, and for whom it was made where that wasn't for oneself."""
    return _("{roll} for {represents}", roll=name, represents=represents) if represents else name


def note_words(reason: str, note: str) -> str:
    """The note of a change to a pool or to points: names that the rules gave are in the language spoken, the GM's own words
    stay."""
    return note if reason in _IN_OWN_WORDS else said(note)


def how_it_fell(need: str, rolled: str, verdict: str) -> str:
    """How the dice fell, behind what the roll was for: ``; need 13, rolled 3+4+5=12: ok by 1``."""
    return _("; need {need}, rolled {rolled}: {verdict}", need=need, rolled=rolled, verdict=verdict)

"""Decisions about self-control rolls: resisting a trait of one's own by its number. Not to be confused with Will rolls."""

from __future__ import annotations

from msgspec.structs import replace

from tracker.campaign import commands as cmd
from tracker.campaign.characters import CharacterView, TraitLine, find_character, made_up, names_of
from tracker.campaign.decision import Decision
from tracker.campaign.rolls import basis_of, named, settle_on
from tracker.campaign.settling import roll, settle
from tracker.errors import Refused
from tracker.language import _
from tracker.rulesets.base import SelfControlRules
from tracker.text import clean_name, fold


def self_control_tried(decision: Decision, command: cmd.SelfControl) -> None:
    """A roll to resist a trait: against its number as it is by now, or against one that the GM gave where none is known. In
    a system without such numbers it is made against an attribute."""
    rules = decision.ruleset.self_control
    if rules is None:
        raise Refused(
            _("{title} has no self-control rolls.", title=_(decision.ruleset.title)), code="no_rule", where="selfcontrol"
        )
    if rules.attribute:
        _resist(decision, command, rules)
        return
    if subject := made_up(command.who):
        name, trait = subject[1:], None
    else:
        character = find_character(decision.state, command.who)
        sheet = decision.sheet(character.id)
        subject, name, trait = character.id, sheet.name, _trait(sheet, command)
    base = command.base if trait is None else trait.self_control
    if base is None:
        raise Refused(
            _("Say what self-control number {name} has: “{trait}=12”.", name=name, trait=command.trait),
            code="no_self_control",
            where="trait",
        )
    if trait is not None and command.base is not None:
        raise Refused(
            _("{name}'s sheet has {trait} at {base}: use a modifier.", name=name, trait=trait.name, base=base),
            code="known_trait",
            where="trait",
        )
    what = trait.name if trait else clean_name(command.trait, "trait")
    spec = settle(
        decision,
        subject=subject,
        kind=rules.kind,
        what=what,
        base=base,
        given=trait is None,
        named=named(decision, command.modifiers, what),
    )
    roll(decision, spec, subject=subject, name=name, purpose=" (self-control)")


def _resist(decision: Decision, command: cmd.SelfControl, rules: SelfControlRules) -> None:
    """A roll against an attribute to resist a trait, which the roll is named after."""
    what = clean_name(command.trait, "trait")
    own = command.base is None and made_up(command.who) is None
    subject, name, basis = basis_of(decision, command.who, rules.attribute if own else what, command.base)
    spec = settle_on(decision, subject, rules.kind, replace(basis, what=what), command.modifiers)
    roll(decision, spec, subject=subject, name=name, purpose=" (to resist it)")


def _trait(sheet: CharacterView, command: cmd.SelfControl) -> TraitLine | None:
    """The trait that is meant among those with a self-control number; None where the GM gave a number for another one.

    Raises Refused, naming those that there are, when none or several fit.
    """
    known = [trait for trait in sheet.traits if trait.active and trait.self_control is not None]
    wanted = fold(command.trait)
    found = [trait for trait in known if fold(trait.name) == wanted]
    if command.base is None and not found:
        found = [trait for trait in known if wanted and fold(trait.name).startswith(wanted)]
    if len(found) == 1 or (command.base is not None and not found):
        return found[0] if found else None
    problem = _("several self-control numbers fit") if found else _("there is no self-control number for")
    numbers = names_of(f"{trait.name} {trait.self_control}" for trait in known)
    raise Refused(
        _(
            "{name}: {problem} “{trait}”; known: {numbers}. Or give the number: “{trait}=12”.",
            name=sheet.name,
            problem=problem,
            trait=command.trait,
            numbers=numbers,
        ),
        code="ambiguous" if found else "no_self_control",
        where="trait",
    )

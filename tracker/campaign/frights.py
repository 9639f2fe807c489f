"""Decisions about Fright Checks: exposures, checks, the table, its consequences, and the traits that it leaves behind."""

from __future__ import annotations

from functools import partial
from typing import Any

from msgspec import convert, to_builtins

from tracker import events as ev
from tracker import phrases
from tracker.campaign import commands as cmd
from tracker.campaign.characters import CharacterView, find_all, find_character, levels_of, names_of, trait_line
from tracker.campaign.decision import Decision
from tracker.campaign.injury import grown_worse
from tracker.campaign.parts import Character
from tracker.campaign.pools import lose, pay
from tracker.campaign.recovery import call_if_due
from tracker.campaign.rolls import named
from tracker.campaign.settling import Named, RollSpec, follow_up, roll, settle
from tracker.campaign.steps import Question, amount, ask, finish, labels_for, open_prompt, step, use
from tracker.dice import Throw
from tracker.errors import Refused
from tracker.language import N_, _
from tracker.rulesets.base import FrightRules, Modifier
from tracker.text import clean_name, fold, folded

# What a row of the table does to a character for a while: the condition's name, the effect's field that says how long,
# and the in-game seconds of its unit.
_LASTING = {
    "stun": (N_("stunned"), "seconds", 1),
    "retching": (N_("retching"), "seconds", 1),
    "faint": (N_("unconscious"), "minutes", 60),
    "panic": (N_("panicking"), "minutes", 60),
    "coma": (N_("comatose"), "every_minutes", 60),
    "catatonia": (N_("catatonic"), "days", 86_400),
    "seizure": (N_("seizure"), "minutes", 60),
}
# The attribute of a recovery roll, and whether the modifiers of the Fright Check go with it.
_RECOVERY = {"will": ("will", False), "modified_will": ("will", True), "ht": ("ht", False)}
_TRAITS = {
    "quirk": N_("a mental quirk"),
    "delusion": N_("a Delusion"),
    "phobia_or_mental_disadvantage": N_("a Phobia or mental disadvantage"),
    "physical_disadvantage": N_("a physical disadvantage"),
}


def frightened(decision: Decision, command: cmd.Fright) -> None:
    """Fright Checks of one or many at one cause, as one procedure."""
    rules = _rules(decision)
    name = clean_name(command.cause, "cause")
    threat = next((known for known in decision.state.threats if fold(known) == fold(name)), folded(name))
    shared = _circumstances(rules, command)
    given = named(decision, command.modifiers, "Fright Check")
    characters = find_all(decision.state, command.who)
    plan = {"cause": name, "threat": threat, "who": [character.id for character in characters]}
    procedure = decision.record(ev.ProcedureStarted(kind="fright", plan=plan))
    if threat not in decision.state.threats:
        decision.record(ev.ThreatNamed(threat=threat, name=name), cause=procedure, procedure=procedure)
    for character in characters:
        check(decision, character, threat, shared, given, procedure)
    finish(decision, procedure)


def _rules(decision: Decision) -> FrightRules:
    if decision.ruleset.fright is None:
        raise Refused(_("{title} has no Fright Checks.", title=_(decision.ruleset.title)), code="no_rule", where="fright")
    return decision.ruleset.fright


def _circumstances(rules: FrightRules, command: cmd.Fright) -> list[Modifier]:
    modifiers = []
    for word in dict.fromkeys(fold(word) for word in command.circumstances):
        modifier = rules.circumstance(word)
        if modifier is None:
            raise Refused(
                _("No circumstance of a Fright Check is called “{word}”.", word=word),
                code="not_found",
                where="circumstances",
            )
        modifiers.append(modifier)
    if command.distance is not None and not command.distance >= 0:
        raise Refused(_("A distance is 0 yards or more."), code="bad_number", where="distance")
    if command.distance is not None and (far := rules.distance(command.distance)):
        modifiers.append(far)
    return modifiers


def check(
    decision: Decision,
    character: Character,
    threat: str,
    shared: list[Modifier],
    given: Named,
    procedure: int | None,
    *,
    corrects: int | None = None,
) -> None:
    """Somebody meets a threat and makes a Fright Check, where no trait makes that needless; ``corrects`` as in the roll."""
    rules, sheet = _rules(decision), decision.sheet(character.id)
    traits = sheet.trait_levels()
    hours, uncertain = _exposures(decision, rules, character.id, threat, before=corrects)
    earlier = rules.counted(hours)
    waived = rules.waived_by(traits)
    position = decision.record(
        ev.FrightExposed(threat=threat, earlier=earlier, uncertain=uncertain, waived_by=waived or ""),
        subject=character.id,
        cause=procedure,
        procedure=procedure,
    )
    if waived:
        return
    if "will" not in sheet.attributes:
        raise Refused(_("{name} has no Will to roll against.", name=sheet.name), code="not_found", where="who")
    will = int(sheet.attributes["will"])
    again = rules.exposure(earlier)
    beside = _beside_traits(decision, rules, character)
    spec = settle(
        decision,
        subject=character.id,
        kind="fright",
        what=N_("Fright Check"),
        base=will,
        automatic=[*rules.trait_modifiers(traits), *beside, *shared, *([again] if again else [])],
        named=given,
        threat=threat,
        corrects=corrects,
    )
    roll(decision, spec, subject=character.id, name=sheet.name, cause=position, procedure=procedure)


def _beside_traits(decision: Decision, rules: FrightRules, character: Character) -> list[Modifier]:
    """What a sheet's own Fright Check number holds beside Will and the traits, which count by themselves."""
    sheet = decision.state.sheet_of(character)
    if "fright_check" not in sheet.attributes or "will" not in sheet.attributes:
        return []
    levels = levels_of(trait_line(trait, decision.ruleset) for trait in sheet.traits)
    named = sum(modifier.value for modifier in rules.trait_modifiers(levels))
    rest = int(sheet.attributes["fright_check"] - sheet.attributes["will"]) - named
    return [Modifier(phrases.SHEETS_OWN.format(word="Fright Check"), rest, "sheet")] if rest else []


def _exposures(
    decision: Decision, rules: FrightRules, character: str, threat: str, *, before: int | None
) -> tuple[list[float], int]:
    """In-game hours since each earlier exposure to the threat that isn't too old, and how many more may count: those that
    lie before a stretch of unknown time and are not too old already. On request as it was ``before`` a roll, which
    may be a correction itself."""
    state = decision.state
    now = state.head + 1 if before is None else _made_first(decision, before)
    known_from = max((gap for gap in state.gaps if gap < now), default=0)
    hours, uncertain = [], 0
    for position, exposure in state.exposures_between(state.clock - rules.window_hours * 3600, state.clock):
        if exposure.character != character or exposure.threat != threat or position >= now:
            continue
        if position > known_from:
            hours.append((state.clock - exposure.game_time) / 3600)
        else:
            uncertain += rules.counted([(state.clock - exposure.game_time) / 3600])  # at least so old
    return hours, uncertain


def _made_first(decision: Decision, position: int) -> int:
    """The position of the roll that was put down wrongly, from that of one which corrects it, perhaps not the first to."""
    while isinstance(made := decision.event_at(position).event, ev.RollMade) and made.corrects is not None:
        position = made.corrects
    return position


# -- the table --------------------------------------------------------------------------------------------------------


@follow_up("fright")
def _to_the_table(decision: Decision, question: Question, spec: RollSpec, made: ev.RollMade, position: int) -> None:
    if made.success:
        return
    sheet = decision.sheet(question.subject)
    ask(
        decision,
        Question(
            step="fright_table",
            notation=_rules(decision).table_notation,
            labels=labels_for(question.subject, sheet.name, "table"),
            text=f"{sheet.name}: Fright Check Table, failed by {made.margin}",
            subject=question.subject,
            cause=position,
            procedure=question.procedure,
            data={
                "margin": made.margin,
                "threat": spec.threat,
                "modifiers": to_builtins(spec.modifiers),
            },
        ),
    )


@step("fright_table", ev.TableConsulted)
def _table(decision: Decision, question: Question, throw: Throw) -> None:
    sheet = decision.sheet(question.subject)
    margin = question.data["margin"]
    total, row, effects = _rules(decision).table(margin, throw.total, int(sheet.attributes.get("ht", 10)))
    position = decision.record(
        ev.TableConsulted(
            table="fright",
            notation=throw.notation,
            dice=throw.faces,
            dice_source=throw.source,
            modifier=margin,
            total=total,
            row=row,
            effects=tuple(effects),
        ),
        subject=question.subject,
        cause=question.cause,
        procedure=question.procedure,
    )
    context = question.data | {"roll": question.cause}
    conditional = [effect for effect in effects if effect.get("when", "always") != "always"]
    for effect in effects:
        if effect not in conditional:
            _take_effect(decision, question, effect, position, context)
    if conditional:
        _health_roll(decision, question, sheet, conditional, position, context)


def _health_roll(
    decision: Decision,
    question: Question,
    sheet: CharacterView,
    effects: list[dict[str, Any]],
    cause: int,
    context: dict[str, Any],
) -> None:
    """One HT roll decides all the effects of a row that depend on it."""
    spec = settle(
        decision,
        subject=question.subject,
        kind="recovery",
        what="HT",
        base=int(sheet.attributes.get("ht", 10)),
        then={"effects": effects, "context": context},
    )
    roll(
        decision,
        spec,
        subject=question.subject,
        name=sheet.name,
        cause=cause,
        procedure=question.procedure,
        labels=labels_for(question.subject, sheet.name, "ht"),
        purpose=" for what else the fright does",
    )


@follow_up("recovery")
def _after_health_roll(decision: Decision, question: Question, spec: RollSpec, made: ev.RollMade, position: int) -> None:
    for effect in spec.then.get("effects", []):
        due = not made.success and (effect["when"] == "ht_failed" or made.critical)
        if due:
            _take_effect(decision, question, effect, position, spec.then["context"])


def _take_effect(
    decision: Decision, question: Question, effect: dict[str, Any], cause: int, context: dict[str, Any]
) -> None:
    kind = effect["kind"]
    if kind in ("trait", "self_control_worse"):
        _prompt_for_trait(decision, question, effect, cause, context)
    elif kind == "attribute_loss":
        decision.record(
            ev.AttributeChanged(attribute=effect["attribute"], change=-effect["points"], reason="fright"),
            subject=question.subject,
            cause=cause,
            procedure=question.procedure,
        )
    elif kind == "fp_loss":
        _amount(decision, question, "fp", effect["fp"], "FP", cause, effect, context)
    elif kind == "injury":
        _amount(decision, question, "hp", effect["hp"], "HP", cause, effect, context)
    else:
        _cls, field, _end = _LASTING[kind]
        value = effect.get(field)
        _amount(decision, question, kind, 0 if value is None else value, field, cause, effect, context)


def _amount(
    decision: Decision,
    question: Question,
    label: str,
    value: int | str,
    unit: str,
    cause: int,
    effect: dict[str, Any],
    context: dict[str, Any],
) -> None:
    sheet = decision.sheet(question.subject)
    then = Question(
        step="amount",
        notation="",
        labels=labels_for(question.subject, sheet.name, label),
        text=f"{sheet.name}: {value} {unit} ({label})",
        subject=question.subject,
        cause=cause,
        procedure=question.procedure,
        data={"use": label, "effect": effect, "context": context},
    )
    amount(decision, then, value, unit)


@use("fp")
def _lose_fatigue(decision: Decision, question: Question, points: int, dice: int | None) -> None:
    _lose(decision, question, "FP", points, dice)


@use("hp")
def _lose_health(decision: Decision, question: Question, points: int, dice: int | None) -> None:
    _lose(decision, question, "HP", points, dice)


def _lose(decision: Decision, question: Question, pool: str, points: int, dice: int | None) -> None:
    sheet = decision.sheet(question.subject)
    cause = question.cause if dice is None else dice
    if pool in sheet.pools:
        character = decision.state.characters[question.subject]
        lose(decision, character, pool, points, reason="fright", cause=cause, procedure=question.procedure)
    else:
        text = phrases.FALLS_AWAY.format(name=sheet.name, pool=pool, points=points)
        decision.record(ev.NoteAdded(text=text), subject=question.subject, cause=cause, procedure=question.procedure)


def _fall_into(decision: Decision, question: Question, length: int, dice: int | None) -> None:
    """Begin a condition that lasts so many units, or from then on until a recovery roll succeeds."""
    effect = question.data["effect"]
    name, _field, seconds = _LASTING[effect["kind"]]
    recover, with_modifiers = _RECOVERY.get(effect.get("recover") or "", ("", False))
    end = decision.state.clock + length * seconds
    after = _rules(decision).aftermath(effect)
    position = decision.record(
        ev.ConditionAdded(
            name=name,
            until=None if recover else end,
            recover=recover,
            recover_modifiers=_check_modifiers(question.data["context"]) if with_modifiers else (),
            recover_from=end if recover else None,
            every=(min(seconds, 60) if effect["kind"] != "coma" else length * seconds) if recover else None,
            aftermath=ev.Aftermath(after[0].label, after[0].value, after[1]) if after else None,
            note=N_("progressive HP loss without medical care") if effect["kind"] == "catatonia" else "",
        ),
        subject=question.subject,
        cause=question.cause if dice is None else dice,
        procedure=question.procedure,
    )
    grown_worse(decision, question.subject, position)
    call_if_due(decision, question.subject, position)


def _check_modifiers(context: dict[str, Any]) -> tuple[ev.AppliedModifier, ...]:
    """The modifiers of the Fright Check; a prompt of the program's first version knew their sum only."""
    if "modifiers" not in context:
        return (ev.AppliedModifier(N_("the check's modifiers"), context["modifier"], "fright"),)
    return convert(context["modifiers"], tuple[ev.AppliedModifier, ...])


for _kind in _LASTING:
    use(_kind)(_fall_into)


# -- traits -----------------------------------------------------------------------------------------------------------


def _prompt_for_trait(
    decision: Decision, question: Question, effect: dict[str, Any], cause: int, context: dict[str, Any]
) -> None:
    sheet = decision.sheet(question.subject)
    trait = effect.get("otherwise", effect)
    points = f"{trait['points']} {'point' if trait['points'] == -1 else 'points'}"
    text = f"{sheet.name}: name {_TRAITS.get(trait['trait'], trait['trait'])} ({points})"
    if effect["kind"] == "self_control_worse":
        text += ", or the self-control trait that gets worse"
    decision.record(
        ev.PromptOpened(
            kind="trait",
            text=text,
            ask={
                "trait": trait["trait"],
                "points": trait["points"],
                "self_control": effect["kind"] == "self_control_worse",
                "threat": context["threat"],
                "roll": context["roll"],
            },
        ),
        subject=question.subject,
        cause=cause,
        procedure=question.procedure,
    )


def trait_named(decision: Decision, command: cmd.NameTrait) -> None:
    """The GM names the trait that a prompt asks for; total and spent points follow, unspent ones stay."""
    prompt = open_prompt(decision, command.prompt)
    if prompt.kind != "trait":
        raise Refused(
            _("Prompt {prompt} asks for no trait: {text}.", prompt=command.prompt, text=phrases.asked(prompt.text)),
            code="wrong_answer",
            where="prompt",
        )
    name = clean_name(command.name, "trait")
    subject = prompt.subject or ""
    record = partial(decision.record, subject=prompt.subject, procedure=prompt.procedure)
    record(ev.PromptAnswered(prompt=command.prompt), cause=command.prompt)
    points = prompt.ask["points"] if command.points is None else command.points
    worse = _worse_self_control(decision, subject, name) if prompt.ask["self_control"] else None
    if worse is not None:
        event, change = worse
        position = record(event, cause=command.prompt)
        points = change if command.points is None else command.points
    else:
        position = record(
            ev.TraitAcquired(
                name=name,
                points=points,
                kind=prompt.ask["trait"],
                origin="fright",
                threat=prompt.ask["threat"],
                roll=prompt.ask["roll"],
            ),
            cause=command.prompt,
        )
    if points:
        record(ev.PointsChanged(total=points, spent=points, reason="fright", note=name), cause=position)
    finish(decision, prompt.procedure)


def _worse_self_control(decision: Decision, subject: str, name: str) -> tuple[ev.SelfControlWorsened, int] | None:
    """The named trait's self-control number one step worse and the change of its points, when it is on the sheet."""
    rules = _rules(decision)
    for trait in decision.sheet(subject).traits:
        if fold(trait.name) == fold(name) and trait.self_control is not None:
            worse = rules.worse_self_control(trait.self_control)
            if worse is None:
                raise Refused(
                    _(
                        "{name} can't get worse than {self_control}: name another trait.",
                        name=trait.name,
                        self_control=trait.self_control,
                    ),
                    code="no_worse",
                    where="trait",
                )
            character = decision.state.characters[subject]
            sheet = decision.state.sheet_of(character)
            own = next(other for other in sheet.traits if fold(other.name) == fold(name))
            points, number = own.points or 0, own.self_control or trait.self_control
            change = rules.self_control_points(points, number, worse) - rules.self_control_points(
                points, number, trait.self_control
            )
            return ev.SelfControlWorsened(trait=trait.name, before=trait.self_control, after=worse), change
    return None


def bought_off(decision: Decision, command: cmd.BuyOffTrait) -> None:
    """A trait gained in play is paid off with unspent points, at its worth unless the GM says otherwise."""
    character = find_character(decision.state, command.who)
    lasting = character.traits
    wanted = fold(command.trait)
    found = [at for at, trait in lasting.items() if wanted and fold(trait.name).startswith(wanted)]
    if len(found) != 1:
        known = names_of(trait.name for trait in lasting.values())
        problem = _("several traits fit") if found else _("no trait gained in play is called")
        raise Refused(
            _(
                "{name}: {problem} “{trait}”; gained: {known}.",
                name=character.name.get(""),
                problem=problem,
                trait=command.trait,
                known=known,
            ),
            code="not_found",
            where="trait",
        )
    trait = lasting[found[0]]
    price = -trait.points if command.points is None else command.points
    if price < 0:
        raise Refused(
            _("{name} is worth points itself: it can't be bought off.", name=trait.name), code="bad_points", where="points"
        )
    position = decision.record(
        ev.TraitEnded(trait=found[0], name=trait.name, points=price), subject=character.id, cause=found[0]
    )
    if price:
        pay(decision, character, price, reason="buyoff", note=trait.name, cause=position)

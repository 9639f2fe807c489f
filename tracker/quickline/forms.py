"""Forms: what a line may say, asked for field by field. A filled form is a line of the quick line, so that it does and
records just what that line would."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from tracker.campaign.abilities import own_unit
from tracker.campaign.characters import find_attribute, usable, view
from tracker.campaign.long_tasks import open_long_tasks
from tracker.campaign.montages import open_montages
from tracker.campaign.rolls import names_known
from tracker.campaign.rulings import outcomes_of
from tracker.language import N_, _
from tracker.quickline.rolls import POLICIES
from tracker.quickline.verbs import VERBS
from tracker.quickline.words import Context
from tracker.rulesets.base import (
    ContestRules,
    FeatRules,
    FrightRules,
    InfluenceRules,
    Input,
    LongTaskRules,
    MontageRules,
    Ruleset,
    SelfControlRules,
    SenseRules,
)
from tracker.text import spoken

_SENSES = (N_("vision"), N_("hearing"), N_("taste/smell"))  # as they are typed

YES = "yes"
"""The value of a field that holds; the empty text is that of one that doesn't."""


class Field(Struct, frozen=True):
    """A part of a line. A ``choice`` is one of ``options``; a ``flag`` holds or not and then says ``before``; for ``text``
    the options are suggestions. ``before`` and ``after`` stand around the value (``at `` and a task's name, ``+`` 20 ``%``),
    a unit only behind a number that has none; ``first`` puts the field before the verb."""

    key: str
    title: str
    kind: str = "text"  # "text", "choice", "flag"
    options: tuple[str, ...] = ()
    before: str = ""
    after: str = ""
    default: str = ""
    required: bool = False
    first: bool = False

    @property
    def choices(self) -> tuple[str, ...]:
        """What its value is chosen from."""
        return (YES,) if self.kind == "flag" else self.options

    def words(self, value: str) -> str:
        """What the field adds to the line."""
        if not value:
            return ""
        if self.kind == "flag":
            return self.before
        has_unit = self.after.isalpha() and value[-1].isalpha()
        return f"{self.before}{value}" if has_unit else f"{self.before}{value}{self.after}"


class Form(Struct, frozen=True):
    """A form by ``id``; ``verb`` is the word that its line begins with, empty for a roll."""

    id: str
    title: str
    verb: str
    fields: tuple[Field, ...]

    def missing(self, values: Mapping[str, str]) -> str:
        """The title of a field that must be filled in and isn't; empty when nothing is missing."""
        return next((field.title for field in self.fields if field.required and not self._value(field, values)), "")

    def _value(self, field: Field, values: Mapping[str, str]) -> str:
        return values.get(field.key, field.default).strip()

    def line(self, values: Mapping[str, str]) -> str:
        """The line that says what was filled in; a field that isn't among the values has its default."""
        said = [(field, field.words(self._value(field, values))) for field in self.fields]
        front = [words for field, words in said if field.first]
        rest = [words for field, words in said if not field.first]
        return " ".join(part for part in (*front, self.verb, *rest) if part)


def forms(context: Context) -> list[Form]:
    """The forms of a campaign: those of play that its rules have a chapter for."""
    rules, people = context.ruleset, _People(context)
    found = [_roll(people, rules), _retry(rules)]
    if rules.rerolls:
        found.append(_reroll(people))
    if rules.groups:
        found.append(_group(people, rules))
    if rules.montages:
        found += _montages(people, context, rules.montages)
    if rules.fright:
        found.append(_fright(people, rules.fright))
    if rules.effort:
        found.append(_effort(people, context))
    if rules.contests:
        found.append(_contest(people, rules, rules.contests))
    if rules.influence:
        found += [_influence(people, rules.influence), _reaction(people)]
    if rules.senses:
        found += [_sense(people, sense, rules.senses) for sense in rules.senses.senses]
    found += [_feat(people, feat) for feat in rules.feats.values()]
    found += [_attack(people, rules), _defense(people, rules)]
    if rules.self_control:
        found.append(_self_control(people, rules.self_control))
    found += [*_of_the_body(people, rules), _pool(people, rules), _chance(), *_of_the_gm(rules)]
    if rules.buying:
        found.append(_buy())
    if rules.long_tasks:
        found += _long_tasks(people, context, rules.long_tasks)
    return found


class _People:
    """Who and what may stand in a field."""

    def __init__(self, context: Context) -> None:
        state = context.state
        active = state.characters.get(context.active or "")
        self.active = active.name.get("") if active else ""
        self.names = tuple(character.name.get("") for character in state.roster())
        sheets = [view(state, character, context.ruleset) for character in state.roster()]
        attributes = [spec.name for spec in context.ruleset.attributes]
        skills = [skill.name for sheet in sheets for skill in sheet.skills if usable(skill, context.ruleset)]
        self.abilities = tuple(dict.fromkeys([*skills, *attributes]))

    def who(self, key: str = "who", title: str = "", before: str = "", after: str = "", default: str | None = None) -> Field:
        chosen = self.active if default is None else default
        return Field(key, title or _("Who"), options=self.names, default=chosen, before=before, after=after, required=True)

    def many(self) -> Field:
        return Field("who", _("Who (names with commas)"), options=("all", *self.names), default="all", required=True)

    def what(self, key: str = "what", title: str = "", before: str = "", default: str = "") -> Field:
        return Field(
            key, title or _("Skill or attribute"), options=self.abilities, before=before, default=default, required=True
        )


def _free_modifiers() -> Field:
    return Field("modifiers", _("Modifiers, such as -2 icy"))


def _secret() -> Field:
    return Field("secret", _("For the GM alone"), "flag", before="secret", first=True)


def _because() -> Field:
    return Field("because", _("Because"), before="because ")


def _modifiers(rules: Ruleset, attribute: str = "") -> list[Field]:
    """The modifiers of a roll, with those that the rules know by name: for rolls on an attribute where the system has it,
    else for rolls on anything."""
    spec = find_attribute(rules, attribute)
    named = names_known(rules, spec.name if spec else "")
    return [*([Field("named", _("Named modifier"), "choice", named)] if named else []), _free_modifiers()]


def _policies(rules: Ruleset) -> tuple[str, ...]:
    return tuple(word for word, policy in POLICIES.items() if policy in rules.retry_policies)


def _roll(people: _People, rules: Ruleset) -> Form:
    fields = [
        people.who(),
        people.what(),
        *_modifiers(rules),
        Field("at", _("Task"), before='at "', after='"'),
        Field("policy", _("Retries of the task"), "choice", _policies(rules), before="policy "),
        Field("target", _("Target that you set"), before="target "),
        *([Field("represents", _("Representing"), before="representing ")] if rules.groups else []),
        _secret(),
        _because(),
    ]
    return Form("roll", _("Roll"), "", tuple(fields))


def _retry(rules: Ruleset) -> Form:
    waits = [
        Field("damage", _("Its damage is dealt out"), "flag", before="damage"),
        Field("waited", _("A reasonable time has passed"), "flag", before="waited"),
    ]
    changes = Field("because", _("Because, or what has changed"), before="because ")
    fields = [
        Field("roll", _("Failed roll (else the last)")),
        *(waits if "after_damage" in rules.retry_policies else []),
        Field("penalty", _("Penalty that you set"), before="penalty "),
        _free_modifiers(),
        changes if "changed" in rules.retry_policies else _because(),
    ]
    return Form("retry", _("Retry"), "retry", tuple(fields))


def _reroll(people: _People) -> Form:
    whose = Field("roll", _("Failed roll, or whose last"), options=people.names, default=people.active)
    return Form("reroll", _("Roll anew"), "reroll", (whose,))


def _group(people: _People, rules: Ruleset) -> Form:
    fields = (people.many(), people.what(), *_modifiers(rules), _secret())
    return Form("group", _("Group check"), "group", fields)


def _montages(people: _People, context: Context, rules: MontageRules) -> list[Form]:
    """To begin one; and while any is open, to go on with it or to end it."""
    levels = tuple(map(spoken, rules.limits))
    start = (
        Field("difficulty", _("Difficulty"), "choice", levels, default=levels[0], required=True),
        Field("name", _("Goal"), required=True),
    )
    found = [Form("montage-start", _("Start a montage"), "montage start", start)]
    known = tuple(montage.name for montage in open_montages(context.state, rules).values())
    if known:
        one = Field("montage", _("Montage"), "choice", known, before='"', after='"', default=known[0], required=True)
        course = (
            *([one] if len(known) > 1 else []),
            people.who(),
            Field("what", _("Skill, attribute or “auto”"), options=("auto", *people.abilities), required=True),
            *_modifiers(context.ruleset),
            Field("course", _("What is done"), before="by ", required=True),
            Field("because", _("Because (the same again)"), before="because "),
        )
        found.append(Form("montage-course", _("Course of a montage"), "montage", course))
        ended = Field("name", _("Montage"), "choice", known, default=known[0], required=True)
        found.append(Form("montage-giveup", _("Give up a montage"), "montage giveup", (ended,)))
    return found


def _fright(people: _People, rules: FrightRules) -> Form:
    known = {
        "alone": _("Alone"),
        "dark": _("In the dark"),
        "touched": _("Touched"),
        "combat": _("In combat"),
        "remote": _("Seen remotely"),
    }
    fields = [
        people.many(),
        Field("cause", _("Cause"), required=True),
        *(Field(key, title, "flag", before=key) for key, title in known.items() if rules.circumstance(key)),
        Field("distance", _("Distance in yards"), after="yd"),
        _free_modifiers(),
        _secret(),
    ]
    return Form("fright", _("Fright Check"), "fright", tuple(fields))


def _effort(people: _People, context: Context) -> Form:
    feats = (*(feat.name for feat in context.ruleset.feats.values() if feat.effort), *people.abilities)
    steps = tuple(str(percent) for percent in range(5, 55, 5))
    fields = (
        people.who(),
        Field("feat", _("Feat, skill or attribute"), options=feats, required=True),
        Field("increase", _("Increase in percent"), "choice", steps, before="+", after="%", default="10", required=True),
        Field("because", _("Motive (+5), if any")),
    )
    return Form("effort", _("Extra effort"), "effort", fields)


def _contest(people: _People, rules: Ruleset, contests: ContestRules) -> Form:
    resisted = Field("supernatural", _("A supernatural attack"), "flag", before="supernatural")
    fields = (
        Field("kind", _("Kind"), "choice", contests.kinds, default=contests.kinds[0], required=True),
        people.who(),
        people.what(),
        _free_modifiers(),
        people.who("other", _("Against (or @guard)"), before="vs ", default=""),
        Field("answer", _("With (such as {example})", example=f"{rules.attributes[0].key}=12"), options=people.abilities),
        Field("others", _("Modifiers of the other")),
        *([resisted] if contests.resists else []),
        _secret(),
    )
    return Form("contest", _("Contest"), "contest", fields)


def _influence(people: _People, rules: InfluenceRules) -> Form:
    fields = (
        people.who(),
        Field("skill", _("Skill"), options=rules.skills, required=True),
        Field("modifiers", _("Modifiers, such as +2 reaction")),
        people.who("other", _("On whom (or @guard)"), before="vs ", default=""),
        Field("will", _("Will, without a sheet (will=11)")),
        Field("concerns", _("On a player: for which rolls"), before="on "),
        _secret(),
    )
    return Form("influence", _("Influence roll"), "influence", fields)


def _reaction(people: _People) -> Form:
    fields = (people.who(title=_("Who reacts (or @innkeeper)"), default=""), _free_modifiers(), _secret())
    return Form("reaction", _("Reaction roll"), "reaction", fields)


def _sense(people: _People, sense: str, rules: SenseRules) -> Form:
    fields = (
        people.who(after=f" {sense.replace('_', '/')}"),
        *input_fields(rules.inputs(sense)),
        _free_modifiers(),
        Field("other", _("Hidden by (@thief stealth=14)"), before="vs "),
        Field("danger", _("A danger"), "flag", before="danger"),
        Field("understand", _("Understood by (iq or a skill)"), before="understand "),
        _secret(),
    )
    title = _("Sense roll: {sense}", sense=_(sense.replace("_", "/")))
    return Form(f"sense-{sense}", title, "sense", fields)


def _feat(people: _People, feat: FeatRules) -> Form:
    has_verb = feat.name in VERBS
    who = people.who(after="" if has_verb else f" {feat.name}")
    fields = (who, *input_fields(feat.inputs), _free_modifiers(), _secret())
    return Form(f"feat-{feat.name}", f"{_(feat.title)} ({feat.source})", feat.name if has_verb else "feat", fields)


def _attack(people: _People, rules: Ruleset) -> Form:
    fields = (people.who(), people.what(title=_("Weapon skill")), *_modifiers(rules, "DX"), _secret())
    return Form("attack", _("Attack"), "attack", fields)


def _defense(people: _People, rules: Ruleset) -> Form:
    """Whose attack it is matters where a critical defense does something to the attacker."""
    dodge = find_attribute(rules, "Dodge")
    foe = (
        Field("foe", _("Whose attack (or @orc)"), options=people.names, before="vs "),
        Field("ranged", _("It is a ranged attack"), "flag", before="ranged"),
    )
    usual = people.what(title=_("Defense"), default=dodge.name if dodge else "")
    fields = (people.who(), usual, *_modifiers(rules, "Dodge"), *(foe if rules.criticals else ()))
    return Form("defend", _("Active defense"), "defend", fields)


def _self_control(people: _People, rules: SelfControlRules) -> Form:
    title = _("Trait to resist") if rules.attribute else _("Trait (bad temper, or =12)")
    fields = (people.who(), Field("trait", title, required=True), _free_modifiers())
    return Form("selfcontrol", _("Self-control roll"), "selfcontrol", fields)


def _of_the_body(people: _People, rules: Ruleset) -> list[Form]:
    """Recovery rolls belong to conditions that frights and low pools bring on; one that a GM adds is ended by the GM."""
    found = []
    if rules.fright or rules.healing:
        recover = (people.who(), Field("condition", _("From what (else the one there is)")), _free_modifiers())
        found.append(Form("recover", _("Recovery roll"), "recover", recover))
    if rules.healing:
        aid = (
            people.who("healer", _("Healer")),
            people.who("patient", _("Patient"), default=""),
            Field("tl", _("Tech level"), before="tl "),
            _free_modifiers(),
        )
        found.append(Form("heal", _("Natural healing"), "heal", (people.who(), _free_modifiers())))
        found.append(Form("firstaid", _("First aid"), "firstaid", aid))
    return found


def _pool(people: _People, rules: Ruleset) -> Form:
    fields = (
        people.who(),
        Field("pool", _("Pool"), "choice", rules.pools, default=rules.pools[0], required=True),
        Field("change", _("Change, such as -3 or +1"), required=True),
        Field("reason", _("What for")),
    )
    return Form("pool", _("Points lost or gained"), "pool", fields)


def _chance() -> Form:
    fields = (Field("chance", _("Chance, such as 2 in 6 or 35%"), required=True), Field("what", _("Of what")), _secret())
    return Form("chance", _("Chance"), "chance", fields)


def _of_the_gm(rules: Ruleset) -> list[Form]:
    roll = Field("roll", _("Roll (its number)"), required=True)
    outcomes = tuple(spoken(outcome) for outcome in outcomes_of(rules))
    rule = (roll, Field("outcome", _("Counts as"), "choice", outcomes, required=True), _because())
    told = (Field("roll", _("Secret roll (else the last)")), Field("text", _("What the player heard"), required=True))
    resting = Field("dependants", _("What rests on it"), "choice", ("keep", "void"), before="dependants ")
    beside = Field("modifiers", _("Modifiers left out or wrong, such as -2 icy"))
    correct = (
        roll,
        Field("dice", _("Dice, such as 3,4,5"), before="="),
        beside,
        Field("without", _("A modifier that doesn't apply"), before="without "),
        Field("who", _("Whose roll it was"), before="who "),
        _because(),
        resting,
    )
    void = (Field("event", _("Event (its number)"), required=True), Field("because", _("Why")), resting)
    amend = (Field("event", _("Note (its number)"), required=True), Field("text", _("How it is to read"), required=True))
    reveal = (Field("event", _("Secret event (its number)"), required=True), Field("because", _("Why")))
    corrections = [
        Form("correct", _("Correct a roll"), "correct", correct),
        Form("void", _("Take something back"), "void", void),
        Form("amend", _("Amend a note or title"), "amend", amend),
        Form("reveal", _("Reveal a secret"), "reveal", reveal),
    ]
    return [
        *corrections,
        Form("rule", _("Rule on an outcome"), "rule", rule),
        Form("told", _("What a player was told"), "told", told),
    ]


def _buy() -> Form:
    return Form(
        "buy", _("Buy a better outcome"), "buy", (Field("roll", _("Roll (else the last)")), Field("outcome", _("Outcome")))
    )


def _long_tasks(people: _People, context: Context, rules: LongTaskRules) -> list[Form]:
    """To begin one and to work on it; while any is open, to end it."""
    start = (
        Field("name", _("Name"), required=True),
        Field("hours", _("Man-hours"), required=True),
    )
    leaders = tuple(f"{people.active} {skill}".strip() for skill in rules.supervisor_skills)
    work = (
        Field("name", _("Name"), required=True),
        Field("workers", _("Workers (mira carpentry, ...)"), required=True),
        Field("supervisor", _("Supervisor and skill"), options=leaders, before="supervisor "),
        Field("bonus", _("Bonus of a success"), before="bonus "),
    )
    found = [
        Form("longtask", _("Long task"), "longtask start", start),
        Form("work", _("A day's work"), "longtask work", work),
    ]
    if known := tuple(task.name for task in open_long_tasks(context.state).values()):
        ended = Field("name", _("Name"), "choice", known, default=known[0], required=True)
        found.append(Form("longtask-giveup", _("Give up a long task"), "longtask giveup", (ended,)))
    return found


def input_fields(inputs: Sequence[Input]) -> list[Field]:
    """The fields for what an activity of the rules wants to know."""
    return [_input_field(one) for one in inputs]


def _input_field(one: Input) -> Field:
    title = f"{one.key.replace('_', ' ').capitalize()}: {_(one.help)}"
    required = one.default is None and not one.optional
    if one.kind == "flag":
        return Field(one.key, title, "flag", before=spoken(one.key))
    if one.kind == "choice":
        options = tuple(words[0] if words else spoken(key) for key, words in one.choices.items())
        default = options[list(one.choices).index(str(one.default))] if one.default is not None else ""
        return Field(one.key, title, "choice", options, default=default, required=required)
    unit = own_unit(one)
    return Field(one.key, title, before="" if unit else f"{one.key}=", after=unit, required=required)

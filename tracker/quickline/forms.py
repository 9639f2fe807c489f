"""Forms: what a line may say, asked for field by field. A filled form is a line of the quick line, so that it does and
records just what that line would."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tracker.campaign.abilities import own_unit
from tracker.campaign.characters import usable, view
from tracker.campaign.rolls import names_known
from tracker.campaign.rulings import outcomes_of
from tracker.quickline.rolls import POLICIES
from tracker.quickline.words import Context
from tracker.rulesets.base import (
    ContestRules,
    FeatRules,
    FrightRules,
    InfluenceRules,
    Input,
    LongTaskRules,
    SenseRules,
)
from tracker.text import spoken

YES = "yes"
"""The value of a field that holds; the empty text is that of one that doesn't."""


@dataclass(frozen=True, slots=True)
class Field:
    """A part of a line. A ``choice`` is one of ``options``; a ``flag`` holds or not and then says ``before``; for ``text``
    the options are suggestions. ``before`` and ``after`` stand around the value (``at `` and a task's name, ``+`` 20 ``%``);
    ``first`` puts the field before the verb."""

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
        return self.before if self.kind == "flag" else f"{self.before}{value}{self.after}"


@dataclass(frozen=True, slots=True)
class Form:
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
    found = [_roll(people, context), _retry()]
    if rules.fright:
        found.append(_fright(people, rules.fright))
    if rules.effort:
        found.append(_effort(people, context))
    if rules.contests:
        found.append(_contest(people, rules.contests))
    if rules.influence:
        found += [_influence(people, rules.influence), _reaction(people)]
    if rules.senses:
        found += [_sense(people, sense, rules.senses) for sense in rules.senses.senses]
    found += [_feat(people, feat) for feat in rules.feats.values()]
    found += [_attack(people, context), _defense(people), *_of_the_body(people), *_of_the_gm(context)]
    if rules.buying:
        found.append(_buy())
    if rules.long_tasks:
        found += _long_tasks(people, rules.long_tasks)
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

    def who(
        self, key: str = "who", title: str = "Who", before: str = "", after: str = "", default: str | None = None
    ) -> Field:
        chosen = self.active if default is None else default
        return Field(key, title, options=self.names, default=chosen, before=before, after=after, required=True)

    def what(self, key: str = "what", title: str = "Skill or attribute", before: str = "", default: str = "") -> Field:
        return Field(key, title, options=self.abilities, before=before, default=default, required=True)


_MODIFIERS = Field("modifiers", "Modifiers, such as -2 icy")
_SECRET = Field("secret", "For the GM alone", "flag", before="secret", first=True)
_BECAUSE = Field("because", "Because", before="because ")


def _named(context: Context, what: str = "") -> Field:
    return Field("named", "Named modifier", options=names_known(context.ruleset, what), kind="choice")


def _policies(context: Context) -> tuple[str, ...]:
    return tuple(word for word, policy in POLICIES.items() if policy in context.ruleset.retry_policies)


def _roll(people: _People, context: Context) -> Form:
    fields = [
        people.who(),
        people.what(),
        *([_named(context)] if names_known(context.ruleset, "") else []),
        _MODIFIERS,
        Field("at", "Task", before="at "),
        Field("policy", "Retries of the task", "choice", _policies(context), before="policy "),
        Field("target", "Target that you set", before="target "),
        _SECRET,
        _BECAUSE,
    ]
    return Form("roll", "Roll", "", tuple(fields))


def _retry() -> Form:
    fields = (
        Field("roll", "Failed roll (else the last)"),
        Field("damage", "Its damage is dealt out", "flag", before="damage"),
        Field("waited", "A reasonable time has passed", "flag", before="waited"),
        Field("penalty", "Penalty that you set", before="penalty "),
        _MODIFIERS,
        _BECAUSE,
    )
    return Form("retry", "Retry", "retry", fields)


def _fright(people: _People, rules: FrightRules) -> Form:
    known = {"alone": "Alone", "dark": "In the dark", "touched": "Touched", "combat": "In combat", "remote": "Seen remotely"}
    fields = [
        Field("who", "Who (names with commas)", options=("all", *people.names), default="all", required=True),
        Field("cause", "Cause", required=True),
        *(Field(key, title, "flag", before=key) for key, title in known.items() if rules.circumstance(key)),
        Field("distance", "Distance in yards", after="yd"),
        _MODIFIERS,
        _SECRET,
    ]
    return Form("fright", "Fright Check", "fright", tuple(fields))


def _effort(people: _People, context: Context) -> Form:
    feats = (*(feat.name for feat in context.ruleset.feats.values() if feat.effort), *people.abilities)
    steps = tuple(str(percent) for percent in range(5, 55, 5))
    fields = (
        people.who(),
        Field("feat", "Feat, skill or attribute", options=feats, required=True),
        Field("increase", "Increase in percent", "choice", steps, before="+", after="%", default="10", required=True),
        Field("because", "Motive (+5), if any"),
    )
    return Form("effort", "Extra effort", "effort", fields)


def _contest(people: _People, rules: ContestRules) -> Form:
    fields = (
        Field("kind", "Kind", "choice", rules.kinds, default=rules.kinds[0], required=True),
        people.who(),
        people.what(),
        _MODIFIERS,
        people.who("other", "Against (or @guard)", before="vs ", default=""),
        Field("answer", "With (such as st=12)", options=people.abilities),
        Field("others", "Modifiers of the other"),
        Field("supernatural", "A supernatural attack", "flag", before="supernatural"),
        _SECRET,
    )
    return Form("contest", "Contest", "contest", fields)


def _influence(people: _People, rules: InfluenceRules) -> Form:
    fields = (
        people.who(),
        Field("skill", "Skill", options=rules.skills, required=True),
        Field("modifiers", "Modifiers, such as +2 reaction"),
        people.who("other", "On whom (or @guard)", before="vs ", default=""),
        Field("will", "Will, without a sheet (will=11)"),
        Field("concerns", "On a player: for which rolls", before="on "),
        _SECRET,
    )
    return Form("influence", "Influence roll", "influence", fields)


def _reaction(people: _People) -> Form:
    fields = (people.who(title="Who reacts (or @innkeeper)", default=""), _MODIFIERS, _SECRET)
    return Form("reaction", "Reaction roll", "reaction", fields)


def _sense(people: _People, sense: str, rules: SenseRules) -> Form:
    fields = (
        people.who(after=f" {sense.replace('_', '/')}"),
        *input_fields(rules.inputs(sense)),
        _MODIFIERS,
        Field("other", "Hidden by (@thief stealth=14)", before="vs "),
        Field("danger", "A danger", "flag", before="danger"),
        Field("understand", "Understood by (iq or a skill)", before="understand "),
        _SECRET,
    )
    return Form(f"sense-{sense}", f"Sense roll: {sense.replace('_', '/')}", "sense", fields)


def _feat(people: _People, feat: FeatRules) -> Form:
    fields = (people.who(), *input_fields(feat.inputs), _MODIFIERS, _SECRET)
    return Form(f"feat-{feat.name}", f"{feat.title} ({feat.source})", feat.name, fields)


def _attack(people: _People, context: Context) -> Form:
    named = Field("named", "Named modifier", "choice", context.ruleset.names("DX"))
    fields = (people.who(), people.what(title="Weapon skill"), named, _MODIFIERS, _SECRET)
    return Form("attack", "Attack", "attack", fields)


def _defense(people: _People) -> Form:
    fields = (people.who(), people.what(title="Defense", default="Dodge"), _MODIFIERS)
    return Form("defend", "Active defense", "defend", fields)


def _of_the_body(people: _People) -> list[Form]:
    recover = (people.who(), Field("condition", "From what (else the one there is)"), _MODIFIERS)
    control = (people.who(), Field("trait", "Trait (bad temper, or =12)", required=True), _MODIFIERS)
    aid = (
        people.who("healer", "Healer"),
        people.who("patient", "Patient", default=""),
        Field("tl", "Tech level", before="tl "),
        _MODIFIERS,
    )
    return [
        Form("selfcontrol", "Self-control roll", "selfcontrol", control),
        Form("recover", "Recovery roll", "recover", recover),
        Form("heal", "Natural healing", "heal", (people.who(), _MODIFIERS)),
        Form("firstaid", "First aid", "firstaid", aid),
    ]


def _of_the_gm(context: Context) -> list[Form]:
    roll = Field("roll", "Roll (its number)", required=True)
    outcomes = tuple(spoken(outcome) for outcome in outcomes_of(context.ruleset))
    rule = (roll, Field("outcome", "Counts as", "choice", outcomes, required=True), _BECAUSE)
    told = (Field("roll", "Secret roll (else the last)"), Field("text", "What the player heard", required=True))
    return [Form("rule", "Rule on an outcome", "rule", rule), Form("told", "What a player was told", "told", told)]


def _buy() -> Form:
    return Form("buy", "Buy a better outcome", "buy", (Field("roll", "Roll (else the last)"), Field("outcome", "Outcome")))


def _long_tasks(people: _People, rules: LongTaskRules) -> list[Form]:
    start = (
        Field("name", "Name", required=True),
        Field("hours", "Man-hours", required=True),
    )
    leaders = tuple(f"{people.active} {skill}".strip() for skill in rules.supervisor_skills)
    work = (
        Field("name", "Name", required=True),
        Field("workers", "Workers (mira carpentry, ...)", required=True),
        Field("supervisor", "Supervisor and skill", options=leaders, before="supervisor "),
        Field("bonus", "Bonus of a success", before="bonus "),
    )
    return [Form("longtask", "Long task", "longtask start", start), Form("work", "A day's work", "longtask work", work)]


def input_fields(inputs: Sequence[Input]) -> list[Field]:
    """The fields for what an activity of the rules wants to know."""
    return [_input_field(one) for one in inputs]


def _input_field(one: Input) -> Field:
    title = f"{one.key.replace('_', ' ').capitalize()}: {one.help}"
    required = one.default is None and not one.optional
    if one.kind == "flag":
        return Field(one.key, title, "flag", before=spoken(one.key))
    if one.kind == "choice":
        options = tuple(words[0] if words else spoken(key) for key, words in one.choices.items())
        default = options[list(one.choices).index(str(one.default))] if one.default is not None else ""
        return Field(one.key, title, "choice", options, default=default, required=required)
    unit = own_unit(one)
    return Field(one.key, title, before="" if unit else f"{one.key}=", after=unit, required=required)

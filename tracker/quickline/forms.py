"""Forms: what a line may say, asked for field by field. A filled form is a line of the quick line, so that it does and
records just what that line would."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tracker.campaign.characters import view
from tracker.quickline.words import Context
from tracker.rulesets.base import FrightRules, Input

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
    rules = context.ruleset
    people = _People(context)
    found = [_roll(people, context), _retry(context)]
    if rules.fright:
        found.append(_fright(people, rules.fright))
    if rules.effort:
        found.append(_effort(people, context))
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
        skills = [skill.name for sheet in sheets for skill in sheet.skills if skill.level is not None]
        self.abilities = tuple(dict.fromkeys([*skills, *attributes]))

    def who(self, key: str = "who", title: str = "Who", before: str = "", default: str | None = None) -> Field:
        chosen = self.active if default is None else default
        return Field(key, title, options=self.names, default=chosen, before=before, required=True)

    def what(self, key: str = "what", title: str = "Skill or attribute", before: str = "", default: str = "") -> Field:
        return Field(key, title, options=self.abilities, before=before, default=default, required=True)


_MODIFIERS = Field("modifiers", "Modifiers, such as -2 icy")
_SECRET = Field("secret", "For the GM alone", "flag", before="secret", first=True)
_BECAUSE = Field("because", "Because", before="because ")


def _named(context: Context, what: str = "") -> Field:
    return Field("named", "Named modifier", options=context.ruleset.names(what), kind="choice")


def _policies(context: Context) -> tuple[str, ...]:
    from tracker.quickline.rolls import POLICIES

    return tuple(word for word, policy in POLICIES.items() if policy in context.ruleset.retry_policies)


def _roll(people: _People, context: Context) -> Form:
    fields = [
        people.who(),
        people.what(),
        *([_named(context)] if context.ruleset.names("") else []),
        _MODIFIERS,
        Field("at", "Task", before="at "),
        Field("policy", "Retries of the task", "choice", _policies(context), before="policy "),
        Field("target", "Target that you set", before="target "),
        _SECRET,
        _BECAUSE,
    ]
    return Form("roll", "Roll", "", tuple(fields))


def _retry(context: Context) -> Form:
    fields = (Field("roll", "Failed roll (else the last)"), _MODIFIERS)
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


def input_fields(inputs: Sequence[Input]) -> list[Field]:
    """The fields for what an activity of the rules wants to know."""
    return [_input_field(one) for one in inputs]


def _input_field(one: Input) -> Field:
    title = f"{one.key.replace('_', ' ').capitalize()}: {one.help}"
    required = one.default is None and not one.optional
    if one.kind == "flag":
        return Field(one.key, title, "flag", before=one.key.replace("_", " "))
    if one.kind == "choice":
        options = tuple(words[0] if words else key.replace("_", " ") for key, words in one.choices.items())
        default = options[list(one.choices).index(str(one.default))] if one.default is not None else ""
        return Field(one.key, title, "choice", options, default=default, required=required)
    unit = next((unit for unit in one.units if unit), "")
    return Field(one.key, title, after=unit, required=required)

"""A character as it stands: the sheet, what was set by hand and what play changed, put together."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from tracker import phrases
from tracker.campaign.options import in_force
from tracker.campaign.parts import Character, Condition, GainedTrait, Setting, Standing
from tracker.campaign.state import CampaignState
from tracker.durations import format_clock
from tracker.errors import Refused
from tracker.events import Sheet, Trait
from tracker.language import _
from tracker.rulesets.base import AttributeSpec, Modifier, Ruleset, TraitName, read_trait
from tracker.text import clean_name, fold, folded, plain


class Pool(Struct, frozen=True):
    """A pool of points: ``current`` may be negative."""

    current: int
    maximum: int


class SkillLine(Struct, frozen=True):
    """A skill with its level without load; ``load_factor`` and ``attribute`` as on the sheet."""

    name: str
    level: int | None
    kind: str
    load_factor: int
    attribute: str = ""


class TraitLine(Struct, frozen=True):
    """A trait: ``source`` is ``sheet`` or what gave it in play (``fright``). ``rule`` is what the rules call it, folded, and
    empty for a trait that they don't ask about."""

    name: str
    points: float | None
    level: float
    source: str
    active: bool = True
    self_control: int | None = None
    position: int | None = None
    rule: str = ""

    @property
    def key(self) -> str:
        """What the rules call it, else its folded name."""
        return self.rule or fold(self.name)


class CharacterView(Struct, frozen=True):
    """Everything that can be read off a character at one moment. ``attributes`` by key, without halving by low pools."""

    id: str
    name: str
    player: str
    reading: str
    kind: str
    status: str
    attributes: dict[str, float]
    pools: dict[str, Pool]
    skills: tuple[SkillLine, ...]
    traits: tuple[TraitLine, ...]
    conditions: dict[int, Condition]
    modifiers: dict[int, Standing]
    load: int
    points_total: float
    points_spent: float
    reminders: tuple[str, ...]
    hindrances: dict[str, list[str]]

    @property
    def points_unspent(self) -> float:
        return self.points_total - self.points_spent

    def trait_levels(self) -> dict[str, int]:
        """The active traits with their levels, as ``levels_of``."""
        return levels_of(self.traits)


def view(state: CampaignState, character: Character, ruleset: Ruleset) -> CharacterView:
    """The character as it stands in this state, under the options that the campaign plays by in it."""
    ruleset = in_force(ruleset, state)
    revision = character.sheet.get(character.added)
    sheet = state.sheet_of(character)
    # What was set by hand before the sheet's last revision is what that revision replaced.
    set_by_hand = {
        tuple(key.split(":", 1)): (character.names[key], setting.get(None))
        for key, setting in character.values.items()
        if setting.entries[-1][0] > revision
    }
    values = {
        key: float(value) for (field, key), (_, value) in set_by_hand.items() if field == "attribute" and value is not None
    }
    given = dict(sheet.attributes) | {key.replace(" ", "_"): value for key, value in values.items()}
    completed = ruleset.complete(given)
    basic = {spec.key for spec in ruleset.attributes if spec.default is not None}
    if sheet.exact:
        completed = {key: value for key, value in completed.items() if key in given or key not in basic}
    shift = _shift(ruleset, {key: completed[key] for key in basic if key in completed}, character.attributes)
    attributes = {key: value + shift.get(key, 0) for key, value in completed.items() if key not in ruleset.pools}
    derived = {} if sheet.exact else {pool: int(completed[pool]) for pool in ruleset.pools if pool in completed}
    maxima = derived | sheet.pools
    for (field, _key), (name, value) in set_by_hand.items():
        if field == "pool" and value is not None:
            maxima[name] = int(value)
    maxima = {name: maximum + int(shift.get(name, 0)) for name, maximum in maxima.items()}
    pools = {
        name: Pool(maxima[name] + character.pools.get(name, 0), maxima[name]) for name in _ordered(maxima, ruleset.pools)
    }
    return CharacterView(
        id=character.id,
        name=character.name.get(character.id),
        player=character.player.get(""),
        reading=character.reading.get(""),
        kind=character.kind,
        status=character.status.get("active"),
        attributes={key: attributes[key] for key in _ordered(attributes, [spec.key for spec in ruleset.attributes])},
        pools=pools,
        skills=_skills(sheet, set_by_hand, ruleset),
        traits=_traits(state, character, sheet, set_by_hand, ruleset),
        conditions=dict(sorted(character.conditions.items())),
        modifiers=dict(sorted(character.modifiers.items())),
        load=int(set_by_hand.get(("load", "load"), ("load", sheet.load))[1] or 0),
        points_total=sheet.points_total + character.points_total,
        points_spent=sheet.points_spent + character.points_spent,
        reminders=sheet.reminders,
        hindrances=ruleset.hindrances(
            {name: pool.current for name, pool in pools.items()}, {name: pool.maximum for name, pool in pools.items()}
        ),
    )


class Views:
    """The views of a campaign's characters. One is worked out anew only when something that it tells has changed: after
    years most characters are foes of evenings long past, and have what a long life has given them. Threads may share it."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self._kept: tuple[dict[str, Setting[str]], dict[str, _Told]] = {}, {}  # under which options what is known

    def of(self, state: CampaignState) -> list[CharacterView]:
        """All characters as they stand in this state, in the order in which they came."""
        return [self.one(state, character) for character in state.roster()]

    def one(self, state: CampaignState, character: Character) -> CharacterView:
        """A character as it stands in this state, which is that of recorded events: what is tried out may give the same
        position another sheet."""
        options, known = self._kept
        if state.options != options:
            known = {}
            self._kept = state.options.copy(), known  # a state that is folded on changes its own
        mended = [at for at in character.self_control if at in state.ends]
        told = known.get(character.id)
        if told is None or told[1] != mended or (told[0] is not character and told[0] != character):
            told = known[character.id] = character, mended, view(state, character, self._ruleset)
        return told[2]


_Told = tuple[Character, list[int], CharacterView]
"""What a view told of, and which of its worsened traits a sheet holds itself by then."""


def rules_name(ruleset: Ruleset, name: str) -> TraitName | None:
    """Which trait of the rules a name means, and the level in it, whatever way it is spelt; None for other traits."""
    return read_trait(name, ruleset.traits, ruleset.trait_aliases)


def trait_line(trait: Trait, ruleset: Ruleset) -> TraitLine:
    """A trait of a sheet as it was imported or typed in."""
    ruled = rules_name(ruleset, trait.name)
    level = trait.level or (ruled and ruled.level) or 0
    return TraitLine(
        trait.name, trait.points, level, "sheet", trait.active, trait.self_control, rule=ruled.key if ruled else ""
    )


def levels_of(traits: Iterable[TraitLine]) -> dict[str, int]:
    """The active traits by what the rules call them, else by folded name, with their level (1 for those without levels).
    Several rows of one trait add up: a racial one and what was bought beyond it."""
    levels: dict[str, int] = {}
    for trait in traits:
        if trait.active:
            levels[trait.key] = levels.get(trait.key, 0) + max(1, int(trait.level))
    return levels


def recovery_words(condition: Condition, ruleset: Ruleset) -> str:
    """What a condition's recovery roll is made against: ``Will -3``; empty when there is none."""
    spec = find_attribute(ruleset, condition.recover) if condition.recover else None
    points = sum(modifier.value for modifier in condition.recover_modifiers)
    return " ".join([_(spec.name if spec else condition.recover), *([f"{points:+d}"] if points else [])])


def modifier_phrase(modifier: Standing) -> str:
    """What stays with a character, as it is compared and written to files: ``-3 charm on detect lies until day 1 06:00``."""
    until = "" if modifier.until is None else f" until {format_clock(modifier.until)}"
    return f"{modifier.value:+d} {modifier.label} on {modifier.what or 'all rolls'}{until}"


def modifier_words(modifier: Standing) -> str:
    """The same in the language spoken."""
    return phrases.said(modifier_phrase(modifier))


def beginnings(state: CampaignState, ruleset: Ruleset) -> dict[str, list[tuple[int, dict[str, float]]]]:
    """What the ledgers start from, by character: from each position on at which its sheet became another, full pools by
    name and the ``points`` and ``spent`` ones of the sheet."""
    found = {}
    for key, character in state.characters.items():
        entries = [*character.sheet.entries, *(entry for setting in character.values.values() for entry in setting.entries)]
        turns = sorted({character.added, *(position for position, _ in entries)})
        found[key] = [(position, _full(view(state, _until(character, position), ruleset), character)) for position in turns]
    return found


def _until(character: Character, position: int) -> Character:
    """The character with its sheet as it was at a position."""
    values = {key: setting.until(position) for key, setting in character.values.items()}
    known = {key: setting for key, setting in values.items() if setting.entries}
    return replace(character, sheet=character.sheet.until(position), values=known)


def _full(sheet: CharacterView, character: Character) -> dict[str, float]:
    return {name: float(pool.maximum) for name, pool in sheet.pools.items()} | {
        "points": sheet.points_total - character.points_total,
        "spent": sheet.points_spent - character.points_spent,
    }


def _shift(ruleset: Ruleset, basic: dict[str, float], changes: dict[str, int]) -> dict[str, float]:
    """What lasting changes of attributes do to them and, through them, to all that derives from them."""
    if not changes:
        return {}
    before = ruleset.complete(basic)
    after = ruleset.complete(basic | {key: basic[key] + change for key, change in changes.items() if key in basic})
    derived = {key: after[key] - before[key] for key in before}
    return derived | {key: change for key, change in changes.items() if key not in basic}


def _ordered(names: Iterable[str], first: Sequence[str]) -> list[str]:
    """The names in the system's order, those that it doesn't know behind."""
    known = list(names)
    return [name for name in first if name in known] + [name for name in known if name not in first]


_ByHand = dict[tuple[str, ...], tuple[str, float | str | None]]


def _skills(sheet: Sheet, by_hand: _ByHand, ruleset: Ruleset) -> tuple[SkillLine, ...]:
    lines = [SkillLine(skill.name, skill.level, skill.kind, skill.load_factor, skill.attribute) for skill in sheet.skills]
    for (field, key), (name, value) in by_hand.items():
        if field != "skill":
            continue
        at = next((at for at, line in enumerate(lines) if fold(line.name) == key), len(lines))
        known = lines[at] if at < len(lines) else SkillLine(name, None, "skill", 0)
        if isinstance(value, str):
            lines[at : at + 1] = [replace(known, attribute=value)]
        elif value == 0 and ruleset.skill_bonus is not None:
            lines[at : at + 1] = []
        else:
            lines[at : at + 1] = [replace(known, level=None if value is None else int(value))]
    return tuple(lines)


def _traits(
    state: CampaignState, character: Character, sheet: Sheet, by_hand: _ByHand, ruleset: Ruleset
) -> tuple[TraitLine, ...]:
    worse = dict(character.self_control[at] for at in sorted(character.self_control) if at not in state.ends)
    overridden = {key: float(value or 0) for (field, key), (_, value) in by_hand.items() if field == "trait"}
    lines: list[TraitLine] = []
    counted: set[str] = set()
    for line in (trait_line(trait, ruleset) for trait in sheet.traits):
        key = fold(line.name)
        points, number = line.points, worse.get(key, line.self_control)
        if points is not None and number is not None and number != line.self_control and ruleset.fright:
            points = ruleset.fright.self_control_points(points, line.self_control or number, number)
        level, active = line.level, line.active
        if by_name := next((name for name in (key, line.rule) if name in overridden), None):
            # What was set is the level of all rows of the trait together.
            level, active = overridden[by_name], active and overridden[by_name] != 0 and by_name not in counted
            counted |= {by_name} if active else set()
        if (points, level, active, number) != (line.points, line.level, line.active, line.self_control):
            line = replace(line, points=points, level=level, active=active, self_control=number)
        lines.append(line)
    known = {name for line in lines for name in (fold(line.name), line.rule)}
    lines += [
        replace(trait_line(Trait(name, level=float(value or 0)), ruleset), active=value != 0)
        for (field, key), (name, value) in by_hand.items()
        if field == "trait" and key not in known
    ]
    return (*lines, *(_gained(position, trait, ruleset) for position, trait in sorted(character.traits.items())))


def _gained(position: int, trait: GainedTrait, ruleset: Ruleset) -> TraitLine:
    line = trait_line(Trait(trait.name, trait.points), ruleset)
    return replace(line, source=trait.origin, position=position)


# -- finding by name --------------------------------------------------------------------------------------------------


def made_up(who: str) -> str | None:
    """The subject of somebody made up on the fly (``@Guard`` is ``@guard``), None where ``who`` names a character. Raises
    Refused for what can't be a name."""
    return f"@{folded(clean_name(plain(who)[1:], 'who'))}" if plain(who).startswith("@") else None


def find_character(state: CampaignState, text: str, where: str = "who") -> Character:
    """The character that ``text`` names: its whole name (in the very kana, then in any), its id or the whole reading of its
    name; else the one name, or else reading, that starts with it; else the one that has it as a word, in this order.

    Raises Refused, naming the candidates, when none or several fit.
    """
    wanted, in_full = fold(text), folded(text)
    known = state.characters.get(in_full)
    if known is not None and not known.removed and folded(known.name.get(known.id)) == in_full:
        return known  # nearly always: no two have the same whole name
    names = {character.id: character.name.get(character.id) for character in state.roster()}
    found = [key for key, name in names.items() if folded(name) == in_full] or _fitting(state, names, wanted)
    if len(found) == 1:
        return state.characters[found[0]]
    if found:
        raise Refused(
            _(
                "“{text}” could be {known}; write more of the name.",
                text=text,
                known=names_of(names[key] for key in found),
            ),
            code="ambiguous",
            where=where,
        )
    problem = (
        _("No character is called “{text}”. Known: {known}.", text=text, known=names_of(names.values()))
        if names
        else _("No character is called “{text}”. There are no characters yet: add or import one.", text=text)
    )
    raise Refused(problem, code="not_found", where=where)


def _fitting(state: CampaignState, names: Mapping[str, str], wanted: str) -> list[str]:
    """The ids of the characters that fit best where none has the whole name; ``names`` by id."""
    told = {key: state.characters[key].reading.get("") for key in names}
    read = {key: fold(reading) for key, reading in told.items() if reading}
    return (
        [key for key, name in names.items() if fold(name) == wanted]
        or [key for key in names if fold(key) == wanted]
        or [key for key, reading in read.items() if reading == wanted]
        or [key for key, name in names.items() if wanted and fold(name).startswith(wanted)]
        or [key for key, reading in read.items() if wanted and reading.startswith(wanted)]
        or [key for key, name in names.items() if wanted in (*fold(name).split(), *read.get(key, "").split())]
    )


def find_all(state: CampaignState, texts: Sequence[str], where: str = "who") -> list[Character]:
    """Characters by name, each once; ``all`` means everyone present. Raises Refused."""
    found: dict[str, Character] = {}
    for text in texts:
        if fold(text) == "all":
            found.update((character.id, character) for character in state.present())
        else:
            character = find_character(state, text, where)
            found[character.id] = character
    if not found:
        raise Refused(_("Nobody is present: “all” means the active player characters."), code="not_found", where=where)
    return list(found.values())


class Basis(Struct, frozen=True):
    """What a roll rests on: the name, the level, the kind of roll it suggests, modifiers of the sheet, the default that
    stands in for an untrained skill (``IQ-5``), whether the GM typed the level, and the key of the attribute that a skill
    adds to."""

    what: str
    level: int
    kind: str = "success"
    modifiers: tuple[Modifier, ...] = ()
    default: str = ""
    given: bool = False
    attribute: str = ""


def find_attribute(ruleset: Ruleset, text: str) -> AttributeSpec | None:
    """The attribute with exactly this name, key or alias, or None."""
    wanted = fold(text)
    for spec in ruleset.attributes:
        if wanted == fold(spec.key) or wanted == fold(spec.name) or wanted in map(fold, spec.aliases):
            return spec
    return None


def find_basis(sheet: CharacterView, ruleset: Ruleset, text: str) -> Basis:
    """What a character rolls against for ``text``: an attribute by its exact name, else a skill by its name or the start of
    it, else a known default of an untrained skill.

    Where skills add to attributes it is an attribute with a skill, in either order (``str athletics``), or a skill alone
    with the attribute that it goes with. Raises Refused when nothing or several things fit, and for a skill without a level
    or a default.
    """
    if attribute := find_attribute(ruleset, text):
        return _attribute_basis(sheet, ruleset, attribute)
    wanted = fold(text)
    if not wanted:
        raise Refused(_("Say what to roll: a skill or an attribute."), code="missing", where="what")
    if ruleset.skill_bonus is not None and (skilled := _attribute_with_skill(sheet, ruleset, text)):
        return skilled
    if skill := _named_skill(sheet, text):
        if ruleset.skill_bonus is None:
            return _skill_basis(sheet, skill)
        return _skilled_basis(sheet, ruleset, find_attribute(ruleset, skill.attribute), skill)
    by_prefix = [spec for spec in ruleset.attributes if fold(spec.name).startswith(wanted) and has(sheet, spec)]
    if len(by_prefix) == 1:
        return _attribute_basis(sheet, ruleset, by_prefix[0])
    return _default_basis(sheet, ruleset, text)


def has(sheet: CharacterView, spec: AttributeSpec) -> bool:
    """Whether the character has an attribute."""
    return (spec.pool in sheet.pools) if spec.pool else spec.key in sheet.attributes


def usable(skill: SkillLine, ruleset: Ruleset) -> bool:
    """Whether a skill can be rolled on: it has a level, or adds to an attribute as every skill does here."""
    return skill.level is not None or ruleset.skill_bonus is not None


def _named_skill(sheet: CharacterView, text: str) -> SkillLine | None:
    """The skill that a text names: by its name, the start of it, a word of it, or the whole name with a tech level that just
    one of both states (``guns (pistol)`` or ``guns/tl (pistol)`` for ``Guns/TL8 (Pistol)``). Raises Refused when several
    fit."""
    wanted = _ANY_TECH_LEVEL.sub("", fold(text))
    skills = {fold(skill.name): skill for skill in sheet.skills}
    found = [name for name in skills if name == fold(text)] or [name for name in skills if name.startswith(wanted)]
    found = found or [name for name in skills if f" {wanted}" in f" {name.replace('(', '').replace('/', ' ')}"]
    # Two different tech levels are two skills (B168).
    found = found or [name for name in skills if wanted in (_without_tl(name), name) or _without_tl(wanted) == name]
    if len(found) > 1:
        names = names_of(phrases.said(skills[name].name) for name in found)
        raise Refused(
            _("“{text}” could be {names}; write more of it.", text=text, names=names), code="ambiguous", where="what"
        )
    return skills[found[0]] if found else None


_TECH_LEVEL = re.compile(r"/tl[0-9]*\^?")
_ANY_TECH_LEVEL = re.compile(r"/tl(?![0-9^])")


def _without_tl(name: str) -> str:
    """The folded name of a skill without the tech level that GURPS writes behind it: ``guns (pistol)``."""
    return _TECH_LEVEL.sub("", name)


def _attribute_with_skill(sheet: CharacterView, ruleset: Ruleset, text: str) -> Basis | None:
    """An attribute and a skill that adds to it, in either order; None when the text isn't both."""
    words = plain(text).replace("(", " ").replace(")", " ").split()
    for one, rest in ((words[0], words[1:]), (words[-1], words[:-1])):
        if rest and (spec := find_attribute(ruleset, one)) and (skill := _named_skill(sheet, " ".join(rest))):
            return _skilled_basis(sheet, ruleset, spec, skill)
    return None


def _skilled_basis(sheet: CharacterView, ruleset: Ruleset, spec: AttributeSpec | None, skill: SkillLine) -> Basis:
    if spec is None:
        known = [_(spec.name) for spec in ruleset.attributes if has(sheet, spec)]
        problem = (
            _(
                "{name} goes with several attributes: say which, such as “{example} {name}” ({known}).",
                name=skill.name,
                example=known[0],
                known=names_of(known),
            )
            if known
            else _("{name} goes with several attributes: say which: {who} has none yet.", name=skill.name, who=sheet.name)
        )
        raise Refused(problem, code="ambiguous", where="what")
    basis = _attribute_basis(sheet, ruleset, spec)
    bonus = Modifier(skill.name, ruleset.skill_bonus or 0, "skill")
    return replace(basis, what=f"{skill.name} ({spec.name})", modifiers=(*basis.modifiers, bonus), attribute=spec.key)


def _attribute_basis(sheet: CharacterView, ruleset: Ruleset, spec: AttributeSpec) -> Basis:
    if not has(sheet, spec):
        raise Refused(_("{name} has no {ability}.", name=sheet.name, ability=_(spec.name)), code="not_found", where="what")
    level = sheet.pools[spec.pool].current if spec.pool else int(sheet.attributes[spec.key]) * spec.factor
    modifiers = []
    now = level
    for reason in sheet.hindrances.get(spec.key, []):
        now, before = ruleset.halved(now), now
        modifiers.append(Modifier(phrases.HALVED.format(word=reason, word_2=spec.name), now - before, "pools"))
    if penalty := spec.load_factor * sheet.load:
        modifiers.append(Modifier(phrases.LOAD.format(level=sheet.load), -penalty, "load"))
    return Basis(spec.name, level, spec.kind, tuple(modifiers))


def _skill_basis(sheet: CharacterView, skill: SkillLine) -> Basis:
    if skill.level is None:
        raise Refused(
            _("{name}'s {skill} has no usable level.", name=sheet.name, skill=skill.name), code="no_level", where="what"
        )
    penalty = skill.load_factor * sheet.load
    modifiers = (Modifier(phrases.LOAD.format(level=sheet.load), -penalty, "load"),) if penalty else ()
    return Basis(skill.name, skill.level, "success", modifiers)


def _default_basis(sheet: CharacterView, ruleset: Ruleset, text: str) -> Basis:
    defaults = ruleset.defaults(fold(text))
    if defaults is None:
        known = [phrases.said(skill.name) for skill in sheet.skills]
        known += [_(spec.name) for spec in ruleset.attributes if has(sheet, spec)]
        raise Refused(
            _(
                "{name} has no skill or attribute “{text}”. Known: {known}.",
                name=sheet.name,
                text=text,
                known=names_of(known),
            ),
            code="not_found",
            where="what",
        )
    name = text[:1].upper() + text[1:]
    trained = sorted((skill for skill in sheet.skills if skill.level is not None), key=lambda skill: skill.level or 0)
    skills = {_without_tl(fold(skill.name)): skill.level for skill in trained}  # the best of several tech levels
    own = [
        (default, sheet.attributes.get(default.name) if default.source == "attribute" else skills.get(fold(default.name)))
        for default in defaults
    ]
    scores = [(default, int(score)) for default, score in own if score is not None]
    if not scores:
        raise Refused(
            _("{skill} has no default: {name} can't try it untrained.", skill=name, name=sheet.name),
            code="no_default",
            where="what",
        )
    level, default = ruleset.best_default(scores)
    spec = find_attribute(ruleset, default.name)
    return Basis(name, level, default=f"{spec.name if spec else default.name}{default.modifier:+d}")


def names_of(names: Iterable[str], limit: int = 8) -> str:
    """Names for a sentence: the first few and how many more there are, or ``none``."""
    shown = list(names)
    listed = _(", ").join(shown[:limit]) or _("none")
    return _("{names} and {more} more", names=listed, more=len(shown) - limit) if len(shown) > limit else listed

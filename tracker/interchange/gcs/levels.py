"""Levels of skills, techniques and spells, worked out from points, defaults and bonuses."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

from tracker.interchange.gcs.entries import Default, Entry, Rule
from tracker.interchange.gcs.features import Bonuses

_GRADES = {"e": 0, "a": -1, "h": -2, "vh": -3, "w": -3}
_RULE_OF_TWENTY = Fraction(20)
_OTHER_COLLEGE = 6
_FROM_SKILLS = ("skill", "parry", "block")
_ROUNDS = 6
SAME_NAME_LIMIT = 20

Attribute = Callable[[str], Fraction | None]


class Levels:
    """Works out the levels of all skills and spells of a sheet."""

    def __init__(self, skills: list[Entry], spells: list[Entry], attribute: Attribute, bonuses: Bonuses) -> None:
        self._skills = skills
        self._spells = spells
        self._attribute = attribute
        self._bonuses = bonuses
        self._load = 0
        self._named: dict[str, list[Entry]] = {}
        for entry in skills:
            same = self._named.setdefault(entry.subject.name.lower(), [])
            if len(same) < SAME_NAME_LIMIT:
                same.append(entry)

    def work_out(self, load: int = 0) -> list[int | None]:
        """The levels at a load level of 0 to 4, skills first; also kept in the entries with what they rest on."""
        self._load = load
        for entry in (*self._skills, *self._spells):
            entry.level = entry.relative = entry.default = None
        for _ in range(_ROUNDS):
            before = [entry.level for entry in self._skills]
            for entry in self._skills:
                if entry.kind == "technique":
                    self._technique(entry)
                else:
                    self._skill(entry)
            if before == [entry.level for entry in self._skills]:
                break
        for entry in self._spells:
            if entry.kind == "ritual":
                self._ritual(entry)
            else:
                self._bought(entry, entry.points)
        return [entry.level for entry in (*self._skills, *self._spells)]

    def _bases(self, rule: Rule) -> list[Entry]:
        """The skills on the sheet that a rule means."""
        specialization = rule.specialization.lower()
        return [
            entry
            for entry in self._named.get(rule.name.lower(), ())
            if entry.counts_as_base and specialization in ("", entry.subject.specialization.lower())
        ]

    def _score(self, identity: str) -> Fraction | None:
        if identity.isdecimal():
            return Fraction(int(identity[:4]))
        return self._attribute(identity)

    def _skill(self, entry: Entry) -> None:
        """With its best default, but only if that helps: else two skills could rest on each other for nothing."""
        default = self._best_default(entry)
        self._improved(entry, None)
        without = entry.level
        if default is not None:
            self._improved(entry, default)
            if without is not None and (entry.level is None or entry.level <= without):
                self._improved(entry, None)

    def _improved(self, entry: Entry, default: Default | None) -> None:
        entry.default = default
        points = entry.points
        if entry.grade == "w":
            points /= 3
        elif default is not None and default.points > 0:
            points += default.points
        self._bought(entry, points)
        if entry.level is None and default is not None:
            self._set(entry, Fraction(default.level))
        elif entry.level is not None and default is not None and entry.grade != "w":
            own = Fraction(entry.level) - entry.bonus + self._penalty(entry)
            if own < default.level:
                self._set(entry, Fraction(default.level))

    def _bought(self, entry: Entry, points: Fraction) -> None:
        score = self._score(entry.attribute)
        bought = math.floor(points)
        if score is None or bought < 1 or entry.grade not in _GRADES:
            entry.level = entry.relative = None
            return
        step = 0 if bought == 1 else 1 if bought < 4 else 1 + bought // 4
        self._set(entry, score + _GRADES[entry.grade] + step)

    def _penalty(self, entry: Entry) -> int:
        return self._load * entry.load_factor

    def _set(self, entry: Entry, before_bonuses: Fraction) -> None:
        level = before_bonuses + entry.bonus
        score = self._score(entry.attribute)
        entry.relative = math.floor(level - score) if score is not None else None
        entry.level = math.floor(level - self._penalty(entry))

    def _best_default(self, entry: Entry) -> Default | None:
        best: tuple[int, Entry | None] | None = None
        for rule in entry.defaults:
            for level, source in self._default_levels(rule, entry):
                if best is None or level > best[0]:
                    best = level, source
        if best is None:
            return None
        level, source = best
        score = self._score(entry.attribute)
        start = math.floor((score or Fraction(0)) + _GRADES.get(entry.grade, 0))
        if level < start:
            return Default(level, Fraction(-max(level, 0)), source)
        steps = level - start
        return Default(level, Fraction(steps + 1 if steps < 2 else 4 * (steps - 1)), source)

    def _default_levels(self, rule: Rule, entry: Entry) -> list[tuple[int, Entry | None]]:
        if rule.kind not in _FROM_SKILLS:
            score = self._base_score(rule)
            return [] if score is None else [(math.floor(min(score, _RULE_OF_TWENTY) + rule.modifier), None)]
        return [
            (math.floor(self._as_base(base, rule.kind) - base.bonus + rule.modifier), base)
            for base in self._bases(rule)
            if base.level is not None and base.name != entry.name and not _leads_back(base, entry)
        ]

    def _base_score(self, rule: Rule) -> Fraction | None:
        if rule.kind != "dodge":
            return self._score(rule.kind)
        speed = self._attribute("basic_speed")
        return None if speed is None else math.floor(speed) + 3 + self._bonuses.attribute("dodge")

    def _as_base(self, base: Entry, kind: str) -> Fraction:
        level = Fraction(base.level or 0)
        return level if kind == "skill" else math.floor(level / 2) + 3 + self._bonuses.attribute(kind)

    def _technique(self, entry: Entry) -> None:
        rule = entry.base
        if rule.kind in _FROM_SKILLS:
            bases = [base for base in self._bases(rule) if base.level is not None and base is not entry]
            score = max((self._as_base(base, rule.kind) for base in bases), default=None)
        else:
            score = self._base_score(rule)
        if score is None:
            entry.level = entry.relative = None
            return
        level = score + rule.modifier + _technique_points(entry) + entry.bonus
        limit = entry.row.number("limit")
        if limit is not None:
            level = min(level, score + limit)
        entry.level, entry.relative = math.floor(level), math.floor(level - score)

    def _ritual(self, entry: Entry) -> None:
        name = entry.row.text("base_skill") or "Ritual Magic"
        count = entry.row.number("prereq_count") or Fraction(0)
        colleges = [college.lower() for college in entry.subject.colleges] or [""]
        best = None
        for base in self._named.get(name.lower(), ()):
            if base.level is None:
                continue
            known = Fraction(base.level)
            elsewhere = 0 if base.subject.specialization.lower() in colleges else _OTHER_COLLEGE
            level = max(min(known - count - elsewhere + _technique_points(entry), known), Fraction(0)) + entry.bonus
            if best is None or level > best[0]:
                best = level, known
        entry.level = math.floor(best[0]) if best else None
        entry.relative = math.floor(best[0] - best[1]) if best else None


def _technique_points(entry: Entry) -> int:
    """Levels above the default that the points of a technique buy; hard ones pay one point for the first."""
    return max(math.floor(entry.points) - (1 if entry.grade == "h" else 0), 0)


def _leads_back(base: Entry, entry: Entry) -> bool:
    """Whether a skill's own level rests on the other one."""
    seen = base
    for _ in range(_ROUNDS):
        if seen is entry:
            return True
        if seen.default is None or seen.default.source is None:
            return False
        seen = seen.default.source
    return True

"""The words that all chapters of a rule system share: what a roll is made of, and how it came out."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, field

from tracker.language import _


class Modifier(Struct, frozen=True):
    """A named change of the target: ``value`` points, ``source`` says who brought it in (``gm``, ``sheet``, ``retry``,
    ``fright``, ``load``, ``fatigue``, ``effort`` ...)."""

    label: str
    value: int
    source: str = "gm"


class NamedModifier(Struct, frozen=True):
    """A modifier that the rules know by name. ``source`` is the chapter that it comes from (``difficulty``, ``equipment``,
    ``time``, ``light``, ``surface``, ``combat`` ...); a GM may choose from ``low`` to ``high`` without overruling the
    rules. ``costs`` are points that it takes, by pool, whatever comes of the roll."""

    label: str
    value: int
    source: str
    low: int
    high: int
    costs: Mapping[str, int] = field(default_factory=dict)


class Target(Struct, frozen=True):
    """The number to roll against, with every cap that was applied, in words (``"Rule of 14: 13 at most"``)."""

    value: int
    caps: tuple[str, ...] = ()


class Degree(Struct, frozen=True):
    """One of the ways in which a roll may come out, by the system's own word (``minor_success``); ``note`` says what it
    means at the table, where the system says so."""

    name: str
    success: bool
    critical: bool
    note: str = ""


class Judgement(Struct, frozen=True):
    """How a throw came out. ``degree`` is the system's own word (``critical_success``, ``minor_success`` ...);
    ``margin`` is zero or positive, ``success`` says of which kind it is."""

    success: bool
    critical: bool
    degree: str
    margin: int


class Odds(Struct, frozen=True):
    """Exact chances, counted in throws out of ``of``; ``degrees`` counts each of the system's own ways to come out."""

    success: int
    critical_success: int
    critical_failure: int
    of: int
    degrees: Mapping[str, int] = field(default_factory=dict)

    @property
    def percent(self) -> float:
        """Chance of success in percent, to one decimal."""
        return round(100 * self.success / self.of, 1)


class RetryDecision(Struct, frozen=True):
    """Whether another attempt is allowed, at which modifier (points; None when it is not), and why not."""

    allowed: bool
    modifier: int | None
    reason: str = ""


class AttributeSpec(Struct, frozen=True):
    """An attribute of the system: ``key`` as stored (``st``), ``name`` as shown (``ST``), other spellings, the value of a
    sheet that doesn't state it (a number, or None when it derives from others; see ``Ruleset.complete``), the kind of roll
    against it, and what each level of load takes from it. ``factor`` times the value is what is rolled against; where there
    is a ``pool``, the attribute is what that pool holds at the moment."""

    key: str
    name: str
    aliases: tuple[str, ...] = ()
    default: int | None = None
    kind: str = "success"
    load_factor: int = 0
    factor: int = 1
    pool: str = ""


class RuleOption(Struct, frozen=True):
    """A choice that the system leaves to a campaign: the first of its ``values`` holds until another is set."""

    name: str
    help: str
    values: tuple[str, ...]

    def value(self, chosen: Mapping[str, str]) -> str:
        """What a campaign has chosen, by the names of options. Raises ValueError for a value that this one doesn't have."""
        value = chosen.get(self.name, self.values[0])
        if value not in self.values:
            raise ValueError(
                _(
                    "{name} is {values}, not {value!r}",
                    name=self.name,
                    values=_(", ").join(self.values),
                    value=value,
                )
            )
        return value


class Default(Struct, frozen=True):
    """What an untrained character may roll against instead: ``name`` is an attribute key or a skill, plus ``modifier``."""

    source: str  # "attribute" or "skill"
    name: str
    modifier: int


class PoolLoss(Struct, frozen=True):
    """What a loss really takes: points off each pool (zero or positive), after floors and spill-over."""

    changes: Mapping[str, int]


ADVANTAGE, DISADVANTAGE = "advantage", "disadvantage"
"""Ways to roll twice: the better, or the worse, of both counts."""

# Kinds of roll that may be tried again; the others are made by a rule of their own that says when, and in a fight one
# strikes and defends anew.
RETRIED_KINDS = ("success", "will")

# Kinds of roll that may simply be made once more.
REPEATED_KINDS = (*RETRIED_KINDS, "active_defense", "attack")

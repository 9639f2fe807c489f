"""The traits of the sheet and what they cost together."""

from __future__ import annotations

from fractions import Fraction

from tracker.events.sheet import Trait
from tracker.interchange.control import control_in_name
from tracker.interchange.gcs.document import Node, Row, plain
from tracker.interchange.gcs.features import trait_level
from tracker.interchange.gcs.points import group_cost, trait_cost
from tracker.interchange.meta_traits import is_asked_about, meta_trait

_NOTES_LIMIT = 1_000


class Costs:
    """Points of every trait, and what they come to with headings counted by their rules.

    With ``trusted`` the file's own cost of a trait is taken where it has one.
    """

    def __init__(self, traits: list[Node], *, multiplicative: bool, trusted: bool) -> None:
        self._rows: dict[int, Fraction] = {}
        members: dict[int | None, list[Fraction]] = {}
        for node in reversed(traits):  # members before their headings
            row = node.row
            stored = row.row("calc").number("points") if trusted else None
            if not node.enabled:
                cost = Fraction(0)
            elif row.is_container:
                cost = group_cost(row, members.get(id(row), [])[::-1])
            elif stored is not None:
                cost = stored
            else:
                cost = trait_cost(row, node.parents, multiplicative=multiplicative)
            self._rows[id(row)] = cost
            members.setdefault(id(node.parents[-1]) if node.parents else None, []).append(cost)
        self.total = sum(members.get(None, []), Fraction(0))

    def of(self, row: Row) -> Fraction:
        """The points of one of the rows; 0 when it is switched off."""
        return self._rows[id(row)]


def traits_of(traits: list[Node], costs: Costs) -> tuple[Trait, ...]:
    """The traits in the order of the sheet, headings left out, those switched off as not active."""
    return tuple(_trait(node, costs) for node in traits if not node.row.is_container)


def meta_traits_of(traits: list[Node]) -> tuple[Trait, ...]:
    """The headings that are traits themselves (B262): rules ask about a Machine, whatever stands below it and counts its
    points."""
    return tuple(
        meta_trait(name, active=node.enabled)
        for node in traits
        if node.row.is_container and (name := node.row.text("name"))
        if node.row.text("container_type") == "meta_trait" or is_asked_about(name)
    )


def _trait(node: Node, costs: Costs) -> Trait:
    row = node.row
    control = row.number("cr") or control_in_name(row.text("name"), costs.of(row) if node.enabled else None)
    return Trait(
        name=row.text("name") or "?",
        points=plain(costs.of(row)),
        level=plain(trait_level(row, stored=node.enabled)),
        active=node.enabled,
        self_control=int(control) if control else None,
        notes=row.row("calc").text("resolved_notes", limit=_NOTES_LIMIT)
        or row.text("local_notes", "notes", limit=_NOTES_LIMIT),
    )

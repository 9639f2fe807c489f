"""Criticals in combat. The Fourth Edition's own tables stand in the book (B556); the Third's ship."""

from __future__ import annotations


class CombatCriticals:
    """Critical hits and misses as the tracker asks for them (``CriticalRules``), in either edition."""

    notation = "3d6"
    tables: tuple[str, ...] = ("gurps3e",)

    def __init__(self, usual: str) -> None:
        self.usual = usual

    def row(self, table: str, kind: str, total: int) -> tuple[str, str]:
        """The totals that a row stands for, and what it says. Raises ValueError for a table that doesn't ship, and as
        ``CriticalTable.row``."""
        if table not in self.tables:
            raise ValueError(f"no table {table!r} ships; known are {', '.join(self.tables)}")
        from tracker.rulesets.gurps3e.criticals import critical_table  # that chapter builds on this edition's rolls

        row = critical_table().row(kind, total)
        return row.totals, row.text


# The table of this edition can't ship, and another edition's shouldn't stand in for it unasked.
CRITICALS = CombatCriticals(usual="none")

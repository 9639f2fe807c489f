"""What names need: who is in the campaign, under which name, played by whom."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import Table

from tracker.events import CharacterAdded, CharacterStatusChanged, Recorded, SheetValueSet
from tracker.projections.row import Row, common
from tracker.projections.schema import characters

TYPES = (CharacterAdded, CharacterStatusChanged, SheetValueSet)


def rows(recorded: Recorded) -> Iterator[tuple[Table, Row]]:
    """The rows that an event brings."""
    nothing: dict[str, str | None] = {"name": None, "player": None, "kind": None, "status": None}
    said: dict[str, str | None]
    match recorded.event:
        case CharacterAdded() as added:
            status = "npc" if added.kind == "npc" else "active"
            said = {"name": added.name, "player": added.player, "kind": added.kind, "status": status}
        case CharacterStatusChanged() as changed:
            said = {"status": changed.status}
        case SheetValueSet(field="name" | "player") as set_:
            said = {set_.field: None if set_.value is None else str(set_.value)}
        case _:
            return
    yield characters, common(recorded, **(nothing | said))

"""Facts about characters and their players."""

from __future__ import annotations

from msgspec import Struct

from tracker.events.base import Event
from tracker.events.sheet import Sheet


class SheetSource(Struct, frozen=True):
    """The file that a sheet came from: its format, name and the SHA-256 of its bytes (hex)."""

    format: str
    filename: str
    sha256: str


class CharacterAdded(Event, frozen=True, kw_only=True):
    """A character joined the campaign; the envelope's subject is the new id. ``kind`` is ``pc`` or ``npc``.
    ``reading`` says how the name is read, in kana or Latin letters."""

    VERSION = 3

    name: str
    kind: str
    sheet: Sheet
    player: str = ""
    source: SheetSource | None = None
    reading: str = ""


class SheetRevised(Event, frozen=True, kw_only=True):
    """A newer file of the same character was taken. ``counted`` are the positions of awards, traits and worsened
    self-control from play that this sheet holds itself: beside it they count no longer."""

    VERSION = 3

    sheet: Sheet
    source: SheetSource | None = None
    counted: tuple[int, ...] = ()


class SheetValueSet(Event, frozen=True, kw_only=True):
    """One value of the sheet was set by hand: an attribute, pool, skill, trait level, ``load``, ``player``,
    ``name`` or its ``reading``."""

    field: str  # attribute, pool, skill, trait, load, player, name, reading
    key: str
    value: float | str | None
    before: float | str | None = None


class CharacterStatusChanged(Event, frozen=True, kw_only=True):
    """``active``, ``absent``, ``dead``, ``retired`` or ``npc``."""

    status: str

"""What reading a character file yields: the sheet and a report of everything that wasn't taken as it stood."""

from __future__ import annotations

from msgspec import Struct

from tracker.campaign.commands import Exported
from tracker.events.sheet import Sheet


class Counts(Struct, frozen=True):
    """How many rows a file holds; ``traits`` leaves out headings, ``skills`` includes the techniques."""

    traits: int = 0
    traits_enabled: int = 0
    trait_containers: int = 0
    skills: int = 0
    techniques: int = 0
    spells: int = 0
    equipment_carried: int = 0
    equipment_other: int = 0


class ImportedCharacter(Struct, frozen=True):
    """A character as a file describes it, before anything is recorded.

    ``current`` is what is left in each pool (it can be negative), ``sha256`` that of the file's bytes (of its own data
    where the file holds several characters), ``notes`` one sentence for each thing that was guessed, worked out anew,
    missing or left out. ``exported`` is there where a campaign's own export comes back: the sheet is without what that
    added.
    """

    name: str
    player: str
    sheet: Sheet
    current: dict[str, int]
    format: str
    sha256: str
    counts: Counts
    notes: tuple[str, ...] = ()
    reading: str = ""
    exported: Exported | None = None

"""What the state holds by position, in pages of neighbouring positions that are read when they are asked for.

A long campaign has hundreds of thousands of such records, and nearly all of them are over: tasks that ended, prompts that
were answered. A page that no event has touched since a keyframe is left where that keyframe put it, so a keyframe writes
down what is new, and opening a campaign reads a page or two.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, MutableMapping
from typing import Any, Generic, Protocol, TypeVar

import msgspec
from msgspec import Struct

from tracker.campaign.parts import (
    Attempt,
    Condition,
    Course,
    Effort,
    Exposure,
    GainedTrait,
    Group,
    LongTask,
    Montage,
    Prompt,
    Ruling,
    Scene,
    Setting,
    Standing,
    Task,
)
from tracker.events import Sheet

T = TypeVar("T")

BITS = 11  # a page holds 2,048 positions

Positions = tuple[int, ...]


def page_of(position: int) -> int:
    """The number of the page that a position stands on."""
    return position >> BITS


class Page(Struct, omit_defaults=True):
    """The records of one stretch of positions, each under the position of what it tells about. What belongs to a character
    is held with the character's id."""

    scenes: dict[int, Scene] = {}
    exposures: dict[int, Exposure] = {}
    tasks: dict[int, Task] = {}
    begun: dict[int, Positions] = {}
    rolls: dict[int, tuple[Attempt, ...]] = {}
    procedures: dict[int, str] = {}
    prompts: dict[int, Prompt] = {}
    hopes: dict[int, Positions] = {}
    ends: dict[int, Positions] = {}
    conditions: dict[int, tuple[str, Condition]] = {}
    recoveries: dict[int, Positions] = {}
    modifiers: dict[int, tuple[str, Standing]] = {}
    traits: dict[int, tuple[str, GainedTrait]] = {}
    efforts: dict[int, tuple[str, Effort]] = {}
    rulings: dict[int, Setting[Ruling]] = {}
    rerolls: dict[int, Positions] = {}
    verdicts: dict[int, Positions] = {}
    long_tasks: dict[int, LongTask] = {}
    work: dict[int, int] = {}
    groups: dict[int, Group] = {}
    group_rolls: dict[int, Positions] = {}
    void_positions: dict[int, int] = {}
    wordings: dict[int, Setting[str]] = {}
    montages: dict[int, Montage] = {}
    courses: dict[int, tuple[Course, ...]] = {}
    course_of: dict[int, int] = {}
    montage_status: dict[int, Setting[str]] = {}
    awards: dict[int, tuple[str, int]] = {}
    revealed: dict[int, Positions] = {}

    def copied(self) -> Page:
        """A page of its own with the same records."""
        return Page(*(dict(getattr(self, name)) for name in _FIELDS))

    def __bool__(self) -> bool:
        return any(getattr(self, name) for name in _FIELDS)


_FIELDS = Page.__struct_fields__


class Reserve(Protocol):
    """Where pages and sheets are that the state doesn't hold in memory."""

    def page(self, number: int, keyframe: int) -> Page:
        """The page as it stood at the keyframe at that position."""

    def sheet(self, position: int) -> Sheet:
        """The sheet that the event at a position brought."""


class Archive:
    """The pages by number, those in memory and those in reserve. Reading one in leaves the archive equal to what it was."""

    def __init__(self, homes: dict[int, int] | None = None, reserve: Reserve | None = None) -> None:
        self.reserve = reserve
        self._pages: dict[int, Page] = {}
        self._homes = homes or {}  # the keyframe that holds a page as it is now; of a changed page there is none yet
        self._owned: set[int] = set()  # the pages that no other archive shares
        self._sheets: dict[int, Sheet] = {}
        self.shelves = Shelves(self)

    def fork(self) -> Archive:
        """An archive with the same content; a page is copied when either of the two changes it."""
        twin = Archive(dict(self._homes), self.reserve)
        twin._pages, twin._sheets = dict(self._pages), dict(self._sheets)
        self._owned = set()
        return twin

    def page(self, number: int) -> Page | None:
        """A page to read."""
        page = self._pages.get(number)
        if page is None and self.reserve is not None and (home := self._homes.get(number)) is not None:
            page = self._pages[number] = self.reserve.page(number, home)
        return page

    def page_to_change(self, number: int) -> Page:
        """A page to write to."""
        page = self.page(number)
        if number not in self._owned:
            page = self._pages[number] = page.copied() if page is not None else Page()
            self._owned.add(number)
        self._homes.pop(number, None)
        return page  # type: ignore[return-value]  # an owned page is in memory

    def numbers(self) -> list[int]:
        """The numbers of all pages, newest first."""
        return sorted(self._pages.keys() | self._homes.keys(), reverse=True)

    def differing(self, other: Archive) -> list[int]:
        """The numbers of the pages on which this archive and another one of the same campaign may differ, in order: all but
        those that both have left where the same keyframe put them."""
        numbers = {*self.numbers(), *other.numbers()}
        return sorted(at for at in numbers if at not in self._homes or self._homes[at] != other._homes.get(at))

    def sheet(self, position: int) -> Sheet:
        """The sheet that the event at a position brought."""
        if position not in self._sheets and self.reserve is not None:
            self._sheets[position] = self.reserve.sheet(position)
        return self._sheets[position]

    def keep_sheet(self, position: int, sheet: Sheet) -> None:
        """Hold the sheet of the event at a position."""
        self._sheets[position] = sheet

    def changed(self) -> dict[int, Page]:
        """The pages that no keyframe holds as they are now."""
        return {number: page for number, page in self._pages.items() if number not in self._homes}

    def homes(self, keyframe: int) -> dict[int, int]:
        """Where each page stands once the changed ones are kept with the keyframe at that position."""
        return self._homes | dict.fromkeys(self.changed(), keyframe)

    def settle(self, keyframe: int) -> None:
        """Every page stands in reserve now, the changed ones at this keyframe: let go of all but the newest."""
        self._homes = self.homes(keyframe)
        self._pages = {number: self._pages[number] for number in sorted(self._pages)[-2:]}
        self._owned &= self._pages.keys()
        self._sheets = {}

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Archive):
            return NotImplemented
        numbers = {*self.numbers(), *other.numbers()}
        return all((self.page(number) or Page()) == (other.page(number) or Page()) for number in numbers)

    __hash__ = None  # type: ignore[assignment]


class Shelf(MutableMapping[int, T]):
    """One sort of the archive's records by position. To go through all of them reads every page in."""

    __slots__ = ("_archive", "_name")

    def __init__(self, archive: Archive, name: str) -> None:
        self._archive = archive
        self._name = name

    def __getitem__(self, position: int) -> T:
        page = self._archive.page(page_of(position))
        if page is None:
            raise KeyError(position)
        record: T = getattr(page, self._name)[position]
        return record

    def __contains__(self, position: object) -> bool:
        if not isinstance(position, int):
            return False
        page = self._archive.page(page_of(position))
        return page is not None and position in getattr(page, self._name)

    def __setitem__(self, position: int, record: T) -> None:
        getattr(self._archive.page_to_change(page_of(position)), self._name)[position] = record

    def __delitem__(self, position: int) -> None:
        if position not in self:
            raise KeyError(position)
        del getattr(self._archive.page_to_change(page_of(position)), self._name)[position]

    def __iter__(self) -> Iterator[int]:
        return reversed([position for position, _ in self.newest_first()])

    def __len__(self) -> int:
        return sum(1 for _ in self.newest_first())

    def on(self, pages: Iterable[int]) -> Iterator[tuple[int, T]]:
        """The records of some pages by their numbers, oldest first."""
        for number in sorted(pages):
            if page := self._archive.page(number):
                records: dict[int, T] = getattr(page, self._name)
                yield from ((at, records[at]) for at in sorted(records))

    def newest_first(self, since: int = 0) -> Iterator[tuple[int, T]]:
        """The records at or behind a position; those of older pages are read as they are asked for."""
        for number in self._archive.numbers():
            if number < page_of(since):
                return
            if page := self._archive.page(number):
                records: dict[int, T] = getattr(page, self._name)
                yield from ((at, records[at]) for at in sorted(records, reverse=True) if at >= since)


class HasArchive(Protocol):
    """What a state is to its shelves."""

    archive: Archive


class Shelves(dict[str, "Shelf[Any]"]):
    """The shelves of an archive by name, each made when it is asked for: a fork seldom needs more than a few."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive

    def __missing__(self, name: str) -> Shelf[Any]:
        shelf = self[name] = Shelf[Any](self._archive, name)
        return shelf


class Held(Generic[T]):
    """A field of the state that is a shelf of its archive, of the same name."""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, state: HasArchive, owner: type) -> Shelf[T]:
        return state.archive.shelves[self._name]


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(Page)


def dump_page(page: Page) -> bytes:
    """A page as it is kept."""
    return zlib.compress(_encoder.encode(page), 1)


def load_page(data: bytes) -> Page:
    """A page as it was kept. Raises msgspec.MsgspecError or zlib.error when the data is no such page."""
    return _decoder.decode(zlib.decompress(data))

"""How the party stands at a moment of the past, as a table; ``>`` marks what the last event changed."""

from __future__ import annotations

from collections.abc import Iterator

from textual.content import Content

from tracker.language import N_, _
from tracker.phrases import said
from tui.gateway.picture import Member, OpenMontage, Picture
from tui.text import content, fit

_NAME = 11
_POOL = 8
_HEADINGS = (N_("conditions"), N_("retries"), N_("traits gained"))
_Cells = list[str]


def standing(before: Picture, now: Picture, width: int, height: int) -> Content:
    """The party in ``height`` lines at most, those present first and whoever has just changed; below it the open montages,
    as far as there is room."""
    montages = now.montages[: max(0, height - 3)]
    height -= len(montages)
    pools = list(dict.fromkeys(name for member in now.members for name, _current, _maximum in member.pools))[:3]
    rest = max(0, width - 1 - _NAME - len(pools) * _POOL)
    widths = [_POOL] * len(pools) + [rest * 3 // 8, rest * 2 // 8, rest - rest * 3 // 8 - rest * 2 // 8]
    header = "".join(f"{pool:>{_POOL}}" for pool in pools) + "".join(
        fit(f"  {_(heading)}", room) for heading, room in zip(_HEADINGS, widths[len(pools) :], strict=True)
    )
    rows = [(member, _cells(member, now, pools), _earlier(member, before, pools)) for member in now.members]
    rows.sort(key=lambda row: not row[0].present and row[1] == row[2])
    shown = rows if len(rows) < height else rows[: max(0, height - 2)]
    lines = [content((f" {' ' * _NAME}{header}", "$quiet"))]
    lines += [content(*_line(now.called(member.name, _NAME), member, cells, old, widths)) for member, cells, old in shown]
    if len(shown) < len(rows):
        lines.append(content((_(" and {count} more", count=len(rows) - len(shown)), "$quiet")))
    lines += [_montage(montage, montage not in before.montages, width) for montage in montages]
    return Content("\n").join(lines)


def _montage(montage: OpenMontage, changed: bool, width: int) -> Content:
    last = _(", last {name}", name=montage.last) if montage.last else ""
    text = f"{'>' if changed else ' '}{montage.name} ({montage.difficulty})  {montage.score}{last}"
    return content((fit(text, width), "bold" if changed else ""))


def _cells(member: Member, picture: Picture, pools: list[str]) -> _Cells:
    fares = {name: f"{current}/{maximum}" for name, current, maximum in member.pools}
    absent = [] if member.present else [_(member.status if member.status != "active" else N_("absent"))]
    tried = [f"{task.what} {task.tries}" for task in picture.tasks if task.name == member.name]
    gained = [said(gained.trait) for gained in picture.gained if gained.name == member.name]
    wanted = [_("one to name") for waiting in picture.waiting if waiting.kind == "trait" and waiting.name == member.name]
    words = ([*absent, *member.conditions, *member.efforts], tried, [*gained, *wanted])
    return [*(fares.get(pool, "-") for pool in pools), *(_(", ").join(each) or "-" for each in words)]


def _earlier(member: Member, before: Picture, pools: list[str]) -> _Cells | None:
    known = before.member(member.id)
    return None if known is None else _cells(known, before, pools)


def _line(name: str, member: Member, cells: _Cells, old: _Cells | None, widths: list[int]) -> Iterator[tuple[str, str]]:
    """A member's row. Of someone who has just come all is new, and one mark says so."""
    quiet = "" if member.present else "$quiet"
    yield (">" if old is None else " ") + name, quiet
    for number, (cell, width) in enumerate(zip(cells, widths, strict=True)):
        changed = old is not None and cell != old[number]
        marked = f">{cell}" if changed else cell
        is_pool = number < len(cells) - len(_HEADINGS)
        text = fit(f"{marked:>{width}}", width) if is_pool else fit(f" {marked}" if changed else f"  {cell}", width)
        yield text, "bold" if changed else quiet

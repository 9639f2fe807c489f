"""The Table's side panels, drawn as text: the keyboard never gets lost in them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from textual.content import Content

from tracker.language import N_, _, ngettext
from tracker.phrases import said
from tui import actions
from tui.chrome import rule
from tui.text import cells, content, end_to_end, fit

if TYPE_CHECKING:
    from tui.gateway.likely import QuickSkill
    from tui.gateway.picture import Member, Picture

_NAME = 11
_MANY = 12  # after years there are more NPCs than a panel has lines
_Line = list[tuple[str, str]]


def panels(
    picture: Picture,
    active: str | None,
    width: int,
    quick: Sequence[QuickSkill] = (),
    *,
    whole: bool = True,
    hiding: bool = False,
) -> Content:
    """All sections that have something to say; ``quick`` are the active character's quick skills. ``whole`` or not, there is
    what the next roll depends on; the rest is in the audit too. While ``hiding``, only the party by its numbers."""
    if hiding:
        party = [content(*line) for line in _party(picture, active, width, hiding=True)]
        return Content("\n").join([content((fit(f" {_('PARTY')}", width), "bold")), *party])
    member = picture.member(active)
    whose = picture.called(member.name, _NAME).strip().upper() if member else ""
    sections = [
        (_("PARTY"), _party(picture, active, width)),
        (end_to_end(_("{name} quick skills", name=whose), _("base  now   odds"), width - 1), _quick(quick, width)),
        (
            end_to_end(
                _("MODIFIERS in force"),
                _("{edit} edit  {clear} clear", edit=actions.get("modifiers").key, clear=actions.get("clear").key),
                width - 1,
            ),
            _lasting(picture, width),
        ),
        (
            end_to_end(_("PROMPTS open"), _("{keys} answer", keys=actions.get("answer").all_keys), width - 1),
            _prompts(picture, width),
        ),
        (_("MONTAGES open"), _montages(picture, width)),
    ]
    if whole:
        sections += [(_("RETRIES open"), _retries(picture, width)), (_("FRIGHT traits"), _traits(picture, width))]
    lines: list[Content] = []
    for number, (heading, section) in enumerate(sections):
        found = list(section)
        if not found:
            continue
        if number:
            lines.append(content((rule(width), "$quiet")))
        lines.append(content((fit(f" {heading}", width), "bold")))
        lines += [content(*line) for line in found]
    return Content("\n").join(lines)


def party_line(picture: Picture, active: str | None, width: int, *, hiding: bool = False) -> Content:
    """The party in one line: keys and names, then how the active character fares."""
    names = "  ".join(
        f"{number}{'>' if member.id == active else ' '}{picture.short[member.name]}"
        for number, member in enumerate(picture.members[:9], start=1)
    )
    member = picture.member(active)
    if member is None:
        return content(fit(f" {names}", width))
    fares = "  ".join(f"{name} {current}/{maximum}" for name, current, maximum in member.pools)
    conditions = "" if hiding else _(", ").join(member.conditions)
    right = " | ".join(part for part in (fares, conditions) if part)
    left = fit(f" {names}", max(0, width - cells(right) - 4)) if width >= 80 else " " + picture.called(member.name, _NAME)
    return content(fit(f"{left} | {right}", width))


def _party(picture: Picture, active: str | None, width: int, *, hiding: bool = False) -> Iterator[_Line]:
    pools = list(dict.fromkeys(name for member in picture.members for name, _current, _maximum in member.pools))[:3]
    if pools:
        yield [(fit(" " * (_NAME + 3) + "".join(f" {pool:>7}" for pool in pools), width), "$quiet")]
    left = 0
    for number, member in enumerate(picture.members, start=1):
        if number > _MANY and not (member.present or member.kind == "pc" or member.id == active):
            left += 1
            continue
        shown = replace(member, conditions=()) if hiding else member
        yield from _member(picture, number, shown, pools, active, width)
    if left:
        yield [(fit(_(" and {count} more", count=left), width), "$quiet")]


def _member(
    picture: Picture, number: int, member: Member, pools: list[str], active: str | None, width: int
) -> Iterator[_Line]:
    """How a character fares; conditions that don't fit behind it get a line of their own."""
    key = f"{number}" if number <= 9 else " "
    fares = {name: f"{current}/{maximum}" for name, current, maximum in member.pools}
    text = f" {key}{'>' if member.id == active else ' '}{picture.called(member.name, _NAME)}"
    text += "".join(f" {fares.get(pool, '-'):>7}" for pool in pools)
    words = [*member.conditions]
    if not member.present:
        said = member.status if member.status != "active" else N_("NPC") if member.kind == "npc" else N_("absent")
        words.insert(0, _(said))
    style = "" if member.present else "$quiet"
    said = _(", ").join(words)
    if cells(f"{text}  {said}") <= width:
        yield [(fit(f"{text}  {said}", width), style)]
    else:
        yield [(fit(text, width), style)]
        yield [(fit(f"    {said}", width), style)]


def _quick(skills: Sequence[QuickSkill], width: int) -> Iterator[_Line]:
    for number, skill in enumerate(skills, start=1):
        name = fit(f" r{number} {said(skill.name)}", max(0, width - 20))
        if skill.base is None or skill.now is None or skill.percent is None:
            yield [(fit(f"{name}{'-':>6}", width), "$quiet")]
        else:
            style = "bold" if skill.now != skill.base else ""
            yield [(f"{name}{skill.base:>6} ", ""), (f"{skill.now:>4}", style), (fit(f" {skill.percent:>6.1f}%", 9), "")]


def _lasting(picture: Picture, width: int) -> Iterator[_Line]:
    for one in picture.lasting:
        who = _(", ").join(picture.short.get(name, name) for name in one.names)
        yield [(fit(f" {one.words}: {who}", width), "")]


def _prompts(picture: Picture, width: int) -> Iterator[_Line]:
    for waiting in picture.waiting:
        yield [(fit(f" {waiting.position:>7,} {waiting.text}", width), "$outcome-no")]


def _montages(picture: Picture, width: int) -> Iterator[_Line]:
    for montage in picture.montages:
        right = f" {montage.difficulty}"
        yield [(fit(f" {montage.name}", max(0, width - cells(right))) + right, "")]
        last = _(", last {name}", name=picture.called(montage.last, _NAME).strip()) if montage.last else ""
        yield [(fit(f"    {montage.score}{last}", width), "")]


def _retries(picture: Picture, width: int) -> Iterator[_Line]:
    for task in picture.tasks:
        after = _("no more") if task.next_penalty is None else _("next {penalty}", penalty=f"{task.next_penalty:+d}")
        tries = ngettext("{count} try", "{count} tries", task.tries)
        right = f" {tries}  {after}"
        yield [(fit(f" {picture.called(task.name, _NAME)} {task.what}", max(0, width - cells(right))) + right, "")]


def _traits(picture: Picture, width: int) -> Iterator[_Line]:
    for gained in picture.gained:
        right = f" {gained.points:+d} {gained.position:>7,}"
        yield [(fit(f" {picture.called(gained.name, _NAME)} {said(gained.trait)}", max(0, width - len(right))) + right, "")]

"""The Character: everything that can be read off the active character, now or at a moment of the replay."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import zip_longest

from textual.app import ComposeResult
from textual.widgets import Static

from tracker.language import _, pgettext
from tracker.phrases import said
from tui.gateway import sheets
from tui.gateway.messages import Opened
from tui.gateway.sheets import SheetRead
from tui.screens.base import PlayScreen, Visit
from tui.text import content, fit, flush_right, padded
from tui.widgets.divider import Divider
from tui.widgets.rows import Rows

_LEFT = 33  # columns of the left half
_LABEL = 14
_NAME = 22
_BESIDE = 76  # from this many columns on the halves stand beside each other
_Part = tuple[str, str]


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A line of the sheet, or two beside each other."""

    texts: Sequence[_Part]

    def parts(self) -> Sequence[_Part]:
        return self.texts


class CharacterScreen(PlayScreen):
    """Shows the character whose turn it is; the digits choose another one."""

    NAME = "character"
    CSS_PATH = "character.tcss"

    def __init__(self) -> None:
        super().__init__()
        self.sheet: SheetRead | None = None
        self._visit = Visit("table")
        self._generation = 0

    def body(self) -> ComposeResult:
        yield Static("", id="who", classes="line", markup=False)
        yield Divider()
        yield Rows()
        yield Static("", id="message", markup=False)

    @property
    def rows(self) -> Rows:
        return self.query_one(Rows)

    @property
    def past(self) -> bool:
        """Whether it is a moment of the replay that is looked at."""
        return self._visit.position is not None

    def arrive(self, visit: Visit) -> None:
        self._visit = visit
        self.set_class(self.past, "-past")
        self.set_focus(self.rows)
        self.rows.action_jump(0)
        if self.host.active is not None:
            self.wait()
        self.follow()

    def opened(self, news: Opened) -> None:
        self._visit = Visit("table")
        self.sheet = None
        super().opened(news)

    def follow(self) -> None:
        super().follow()
        self._draw_who()
        if (active := self.host.active) is None:
            return
        self._generation += 1
        generation = self._generation
        question = partial(
            sheets.read,
            generation=generation,
            id=active,
            position=self._visit.position,
            corrected=self._visit.corrected,
        )
        self.gateway.ask(self, question, lambda: self._generation == generation)

    def on_sheet_read(self, message: SheetRead) -> None:
        if message.generation == self._generation:
            self.sheet = message
            self._draw_sheet()
            self.arrived()

    # -- drawing ------------------------------------------------------------------------------------------------------------

    def headline(self) -> str:
        parts = [*([_("REPLAY")] if self.past else []), _("CHARACTER"), self.picture.campaign if self.picture else ""]
        return " | ".join(parts)

    def state(self) -> str:
        if not self.past:
            return super().state()
        how = _("as corrected") if self._visit.corrected else _("as it stood")
        told = _("at {position} {how}  read only  Esc back", position=f"{self._visit.position:,}", how=how)
        return f"{told} "

    def fit_in(self) -> None:
        super().fit_in()
        self._draw_who()
        self._draw_sheet()

    def _draw_who(self) -> None:
        """The party's keys, the one who is shown marked."""
        members = self.picture.members[:9] if self.picture else ()
        short = self.picture.short if self.picture else {}
        names = [(number, member, short.get(member.name, member.name)) for number, member in enumerate(members, start=1)]
        parts = [
            (f" {number}>{name} ", "bold") if member.id == self.host.active else f" {number} {name} "
            for number, member, name in names
        ]
        self.query_one("#who", Static).update(content(*parts))

    def _draw_sheet(self) -> None:
        if self.sheet is None:
            return
        if self.sheet.view is None:
            self.rows.show(
                [SheetRow([(_("Not in the campaign yet at {position}.", position=f"{self.sheet.position:,}"), "quiet")])]
            )
            return
        left, right = list(_body(self.sheet)), list(_skills_and_traits(self.sheet))
        if self.size.width < _BESIDE:
            lines = [[part] for part in [*left, ("", ""), *right]]
        else:
            half = max(_LEFT, self.size.width * 2 // 5)
            pairs = zip_longest(left, right, fillvalue=("", ""))
            lines = [[(fit(text, half - 1) + " ", look), other] for (text, look), other in pairs]
        self.rows.show([SheetRow(line) for line in lines])

    # -- actions ------------------------------------------------------------------------------------------------------------

    def do_active(self, key: str) -> None:
        """The character of that number; chosen from a menu, the next one."""
        members = self.picture.members if self.picture else ()
        at = next((number for number, member in enumerate(members) if member.id == self.host.active), -1)
        wanted = int(key) - 1 if key.isdigit() else (at + 1) % len(members)
        if wanted >= len(members):
            self.say(_("There is no character number {number}.", number=key))
            return
        self.say("")
        self.host.active = members[wanted].id
        self.rows.action_jump(0)
        self.follow()

    async def do_return(self, key: str) -> None:
        await self.host.show(self._visit.origin)


def _body(sheet: SheetRead) -> Iterator[_Part]:
    """Who it is, pools, conditions, attributes, points and reminders."""
    view = sheet.view
    if view is None:
        return
    yield view.name, "heading"
    yield _(", ").join(part for part in (_(view.kind.upper()), view.player, _(view.status)) if part), ""
    yield "", ""
    yield _("POOLS"), "heading"
    for name, pool in view.pools.items():
        yield f"{fit(name, _LABEL)} {f'{pool.current}/{pool.maximum}':>9}", ""
    if sheet.conditions:
        yield "", ""
        yield _("CONDITIONS"), "heading"
        yield from [(condition, "no") for condition in sheet.conditions]
    if sheet.modifiers:
        yield "", ""
        yield _("MODIFIERS"), "heading"
        yield from [(modifier, "") for modifier in sheet.modifiers]
    yield "", ""
    yield _("ATTRIBUTES"), "heading"
    for attribute in sheet.attributes:
        text = f"{fit(attribute.name, _LABEL)} {attribute.value:>9g}"
        if attribute.now == attribute.value:
            yield text, ""
        else:
            yield _("{text}  now {value}", text=text, value=f"{attribute.now:g}"), "no"
            yield f"  {attribute.why}", "no"
    yield "", ""
    yield _("POINTS AND LOAD"), "heading"
    points = (
        (pgettext("character points", "total"), view.points_total),
        (_("spent"), view.points_spent),
        (_("unspent"), view.points_unspent),
    )
    for name, number in (*points, (_("load"), view.load)):
        yield f"{fit(name, _LABEL)} {number:>9g}", ""
    if view.reminders:
        yield "", ""
        yield _("REMINDERS"), "heading"
        for reminder in view.reminders:
            yield _(reminder), ""


def _skills_and_traits(sheet: SheetRead) -> Iterator[_Part]:
    view = sheet.view
    if view is None:
        return
    yield f"{padded(_('SKILLS'), _NAME)} {flush_right(_('level'), 5)} {flush_right(_('under load'), 11)}", "heading"
    for skill in view.skills:
        if skill.level is None:
            yield f"{fit(said(skill.name), _NAME)} {'-':>5}", "quiet"
        else:
            loaded = skill.level - skill.load_factor * view.load
            yield f"{fit(said(skill.name), _NAME)} {skill.level:>5} {loaded:>11g}", "no" if loaded < skill.level else ""
    if not view.skills:
        yield _("none"), "quiet"
    yield "", ""
    yield f"{padded(_('TRAITS'), _NAME)} {flush_right(pgettext('column', 'points'), 6)}  {_('source')}", "heading"
    for trait in view.traits:
        points = "" if trait.points is None else f"{trait.points:+g}"
        level = f" {trait.level:g}" if trait.level else ""
        control = f" ({trait.self_control})" if trait.self_control is not None else ""
        source = _(trait.source) if trait.position is None else f"{_(trait.source)} {trait.position:,}"
        off = "" if trait.active else f"  {_('not in force')}"
        name = fit(f"{_(trait.name)}{level}{control}", _NAME)
        yield f"{name} {points:>5}  {source}{off}", "" if trait.active else "quiet"
    if not view.traits:
        yield _("none"), "quiet"

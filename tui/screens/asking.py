"""Questions that are answered with moments: since when something held, what other rules would make of the dice. Enter on a
moment goes there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar, cast

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Static

from tracker.language import N_, _
from tui.gateway import lookback
from tui.gateway.lookback import MomentsRead, OtherRules
from tui.screens.dialog import Dialog
from tui.text import content, wrapped
from tui.widgets.keys_in_order import Field
from tui.widgets.menu import Item, Menu

if TYPE_CHECKING:
    from tracker.service import Campaign
    from tui.app import RollbookApp


class Moments(Dialog[int]):
    """Answers with the position of the moment that was chosen. ``ask`` has a question answered; what was asked before is
    dropped."""

    CSS_PATH: ClassVar[list[str]] = ["dialog.tcss", "asking.tcss"]  # type: ignore[assignment]

    def __init__(self) -> None:
        super().__init__()
        self._generation = 0
        self._found: Sequence[lookback.Moment] = ()

    def ask(self, question: Callable[..., MomentsRead]) -> None:
        """Have a question answered; it is given the ``generation`` of its answer."""
        self._generation += 1
        generation = self._generation
        self.wait()
        host = cast("RollbookApp", self.app)
        asked: Callable[[Campaign], MomentsRead] = partial(question, generation=generation)
        host.gateway.study(self, asked, lambda: self._generation == generation)
        self._tell(_("reading ..."), "$quiet")

    def on_moments_read(self, message: MomentsRead) -> None:
        if message.generation != self._generation:
            return
        self.arrived()
        if message.problem:
            self._tell(message.problem, "$outcome-no")
            return
        self._tell(message.summary, "")
        self._show(message.moments)
        if message.moments:
            self.set_focus(self.query_one(Menu))

    def on_resize(self) -> None:
        """Long moments are wrapped to the width that there is."""
        if self._found:
            self._show(self._found)

    def _show(self, found: Sequence[lookback.Moment]) -> None:
        self._found = found
        menu = self.query_one(Menu)
        width = max(10, menu.scrollable_content_region.width - 2)
        menu.show([item for moment in found for item in _items(moment, width)])

    def _tell(self, text: str, style: str) -> None:
        self.query_one("#message", Static).update(content((text, style)))

    def choose(self, value: str) -> None:
        """A line was chosen: go to the moment at that position."""
        self.dismiss(int(value))


class When(Moments):
    """A condition to type, and the moments at which it began to hold and ceased."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "to_moments", "To the moments", priority=True),
        Binding("up,tab", "to_field", "To the condition", priority=True),
    ]
    TITLE = N_("When did it hold?")
    KEYS = N_("Enter Ask, or go there   Down Moments   Tab Condition   Esc Close")
    FIRST = "Field"

    def body(self) -> ComposeResult:
        example = 'mira.hp < mira.hp.max / 3   any has "stunned"   clock >= "day 3"'
        yield Static(content(example), classes="label", markup=False)
        yield Field(self._asked, "any.hp < 0")
        yield Menu(choose=self.choose)

    def _asked(self, typed: str) -> None:
        if typed.strip():
            self.ask(partial(lookback.when, text=typed))

    def action_to_moments(self) -> None:
        if self.query_one(Menu).count:
            self.set_focus(self.query_one(Menu))

    def action_to_field(self) -> None:
        self.set_focus(self.query_one(Field))


class Rejudge(Moments):
    """Rules to choose, and then the rolls that would come out otherwise by them, of those that ``filter`` lets through."""

    KEYS = N_("Enter Choose, then go there   Up/Down   Esc Close")
    FIRST = "Menu"

    def __init__(self, choices: Sequence[OtherRules], filter: str) -> None:
        super().__init__()
        self.title = _("Judge again: {filter}", filter=filter) if filter else _("Judge the dice again by")
        self._choices = choices
        self._filter = filter
        self._chosen: OtherRules | None = None

    def body(self) -> ComposeResult:
        items = [Item(rules.told, str(number)) for number, rules in enumerate(self._choices)]
        yield Menu(items or [Item(_("There are no other rules with such dice."), quiet=True)], self.choose)

    def choose(self, value: str) -> None:
        """First the rules by their number, then a moment."""
        if self._chosen is not None:
            super().choose(value)
            return
        self._chosen = rules = self._choices[int(value)]
        self.query_one("#heading", Static).update(
            content((_("{title}: {rules}", title=self.title, rules=rules.told), "bold"))
        )
        self._show(())
        self.ask(partial(lookback.rejudge, rules=rules, filter=self._filter))


def _items(moment: lookback.Moment, width: int) -> Sequence[Item]:
    value = None if moment.position is None else str(moment.position)
    indent = " " * (len(moment.told) - len(moment.told.lstrip()))
    return [Item(f"{indent}{line}", value) for line in wrapped(moment.told.strip(), max(10, width - len(indent)))]

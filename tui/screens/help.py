"""What can be done here: each line is a key and what it does, and Enter does it."""

from __future__ import annotations

from textual.app import ComposeResult

from tracker.language import N_, _
from tui import actions
from tui.screens.dialog import Dialog
from tui.text import padded
from tui.widgets.menu import Item, Menu

_KEYS = 15  # columns


class Help(Dialog[str]):
    """Answers with the id of the action that was chosen. Those that can't be done now say why."""

    TITLE = N_("Keys")
    KEYS = N_("Enter Do it   Up/Down Choose   Esc Close   F1 in a bar: what to type there")
    FIRST = "Menu"

    def __init__(self, screen: str, stage: actions.Stage) -> None:
        super().__init__()
        here = [action for action in actions.offered(screen) if not action.everywhere]
        everywhere = [action for action in actions.offered(screen) if action.everywhere]
        self._items = [
            Item(_("On this screen"), quiet=True),
            *(_item(action, stage) for action in here),
            Item(_("Everywhere"), quiet=True),
            *(_item(action, stage) for action in everywhere),
        ]

    def body(self) -> ComposeResult:
        yield Menu(self._items, self._chosen)

    def focus_first(self) -> None:
        super().focus_first()
        self.query_one(Menu).move_to(1)

    def _chosen(self, id: str) -> None:
        self.dismiss(id)


def _item(action: actions.Action, stage: actions.Stage) -> Item:
    told, why_not = action.told, action.refusal(stage)
    if why_not is not None:
        told = _("Not now: {why_not}. {told}", why_not=why_not, told=told)
    return Item(f"  {padded(action.all_keys, _KEYS)} {told}", action.id, quiet=why_not is not None)

"""What can be done here: each line is a key and what it does, and Enter does it."""

from __future__ import annotations

from textual.app import ComposeResult

from tui import actions
from tui.screens.dialog import Dialog
from tui.widgets.menu import Item, Menu


class Help(Dialog[str]):
    """Answers with the id of the action that was chosen. Those that can't be done now say why."""

    TITLE = "Keys"
    KEYS = "Enter Do it   Up/Down Choose   Esc Close"
    FIRST = "Menu"

    def __init__(self, screen: str, stage: actions.Stage) -> None:
        super().__init__()
        self._items = [_item(action, stage) for action in actions.offered(screen)]

    def body(self) -> ComposeResult:
        yield Menu(self._items)

    def on_menu_chosen(self, message: Menu.Chosen) -> None:
        self.dismiss(message.value)


def _item(action: actions.Action, stage: actions.Stage) -> Item:
    keys = ", ".join((action.key, *action.twins))
    why_not = action.refusal(stage)
    text = f"{keys:15} {action.help}"
    return Item(f"{keys:15} Not now: {why_not}. {action.help}" if why_not else text, action.id, quiet=why_not is not None)

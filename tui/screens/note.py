"""The editor for notes of any length."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from tracker.language import N_, _
from tui.screens.dialog import Dialog
from tui.widgets.editor import Editor


class NoteEditor(Dialog[str]):
    """Answers with the text to record, or with None when it was closed; what it held then is its ``text``. With ``amends``,
    a position, the text is the new wording of what stands there."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("f2,ctrl+enter", "save", "Save", priority=True)]
    TITLE = N_("Note")
    KEYS = N_("F2 Save   Esc Close, F3 brings the text back")
    FIRST = "Editor"

    def __init__(self, text: str = "", amends: int | None = None) -> None:
        super().__init__()
        self._text = text
        self.amends = amends
        if amends is not None:
            self.title = _("Amend {position}", position=f"{amends:,}")

    def body(self) -> ComposeResult:
        yield Editor(self._text)

    def focus_first(self) -> None:
        super().focus_first()
        editor = self.query_one(Editor)
        editor.move_cursor(editor.document.end)

    @property
    def text(self) -> str:
        """What it holds, also in the moment before there is an editor to show it."""
        editors = self.query(Editor)
        return editors.first().text if editors else self._text

    def action_save(self) -> None:
        if self.text.strip():
            self.dismiss(self.text)
        else:
            self.say(_("The note is empty."))

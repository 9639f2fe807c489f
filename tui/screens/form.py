"""Forms: everything that a line may say, field by field, with what Enter would do below. A form answers with that line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, cast

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.suggester import SuggestFromList
from textual.widgets import Input, Static

from tracker.language import N_, _
from tui.gateway.messages import Draft, FormsListed, Hinted
from tui.screens.dialog import Dialog
from tui.text import cells, content, fit
from tui.widgets.form_rows import Choice
from tui.widgets.keys_in_order import Field
from tui.widgets.menu import Item, Menu

if TYPE_CHECKING:
    from tracker.quickline.forms import Field as FormField
    from tracker.quickline.forms import Form
    from tui.app import RollbookApp

_USUAL, _WIDEST = 30, 54  # columns for the titles of the fields


class FormPicker(Dialog["Form"]):
    """Answers with the form that was chosen. It opens empty; the gateway tells which forms there are."""

    TITLE = N_("Forms")
    KEYS = N_("Enter Open   Up/Down Choose   Esc Close")
    FIRST = "Menu"

    def __init__(self) -> None:
        super().__init__()
        self._forms: dict[str, Form] = {}
        self.wait()

    def body(self) -> ComposeResult:
        yield Menu(choose=self._chosen)

    def on_forms_listed(self, message: FormsListed) -> None:
        self._forms = {form.id: form for form in message.forms}
        self.query_one(Menu).show([Item(f"{fit(form.title, 30)} {form.verb}", form.id) for form in message.forms])
        self.arrived()

    def _chosen(self, id: str) -> None:
        self.dismiss(self._forms[id])


class FormDialog(Dialog[Draft]):
    """A form to fill in. Its preview is that of the line which it makes. ``left`` is what was ``filled`` in when it was last
    closed without being sent."""

    CSS_PATH = ["dialog.tcss", "form.tcss"]
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down,tab", "move(1)", "Next", priority=True),
        Binding("up,shift+tab", "move(-1)", "Previous", priority=True),
        Binding("enter", "send", "Do it", priority=True),
        Binding("f4", "empty", "Empty", priority=True),
    ]
    KEYS = N_("Enter Do it   Up/Down Field   Left/Right Choose   Esc Close")

    def __init__(self, form: Form, active: str | None, left: Mapping[str, str]) -> None:
        super().__init__()
        self.title = _("{form}, as you left it; F4 empties it", form=form.title) if left else form.title
        self.form = form
        self._active = active
        self._left = left
        self._rows: dict[str, Field | Choice] = {}
        self._usual: dict[str, str] = {}  # what stands in a form that nobody has touched
        self._line = ""  # what the form says, empty while something is missing
        self._hint: Hinted | None = None  # about that line

    def body(self) -> ComposeResult:
        width = min(max(cells(field.title) for field in self.form.fields) + 1, _WIDEST)
        with VerticalScroll(can_focus=False):
            for field in self.form.fields:
                with Horizontal(classes="row"):
                    mark = "*" if field.required else " "
                    label = fit(f"{mark}{field.title}", max(_USUAL, width)) + " "
                    yield Static(content(label), classes="label", markup=False)
                    self._rows[field.key] = row = self._row(field)
                    self._usual[field.key] = row.value
                    yield row
        self._fill(self._left)
        yield Static("", id="line", markup=False)

    def _row(self, field: FormField) -> Field | Choice:
        if field.kind != "text":
            return Choice(field.choices, field.default, self.ask_hint, required=field.required)
        row = Field(lambda text: self.action_send())
        row.value = field.default
        if field.options:
            row.suggester = SuggestFromList(field.options, case_sensitive=False)
        return row

    def focus_first(self) -> None:
        """The first field that is still empty, or the first one."""
        rows = list(self._rows.values())
        self.set_focus(next((row for row in rows if isinstance(row, Field) and not row.value), rows[0]))
        self.ask_hint()

    @property
    def filled(self) -> dict[str, str]:
        """What was filled in: the values that aren't those of an untouched form."""
        return {key: row.value for key, row in self._rows.items() if row.value != self._usual[key]}

    def _fill(self, values: Mapping[str, str]) -> None:
        for key, row in self._rows.items():
            value = values.get(key, self._usual[key])
            if isinstance(row, Choice):
                row.put(value)
            else:
                row.value = value

    def action_empty(self) -> None:
        """Begin anew with the form as it is when nobody has touched it."""
        self._fill({})
        self.query_one("#heading", Static).update(content((self.form.title, "bold")))
        self.focus_first()

    def action_move(self, step: int) -> None:
        rows = list(self._rows.values())
        at = next((number for number, row in enumerate(rows) if row is self.focused), 0)
        self.set_focus(rows[(at + step) % len(rows)])

    def on_input_changed(self, message: Input.Changed) -> None:
        self.ask_hint()

    # -- the line -------------------------------------------------------------------------------------------------------

    def ask_hint(self) -> None:
        """Show the line, and have the gateway look at what it would do, unless it does already."""
        values = {key: row.value for key, row in self._rows.items()}
        missing = self.form.missing(values)
        line = "" if missing else self.form.line(values)
        if line and line == self._line:
            return
        self._line, self._hint = line, None
        if missing:
            self._tell(_("Fill in: {fields}", fields=missing), "$quiet")
        else:
            host = cast("RollbookApp", self.app)
            host.gateway.hint(self, line, self._active, lambda: self._line == line)
        self.query_one("#line", Static).update(content(("> ", "$quiet"), self._line))

    def on_hinted(self, message: Hinted) -> None:
        if message.text == self._line:
            self._hint = message
            self._tell(message.words, "$outcome-no" if message.refused else "")

    def _tell(self, words: str, style: str) -> None:
        self.query_one("#message", Static).update(content((words, style)))

    def action_send(self) -> None:
        """Answer with the line. One that is known to be refused stays here, to be mended."""
        self.ask_hint()  # about what stands there now: Enter comes before the word that a field has changed
        if self._line and not (self._hint is not None and self._hint.refused):
            self.dismiss(Draft(self._line, self._active, previewed=self._hint.preview if self._hint else None))

"""The Audit: what was tried again, who was frightened, what was gained and spent, each with the event that shows why."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from tracker.language import N_, _
from tui.gateway import audits
from tui.gateway.findings import FindingsRead
from tui.screens.findings import FindingsScreen
from tui.screens.narrowed import NarrowedScreen
from tui.widgets.divider import Divider

if TYPE_CHECKING:
    from tracker.service import Campaign


class AuditScreen(NarrowedScreen, FindingsScreen):
    NAME = "audit"
    EVERYTHING = N_("all that was recorded")
    CSS_PATH = ["findings.tcss", "narrowed.tcss"]
    FIRST = audits.RETRIES

    @property
    def lists(self) -> Sequence[str]:
        return self.picture.audits if self.picture else (audits.RETRIES,)

    def question(self, generation: int) -> Callable[[Campaign], FindingsRead]:
        return partial(audits.read, generation=generation, which=self.which, filter=self.field.value)

    def put(self, question: Callable[[Campaign], FindingsRead], wanted: Callable[[], bool]) -> None:
        """An audit of a long campaign may take long."""
        self.gateway.study(self, question, wanted)

    def narrowed(self) -> None:
        self.say("")
        self.query_one("#count", Divider).label = _("reading ...")
        self._read()

    def headline(self) -> str:
        return f"{_('AUDIT')} | {super().headline()}"

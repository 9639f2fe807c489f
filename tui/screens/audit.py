"""The Audit: what was tried again, who was frightened, what was gained and spent, each with the event that shows why."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from tracker.language import _
from tui.gateway import audits
from tui.gateway.findings import FindingsRead
from tui.screens.findings import FindingsScreen

if TYPE_CHECKING:
    from tracker.service import Campaign


class AuditScreen(FindingsScreen):
    NAME = "audit"
    FIRST = audits.RETRIES

    @property
    def lists(self) -> Sequence[str]:
        return self.picture.audits if self.picture else (audits.RETRIES,)

    def question(self, generation: int) -> Callable[[Campaign], FindingsRead]:
        return partial(audits.read, generation=generation, which=self.which)

    def headline(self) -> str:
        return f"{_('AUDIT')} | {super().headline()}"

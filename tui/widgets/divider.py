"""A line of dashes with words in it."""

from __future__ import annotations

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from tui.chrome import rule
from tui.text import cells, content, safe


class Divider(Widget):
    DEFAULT_CSS = "Divider { height: 1; color: $quiet; }"

    label: reactive[str] = reactive("")

    def render(self) -> Content:
        label = f" {safe(self.label)} " if self.label else ""
        return content(rule(2), label, rule(self.size.width - 2 - cells(label)))

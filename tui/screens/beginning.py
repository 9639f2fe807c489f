"""What to type while a campaign has no characters yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content

from tracker.language import _
from tui import actions
from tui.text import content

if TYPE_CHECKING:
    from tui.gateway.picture import Picture


def beginning(picture: Picture, store: str) -> Content:
    """The first steps; ``store`` is the folder that the commands must name, empty when they find it themselves."""
    where = f" --store {store}" if store else ""
    values = " ".join(f"{key}=12" for key in picture.attributes[:2])
    lines: list[tuple[str, str]] = [
        (_("No characters yet. Sheets come in from a command line and show up here at once:"), "bold"),
        (f"  rollbook{where} import mira.gcs", ""),
        (_("Type into the line below, such as:"), "bold"),
        (f"  character Vora {values} stealth=13 player=Ann", ""),
        ("  session start The Bell Tower", ""),
        ("  vora stealth -2 dark", ""),
        (f"  @guard per=12              {_('somebody without a sheet')}", ""),
        (_("Esc and then {key} lists the keys.", key=actions.get("help").key), "$quiet"),
    ]
    return Content("\n").join([content((f" {text}", style)) for text, style in lines])

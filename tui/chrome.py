"""What looks the same all over the screen, as the settings have it: lines, and the hour."""

from __future__ import annotations

from tracker.language import _
from tracker.settings import Settings

_settings = Settings()


def use(settings: Settings) -> None:
    """Draw by these settings from now on."""
    global _settings
    _settings = settings


def boxed() -> bool:
    """Whether lines are drawn with signs made for that, which a terminal with wide ones draws twice as long."""
    return _settings.lines == "box" and _settings.ambiguous == "narrow"


def rule(width: int) -> str:
    """A horizontal line."""
    return ("─" if boxed() else "-") * max(0, width)


def scene_words(number: int, title: str) -> str:
    """``scene 2: The Crypt``, or ``scene 2`` without a title."""
    if not title:
        return _("scene {number}", number=number)
    return _("scene {number}: {title}", number=number, title=title)


def hour(time: str) -> str:
    """``21:14`` or ``21:14:07`` as it is, or ``9:14pm``, on a clock of 12 hours with a blank before a single digit."""
    if _settings.clock == 24 or not time[:2].isdigit():
        return time
    hours = int(time[:2])
    return f"{hours % 12 or 12:>2}{time[2:]}{'am' if hours < 12 else 'pm'}"

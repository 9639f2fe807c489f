"""Colours. Outcomes are blue and orange, which people with any of the usual colour deficiencies tell apart; they only
repeat what the words ``ok``, ``NO``, ``CRIT`` and ``FUMBLE`` say, so that one theme can do without them."""

from __future__ import annotations

from typing import Any, NamedTuple

from textual.app import App
from textual.theme import BUILTIN_THEMES, Theme

_PREFIX = "rollbook-"
_FEW_COLOURS = ("standard", "windows", None)  # how Rich calls a terminal with 16 colours or fewer


class _Ground(NamedTuple):
    """What letters stand on, and their colour where nothing is to be said by it."""

    foreground: str
    background: str
    surface: str
    panel: str


def _theme(
    name: str,
    ok: str,
    no: str,
    ground: _Ground,
    *,
    crit: str,
    fumble: str,
    quiet: str,
    dark: bool = True,
    ansi: bool = False,
) -> Theme:
    return Theme(
        name=_PREFIX + name,
        primary=ok,
        secondary=quiet,
        warning=no,
        error=no,
        success=ok,
        accent=ok,
        **ground._asdict(),
        dark=dark,
        ansi=ansi,
        variables={
            **(BUILTIN_THEMES["ansi-dark" if dark else "ansi-light"].variables if ansi else {}),  # Textual's own styles need
            "outcome-ok": ok,
            "outcome-no": no,
            "outcome-crit": crit,
            "outcome-fumble": fumble,
            "quiet": quiet,
        },
    )


_DARK = _Ground("#E0E0E0", "#121212", "#1A1A1A", "#262626")
_LIGHT = _Ground("#1A1A1A", "#FFFFFF", "#F7F7F7", "#F0F0F0")
_BLACK = _Ground("#FFFFFF", *["#000000"] * 3)
_GREY = "#E0E0E0"

THEMES = (
    _theme("dark", "#56B4E9", "#E69F00", _DARK, crit="#FFFFFF", fumble="#FF7A1A", quiet="#9A9A9A"),
    _theme("light", "#0072B2", "#A85300", _LIGHT, crit="#000000", fumble="#9E2A6B", quiet="#5A5A5A", dark=False),
    _theme("high-contrast", "#6CC4FF", "#FFB000", _BLACK, crit="#FFFFFF", fumble="#FF9A5C", quiet="#D0D0D0"),
    _theme("mono", _GREY, _GREY, _DARK, crit=_GREY, fumble=_GREY, quiet="#A8A8A8"),
)
"""In the order in which the key for it goes through them."""

_NIGHT = _Ground("ansi_white", *["ansi_black"] * 3)
_PAPER = _Ground("ansi_black", *["ansi_bright_white"] * 3)
_CYAN, _RED, _WHITE = "ansi_bright_cyan", "ansi_bright_red", "ansi_bright_white"  # blue is too dark on black

SIXTEEN = (
    _theme("dark", _CYAN, _RED, _NIGHT, crit=_WHITE, fumble=_RED, quiet="ansi_white", ansi=True),
    _theme(
        "light",
        "ansi_blue",
        "ansi_red",
        _PAPER,
        crit="ansi_black",
        fumble="ansi_red",
        quiet="ansi_black",
        dark=False,
        ansi=True,
    ),
    _theme("high-contrast", _CYAN, _RED, _NIGHT, crit=_WHITE, fumble=_RED, quiet=_WHITE, ansi=True),
    _theme("mono", "ansi_white", "ansi_white", _NIGHT, crit=_WHITE, fumble=_WHITE, quiet="ansi_white", ansi=True),
)
"""The same where the terminal has 16 colours: its own, which its user may have chosen."""


def put_on(app: App[Any], name: str) -> None:
    """Give an app the themes that its terminal can show, and choose one; where ``NO_COLOR`` is set it is mono."""
    for theme in SIXTEEN if app.console.color_system in _FEW_COLOURS else THEMES:
        app.register_theme(theme)
    app.theme = _PREFIX + ("mono" if app.no_color else name)


def following(name: str) -> str:
    """The theme that comes after the one of this name."""
    names = [theme.name for theme in THEMES]
    return names[(names.index(name) + 1) % len(names)]


def called(name: str) -> str:
    """A theme as the settings call it."""
    return name.removeprefix(_PREFIX)

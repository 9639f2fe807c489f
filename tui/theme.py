"""Colours. Outcomes are blue and orange, which people with any of the usual colour deficiencies tell apart; they only
repeat what the words ``ok``, ``NO``, ``CRIT`` and ``FUMBLE`` say."""

from __future__ import annotations

from textual.theme import Theme

DARK = Theme(
    name="rollbook-dark",
    primary="#56B4E9",
    secondary="#8FA3AD",
    warning="#E69F00",
    error="#E69F00",
    success="#56B4E9",
    accent="#56B4E9",
    foreground="#E0E0E0",
    background="#121212",
    surface="#1A1A1A",
    panel="#262626",
    dark=True,
    variables={
        "outcome-ok": "#56B4E9",
        "outcome-no": "#E69F00",
        "outcome-crit": "#FFFFFF",
        "outcome-fumble": "#FF7A1A",
        "quiet": "#9A9A9A",
    },
)

LIGHT = Theme(
    name="rollbook-light",
    primary="#0072B2",
    secondary="#4A5A63",
    warning="#B35900",
    error="#B35900",
    success="#0072B2",
    accent="#0072B2",
    foreground="#1A1A1A",
    background="#FFFFFF",
    surface="#F2F2F2",
    panel="#E4E4E4",
    dark=False,
    variables={
        "outcome-ok": "#0072B2",
        "outcome-no": "#B35900",
        "outcome-crit": "#000000",
        "outcome-fumble": "#9E2A6B",
        "quiet": "#5A5A5A",
    },
)

THEMES = (DARK, LIGHT)

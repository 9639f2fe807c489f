"""Commands of combat: attacks, active defenses, and what a critical does. Each takes the words that the quick line takes."""

from __future__ import annotations

from tracker.cli.context import Action, Common, Dice


def attack(*words: str, dice: Dice = (), action: Action = None, context: Common) -> int:
    """Roll to hit; a critical hit or miss goes to the table that the campaign chose: see options criticals.

    Parameters
    ----------
    words
        WHO WEAPON [MODIFIER...]: vora broadsword -2 head "mighty blows". Extra effort takes its FP by itself.
    """
    return context.take("attack", words, dice=dice, action=action)


def defend(*words: str, dice: Dice = (), action: Action = None, context: Common) -> int:
    """Roll an active defense.

    Parameters
    ----------
    words
        WHO DEFENSE [MODIFIER...] [vs FOE [ranged]]: mira dodge feverish, vora parry=11 -2 "behind her" vs @guard. A critical
        success sends a foe within reach to the table of critical misses.
    """
    return context.take("defend", words, dice=dice, action=action)


def effect(*words: str, action: Action = None, context: Common) -> int:
    """Say what the total of a critical does, where the campaign has no table for it.

    Parameters
    ----------
    words
        PROMPT TEXT: the number of what waits (see pending), and what happens.
    """
    return context.take("effect", words, action=action)

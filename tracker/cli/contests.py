"""Commands about contests, influence, reactions, and modifiers that stay with a character. Each takes the words that the
quick line takes."""

from __future__ import annotations

from tracker.cli.context import Action, Common, Dice


def contest(*words: str, dice: Dice = (), action: Action = None, context: Common) -> int:
    """Let two sides roll against each other.

    Parameters
    ----------
    words
        [KIND] WHO WHAT [MODIFIER...] vs WHO WHAT [MODIFIER...]: mira climbing -2 wall vs @guard st=12. The kind is quick,
        regular (behind it: rounds 3, to pause after so many) or resist (the attacker first; behind it: supernatural).
    """
    return context.take("contest", words, dice=dice, action=action)


def influence(*words: str, dice: Dice = (), action: Action = None, context: Common) -> int:
    """Make somebody do what a character wants.

    Parameters
    ----------
    words
        WHO SKILL [MODIFIER...] vs WHO [will=11] [TRAIT...] [MODIFIER...]: mira diplomacy +2 reaction vs @guard will=11.
        Against a player character also: on ROLL, ROLL [bonus] [for 1h], the rolls that a success tells on.
    """
    return context.take("influence", words, dice=dice, action=action)


def concerns(*words: str, action: Action = None, context: Common) -> int:
    """Say which rolls a successful influence tells on.

    Parameters
    ----------
    words
        PROMPT ROLL, ROLL [bonus] [for 1h], or PROMPT nothing: the number of what waits, then what is rolled.
    """
    return context.take("concerns", words, action=action)


def reaction(*words: str, dice: Dice = (), action: Action = None, context: Common) -> int:
    """Roll how somebody reacts.

    Parameters
    ----------
    words
        WHO [MODIFIER...]: @innkeeper +2 appearance -1 accent.
    """
    return context.take("reaction", words, dice=dice, action=action)


def modifier(*words: str, action: Action = None, context: Common) -> int:
    """Let a modifier stay with a character, or end one.

    Parameters
    ----------
    words
        WHO add POINTS NAME [on ROLL, ROLL] [for 6h], or WHO end NAME [on ROLL]: mira add -3 charm on "detect lies" for 6h.
    """
    return context.take("modifier", words, action=action)

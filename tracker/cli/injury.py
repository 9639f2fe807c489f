"""Commands about the body and its limits: recovering, staying conscious, healing, self-control. Each takes the words that
the quick line takes."""

from __future__ import annotations

from tracker.cli.context import Action, Common, Dice


def recover(*words: str, dice: Dice = (), action: Action = None, context: Common) -> int:
    """Roll to be rid of a condition now, such as being stunned.

    Parameters
    ----------
    words
        WHO [CONDITION] [MODIFIER...]: mira stunned +1 "slapped awake". When its time comes the roll is asked for by itself.
    """
    return context.take("recover", words, dice=dice, action=action)


def endure(*words: str, dice: Dice = (), action: Action = None, context: Common) -> int:
    """Roll to stay conscious, or to go on, at HP or FP of 0 or less: once more, for another turn.

    Parameters
    ----------
    words
        WHO [WHAT] [MODIFIER...]: mira consciousness, or mira exhaustion where both are asked for.
    """
    return context.take("endure", words, dice=dice, action=action)


def heal(*words: str, dice: Dice = (), action: Action = None, context: Common) -> int:
    """Roll to heal naturally after a day of rest.

    Parameters
    ----------
    words
        WHO [MODIFIER...]: mira +1 "a physician's care". After "rest 3d" the rolls of those days are asked for by themselves.
    """
    return context.take("heal", words, dice=dice, action=action)


def firstaid(*words: str, dice: Dice = (), action: Action = None, context: Common) -> int:
    """Give somebody first aid.

    Parameters
    ----------
    words
        HEALER PATIENT [tl NUMBER] [MODIFIER...]: vora mira tl 3 -2 "on horseback". The tech level is the campaign's option
        tl unless you say it.
    """
    return context.take("firstaid", words, dice=dice, action=action)


def bandage(*words: str, action: Action = None, context: Common) -> int:
    """Bandage somebody, for the little that it gives back at once.

    Parameters
    ----------
    words
        WHO [REASON]: mira "by Vora".
    """
    return context.take("bandage", words, action=action)


def selfcontrol(*words: str, dice: Dice = (), action: Action = None, context: Common) -> int:
    """Roll to resist a trait by its self-control number.

    Parameters
    ----------
    words
        WHO TRAIT [MODIFIER...]: mira bad temper -2 provoked. Where no sheet has the number: mira "bad temper=12".
    """
    return context.take("selfcontrol", words, dice=dice, action=action)

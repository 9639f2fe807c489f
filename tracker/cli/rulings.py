"""Commands of the GM's word on rolls that were made. Each takes the words that the quick line takes."""

from __future__ import annotations

from tracker.cli.context import Action, Common


def buy(*words: str, action: Action = None, context: Common) -> int:
    """Pay character points for the next better outcome of a roll, where the campaign's genre allows it.

    Parameters
    ----------
    words
        [POSITION or WHO] [OUTCOME]: the roll's number, or the last roll of somebody; else the last one of all.
    """
    return context.take("buy", words, action=action)


def rule(*words: str, action: Action = None, context: Common) -> int:
    """Say what a roll counts as, whatever the dice showed.

    Parameters
    ----------
    words
        POSITION OUTCOME [because REASON]: success, failure, critical success or critical failure. A task that a roll has
        ended stays over.
    """
    return context.take("rule", words, action=action)


def told(*words: str, action: Action = None, context: Common) -> int:
    """Write down what a player was told about a secret roll.

    Parameters
    ----------
    words
        [POSITION] TEXT: the roll's number, else the last secret roll; then what the player heard.
    """
    return context.take("told", words, action=action)

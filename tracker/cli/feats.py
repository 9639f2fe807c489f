"""Commands about physical feats, the senses, and work of many days. Each takes the words that the quick line takes."""

from __future__ import annotations

from tracker.campaign.long_tasks import open_long_tasks
from tracker.cli.context import Action, Common, Dice
from tracker.cli.outcome import work_words
from tracker.language import _


def feat(*words: str, dice: Dice = (), action: Action = None, context: Common) -> int:
    """Do a physical feat: climb, jump, run, swim, hike, hold one's breath, lift, throw, dig.

    Parameters
    ----------
    words
        WHO FEAT WHAT IT ASKS FOR [MODIFIER...], in any order: mira climb wall 60ft roped -2 icy; vora run sprint 30s;
        mira throw 20lb. A feat that misses something says what there is to choose from.
    """
    return context.take("feat", words, dice=dice, action=action)


def sense(*words: str, dice: Dice = (), action: Action = None, context: Common) -> int:
    """Make a sense roll: vision, hearing, taste or smell.

    Parameters
    ----------
    words
        WHO SENSE [WHAT IT ASKS FOR] [MODIFIER...] [danger] [understand [SKILL]] [vs WHO SKILL]: mira vision dark 3 plain;
        mira hearing conversation 8yd; @guard per=12 vision vs mira stealth. With danger, who has Danger Sense and fails
        gets the secret second roll; with understand, a success leads to a roll against IQ or the skill.
    """
    return context.take("sense", words, dice=dice, action=action)


def longtask(*words: str, dice: Dice = (), action: Action = None, context: Common) -> int:
    """Work of many days; alone, list what is open.

    Parameters
    ----------
    words
        start NAME HOURS, in man-hours; work NAME WHO SKILL, WHO SKILL [supervisor WHO SKILL [bonus 2]], a day's work;
        giveup NAME. Somebody made up on the fly brings a number: @helper carpentry=11.
    """
    if words:
        return context.take("longtask", words, dice=dice, action=action)
    state = context.campaign.state
    rows = [
        {"position": position, "name": task.name, "done": state.work.get(position, 0), "of": task.hours}
        for position, task in open_long_tasks(state).items()
    ]
    lines = [work_words(task, state.work.get(position, 0)) for position, task in open_long_tasks(state).items()]
    context.out.show(rows, lines or [_("No long task is open.")])
    return 0

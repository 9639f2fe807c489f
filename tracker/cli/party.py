"""Commands about what the party does together. Each takes the words that the quick line takes."""

from __future__ import annotations

from typing import Any

from msgspec import to_builtins

from tracker.campaign.montages import open_montages, score_of
from tracker.cli.context import Action, Common, Dice
from tracker.language import _
from tracker.phrases import said
from tracker.reports.party import montage_words
from tracker.text import spoken


def group(*words: str, dice: Dice = (), action: Action = None, context: Common) -> int:
    """Make a check of a whole group, which it passes when more than half do.

    Parameters
    ----------
    words
        WHO, WHO ... or all, then WHAT [MODIFIER...]: all stealth -2 "creaking floor".
    """
    return context.take("group", words, dice=dice, action=action)


def montage(*words: str, dice: Dice = (), action: Action = None, context: Common) -> int:
    """Take courses of action towards one goal, in turns; alone, list what is open.

    Parameters
    ----------
    words
        start DIFFICULTY GOAL; ["GOAL"] WHO WHAT [MODIFIER...] by COURSE [because REASON]; WHO auto by COURSE, where it
        succeeds without a roll; giveup [GOAL]. The goal is named where several are open; the reason allows the same course
        or the same character another turn.
    """
    if words:
        return context.take("montage", words, dice=dice, action=action)
    state, rules = context.campaign.state, context.campaign.ruleset.montages
    rows, lines = list[dict[str, Any]](), list[str]()
    open_now = {} if rules is None else {at: score_of(rules, state, at) for at in open_montages(state, rules)}
    for position, score in open_now.items():
        open_one = state.montages[position]
        courses = [course.course for course in state.courses.get(position, ())]
        rows.append(
            {"position": position, **to_builtins(open_one), "courses": courses}
            | {"successes": score.successes, "failures": score.failures}
        )
        lines.append(f"{open_one.name} ({said(spoken(open_one.difficulty))}): {montage_words(open_one, score)}")
    context.out.show(rows, lines or [_("No montage is open.")])
    return 0

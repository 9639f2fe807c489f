"""What a key opens the bar with, and what is said of the active character's quick skills."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tui.gateway.context import context_of
from tui.gateway.messages import News

if TYPE_CHECKING:
    from tracker.quickline.likely import Likely
    from tracker.service import Campaign


@dataclass(frozen=True, slots=True)
class QuickSkill:
    """A quick skill: ``base`` on the sheet, ``now`` with all that is in force, and the chance of success in percent; the
    numbers are None where it can't be rolled now."""

    name: str
    base: int | None = None
    now: int | None = None
    percent: float | None = None


@dataclass(eq=False)
class QuickRead(News):
    """The quick skills of the character ``id``, by number."""

    id: str
    skills: tuple[QuickSkill, ...]


def contest(campaign: Campaign, active: str | None) -> str:
    """The last contest once more."""
    from tracker.quickline import likely

    return likely.contest(context_of(campaign, active))


def fright(campaign: Campaign, active: str | None) -> str:
    """A Fright Check of the party at what frightened it last."""
    from tracker.quickline import likely

    return likely.fright(context_of(campaign, active))


def effort(campaign: Campaign, active: str | None) -> str:
    """Extra effort of the active character."""
    from tracker.quickline import likely

    return likely.effort(context_of(campaign, active))


def correction(campaign: Campaign, position: int) -> Likely:
    """The line that corrects a roll. Raises Refused for what is none."""
    from tracker.quickline import likely

    return likely.correction(position, context_of(campaign))


def text_at(campaign: Campaign, position: int) -> str:
    """How a note, or the title of a session or scene, reads by now."""
    from msgspec.structs import asdict

    recorded = campaign.log.get([position]).get(position)
    fields = asdict(recorded.event) if recorded else {}
    return campaign.state.wording(position, fields.get("text") or fields.get("title") or "")


def quick_skills(campaign: Campaign, id: str) -> QuickRead:
    """The quick skills of a character, each as a bare roll on it would be made now."""
    from tracker.campaign.commands import Roll
    from tracker.errors import Refused
    from tracker.quickline.quick import quick_skills as names_of

    found = []
    for name in names_of(context_of(campaign, id), id):
        try:
            (roll,) = campaign.preview(Roll(who=id, what=name)).rolls
        except (Refused, ValueError):  # refused, or more than one roll: the number stays with the name
            found.append(QuickSkill(name))
            continue
        found.append(QuickSkill(name, roll.base, roll.target, roll.percent))
    return QuickRead(id, tuple(found))

"""What is different about the characters between two states."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from tracker.campaign.characters import view
from tracker.campaign.state import CampaignState
from tracker.rulesets.base import Ruleset

Snapshot = dict[tuple[str, object], float | str]
"""What is compared of one character, by name and sort or position."""


class Change(Struct, frozen=True):
    """Something about a character that changed; None stands for what isn't there."""

    character: str
    what: str
    before: float | str | None
    after: float | str | None

    def __str__(self) -> str:
        if self.before is None:
            return f"{self.character}: {self.what} {_shown(self.after)}"
        after = "over" if self.after is None else _shown(self.after)
        return f"{self.character}: {self.what} {_shown(self.before)} -> {after}"


def snapshot(state: CampaignState, key: str, ruleset: Ruleset) -> Snapshot:
    """A character as it stands in this state; empty once its addition was taken back."""
    character = state.characters[key]
    if character.removed:
        return {}
    sheet = view(state, character, ruleset)
    return {
        **{(name, "pool"): pool.current for name, pool in sheet.pools.items()},
        **{(f"{name} maximum", "pool"): pool.maximum for name, pool in sheet.pools.items()},
        ("points", "total"): sheet.points_total,
        ("points spent", "total"): sheet.points_spent,
        **{("condition", at): condition.name for at, condition in sheet.conditions.items()},
        **{("trait", (trait.name, trait.position)): trait.name for trait in sheet.traits if trait.active},
        **{
            (f"self-control of {trait.name}", "trait"): trait.self_control
            for trait in sheet.traits
            if trait.active and trait.self_control is not None
        },
        **{(name, "attribute"): value for name, value in sheet.attributes.items()},
        ("status", ""): sheet.status,
    }


def differences(name: str, before: Snapshot | None, after: Snapshot) -> Iterator[Change]:
    """What is different about one character; of someone new only pools and points, not the whole sheet."""
    for key in {**(before or {}), **after}:
        old, new = (before or {}).get(key), after.get(key)
        if old != new and (before or key[1] in ("pool", "total")):
            yield Change(name, key[0], old, new)


def between(before: CampaignState, after: CampaignState, ruleset: Ruleset) -> list[Change]:
    """What is different about all characters, in the order in which they came."""
    found: list[Change] = []
    for character in sorted(after.characters.values(), key=lambda one: one.added):
        old = snapshot(before, character.id, ruleset) if character.id in before.characters else None
        found += differences(character.name.get(character.id), old, snapshot(after, character.id, ruleset))
    return found


def _shown(value: float | str | None) -> str:
    return "nothing" if value is None else value if isinstance(value, str) else f"{value:g}"

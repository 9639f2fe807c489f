"""Everything that is different between two states of a campaign."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from tracker.campaign.changes import Change, Snapshot, changes_of, everybody, name_in
from tracker.campaign.montages import open_montages
from tracker.campaign.options import in_force, options_of
from tracker.campaign.parts import Setting
from tracker.campaign.state import CampaignState
from tracker.durations import format_clock
from tracker.rulesets.base import Ruleset


def difference(
    before: CampaignState, after: CampaignState, ruleset: Ruleset, who: Collection[str] | None = None
) -> list[Change]:
    """What is different about each character, with the tasks that were begun or are over and the threats that were met, and
    about the campaign; on request about some (``who``, ids) alone."""
    pages = before.archive.differing(after.archive)  # whatever else was done was so before and is so after
    then, now = _doings(before, pages), _doings(after, pages)
    everyone = dict.fromkeys([*everybody(before, after), *then, *now])
    found: list[Change] = []
    for key in everyone if who is None else who:
        if key in before.characters or key in after.characters:
            found += changes_of(key, before, after, ruleset)
        found += _told(name_in(key, after, before), then.get(key, {}), now.get(key, {}))
    return [*found, *(_told("", _campaign(before, pages, ruleset), _campaign(after, pages, ruleset)) if who is None else ())]


def _told(name: str, before: Snapshot, after: Snapshot) -> Iterator[Change]:
    """What is different, what is new included."""
    return (
        Change(name, key[1], before.get(key), after.get(key), key[0])
        for key in {**before, **after}
        if before.get(key) != after.get(key)
    )


def _doings(state: CampaignState, pages: Collection[int]) -> dict[str, Snapshot]:
    """What everybody tried, as far as it stands on these pages of the archive, and met."""
    found: dict[str, Snapshot] = {}
    for position, task in state.tasks.on(pages):
        at = f" at {task.name}" if task.name not in ("", task.what) else ""
        stands = "open" if position not in state.ends else "ended"
        found.setdefault(task.character, {})["task", f"task {task.what}{at}", position] = stands
    for character, threats in state.times_met.items():
        for threat, times in threats.items():
            found.setdefault(character, {})["exposure", f"times met {_threat(state, threat)}", threat] = times
    return found


def _threat(state: CampaignState, threat: str) -> str:
    return state.threats.get(threat, Setting[str]()).get(threat)


def _campaign(state: CampaignState, pages: Collection[int], ruleset: Ruleset) -> Snapshot:
    rules = in_force(ruleset, state)
    session, scene = state.current_session, state.current_scene
    montages = set(open_montages(state, rules.montages)) if rules.montages else set()
    return {
        ("clock", "clock", None): format_clock(state.clock),
        **({("session", "session", None): session[1].number} if session else {}),
        **({("scene", "scene", None): scene[1].title or f"{scene[1].number}"} if scene else {}),
        **{
            ("option", f"option {option.name}", None): option.value(state, rules)
            for option in options_of(rules, state).values()
        },
        **{("threat", "threat", threat): _threat(state, threat) for threat in state.threats},
        **{
            ("long_task", f"long task {task.name}", at): f"{state.work.get(at, 0)} of {task.hours} man-hours"
            + (", ended" if at in state.ends else "")
            for at, task in state.long_tasks.on(pages)
        },
        **{
            ("montage", f"montage {montage.name}", at): "open" if at in montages else "ended"
            for at, montage in state.montages.on(pages)
        },
    }

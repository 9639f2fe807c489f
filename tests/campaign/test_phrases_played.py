"""What play records, shown in another language: every label, cap, note and prompt of the program's own is found again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pytest

from tests.campaign.conftest import Play
from tests.marked import Marked, unmarked
from tracker import events as ev
from tracker import language
from tracker.phrases import asked, said


@pytest.fixture(autouse=True)
def marked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(language, "_catalogue", Marked())


DICE = (
    "mira climbing wall dark very easy 8x time =3,4,5",
    "mira lockpicking haste 30% no tools easy darkness 1 +9 luck =3,4,5",
    "fright mira, vora a ghoul alone dark touched combat =3,3,3 =3,3,3",
    "fright mira a ghoul 120yd remote =3,3,3",
    "fright mira a ghoul =3,3,3",
    "sense mira hearing quiet conversation 4yd =3,3,3",
    "sense mira vision darkness 3 plain =3,3,3",
    "effort vora st +10% her brother =3,3,3",
    "climb vora wall 60ft =3,3,3",
    "swim vora =6,6,6",
    "run vora sprint 15s =6,6,6",
    "hike vora average 1d =3,3,3",
    "climb mira tree 200ft =3,3,3 =6,6,6",
    "contest resist @wizard sleep=18 vs mira will supernatural =3,4,4 =3,3,4",
    "contest regular vora st vs @ogre st=3 =3,3,3 =6,6,6",
    "influence @spy sex-appeal=14 vs mira on observation for 1h =3,3,3 =6,6,6",
    "mira lockpicking at door policy penalty =6,6,5",
    "mira lockpicking at door =6,6,5",
    "option genre heroic",
    "buy mira",
    "hp mira -3",
    "firstaid vora mira =3,3,3",
    "vora dodge =3,3,3",
    "hp vora -9",
    "vora dodge =3,3,3",
    "hp vora -20",
    "fp mira -12",
)


def _texts(events: Iterable[ev.Recorded]) -> Iterator[str]:
    """What a roll's modifiers, caps, conditions, outcomes and the program's own notes say."""
    for recorded in events:
        match recorded.event:
            case ev.RollMade() as made:
                yield from (one.label for one in made.modifiers if one.source != "gm" or one.label != "wind")
                yield from made.caps
            case ev.ConditionAdded() as condition:
                yield from (text for text in (condition.name, condition.note) if text)
            case ev.ModifierAdded() as standing:
                yield standing.label
            case ev.FeatPerformed() as feat if feat.outcome != "done":
                yield feat.outcome
            case ev.PoolChanged() | ev.PointsChanged() as change if change.note:
                yield change.note
            case ev.NoteAdded() as note:
                yield note.text


def test_every_phrase_that_play_records_is_found_again(play: Play) -> None:
    play("award mira 5")
    play("set vora load=1")
    texts = {text for line in DICE for text in _texts(play(line).events)}
    assert {"load 1", "Rule of 16: 16 at most", "attempt 2", "Running: is winded"} <= texts
    assert {text for text in texts if said(text) == text} == set()
    assert all(unmarked(said(text)) == text for text in texts)


PROMPTS = (
    "mira climbing wall",
    "swim vora 10m",
    "fright mira a ghoul =6,6,6",
    "sense mira hearing conversation 4yd",
    "contest vora st vs mira dx",
    "influence vora diplomacy vs @guard will=11",
    "reaction @innkeeper +2 appearance",
    "selfcontrol vora bad temper=12",
    "chance 2 in 6",
    "climb vora wall 60ft",
    "longtask start wall 40",
    "longtask work wall vora st",
    "hp vora -20",
    "firstaid mira vora",
    "heal vora",
    "fp mira -12",
    "attack vora broadsword =3,3,3",
)


def test_every_prompt_is_asked_in_the_language(play: Play) -> None:
    play("option dice hand")
    texts = {
        recorded.event.text
        for line in PROMPTS
        for recorded in play(line).events
        if isinstance(recorded.event, ev.PromptOpened)
    }
    assert len(texts) > 12
    assert {text for text in texts if asked(text) == text} == set()
    assert all(unmarked(asked(text)) == text for text in texts)

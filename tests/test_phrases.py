"""What the log keeps in English, shown in another language."""

from __future__ import annotations

import gettext

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.marked import Marked, unmarked
from tracker import language
from tracker.campaign.changes import Change
from tracker.language import _
from tracker.phrases import asked, said
from tracker.rulesets import available, get
from tracker.rulesets.gurps3e.criticals import critical_table
from tracker.text import spoken


@pytest.fixture(autouse=True)
def marked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(language, "_catalogue", Marked())


class _Headed(gettext.NullTranslations):
    def gettext(self, message: str) -> str:
        return message or "Content-Type: text/plain"


def test_an_empty_text_is_not_the_heading_of_a_catalogue(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(language, "_catalogue", _Headed())
    assert (_(""), said(""), asked("")) == ("", "", "")


@given(st.text(alphabet="ab :(),.%+-0123", max_size=600) | st.sampled_from([": " * 250, " for what (" * 50, " of a" * 200]))
def test_nothing_is_lost_of_any_text(text: str) -> None:
    language.speak("en")
    assert said(text) == asked(text) == text


@pytest.mark.parametrize(
    ("recorded", "shown"),
    [
        ("darkness 3", "<darkness 3>"),
        ("in combat", "<in combat>"),
        ("met 2 times within 24 hours", "<met 2 times within 24 hours>"),
        ("quiet conversation at 0.5 yd", "<<quiet conversation> at 0.5 yd>"),
        ("HP below a third: Dodge halved", "<<HP below a third>: <Dodge> halved>"),
        ("Diplomacy of Mira", "<<Diplomacy> of Mira>"),
        ("ring of Mira", "ring of Mira"),
        ("motivated: her brother is down there", "<motivated: her brother is down there>"),
        ("rope (default bad)", "rope (default bad)"),
        ("Climbing (default DX-5)", "<<Climbing> (default DX-5)>"),
        ("Running: is winded (no FP to lose)", "<<<Running>: <is winded>> (no FP to lose)>"),
        ("-2 in the dark on DX until day 1 06:00", "<-2 <in the dark> on <DX> until <day 1 06:00>>"),
        ("the bell {tolls} at %s", "the bell {tolls} at %s"),
    ],
)
def test_a_recorded_phrase_is_found_again_and_peoples_own_text_stays(recorded: str, shown: str) -> None:
    assert said(recorded) == shown


@pytest.mark.parametrize(
    ("recorded", "shown"),
    [
        ("Mira: Stealth, target 12", "<<Mira: Stealth>, target 12>"),
        ("Mira: Will against Vora, target 12; once more", "<<<<Mira: <Will>> against Vora>, target 12>; once more>"),
        ("Mira: name a mental quirk (-1 point)", "<Mira: name <a mental quirk> (-1 point)>"),
        ("Mira: 4d minutes (faint)", "<Mira: 4d minutes (faint)>"),
        (
            "Mira: Consciousness (HT, each turn that the character acts), target 9",
            "<<<Mira: <Consciousness>> (<HT>, <each turn that the character acts>)>, target 9>",
        ),
    ],
)
def test_a_prompt_is_taken_apart_from_its_end(recorded: str, shown: str) -> None:
    assert asked(recorded) == shown


def _words() -> set[str]:
    keys: set[str] = set()
    for id in available():
        rules = get(id)
        keys |= {degree.name for degree in rules.degrees} | {*rules.retry_policies, *rules.modes}
        keys |= {option.name for option in rules.options}
        keys |= {value for option in rules.options for value in option.values if value.isalpha()}
        inputs = [one for feat in rules.feats.values() for one in feat.inputs]
        if rules.senses:
            inputs += [one for sense in rules.senses.senses for one in rules.senses.inputs(sense)]
            keys |= set(rules.senses.senses)
        keys |= {key for one in inputs for key in (one.key, *one.choices)}
        keys |= set(rules.contests.kinds if rules.contests else ()) | set(rules.buying.genres if rules.buying else ())
        keys |= set(rules.montages.limits if rules.montages else ())
    return {spoken(key) for key in keys}


@pytest.mark.parametrize("word", sorted(_words()))
def test_the_catalogue_has_every_word_of_the_rules(word: str) -> None:
    assert said(word) == f"<{word}>"


@pytest.mark.parametrize("id", available())
def test_the_catalogue_has_what_the_rules_call_things(id: str) -> None:
    rules = get(id)
    shown = [rules.title, *(spec.name for spec in rules.attributes), *rules.pools, *rules.incapacities]
    shown += [option.help for option in rules.options] + [degree.note for degree in rules.degrees if degree.note]
    for feat in rules.feats.values():
        shown += [feat.title, *(one.help for one in feat.inputs), *([feat.effort] if feat.effort else [])]
    for what in ("climbing", "broadsword", "dodge", "lockpicking"):
        shown += [label for phrase in rules.names(what) if (named := rules.named(phrase, what)) for label in [named.label]]
    assert [text for text in shown if said(text) == text] == []


@pytest.mark.parametrize("kind", ["hit", "miss"])
@pytest.mark.parametrize("total", range(3, 19))
def test_every_row_of_the_table_of_criticals_is_shown_in_the_language(kind: str, total: int) -> None:
    text = critical_table().row(kind, total).text
    shown = said(text)
    assert shown.startswith("<")
    assert unmarked(shown) == text


@pytest.mark.parametrize(
    ("change", "shown"),
    [
        (Change("Mira", "times met Ghoul", None, 2.0, "exposure"), "Mira: <times met Ghoul> 2"),
        (Change("Mira", "task Stealth", "open", "ended", "task"), "Mira: <task Stealth> <open> -> <ended>"),
        (Change("Mira", "stunned", "1 s", None, "condition"), "Mira: <stunned> <1 s> -> <over>"),
        (Change("", "scene", "the stair", None, "scene"), "<scene> the stair -> <none>"),
    ],
)
def test_what_changed_is_told_in_the_language_spoken(change: Change, shown: str) -> None:
    assert str(change) == shown

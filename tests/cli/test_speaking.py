"""Another language: what people read is in it, what is recorded, parsed or handed to scripts is not."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from tests import tongue
from tests.catalogue import compiled, messages
from tests.cli.conftest import Rollbook
from tracker import language
from tracker.cli.usage import translated
from tracker.quickline import Context
from tracker.quickline.forms import forms
from tracker.reports.render import cells
from tracker.reports.targets import Targets
from tracker.service import Campaign
from tracker.store import open_store

SPOKEN = ("--language", "ja")


@cache
def _bracketed() -> bytes:
    """A catalogue in which every message stands between wide brackets."""
    found = Catalog(locale="ja")
    for message in messages():
        if message.id:
            many = not isinstance(message.id, str)
            text = f"「{message.id[-1] if many else message.id}」"
            found.add(message.id, (text,) if many else text, context=message.context)
    return compiled(found)


@pytest.fixture
def spoken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Japanese is that catalogue."""
    file = tmp_path / "locale" / "ja" / "LC_MESSAGES" / f"{language.DOMAIN}.mo"
    file.parent.mkdir(parents=True)
    file.write_bytes(_bracketed())
    monkeypatch.setattr(language, "LOCALE", tmp_path / "locale")


@pytest.fixture
def played(innsmouth: Rollbook) -> Rollbook:
    for line in ("session start The Quay", "mira stealth -2 dark =6,6,4", "retry =3,3,3", "hp mira -3 arrow", "note fog"):
        innsmouth("do", line)
    return innsmouth


@pytest.mark.parametrize(
    "command",
    [
        *("history", "history --all", "replay", "campaigns", "character list", "character show mira", "session list"),
        *("audit retries", "audit injury", "odds 12", "verify", "options", "stats", "pending", "table list", "rules"),
    ],
)
@pytest.mark.usefixtures("spoken")
def test_scripts_get_the_same_in_every_language(played: Rollbook, command: str) -> None:
    assert played(*command.split(), "--json", *SPOKEN).out == played(*command.split(), "--json").out


@pytest.mark.usefixtures("spoken")
def test_what_is_recorded_is_the_same_in_every_language(played: Rollbook) -> None:
    played("do", "mira lockpicking +1 calm =3,4,5", *SPOKEN)
    played("do", "mira lockpicking +1 calm =3,4,5")
    in_it, in_english = played.rows("history", "--limit", "2")
    assert {**in_it, "position": 0} == {**in_english, "position": 0}


@pytest.mark.usefixtures("spoken")
def test_people_read_it(played: Rollbook) -> None:
    assert played("hp", "mira", "3", *SPOKEN, code=2).err.startswith("「Write 3 with its sign")
    assert "「, now " in played("hp", "mira", "-1", *SPOKEN).out
    assert played("roll", "mira", *SPOKEN, code=2).err == '「Command "roll" parameter WHAT requires an argument.」\n'
    assert "「event 13」" in played("note", "fog", *SPOKEN).out


@pytest.mark.usefixtures("spoken")
def test_columns_stand_below_each_other_though_signs_are_wide(rollbook: Rollbook) -> None:
    lines = rollbook("settings", "--by", "GM", *SPOKEN).lines
    starts = {cells(line[: line.rindex("「", 0, line.rindex(" ("))]) for line in lines if line.startswith(("theme", "bell"))}
    assert starts == {53}


@pytest.mark.parametrize(
    ("argv", "template"),
    [
        (("note", "x", "--store"), "Parameter {parameter} requires an argument."),
        (("roll", "mira", "st", "--at", "a", "--at", "b"), "Parameter {parameter} specified multiple times."),
        (("roll", "mira", "st", "-xyz"), "Unknown option: {option}. {letter} is not a recognized option."),
        (("stats", "--by", "skil"), 'Invalid value "{value}" for {parameter}. Choose from: {known}. Did you mean "{near}"?'),
        (("stats", "--by", "moon"), 'Invalid value "{value}" for {parameter}. Choose from: {known}.'),
        (
            ("fright", "mira", "--cause", "x", "--distance", "far"),
            'Invalid value for {parameter}: unable to convert "{value}" into {kind}.',
        ),
    ],
)
def test_what_was_written_wrong_is_told_by_the_sentence_that_fits(
    rollbook: Rollbook, argv: tuple[str, ...], template: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    english = rollbook(*argv, code=2).err
    spoken = tongue.Tongue({template: f"<{template}>", "float": "float"})
    monkeypatch.setattr(language, "_catalogue", spoken)
    monkeypatch.setattr(language, "speak", lambda _language: None)
    assert rollbook(*argv, code=2).err == f"<{english.rstrip()}>\n"


@pytest.mark.usefixtures("spoken")
def test_a_guide_is_read_in_the_language_and_its_examples_stay_commands(rollbook: Rollbook) -> None:
    page = rollbook("rules", "「Darkness」", *SPOKEN)
    assert page.lines[:2] == ["「Darkness」 (B394)", '「"dark" is -9, "darkness 3" partial darkness at -3.」']
    assert page.lines[2] == '  rollbook do "mira climbing wall in the dark"'
    assert rollbook("rules", "Darkness", *SPOKEN).out == rollbook("rules", "light", *SPOKEN).out == page.out
    assert "  light          「Darkness」 (B394)\n" in rollbook("rules", *SPOKEN).out


@pytest.mark.usefixtures("spoken")
def test_what_changed_is_told_in_the_language(played: Rollbook) -> None:
    played("clock", "2h")
    assert "  「clock」 「day 1 00:00」 -> 「day 1 02:00」" in played("diff", "5", "now", *SPOKEN).lines
    assert "「clock」 +「2 h」\n" in played("history", "--all", "--limit", "1", *SPOKEN).out


def test_a_sentence_of_the_library_that_isnt_known_stays_as_it_is() -> None:
    assert translated("The moon is full.") == "The moon is full."


@pytest.mark.usefixtures("spoken")
def test_a_form_says_the_same_line_in_every_language(played: Rollbook) -> None:
    with open_store(str(played.store)) as store:
        campaign = Campaign.open(store, "Innsmouth", "GM")
        context = Context(campaign.state, campaign.ruleset, Targets(campaign.log), "GM")
        english = {form.id: form.line({}) for form in forms(context)}
        language.speak("ja")
        assert {form.id: form.line({}) for form in forms(context)} == english
        assert {form.title for form in forms(context) if form.id in ("roll", "void")} == {
            "「Roll」",
            "「Take something back」",
        }

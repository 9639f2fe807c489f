"""What a user can set: which source wins, what a mistake costs, and how the file is written."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as trials
from hypothesis import strategies as st

from tracker import settings
from tracker.errors import Refused
from tracker.settings import Settings
from tracker.text import clean_text


@pytest.fixture
def file() -> Path:
    """The user's file, in a folder that is there."""
    settings.path().parent.mkdir(parents=True, exist_ok=True)
    return settings.path()


def test_option_beats_environment_beats_file_beats_default(file: Path) -> None:
    file.write_text('theme = "light"\nclock = 12\nlines = "box"\n')
    loaded = settings.load({"theme": "mono"}, {"ROLLBOOK_THEME": "high-contrast", "ROLLBOOK_CLOCK": "24"})
    assert (loaded.settings.theme, loaded.sources["theme"]) == ("mono", "option")
    assert (loaded.settings.clock, loaded.sources["clock"]) == (24, "environment")
    assert (loaded.settings.lines, loaded.sources["lines"]) == ("box", "file")
    assert (loaded.settings.bell, loaded.sources["bell"]) == (False, "default")
    assert loaded.problems == []


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('theme = "pink"', "theme is “pink”; allowed: dark, light, high-contrast, mono."),
        ("clock = 13", "clock is “13”; allowed: 12, 24."),
        ('bell = "loud"', "bell is “loud”; allowed: true, false."),
        ("store = 5", "store is “5”; allowed: any text."),
        ('them = "dark"', "there is no setting “them”; perhaps theme is meant."),
        ("keys = 5", "keys is a table of its own, which begins with [keys]."),
        ("[keys]\nroll = 5", "keys.roll is a key such as “x”, or a list of keys."),
        ('by = "\\u001b[2J"', "holds a control character (U+001B) at place 1; remove it."),
        ('by = " "', "by is empty."),
        ("theme = dark", "can't be read, so the usual settings hold: Invalid value"),
        ("a = " + "[" * 100_000, "can't be read, so the usual settings hold: "),
    ],
)
def test_a_mistake_is_one_sentence_and_the_usual_holds(file: Path, text: str, sentence: str) -> None:
    file.write_text(f"{text}\n")
    loaded = settings.load({}, {})
    assert loaded.settings == Settings()
    assert len(loaded.problems) == 1
    assert str(file) in loaded.problems[0]
    assert sentence in loaded.problems[0]
    assert "\n" not in loaded.problems[0]


def test_a_mistake_costs_nothing_else(file: Path) -> None:
    file.write_text('theme = "pink"\nbell = true\n[keys]\nroll = 5\nretry = "x"\n')
    loaded = settings.load({}, {"ROLLBOOK_CLOCK": "noon", "ROLLBOOK_MOTION": "true"})
    assert (loaded.settings.theme, loaded.settings.bell, loaded.settings.motion) == ("dark", True, True)
    assert loaded.keys == {"retry": ["x"]}
    assert [problem.partition(" is ")[0].rpartition(" ")[2] for problem in loaded.problems] == [
        "keys.roll",
        "theme",
        "ROLLBOOK_CLOCK",
    ]


def test_what_is_no_text_at_all_is_told(file: Path) -> None:
    file.write_bytes(b"\xff\xfe theme")
    assert "can't be read" in settings.load({}, {}).problems[0]
    file.unlink()
    file.mkdir()
    assert "can't be read" in settings.load({}, {}).problems[0]


def test_a_wrong_option_is_refused() -> None:
    with pytest.raises(Refused, match="--hide-secrets is “maybe”; allowed: true, false"):
        settings.load({"hide_secrets": "maybe"}, {})


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "ja_JP.UTF-8"}, "ja"),
        ({"LANG": "ja_JP.UTF-8", "LC_MESSAGES": "de_DE.UTF-8"}, "en"),
        ({"LANG": "en_GB", "LC_MESSAGES": "", "LC_ALL": "ja"}, "ja"),
        ({"LANG": "ja_JP.UTF-8", "LC_ALL": "C"}, "en"),
    ],
)
def test_the_language_of_the_system(environment: dict[str, str], language: str) -> None:
    assert Settings().spoken(environment) == language
    assert Settings(language="ja").spoken(environment) == "ja"


def test_writing_keeps_comments_other_keys_and_tables(file: Path) -> None:
    file.write_text('# mine\nclock = 12 # at night\n\n[keys]\nroll = "x"\n')
    settings.write("theme", "mono")
    settings.write("clock", "24")
    assert file.read_text() == '# mine\nclock = 24 # at night\ntheme = "mono"\n\n[keys]\nroll = "x"\n'


def test_a_file_elsewhere_is_written_through_its_link(file: Path, tmp_path: Path) -> None:
    (tmp_path / "dotfiles.toml").write_text("bell = true\n")
    file.symlink_to(tmp_path / "dotfiles.toml")
    settings.write("mouse", "false")
    assert file.is_symlink()
    assert (tmp_path / "dotfiles.toml").read_text() == "bell = true\nmouse = false\n"


def test_what_cannot_be_written_is_refused_and_stays(file: Path) -> None:
    file.write_text("theme = dark\n")
    with pytest.raises(Refused, match="can't be changed"):
        settings.write("bell", "true")
    with pytest.raises(Refused, match="there is no setting “frob”; known: language"):
        settings.write("frob", "true")
    with pytest.raises(Refused, match="allowed: 12, 24"):
        settings.write("clock", "25")
    assert file.read_text() == "theme = dark\n"


@given(st.text(st.characters(codec="utf-8"), max_size=40))
@trials(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=30, deadline=None)
def test_a_text_that_is_written_is_read_again_or_refused(text: str) -> None:
    settings.write("campaign", "before")
    try:
        settings.write("campaign", text)
        expected = clean_text(text).strip()
    except Refused:
        expected = "before"
        with pytest.raises(Refused):
            clean_text(text)
    loaded = settings.load({}, {})
    assert loaded.problems == []
    assert loaded.settings.campaign == expected

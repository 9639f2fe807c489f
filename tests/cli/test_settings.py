"""``rollbook settings``, and what is set in the way of every command."""

from __future__ import annotations

import pytest

from tests.cli.conftest import Rollbook
from tracker import language, settings


def test_each_setting_is_listed_with_its_source(rollbook: Rollbook, monkeypatch: pytest.MonkeyPatch) -> None:
    rollbook("settings", "set", "theme", "light")
    monkeypatch.setenv("ROLLBOOK_CLOCK", "12")
    rows = {row["key"]: row for row in rollbook.rows("settings", "--language", "en")}
    assert list(rows) == list(settings.names())
    assert (rows["theme"]["value"], rows["theme"]["source"]) == ("light", "file")
    assert (rows["clock"]["value"], rows["clock"]["source"]) == (12, "environment")
    assert (rows["language"]["value"], rows["language"]["source"]) == ("en", "option")
    assert (rows["bell"]["value"], rows["bell"]["source"], rows["bell"]["allowed"]) == (False, "default", "true, false")
    told = rollbook("settings").lines
    assert told[0] == f"Your file: {settings.path()}"
    assert any(line.split()[:3] == ["clock", "12", "ROLLBOOK_CLOCK"] for line in told)


def test_setting_what_the_environment_hides_says_so(rollbook: Rollbook, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROLLBOOK_THEME", "mono")
    answer = rollbook("settings", "set", "theme", "light")
    assert answer.err == "It is in the file now; what ROLLBOOK_THEME says stays above it.\n"
    assert answer.lines[0].split()[:3] == ["theme", "mono", "ROLLBOOK_THEME"]
    assert settings.path().read_text() == 'theme = "light"\n'


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["set", "theme", "pink"], "theme is “pink”; allowed: dark, light, high-contrast, mono."),
        (["set", "thme", "mono"], "there is no setting “thme”; perhaps theme is meant."),
        (["set", "theme"], "Write settings, or settings set KEY VALUE."),
        (["frob"], "Write settings, or settings set KEY VALUE."),
    ],
)
def test_what_cannot_be_set(rollbook: Rollbook, words: list[str], sentence: str) -> None:
    assert rollbook("settings", *words, code=2).err == f"{sentence}\n"
    assert not settings.path().exists()


def test_a_mistake_in_the_file_is_told_and_the_command_done(innsmouth: Rollbook) -> None:
    settings.path().parent.mkdir(parents=True, exist_ok=True)
    settings.path().write_text('them = "dark"\n')
    answer = innsmouth("note", "hello", "--json")
    assert answer.err == f"{settings.path()}: there is no setting “them”; perhaps theme is meant.\n"
    assert answer.objects[0]["events"][0]["payload"]["text"] == "hello"


def test_campaign_and_author_can_be_set(innsmouth: Rollbook) -> None:
    innsmouth("new", "Dunwich")
    innsmouth("settings", "set", "campaign", "Innsmouth")
    innsmouth("settings", "set", "by", "Ines")
    done = innsmouth.json("note", "hello")
    assert (done["campaign"], done["events"][0]["author"]) == ("Innsmouth", "Ines")
    assert innsmouth.json("note", "hello", "--campaign", "Dunwich")["campaign"] == "Dunwich"


def test_a_password_is_not_shown(rollbook: Rollbook) -> None:
    rollbook("settings", "set", "store", "postgresql+psycopg://ines:s3cret@host/db")
    told = rollbook("settings").out + rollbook("settings", "--json").out
    assert "postgresql+psycopg://ines:***@host/db" in told
    assert "s3cret" not in told


def test_each_run_speaks_the_language_that_is_set(rollbook: Rollbook, monkeypatch: pytest.MonkeyPatch) -> None:
    spoken: list[str] = []
    monkeypatch.setattr(language, "speak", spoken.append)
    rollbook("campaigns")
    rollbook("campaigns", "--language=ja")
    monkeypatch.setenv("LANG", "ja_JP.UTF-8")
    rollbook("campaigns")
    rollbook("campaigns", "--json", "--language", "ja")  # scripts read the same everywhere
    assert spoken == ["en", "ja", "ja", "en"]
    assert rollbook("campaigns", "--language", "fr", code=2).err == "--language is “fr”; allowed: auto, en, ja.\n"

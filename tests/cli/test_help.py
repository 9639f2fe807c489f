"""The pages of help, in English and in another language, in which they are looked up as they are drawn."""

from __future__ import annotations

from collections.abc import Iterator
from gettext import NullTranslations

import pytest
from cyclopts import App

from tests import catalogue, tongue
from tests.cli.conftest import Rollbook
from tracker import language
from tracker.cli import app
from tracker.cli.help import PANEL
from tracker.cli.output import Output
from tracker.reports.render import cells
from tracker.settings import Loaded


class _Listening(NullTranslations):
    """Knows no message, but which ones were asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: set[tuple[str | None, str]] = set()

    def gettext(self, message: str) -> str:
        self.asked.add((None, message))
        return message

    def pgettext(self, context: str, message: str) -> str:
        self.asked.add((context, message))
        return message


def _commands(command: App, *words: str) -> Iterator[tuple[str, ...]]:
    yield words
    for name in command:
        if name == app.PLAIN or not name.startswith("-"):
            yield from _commands(command[name], *words, name)


def test_the_catalogue_has_every_text_of_every_page(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    listening = _Listening()
    monkeypatch.setattr(language, "_catalogue", listening)
    commands = app.assembled(Output(as_json=False), None, None, Loaded())
    for words in _commands(commands):
        commands.help_print([*words])
        assert capsys.readouterr().out.startswith(" ".join(("Usage: rollbook", *words)))
    texts = {(message.context, message.id) for message in catalogue.messages()}
    assert listening.asked - texts == set()
    assert {(PANEL, "Look back"), (None, "Facing it alone."), (None, "Traits gained in play.")} <= listening.asked


def test_a_page_in_japanese_is_straight(rollbook: Rollbook, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    for words in ((), ("audit",), ("sense", "--help"), ("import", "--help"), ("character", "show", "--help")):
        lines = rollbook("--language", "ja", *words).lines
        assert max(map(cells, lines)) == 60
        assert {(cells(line), line[-1]) for line in lines if line.startswith(("|", "+"))} == {(60, "|"), (60, "+")}


def test_all_parts_of_a_page_are_in_the_other_language(rollbook: Rollbook, monkeypatch: pytest.MonkeyPatch) -> None:
    spoken = tongue.Tongue(
        {
            "Usage: {command}": "書式 {command}",
            "[OPTIONS]": "[選択]",
            "Make Fright Checks of one or many at one threat.": "恐怖判定をします。",
            "What they meet.": "出会うもの。",
            "[required]": "(必須)",
            "[env var: {variables}]": "({variables})",
        }
    )
    monkeypatch.setattr(language, "_catalogue", spoken)
    monkeypatch.setattr(language, "speak", lambda _language: None)
    page = rollbook("fright", "--help")
    assert page.lines[:3] == ["書式 rollbook fright --cause STR [選択] [ARGS...]", "", "恐怖判定をします。"]
    assert "| *  --cause STR       出会うもの。 (必須)  " in page.out
    assert "(ROLLBOOK_BY)" in page.out


@pytest.mark.parametrize(
    "argv", [("audit", "--by", "Ines"), ("--by=Ines", "audit", "--help"), ("audit", "-h", "--by", "Ines")]
)
def test_a_page_tells_what_each_command_does_wherever_its_options_stand(rollbook: Rollbook, argv: tuple[str, ...]) -> None:
    assert "│ fatigue    List every change of fatigue points, why, and what was left.      │\n" in rollbook(*argv).out


def test_a_page_is_drawn_in_a_narrow_terminal_too(rollbook: Rollbook, monkeypatch: pytest.MonkeyPatch) -> None:
    for columns in (7, 20):
        monkeypatch.setenv("COLUMNS", f"{columns}")
        assert max(map(cells, rollbook("--language", "ja", "fright", "--help").lines)) == columns

"""The languages that Rollbook speaks."""

from __future__ import annotations

import ast
import unicodedata
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Message
from rich.cells import cell_len

import tracker
import tui
from tests import catalogue
from tracker import language
from tui import actions

TITLE = 12
"""Columns of the title of a key: so many titles fit into the line of keys that it is of use."""

others = pytest.mark.parametrize("spoken", catalogue.others())


def _texts(message: Message) -> list[str]:
    """The translations of a message, one for each plural form that the language has."""
    return [*message.string] if isinstance(message.string, tuple | list) else [message.string]


def _whole(message: Message) -> str:
    """A message in English, of one that is counted the plural."""
    return str(message.id[-1] if isinstance(message.id, tuple | list) else message.id)


def _fields(text: str) -> set[tuple[str, str, str]]:
    """The fields of a message: name, format and conversion."""
    return {(name, form or "", kind or "") for _text, name, form, kind in Formatter().parse(text) if name is not None}


def _messages(spoken: str) -> list[Message]:
    return [message for message in catalogue.read(spoken) if message.id]


@others
def test_the_catalogue_has_every_message_of_the_code_and_no_other(spoken: str) -> None:
    renewed = catalogue.as_text(catalogue.renewed(spoken))
    assert renewed.decode() == catalogue.path_of(spoken).read_text("utf-8")  # else: python -m tests.catalogue


@others
def test_every_message_is_translated(spoken: str) -> None:
    assert [message.id for message in catalogue.untranslated(catalogue.renewed(spoken))] == []


@others
def test_what_the_program_reads_is_what_people_edit(spoken: str) -> None:
    compiled = catalogue.path_of(spoken).with_suffix(".mo").read_bytes()
    assert compiled == catalogue.compiled(catalogue.read(spoken))


@others
def test_a_translation_has_the_fields_of_its_message(spoken: str) -> None:
    """The singular of a count may do without its number, but not where a language has one form for all numbers."""
    english = {_whole(message): _texts(message) for message in _messages(spoken)}
    other = {
        whole: texts for whole, texts in english.items() if any(_fields(text) != _fields(whole) for text in texts if text)
    }
    assert other == {}


@others
def test_no_translation_has_signs_that_some_terminals_draw_wider_than_others(spoken: str) -> None:
    """Columns would run over: brackets, arrows and dots that Unicode calls ambiguous."""
    ambiguous = {
        text: signs
        for message in _messages(spoken)
        for text in _texts(message)
        if (signs := "".join(sign for sign in text if unicodedata.east_asian_width(sign) == "A"))
    }
    assert ambiguous == {}


@others
def test_every_action_has_a_short_title(spoken: str) -> None:
    language.speak(spoken)
    names = {action.id: action.name for action in actions.ACTIONS}
    assert {id: name for id, name in names.items() if cell_len(name) > TITLE or name == ""} == {}
    titles = {text for action in actions.ACTIONS for text in (action.title, action.help)}
    assert titles <= {message.id for message in catalogue.messages()}


def test_the_empty_text_stays_empty_in_every_language() -> None:
    for spoken in language.LANGUAGES:
        language.speak(spoken)
        assert language._("") == ""  # a catalogue's own head stands under it


def test_calls_within_f_strings_are_found_and_conditions_are_no_message() -> None:
    found = {message.id for message in catalogue.messages()}
    assert "LIVE" in found
    assert "CHRONICLE" in found
    assert ("{count} roll", "{count} rolls") in found


SOURCES = sorted(path for package in (tracker, tui) for folder in package.__path__ for path in Path(folder).rglob("*.py"))


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: "/".join(path.parts[-3:]))
def test_no_function_that_speaks_has_a_variable_of_the_translators_name(path: Path) -> None:
    if "tracker.language import" not in (source := path.read_text("utf-8")):
        return
    for function in ast.walk(ast.parse(source)):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            assert not ("_" in _called(function) and "_" in _bound(function)), f"{function.name}, line {function.lineno}"


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: "/".join(path.parts[-3:]))
def test_no_message_is_put_together_before_it_is_looked_up(path: Path) -> None:
    """A catalogue can't have it: values go in by their names."""
    calls = [node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call) and node.args]
    speaking = [
        call for call in calls if isinstance(call.func, ast.Name) and call.func.id in ("_", "N_", "ngettext", "pgettext")
    ]
    made = [call.lineno for call in speaking if any(isinstance(text, ast.JoinedStr) for text in call.args[:2])]
    assert made == []


def _called(function: ast.AST) -> set[str]:
    return {node.func.id for node in ast.walk(function) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}


def _bound(function: ast.AST) -> set[str]:
    """The names that a function binds; those of its comprehensions and lambdas are their own."""
    found: set[str] = set()
    for node in ast.iter_child_nodes(function):
        if isinstance(node, ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp | ast.Lambda):
            continue
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        elif isinstance(node, ast.arg):
            found.add(node.arg)
        found |= _bound(node)
    return found

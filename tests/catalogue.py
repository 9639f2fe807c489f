"""The catalogues of the languages other than English: ``python -m tests.catalogue`` brings them up to date with the code.

New messages come in without a translation, those that are no longer in the code go, and the binary files are made anew. It
prints what is not translated yet.
"""

from __future__ import annotations

import ast
import io
import re
import sys
import tomllib
from collections.abc import Collection, Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import IO

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from cyclopts import App
from cyclopts.group_extractors import groups_from_app
from cyclopts.help.help import docstring_parse

from tracker.cli import app
from tracker.cli.help import PANEL, paragraphs
from tracker.cli.output import Output
from tracker.language import DOMAIN, LANGUAGES, LOCALE
from tracker.phrases import SKILL
from tracker.settings import Loaded

_ROOT = Path(__file__).parents[1]
_APP = "tracker/cli/app.py"
_KEYWORDS = {"_": None, "N_": None, "ngettext": (1, 2), "pgettext": ((1, "c"), 2)}
_NO_HEADERS = tuple(
    b'"' + name for name in (b"Project", b"Report", b"POT-", b"PO-", b"Last-", b"Language-Team", b"Generated")
)
_LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)  # in place of the moment at which a catalogue was made
_HEADER = "# Rollbook in another language. Made up to date by: python -m tests.catalogue\n"

Text = tuple[str, str, str | None]
"""A message that no call in the code marks: the file that it stands in, and its context."""


def path_of(language: str) -> Path:
    """The catalogue that people edit."""
    return LOCALE / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def others() -> list[str]:
    """The languages that need a catalogue."""
    return [language for language in LANGUAGES if language != "en"]


def messages() -> Catalog:
    """Every message in the code, with the modules that it stands in."""
    found = Catalog()
    for package in ("tracker", "tui"):
        for name, _line, message, _comments, context in extract_from_dir(
            _ROOT / package, [("**.py", _calls)], keywords=_KEYWORDS
        ):
            found.add(message, locations=[(f"{package}/{name}", 0)], context=context)
    for message, name, context in (*_help(), *_guides(), *_names()):
        found.add(message, locations=[(name, 0)], context=context)
    return found


def _calls(
    file: IO[bytes], keywords: Collection[str], _tags: object, options: object
) -> Iterator[tuple[int, str, list[str | None], list[str]]]:
    """The calls that mark messages, also those within f-strings, which Babel's own extractor passes over."""
    for node in ast.walk(ast.parse(file.read())):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in keywords:
            texts = [ast.literal_eval(each) if isinstance(each, ast.Constant) else None for each in node.args]
            yield node.lineno, node.func.id, texts, []


def _help() -> Iterator[Text]:
    """The texts of the pages of help, out of the docstrings of the commands and the options of each."""
    commands = app.assembled(Output(as_json=False), None, None, Loaded())
    app.load(commands)
    yield from _page(commands.meta)
    yield from _pages(commands)


def _pages(command: App) -> Iterator[Text]:
    yield from _page(command)
    for name in command:
        if name in (*command.help_flags, *command.version_flags):  # commands of the library itself
            yield from _texts([command[name].help], _APP)
        else:
            yield from _pages(command[name])


def _page(command: App) -> Iterator[Text]:
    """The texts of one page, read as the library reads them that draws it."""
    described = docstring_parse(command.help, "plaintext")
    texts, place = [described.short_description, described.long_description], _APP
    panels = [group for group, _commands in groups_from_app(command)]
    if command.default_command:
        given = command.assemble_argument_collection(parse_docstring=True)
        texts += [argument.parameter.help for argument in given if argument.show]
        panels += given.groups
        place = f"{command.default_command.__module__.replace('.', '/')}.py"
    yield from _texts(texts, place)
    yield from ((panel.name, _APP, PANEL) for panel in panels if panel.show)


def _texts(texts: Iterable[str | None], place: str) -> Iterator[Text]:
    for text in texts:
        yield from ((paragraph, place, None) for paragraph in paragraphs(text))


def _guides() -> Iterator[Text]:
    """The texts of the guides to the rule systems; a page of a book is called the same everywhere."""
    for file in sorted((_ROOT / "tracker" / "rulesets").glob("*/guide.toml")):
        guide = tomllib.loads(file.read_text("utf-8"))
        texts = [*guide["not_covered"], *(topic[key] for topic in guide["topic"] for key in ("title", "source", "text"))]
        for text in texts:
            if re.search("[a-z]{2}", text):
                yield " ".join(text.split()), file.relative_to(_ROOT).as_posix(), None


def _names() -> Iterator[Text]:
    """The names that the rules offer: of skills by their folded names, and of traits that a fright leaves behind."""
    rules = _ROOT / "tracker" / "rulesets" / "gurps4e"
    for file, context in ((rules / "skills.toml", SKILL), (rules / "fright_traits.toml", None)):
        place = file.relative_to(_ROOT).as_posix()
        for name, kept in tomllib.loads(file.read_text("utf-8")).items():
            yield from ((each, place, context) for each in ([name] if context else kept))


def read(language: str) -> Catalog:
    """A catalogue as it stands."""
    with path_of(language).open("rb") as file:
        return read_po(file, locale=language, domain=DOMAIN)


def renewed(language: str) -> Catalog:
    """A catalogue brought up to date with the code."""
    catalogue = read(language) if path_of(language).exists() else Catalog(locale=language, domain=DOMAIN)
    catalogue.update(messages(), no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    catalogue.header_comment = _HEADER.rstrip()
    catalogue.fuzzy = False
    return catalogue


def as_text(catalogue: Catalog) -> bytes:
    """What stands in the file; nothing in it changes from day to day."""
    out = io.BytesIO()
    write_po(out, catalogue, width=120, omit_header=False, sort_output=True, include_lineno=False)
    lines = out.getvalue().split(b"\n")
    return b"\n".join(line for line in lines if not line.startswith(_NO_HEADERS))


def compiled(catalogue: Catalog) -> bytes:
    """The same for the program, byte for byte the same whenever it is made."""
    catalogue.creation_date = catalogue.revision_date = _LONG_AGO
    out = io.BytesIO()
    write_mo(out, catalogue)
    return out.getvalue()


def untranslated(catalogue: Catalog) -> Iterator[Message]:
    """The messages without a translation."""
    for message in catalogue:
        if message.id and not all(message.string if isinstance(message.string, tuple | list) else [message.string]):
            yield message


def main() -> None:
    """Bring every catalogue up to date."""
    for language in others():
        catalogue = renewed(language)
        path = path_of(language)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(as_text(catalogue))
        path.with_suffix(".mo").write_bytes(compiled(read(language)))
        missing = [message.id for message in untranslated(catalogue)]
        sys.stdout.write(f"{language}: {len(catalogue)} messages, {len(missing)} not translated\n")
        sys.stdout.writelines(f"  {id}\n" for id in missing)


if __name__ == "__main__":
    main()

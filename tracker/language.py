"""The language that Rollbook speaks: gettext catalogues under ``tracker/locale``; English stands in the code itself.

What is recorded stays as the code has it (``dark``, ``critical failure``): words are translated where they are shown.
"""

from __future__ import annotations

import gettext
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

DOMAIN = "rollbook"
LANGUAGES = ("en", "ja")
LOCALE = Path(__file__).with_name("locale")

_AS_IN_THE_CODE = gettext.NullTranslations()
_catalogue: gettext.NullTranslations = _AS_IN_THE_CODE
_in_english: ContextVar[bool] = ContextVar("in_english", default=False)


def speak(language: str) -> None:
    """From now on speak that language, one of ``LANGUAGES``; another one, or a message without a translation, is English."""
    global _catalogue
    _catalogue = gettext.translation(DOMAIN, LOCALE, [language], fallback=True)


def translates() -> bool:
    """Whether another language than that of the code is spoken."""
    return type(_spoken()) is not gettext.NullTranslations


def spoken_now() -> str:
    """The language of the messages, one of ``LANGUAGES``."""
    return _spoken().info().get("language", "en")


@contextmanager
def english() -> Iterator[None]:
    """Messages made within are English whatever is spoken, in this thread alone: for files that programs read. Not around a
    ``yield``: what the reader of the lines says meanwhile would be English too."""
    before = _in_english.set(True)
    try:
        yield
    finally:
        _in_english.reset(before)


def _(message: str, /, **values: object) -> str:
    """A message in the language spoken, with the ``{names}`` in it filled in. Call it where the message is shown."""
    return _filled(_spoken().gettext(message) if message else "", values)  # a catalogue keeps its heading under ""


def pgettext(context: str, message: str, /, **values: object) -> str:
    """As ``_``, for a word that other languages have two words for; ``context`` says which is meant."""
    return _filled(_spoken().pgettext(context, message), values)


def ngettext(one: str, many: str, count: int, /, **values: object) -> str:
    """As ``_``, for something that is counted: ``ngettext("{count} roll", "{count} rolls", 3)``; ``{count}`` is filled in
    with its thousands marked."""
    return _filled(_spoken().ngettext(one, many, count), {"count": f"{count:,}", **values})


def N_(message: str) -> str:
    """Marks a message for the catalogue that is shown later through ``_``."""
    return message


def _spoken() -> gettext.NullTranslations:
    return _AS_IN_THE_CODE if _in_english.get() else _catalogue


def _filled(message: str, values: dict[str, object]) -> str:
    return message.format(**values) if values else message

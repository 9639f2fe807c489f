"""The language that Rollbook speaks: gettext catalogues under ``tracker/locale``; English stands in the code itself.

What is recorded stays as the code has it (``dark``, ``critical failure``): words are translated where they are shown.
"""

from __future__ import annotations

import gettext
from pathlib import Path

DOMAIN = "rollbook"
LANGUAGES = ("en", "ja")
LOCALE = Path(__file__).with_name("locale")

_catalogue: gettext.NullTranslations = gettext.NullTranslations()


def speak(language: str) -> None:
    """From now on speak that language, one of ``LANGUAGES``; another one, or a message without a translation, is English."""
    global _catalogue
    _catalogue = gettext.translation(DOMAIN, LOCALE, [language], fallback=True)


def translates() -> bool:
    """Whether another language than that of the code is spoken."""
    return type(_catalogue) is not gettext.NullTranslations


def _(message: str, /, **values: object) -> str:
    """A message in the language spoken, with the ``{names}`` in it filled in. Call it where the message is shown."""
    return _filled(_catalogue.gettext(message) if message else "", values)  # a catalogue keeps its heading under ""


def pgettext(context: str, message: str, /, **values: object) -> str:
    """As ``_``, for a word that other languages have two words for; ``context`` says which is meant."""
    return _filled(_catalogue.pgettext(context, message), values)


def ngettext(one: str, many: str, count: int, /, **values: object) -> str:
    """As ``_``, for something that is counted: ``ngettext("{count} roll", "{count} rolls", 3)``; ``{count}`` is filled in
    with its thousands marked."""
    return _filled(_catalogue.ngettext(one, many, count), {"count": f"{count:,}", **values})


def N_(message: str) -> str:
    """Marks a message for the catalogue that is shown later through ``_``."""
    return message


def _filled(message: str, values: dict[str, object]) -> str:
    return message.format(**values) if values else message

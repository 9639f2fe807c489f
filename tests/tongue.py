"""A language for tests that has just the messages that a test gives it."""

from __future__ import annotations

from collections.abc import Mapping
from gettext import NullTranslations

import pytest

from tracker import language


class Tongue(NullTranslations):
    """Japanese by its name; what it doesn't have is English."""

    def __init__(self, messages: Mapping[str, str]) -> None:
        super().__init__()
        self._messages = messages

    def gettext(self, message: str) -> str:
        return self._messages.get(message, message)

    def pgettext(self, context: str, message: str) -> str:
        return self._messages.get(f"{context}\x04{message}", message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self._messages.get(msgid1, super().ngettext(msgid1, msgid2, n))

    def info(self) -> dict[str, str]:
        return {"language": "ja"}


def speak(monkeypatch: pytest.MonkeyPatch, messages: Mapping[str, str]) -> None:
    """From here to the end of the test these messages are spoken."""
    monkeypatch.setattr(language, "_catalogue", Tongue(messages))

"""A language for tests: whatever the catalogue has stands between brackets in it, so that what it lacks shows."""

from __future__ import annotations

import gettext
from functools import cache

from tests.catalogue import messages


class Marked(gettext.NullTranslations):
    """``<in combat>`` for ``in combat``, and people's own words as they are."""

    def gettext(self, message: str) -> str:
        return f"<{message}>" if message in _known() else message


def unmarked(text: str) -> str:
    """The English that was marked."""
    return text.replace("<", "").replace(">", "")


@cache
def _known() -> frozenset[str]:
    return frozenset(message.id for message in messages() if isinstance(message.id, str) and message.id)

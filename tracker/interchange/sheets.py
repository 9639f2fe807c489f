"""What holds for the sheet of any program: how it names its character, and how long it may be."""

from __future__ import annotations

import re
from collections.abc import Callable

from tracker.errors import Refused
from tracker.interchange.detect import file_label
from tracker.language import _
from tracker.text import clean_name

ROW_LIMIT = 3_000


def chosen_name(own: str, given: str | None, filename: str, note: Callable[[str], None]) -> str:
    """The name to use: the ``given`` one, else the sheet's ``own``, which is one tidy line or empty.

    Raises Refused with ``no_name`` when there is neither, and what ``clean_name`` raises for a given name.
    """
    if given is not None:
        chosen = clean_name(given)
        if own and own != chosen:
            note(_("The sheet calls the character “{own}”; “{chosen}” is used.", own=own, chosen=chosen))
        return chosen
    if not own:
        raise Refused(
            _("{filename} holds a character without a name; give the name to use.", filename=file_label(filename)),
            code="no_name",
            where="name",
        )
    if re.fullmatch(r"[\[<{].*[\]>}]", own):
        note(_("The name “{own}” looks like a placeholder; it is kept.", own=own))
    elif not any(c.isalnum() for c in own):
        note(_("The name “{own}” has no letter in it; it is kept.", own=own))
    return clean_name(own)


def limit_rows(number: int, what: str, filename: str) -> None:
    """Raises Refused (``too_many_rows``) for more than ROW_LIMIT rows, bonuses or the like, named by ``what``."""
    if number > ROW_LIMIT:
        raise Refused(
            _(
                "{filename} has {number:,} {what}; {ROW_LIMIT:,} are allowed.",
                filename=file_label(filename),
                number=number,
                what=_(what),
                ROW_LIMIT=ROW_LIMIT,
            ),
            code="too_many_rows",
            where=filename,
        )

"""The work that a sheet makes: what grows faster than its rows is counted before it is done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from tracker.errors import Refused
from tracker.interchange.detect import file_label
from tracker.interchange.gcs.document import Node, walk
from tracker.interchange.gcs.entries import Entry
from tracker.interchange.gcs.features import Bonuses
from tracker.interchange.gcs.levels import SAME_NAME_LIMIT
from tracker.language import N_, _

# Each a second or two of work; the largest real sheets come to some tenth of it.
COMPARISON_LIMIT = 500_000
MODIFIER_LIMIT = 30_000
DEFAULT_LIMIT = 100_000


def limit_modifiers(traits: Iterable[Node], filename: str) -> None:
    """Raises Refused (``too_many_rows``) when traits have too many modifiers, with those of the headings above them."""
    above: dict[int, int] = {}
    total = 0
    for node in traits:  # headings before their members
        own = sum(1 for _node in walk(node.row.rows("modifiers")))
        above[id(node.row)] = own + (above[id(node.parents[-1])] if node.parents else 0)
        total += above[id(node.row)]
    _limit(total, MODIFIER_LIMIT, N_("modifiers"), filename)


def limit_bonuses(bonuses: Bonuses, rows: Iterable[Node], filename: str) -> None:
    """Raises Refused (``too_many_rows``) when too many bonuses have to be compared with too many skills and spells."""
    texts = 0
    for node in rows:
        lists = (node.row.data.get(key) for key in ("tags", "categories", "college"))
        texts += 1 + sum(len(entries) for entries in lists if isinstance(entries, list))
    _limit(bonuses.count * texts, COMPARISON_LIMIT, N_("bonuses for skills"), filename)


def limit_defaults(skills: list[Entry], filename: str) -> None:
    """Raises Refused (``too_many_rows``) when skills may default to too many others."""
    named = Counter(entry.subject.name.lower() for entry in skills)
    total = sum(min(named[rule.name.lower()], SAME_NAME_LIMIT) for entry in skills for rule in entry.defaults)
    _limit(total, DEFAULT_LIMIT, N_("defaults of skills"), filename)


def _limit(number: int, limit: int, what: str, filename: str) -> None:
    if number > limit:
        raise Refused(
            _(
                "{filename} has more {what} than any character's sheet; nothing was imported.",
                filename=file_label(filename),
                what=_(what),
            ),
            code="too_many_rows",
            where=filename,
        )

"""The recap of a session, to read, to hand out or to work with."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from tracker.cli.context import Common
from tracker.cli.files import write_file
from tracker.cli.output import safe
from tracker.errors import Refused
from tracker.interchange.recap_html import recap_html
from tracker.interchange.recap_markdown import recap_markdown
from tracker.interchange.recap_rows import recap_csv, recap_jsonl
from tracker.language import _
from tracker.lookback.telling import tell
from tracker.lookback.timeline import session_bounds
from tracker.reports import recap as reports
from tracker.reports.sessions import session_list
from tracker.service import Campaign
from tracker.text import fold, plain

FORMATS: dict[str, Callable[[reports.Recap], Iterator[str]]] = {
    "markdown": recap_markdown,
    "html": recap_html,
    "csv": recap_csv,
    "jsonl": recap_jsonl,
}
_SESSIONS = re.compile(r"(\d{1,9})(?:\.\.(\d{1,9}))?")


def recap(
    sessions: str | None = None,
    /,
    *,
    format: Annotated[str | None, Parameter(help=f"One of {', '.join(FORMATS)}; else markdown.")] = None,
    edition: Annotated[str, Parameter(help="For the gm, with everything, or for the players.")] = "gm",
    to: Annotated[str | None, Parameter(help="A new file that takes it.")] = None,
    voided: Annotated[bool, Parameter(help="With what was taken back, marked as such.")] = False,
    context: Common,
) -> int:
    """Tell what happened in a session. With --json it is the rolls as JSON Lines.

    Parameters
    ----------
    sessions
        The number of a session, or the first and the last of several: 2..5. Else the last one.
    """
    chosen = fold(format or ("jsonl" if context.out.as_json and to is None else "markdown"))
    if chosen not in FORMATS:
        raise Refused(
            _("There is no format “{format}”; known: {known}.", format=format, known=_(", ").join(FORMATS)),
            code="bad_value",
            where="format",
        )
    for_whom = next((known for known in reports.EDITIONS if known == fold(edition)), None)
    if for_whom is None:
        known = _(", ").join(reports.EDITIONS)
        raise Refused(
            _("There is no edition “{edition}”; known: {known}.", edition=edition, known=known),
            code="bad_value",
            where="edition",
        )
    campaign = context.campaign
    first, last = bounds_of(campaign, sessions)
    told = tell(campaign.log, campaign.state, first, last, edition=for_whom, voided=voided)
    lines = FORMATS[chosen](told)
    if to is None:
        context.out.write(lines)
        return 0
    path = write_file(Path(to), (f"{safe(line)}\n".encode() for line in lines))
    found = {"campaign": campaign.log.name, "path": str(path), "format": chosen, "edition": for_whom}
    if for_whom == "gm":
        sentence = _("The recap for the GM is in {path}.", path=path)
    else:
        sentence = _("The recap for the players is in {path}.", path=path)
    context.out.show([found], [sentence])
    return 0


def bounds_of(campaign: Campaign, typed: str | None) -> tuple[int, int]:
    """The first and the last position of the sessions that are meant. Raises Refused."""
    if typed is None:
        with campaign.log.reading() as connection:
            known = session_list(connection, campaign.log.id, campaign.log.get)
        if not known:
            raise Refused(
                _("There is no session yet: “rollbook session start” begins one."), code="not_found", where="session"
            )
        return session_bounds(campaign.log, campaign.state, known[-1].number)
    found = _SESSIONS.fullmatch(plain(typed))
    if found is None:
        raise Refused(
            _("“{typed}” is no session: write it like 2, or 2..5.", typed=typed), code="bad_number", where="session"
        )
    first, last = int(found[1]), int(found[2] or found[1])
    if first > last:
        raise Refused(_("Sessions go upwards: {last}..{first}.", last=last, first=first), code="bad_number", where="session")
    return session_bounds(campaign.log, campaign.state, first)[0], session_bounds(campaign.log, campaign.state, last)[1]

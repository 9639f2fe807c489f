"""The options by which a command looks at an earlier moment, and the one place where they are read."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from cyclopts import Group, Parameter

from tracker.cli.context import Position, SessionNumber
from tracker.errors import Refused
from tracker.language import _

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from tracker.campaign.state import CampaignState
    from tracker.lookback.timeline import Moment
    from tracker.service import Campaign

_GROUP = Group("An earlier moment", sort_key=98)


@Parameter(name="*", group=_GROUP)
@dataclass(frozen=True)
class When:
    """The moment that a command is about: the last event unless one of them is given."""

    at: Annotated[Position | None, Parameter(help="After the event of this number.")] = None
    session: Annotated[SessionNumber | None, Parameter(help="At the end of this session.")] = None
    on: Annotated[str | None, Parameter(help='By this date, such as 2026-03-06 or "2026-03-06 21:30".')] = None
    time: Annotated[str | None, Parameter(help='When the campaign\'s clock stood there: "day 3", "day 3 14:05".')] = None
    corrected: Annotated[bool, Parameter(help="Without what was taken back since, instead of as it stood.", negative=())] = (
        False
    )

    def moment(self, campaign: Campaign) -> Moment | None:
        """The moment, None for now. Raises Refused."""
        from tracker.lookback import timeline

        said = [name for name in ("at", "session", "on", "time") if getattr(self, name) is not None]
        if len(said) > 1:
            raise Refused(
                _("Give --{one} or --{other}, not both: each is a moment.", one=said[0], other=said[1]),
                code="bad_value",
                where=said[1],
            )
        log, now = campaign.log, campaign.state
        if self.at is not None:
            position = timeline.at_event(now, self.at)
        elif self.session is not None:
            position = timeline.session_bounds(log, now, self.session)[1]
        elif self.on is not None:
            position = timeline.on_date(log, self.on)
        elif self.time is not None:
            position = timeline.at_clock(log, now, self.time)
        else:
            return None
        return timeline.Moment(position, self.corrected)

    def state(self, campaign: Campaign) -> CampaignState:
        """The campaign's state at the moment. Raises Refused."""
        moment = self.moment(campaign)
        return campaign.state if moment is None else moment.state(campaign.log)

    @contextmanager
    def reading(self, campaign: Campaign) -> Iterator[tuple[Connection, CampaignState]]:
        """The read models and the state at the moment. Raises Refused."""
        moment = self.moment(campaign)
        if moment is None:
            with campaign.log.reading() as connection:
                yield connection, campaign.state
            return
        from tracker.lookback.rows import rows_at

        state = moment.state(campaign.log)
        with rows_at(campaign.log, moment, state) as connection:
            yield connection, state


NOW = When()

"""Commands about the campaign as a whole: campaigns, sessions, scenes, time, options."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

import msgspec
from cyclopts import Parameter

from tracker import rulesets
from tracker.campaign import commands as cmd
from tracker.campaign.options import Option, options_of
from tracker.cli.context import Action, Common, Context
from tracker.durations import parse_duration
from tracker.errors import Refused
from tracker.language import _, ngettext
from tracker.reports.render import as_json
from tracker.store import CampaignInfo
from tracker.text import fold


def new(name: str, /, *, ruleset: str = rulesets.USUAL, context: Common) -> int:
    """Begin a campaign, which is the one in use from now on.

    Parameters
    ----------
    name
        What the campaign is called.
    ruleset
        The rule system, gurps4e unless you say otherwise.
    """
    from tracker.service import Campaign

    for warning in context.store.warnings:
        context.out.warn(warning)
    created = Campaign.create(context.store, name, ruleset, context.author)
    context.out.recorded = True
    return _show(context, created.log.name)


def campaigns(*, context: Common) -> int:
    """List the campaigns of the store; a star marks the one in use."""
    found = context.store.campaigns()
    last_used = context.store.last_used()
    context.out.show(
        (_info_json(info, last_used) for info in found),
        (_info_text(info, last_used) for info in found),
    )
    return 0


def use(name: str, /, *, context: Common) -> int:
    """Make a campaign the one that commands are about.

    Parameters
    ----------
    name
        The campaign's name.
    """
    log = context.store.open(name)
    context.store.remember(log.name)
    return _show(context, log.name)


def campaign_archive(name: str, /, *, context: Common) -> int:
    """Put a campaign away: it stays as it is, but is no longer offered by itself.

    Parameters
    ----------
    name
        The campaign's name.
    """
    log = context.store.open(name)
    log.archive()
    context.out.recorded = True
    if context.store.last_used() == log.name:
        context.store.remember("")
    return _show(context, log.name)


def campaign_unarchive(name: str, /, *, context: Common) -> int:
    """Bring back a campaign that was put away.

    Parameters
    ----------
    name
        The campaign's name.
    """
    log = context.store.open(name)
    log.archive(False)
    context.out.recorded = True
    return _show(context, log.name)


def session_start(
    *title: str,
    elapsed: str | None = None,
    absent: Annotated[tuple[str, ...], Parameter(help="Somebody who misses the session; again for each.")] = (),
    action: Action = None,
    context: Common,
) -> int:
    """Start a session.

    Parameters
    ----------
    title
        What to call it.
    elapsed
        In-game time since the last session, such as 3d or 1d12h; unknown unless you say so.
    """
    seconds = None if elapsed is None else parse_duration(elapsed, "elapsed")
    return context.record(cmd.StartSession(title=" ".join(title), elapsed=seconds, absent=tuple(absent)), action=action)


def session_end(
    *,
    keep_tasks: Annotated[bool, Parameter(help="Keep the open tasks for the next session.")] = False,
    action: Action = None,
    context: Common,
) -> int:
    """End the session, and with it the open tasks."""
    return context.record(cmd.EndSession(keep_tasks=keep_tasks), action=action)


def session_list(*, context: Common) -> int:
    """List the sessions with their rolls."""
    from tracker.reports import sessions

    log = context.campaign.log
    with log.reading() as connection:
        found = sessions.session_list(connection, log.id, log.get)
    context.out.show(as_json(found), sessions.as_text(found))
    return 0


def scene(*title: str, action: Action = None, context: Common) -> int:
    """Start a scene of the running session.

    Parameters
    ----------
    title
        What to call it.
    """
    return context.record(cmd.StartScene(title=" ".join(title)), action=action)


def clock(time: str, /, *reason: str, action: Action = None, context: Common) -> int:
    """Let in-game time pass, or go back in time.

    Parameters
    ----------
    time
        How long, such as +2h, 1d12h or -30m.
    reason
        What happens meanwhile.
    """
    return context.record(cmd.AdvanceClock(seconds=parse_duration(time), reason=" ".join(reason)), action=action)


def rest(time: str, /, *who: str, action: Action = None, context: Common) -> int:
    """Rest: time passes, and those who rest get back what the rules give.

    Parameters
    ----------
    time
        How long, such as 30m.
    who
        Who rests; everyone present unless you name somebody.
    """
    return context.record(cmd.Rest(seconds=parse_duration(time), who=who), action=action)


def options(name: str | None = None, value: str | None = None, /, *, action: Action = None, context: Common) -> int:
    """Show the campaign's options, or set one.

    Parameters
    ----------
    name
        The option; all of them are shown unless you name one.
    value
        What to set it to.
    """
    if name is not None and value is not None:
        return context.record(cmd.SetOption(name=name, value=value), action=action)
    known = options_of(context.campaign.ruleset, context.campaign.state)
    found = [option for option in known.values() if name is None or fold(option.name) == fold(name)]
    if not found:
        raise Refused(
            _("No option is called “{name}”; known: {known}.", name=name, known=_(", ").join(known)),
            code="not_found",
            where="name",
        )
    context.out.show(
        (_option_json(option, context) for option in found),
        _option_lines(found, context),
    )
    return 0


def _option_json(option: Option, context: Context) -> dict[str, Any]:
    campaign = context.campaign
    return {
        "name": option.name,
        "value": option.value(campaign.state, campaign.ruleset),
        "values": list(option.values(campaign.ruleset, campaign.state)),
        "help": option.help,
    }


def _option_lines(options: list[Option], context: Context) -> Iterator[str]:
    for option in options:
        now = _option_json(option, context)
        yield f"{option.name} = {now['value']}   ({' / '.join(now['values'])}: {_(option.help)})"


def _show(context: Context, name: str) -> int:
    info = next(info for info in context.store.campaigns() if info.name == name)
    context.out.show([_info_json(info, name)], [_info_text(info, context.store.last_used())])
    return 0


def _info_json(info: CampaignInfo, last_used: str | None) -> dict[str, Any]:
    known: dict[str, Any] = msgspec.to_builtins(info, enc_hook=str)
    return known | {"last_used": info.name == last_used}


def _info_text(info: CampaignInfo, last_used: str | None) -> str:
    mark = "*" if info.name == last_used else " "
    if info.problem:
        return _("{mark} {name}   can't be opened: {problem}", mark=mark, name=info.name, problem=info.problem)
    about = [info.ruleset, ngettext("{count} event", "{count} events", info.head)]
    if info.archived:
        about.append(_("archived"))
    return f"{mark} {info.name}   " + _(", ").join(about)

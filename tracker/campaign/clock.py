"""Decisions about time: sessions, scenes, the in-game clock; and what time itself ends or calls for."""

from __future__ import annotations

from tracker import events as ev
from tracker.campaign import commands as cmd
from tracker.campaign.characters import find_all
from tracker.campaign.decision import Decision
from tracker.campaign.recovery import call_due, end_condition
from tracker.errors import Refused
from tracker.language import _
from tracker.text import clean_name


def session_started(decision: Decision, command: cmd.StartSession) -> None:
    """A session begins; the clock moves by the time since the last one where it is known."""
    running = decision.state.current_session
    if running:
        raise Refused(
            _("Session {number} is still running: end it first.", number=running[1].number),
            code="session_running",
            where="session",
        )
    if command.elapsed is not None and command.elapsed < 0:
        raise Refused(
            _("The time since the last session can't be negative; use “clock” to go back."),
            code="bad_duration",
            where="elapsed",
        )
    absent = find_all(decision.state, command.absent, "absent") if command.absent else []
    number = decision.state.last_session + 1
    title = clean_name(command.title, "title") if command.title else ""
    position = decision.record(ev.SessionStarted(number=number, title=title, elapsed=command.elapsed))
    for character in absent:
        decision.record(ev.AttendanceRecorded(session=number, present=False), subject=character.id, cause=position)
    fall_due(decision, position)


def session_ended(decision: Decision, command: cmd.EndSession) -> None:
    """The session ends, and with it the open tasks unless they are kept."""
    running = decision.state.current_session
    if running is None:
        raise Refused(_("No session is running."), code="no_session", where="session")
    number = running[1].number
    tasks = {} if command.keep_tasks else decision.state.open_tasks()
    position = decision.record(ev.SessionEnded(number=number))
    for task, record in tasks.items():
        decision.record(ev.TaskEnded(task=task, how="session"), subject=record.character, cause=position, about=(task,))


def scene_started(decision: Decision, command: cmd.StartScene) -> None:
    """A new scene of the running session."""
    running = decision.state.current_session
    if running is None:
        raise Refused(_("A scene belongs to a session: start one first."), code="no_session", where="scene")
    scenes = [scene.number for _, scene in decision.state.scenes.newest_first(running[0])]
    number = 1 + max(scenes, default=0)
    decision.record(ev.SceneStarted(number=number, title=clean_name(command.title, "title") if command.title else ""))


def clock_advanced(decision: Decision, command: cmd.AdvanceClock) -> None:
    """In-game time passes, or the story goes back."""
    if command.seconds == 0:
        raise Refused(_("A step of no time changes nothing."), code="nothing", where="time")
    pass_time(decision, command.seconds, clean_name(command.reason, "reason") if command.reason else "")


def pass_time(decision: Decision, seconds: int, reason: str) -> int:
    """Move the clock, end what lasted only until now and ask for the recovery rolls that are due; returns the position of
    the move."""
    position = decision.record(ev.ClockAdvanced(seconds=seconds, reason=reason))
    fall_due(decision, position)
    return position


def fall_due(decision: Decision, cause: int) -> None:
    """End what lasted only until now, and ask for the recovery rolls that are due."""
    _expire(decision, cause)
    call_due(decision)


def _expire(decision: Decision, cause: int) -> None:
    for character in decision.state.roster():
        for position, condition in character.conditions.items():
            over = condition.until is not None and condition.until <= decision.state.clock
            if over and position not in decision.state.ends:
                end_condition(decision, character.id, position, by="time", cause=cause)
        for position, modifier in character.modifiers.items():
            over = modifier.until is not None and modifier.until <= decision.state.clock
            if over and position not in decision.state.ends:
                decision.record(
                    ev.ModifierEnded(modifier=position, label=modifier.label, by="time"),
                    subject=character.id,
                    cause=cause,
                    about=(position,),
                )

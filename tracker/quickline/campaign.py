"""Lines about the campaign: sessions, scenes, time, notes, options."""

from __future__ import annotations

from tracker.campaign import commands as cmd
from tracker.durations import parse_duration
from tracker.language import _
from tracker.quickline.words import Reader


def session(reader: Reader) -> cmd.StartSession | cmd.EndSession:
    if reader.keyword("end"):
        return cmd.EndSession(keep_tasks=reader.keyword("keep") is not None)
    if reader.keyword("start") is None:
        raise reader.refuse(reader.take(_("start or end")), _("start or end"))
    title = reader.phrase(lambda word: word.key == "elapsed")
    elapsed = None
    if reader.keyword("elapsed"):
        elapsed = parse_duration(reader.take(_("a length of time, such as 3d")).text, "elapsed")
    return cmd.StartSession(title=title, elapsed=elapsed)


def scene(reader: Reader) -> cmd.StartScene:
    return cmd.StartScene(title=reader.rest())


def clock(reader: Reader) -> cmd.AdvanceClock:
    return cmd.AdvanceClock(
        seconds=parse_duration(reader.take(_("a length of time, such as +2h")).text), reason=reader.rest()
    )


def rest(reader: Reader) -> cmd.Rest:
    seconds = parse_duration(reader.take(_("a length of time, such as 30m")).text)
    return cmd.Rest(seconds=seconds, who=() if reader.peek() is None else reader.many())


def note(reader: Reader) -> cmd.Note:
    return cmd.Note(text=reader.rest())


def mark(reader: Reader) -> cmd.Mark:
    position = reader.optional_position()
    return cmd.Mark(position=position or reader.context.state.head, label=reader.rest())


def option(reader: Reader) -> cmd.SetOption:
    name = reader.take(_("an option's name")).text
    return cmd.SetOption(name=name, value=reader.rest())

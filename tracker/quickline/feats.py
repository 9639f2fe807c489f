"""Lines about physical feats, the senses, and work of many days."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from contextlib import suppress
from typing import Any

from tracker.campaign import commands as cmd
from tracker.campaign.feats import find_feat, the_feat
from tracker.campaign.long_tasks import find_long_task
from tracker.campaign.senses import find_sense
from tracker.errors import Refused
from tracker.language import _
from tracker.quickline import rolls
from tracker.quickline.contests import AGAINST, side, somebody
from tracker.quickline.inputs import read_inputs
from tracker.quickline.words import FILLERS, Reader, Word
from tracker.text import fold

_LONGEST_NAME = 8  # words of a long task's name
_OF_WORK = (",", "supervisor", "bonus")


def feat(reader: Reader) -> cmd.Feat:
    who = reader.who()
    return _feat(reader, who, _feat_name(reader))


def own_verb(name: str) -> Callable[[Reader], cmd.Feat | cmd.Roll]:
    """A feat whose name begins the line: ``climb mira wall 60ft``. Alone, or with nothing but modifiers, it is the start of
    a skill's name as anywhere else: ``climb -2``."""

    def read(reader: Reader) -> cmd.Feat | cmd.Roll:
        word = reader.peek()
        bare = word is None or word.signed is not None or word.key in rolls.CLAUSES
        if bare or find_feat(reader.context.ruleset, name) is None:
            reader.words.insert(0, Word(name, 1))
            return rolls.roll(reader)
        return _feat(reader, reader.who(), name)

    return read


def _feat_name(reader: Reader) -> str:
    title = " ".join(word.text for word in reader.words[reader.at : reader.at + 2])
    if find_feat(reader.context.ruleset, title) is not None and reader.at + 2 <= len(reader.words):
        reader.at += 2
        return title
    known = _(", ").join(reader.context.ruleset.feats) or _("none here")
    return reader.take(_("a feat ({known})", known=known)).text


def _feat(reader: Reader, who: str, name: str) -> cmd.Feat:
    rules = the_feat(reader.context.ruleset, name)
    given, modifiers = read_inputs(reader, rules.inputs, rules.title)
    return cmd.Feat(who=who, feat=name, given=given, modifiers=modifiers)


_SENSE_CLAUSES = ("danger", "understand", *AGAINST)


def sense(reader: Reader) -> cmd.Sense:
    who = reader.who()
    said: dict[str, Any] = {"base": _base(reader) if who.startswith("@") else None}
    rules = reader.context.ruleset.senses
    known = _(", ").join(rules.senses).replace("_", "/") if rules else ""
    expected = _("a sense ({known})", known=known) if known else _("a sense")
    name, title = find_sense(reader.context.ruleset, reader.take(expected).text)
    inputs = rules.inputs(name) if rules else ()
    given: dict[str, Any] = {}
    modifiers: tuple[cmd.GivenModifier, ...] = ()
    while reader.peek() is not None:
        clause = reader.keyword(*_SENSE_CLAUSES)
        if clause == "danger":
            said["danger"] = True
        elif clause == "understand":
            said["understand"] = _understood(reader, who, rules.comprehension if rules else "")
        elif clause is not None:
            said["against"] = side(reader, somebody(reader), ("danger", "understand"))
        else:
            more, others = read_inputs(reader, [one for one in inputs if one.key not in given], title, _SENSE_CLAUSES)
            given, modifiers = given | more, modifiers + others
    return cmd.Sense(who=who, sense=name, given=given, modifiers=modifiers, **said)


def _base(reader: Reader) -> int:
    """The Perception of somebody made up on the fly, ``per=12``."""
    expected = _("a Perception, such as per=12")
    word = reader.take(expected)
    key, _equals, value = word.text.partition("=")
    if fold(key) not in ("per", "perception") or not re.fullmatch(r"\d{1,4}", value):
        raise reader.refuse(word, expected)
    return int(value)


def _understood(reader: Reader, who: str, usual: str) -> str:
    """What makes out what was noticed, ``usual`` when nothing is said."""
    word = reader.peek()
    if word is None or word.signed is not None or word.key in _SENSE_CLAUSES:
        return usual
    return reader.ability(who, _SENSE_CLAUSES).typed


def long_task(reader: Reader) -> cmd.StartLongTask | cmd.WorkDay | cmd.GiveUpLongTask:
    ways = _("start, work or giveup")
    way = reader.keyword("start", "work", "giveup")
    if way is None:
        raise reader.refuse(reader.take(ways), ways)
    if way == "giveup":
        return cmd.GiveUpLongTask(name=reader.rest())
    return _started(reader) if way == "start" else _work(reader)


def _started(reader: Reader) -> cmd.StartLongTask:
    text = reader.rest()
    match = re.fullmatch(r"(\S.*?) (\d{1,9}) ?(?:h|hours?|man.hours?)?", text, re.DOTALL)
    if match is None:
        raise Refused(
            _("Expected a name and how many man-hours it takes, such as “longtask start the bridge 80”."),
            code="syntax",
            where="name",
        )
    return cmd.StartLongTask(name=match[1], hours=int(match[2]))


def _work(reader: Reader) -> cmd.WorkDay:
    name = _task_name(reader)
    reader.words[reader.at :] = [part for word in reader.words[reader.at :] for part in _apart(word)]
    workers = [_worker(reader)]
    while reader.keyword(","):
        workers.append(_worker(reader))
    leader = _worker(reader) if reader.keyword("supervisor") else None
    bonus = reader.number(_("the bonus of a supervisor's success")) if reader.keyword("bonus") else None
    return cmd.WorkDay(name=name, workers=tuple(workers), supervisor=leader, bonus=bonus)


def _worker(reader: Reader, stop: Collection[str] = _OF_WORK) -> cmd.Side:
    return side(reader, reader.who(), stop)


def _task_name(reader: Reader) -> str:
    """The open long task that the next words name, as many as fit; when none fits, the words up to the first that is no
    article. An article alone names nothing."""
    first = reader.at + 1
    while first < len(reader.words) and reader.words[first - 1].key in FILLERS:
        first += 1
    for end in range(min(len(reader.words), reader.at + _LONGEST_NAME), first, -1):
        with suppress(Refused):
            name = _joined(reader, end)
            find_long_task(reader.context.state, name)
            reader.at = end
            return name
    reader.take(_("a long task's name"))
    reader.at -= 1
    name, reader.at = _joined(reader, first), first
    return name


def _joined(reader: Reader, end: int) -> str:
    return " ".join(word.text for word in reader.words[reader.at : end])


def _apart(word: Word) -> list[Word]:
    """A word and the commas in it, each as a word of its own."""
    if word.quoted:
        return [word]
    parts = re.finditer(r",|[^,]+", word.text)
    return [Word(part[0], word.place + part.start()) for part in parts]

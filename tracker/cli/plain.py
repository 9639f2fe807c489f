"""Play at a prompt: one line in, one line out. For screen readers and slow lines, and for scripts that come by a pipe.

What is typed is the quick line of the screen; what looks back are the commands of the command line.
"""

from __future__ import annotations

import contextlib
import shlex
import signal
import sys
from collections.abc import Iterator, Sequence
from types import FrameType
from typing import Any

from tracker import drafts, quickline
from tracker.campaign.options import DICE
from tracker.campaign.parts import Prompt
from tracker.cli.context import Common, Context
from tracker.cli.output import PROMPT, safe
from tracker.drafts import Drafts, Kept
from tracker.errors import Refused
from tracker.language import N_, _
from tracker.phrases import asked
from tracker.quickline.ahead import ahead
from tracker.reports.render import wrapped
from tracker.text import fold
from tracker.text import plain as simplified

_COMMANDS = (
    *("history", "replay", "recap", "audit", "diff", "when", "rejudge", "stats", "odds", "rules"),
    *("pending", "verify", "backup", "settings"),
)
"""Commands of the command line that are done here as they stand; every other line is a quick line."""

_SHORT = {"show": ("character", "show"), "party": ("character", "list")}
_ANSWERED = {"dice": ("answer", "="), "trait": ("trait", ""), "effect": ("effect", "")}  # verb and mark, by a prompt's kind
_HELP = (
    N_("A line is a roll, such as “mira stealth -2 dark”, or begins with one of these words:"),
    N_("?LINE says what a line would do; “help WORD” shows an example; “who NAME” says who acts when nobody is named."),
    N_("“show NAME” shows a sheet, “party” all characters. To look back:"),
    N_("“undo” takes back the last action. Ctrl+D leaves."),
)


def plain(*, context: Common) -> int:
    """Play at a prompt, line by line, without a screen; lines may also come by a pipe, up to the first that is refused."""
    context.out.idiom = PROMPT
    if sys.stdin.isatty() and sys.stdout.isatty():
        return _AtTheTable(context).play()
    return _script(context)


def _script(context: Context) -> int:
    """Do the lines of a pipe. What rests on a line that was refused would be about something else: it isn't done."""
    for number, line in enumerate(_lines(), 1):
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        try:
            _do(text, context)
        except Refused as refused:
            sentence = _("Line {number}: {reason} Nothing after it was done.", number=number, reason=refused.message)
            raise Refused(sentence, code=refused.code, where=refused.where) from refused
        sys.stdout.flush()
    return 0


def _lines() -> Iterator[str]:
    """The lines of the pipe. Raises Refused for what is no text."""
    try:
        yield from sys.stdin
    except UnicodeDecodeError as problem:
        raise Refused(_("The input is no {encoding} text.", encoding=problem.encoding), code="encoding") from None


def _do(text: str, context: Context) -> None:
    """Do what a line says, and print what came of it. Raises Refused."""
    context.campaign.refresh()
    if simplified(text).startswith("?"):
        _tell_ahead(text.lstrip()[1:].strip(), context)
        return
    first, _space, rest = text.partition(" ")
    word = fold(first)
    if word == "help":
        context.out.write(_help(fold(rest)))
    elif word == "who":
        _choose(rest.strip(), context)
    elif word in _SHORT or word in _COMMANDS:
        context.run([*_SHORT.get(word, (word,)), *_arguments(rest)])
    else:
        line = quickline.parse(text, context.typed())
        context.record(line.command, dice=line.dice, secret=line.secret)


def _arguments(text: str) -> list[str]:
    """The arguments of a command: words, held together by double quotes. Raises Refused."""
    lexer = shlex.shlex(text, posix=True)
    lexer.quotes, lexer.escape, lexer.commenters, lexer.whitespace_split = '"', "", "", True
    try:
        return list(lexer)
    except ValueError:
        raise Refused(_("A quote is not closed."), code="syntax", where="line") from None


def _tell_ahead(text: str, context: Context) -> None:
    """Say what a line would do."""
    _preview, words = ahead(context.campaign, quickline.parse(text, context.typed()), {})
    context.out.show([{"line": text, "preview": words}], [words])


def _choose(name: str, context: Context) -> None:
    """Let somebody be who acts when nobody is named; without a name, nobody."""
    view = context.campaign.view(name) if name else None
    context.active = view.id if view else None
    told = _("{name} acts when nobody is named.", name=view.name) if view else _("Nobody acts unless named.")
    context.out.show([{"active": view.name if view else None}], [told])


def _help(verb: str) -> Iterator[str]:
    if verb in quickline.VERBS:
        yield quickline.VERBS[verb].example
        return
    roll, ways, look, end = map(_, _HELP)
    yield roll
    yield from wrapped(f"  {', '.join(quickline.VERBS)}", indent="  ")
    yield ways
    yield look
    yield f"  {', '.join(_COMMANDS)}"
    yield end


class _Left(BaseException):
    """A signal asks the program to leave; ``typed`` is what stood in the prompt."""

    def __init__(self, number: int, typed: str) -> None:
        super().__init__()
        self.number = number
        self.typed = typed


class _AtTheTable:
    """Somebody types. ``_in_hand`` is the line that is being typed or done: it is kept when the program must leave."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._campaign = context.campaign
        self._drafts = Drafts(drafts.folder(), self._campaign.log.id)
        self._notes: list[Kept] = []  # of the screen's editor; they wait there
        self._in_hand = ""
        self._prefilled = ""
        self._interrupted = False

    def play(self) -> int:
        """Do line after line until Ctrl+D; returns the exit code."""
        self._begin()
        try:
            with _signals():
                while (line := self._next()) is not None:
                    self._take(line)
        except _Left as left:
            return 128 + left.number
        except KeyboardInterrupt:
            return 128 + signal.SIGINT
        finally:
            unsent = [Kept(self._in_hand)] if self._in_hand.strip() and not self._context.out.recorded else []
            self._drafts.keep([*unsent, *self._notes])
        head = f"{self._campaign.state.head:,}"
        self._say(_("Left {campaign} at event {head}; everything is recorded.", campaign=self._campaign.log.name, head=head))
        return 0

    def _begin(self) -> None:
        head = f"{self._campaign.state.head:,}"
        self._say(_("{campaign}, event {head}. “help” says what can be typed.", campaign=self._campaign.log.name, head=head))
        unsent = self._drafts.take_over()
        self._notes = [one for one in unsent if one.note]
        lines = [one.text for one in unsent if not one.note]
        if lines:
            self._say(_("Typed last time and not recorded: {lines}", lines="; ".join(lines)))
            self._prefilled = lines[0]
            for line in reversed(lines[1:]):
                _readline().add_history(line)
        if self._notes:
            self._say(_("A note that was not recorded waits in the screen's editor."))

    def _next(self) -> str | None:
        """The next line, empty when there is nothing to do; None when somebody leaves."""
        active = self._campaign.state.characters.get(self._context.active or "")
        name = active.name.get("") if active else ""
        try:
            line = self._ask(f"{name}> ")
        except EOFError:
            self._say("")
            return None
        except UnicodeDecodeError:
            self._say(_("That line was no text of this terminal's encoding."))
            return ""
        except KeyboardInterrupt:
            if self._interrupted:
                raise
            self._interrupted = True
            self._say("")
            self._say(_("Ctrl+D leaves, and so does Ctrl+C once more."))
            return ""
        self._interrupted = False
        return line.strip()

    def _ask(self, prompt: str) -> str:
        """What is typed behind a prompt. Raises EOFError, KeyboardInterrupt, and _Left with what is typed kept."""
        text, self._prefilled = self._prefilled, ""
        _readline().set_startup_hook(lambda: _readline().insert_text(text))
        sys.stdout.flush()
        try:
            return input(safe(prompt))
        except _Left as left:
            self._in_hand = left.typed
            raise

    def _take(self, line: str) -> None:
        """Do a line; one that has to wait for another program comes back into the prompt."""
        if not line:
            return
        before = set(self._campaign.state.open_prompts())
        self._in_hand, self._context.out.recorded = line, False
        try:
            _do(line, self._context)
        except Refused as refused:
            self._context.out.refuse(refused)
            self._prefilled = line if refused.code in ("busy", "conflict") else ""
        self._in_hand = self._prefilled
        self._answer_prompts(before)

    def _answer_prompts(self, before: set[int]) -> None:
        """Ask for what the last line has left open."""
        by_hand = DICE.value(self._campaign.state, self._campaign.ruleset) == "hand"
        while new := [
            (at, prompt)
            for at, prompt in self._campaign.state.open_prompts().items()
            if at not in before and prompt.kind in _ANSWERED and (by_hand or prompt.kind != "dice")
        ]:
            before.add(new[0][0])
            self._answer(*new[0])

    def _answer(self, position: int, prompt: Prompt) -> None:
        """Ask until there is an answer that can be taken; an empty one leaves it waiting."""
        verb, mark = _ANSWERED[prompt.kind]
        notation = f" ({prompt.ask['notation']})" if prompt.kind == "dice" else ""
        question = _("{prompt}{notation}, Enter leaves it waiting: ", prompt=asked(prompt.text), notation=notation)
        with contextlib.suppress(EOFError, KeyboardInterrupt), self._not_a_line():
            while given := self._ask(question).strip():
                try:
                    _do(f"{verb} {position} {mark}{given.removeprefix(mark) if mark else given}", self._context)
                    return
                except Refused as refused:
                    self._context.out.refuse(refused)

    @contextlib.contextmanager
    def _not_a_line(self) -> Iterator[None]:
        """What is typed here answers a prompt, which is open still when the program must leave."""
        try:
            yield
        except _Left:
            self._in_hand = ""
            raise

    def _say(self, sentence: str) -> None:
        self._context.out.write([sentence])


@contextlib.contextmanager
def _signals() -> Iterator[None]:
    """Leave on what asks a program to, and not in the middle of a line."""

    def leave(number: int, frame: FrameType | None) -> None:
        raise _Left(number, _readline().get_line_buffer())  # which is gone when the exception arrives

    numbers: Sequence[Any] = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = {number: signal.signal(number, leave) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _readline() -> Any:
    """The editing of lines, where the system has it."""
    try:
        import readline
    except ImportError:
        return _NoEditing()
    return readline


class _NoEditing:
    """A system without ``readline``: lines are typed as they come."""

    def add_history(self, line: str) -> None: ...

    def set_startup_hook(self, hook: object) -> None: ...

    def insert_text(self, text: str) -> None: ...

    def get_line_buffer(self) -> str:
        return ""

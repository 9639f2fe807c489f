"""The commands and where they live. Each is imported when it is used, so that a single roll loads little."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from keyword import iskeyword
from typing import Annotated, Any

from cyclopts import App, CycloptsError, Group, Parameter

from tracker.cli.context import Context, OpenScreen
from tracker.cli.output import Output, never_fail
from tracker.errors import Refused

OK, BAD_INPUT, FAULT, INTERRUPTED = 0, 2, 70, 130

_SHARED = Group("Options of every command", sort_key=99)
_FAMILIES: dict[str, str] = {
    "session": "Start, end and list sessions.",
    "campaign": "Put a campaign away.",
    "character": "Characters and their sheets.",
    "trait": "Traits gained in play.",
    "audit": "Was it by the rules? What happened, line by line.",
}
_COMMANDS: dict[str, Sequence[str]] = {
    "Campaign": (
        "campaign:new",
        "campaign:campaigns",
        "campaign:use",
        "campaign:session start",
        "campaign:session end",
        "campaign:session list",
        "campaign:scene",
        "campaign:clock",
        "campaign:rest",
        "campaign:options",
        "campaign:campaign archive",
    ),
    "People": (
        "importing:import",
        "people:character add",
        "people:character list",
        "people:character show",
        "people:character set",
        "people:character status",
        "people:hp",
        "people:fp",
        "people:condition",
        "people:award",
        "people:spend",
        "people:trait name",
        "people:trait buyoff",
    ),
    "Play": (
        "play:do",
        "play:roll",
        "play:retry",
        "play:again",
        "play:giveup",
        "play:fright",
        "play:effort",
        "play:answer",
        "play:pending",
        "play:note",
        "play:mark",
        "play:undo",
        "play:void",
    ),
    "Look back": (
        "look:history",
        "replay:replay",
        "audit:audit retries",
        "audit:audit frights",
        "audit:audit traits",
        "audit:audit fatigue",
        "audit:audit injury",
        "audit:audit points",
        "look:odds",
    ),
    "Data": ("data:backup", "data:verify", "data:rebuild", "data:demo"),
}


def main(argv: Sequence[str] | None = None, *, open_screen: OpenScreen | None = None) -> int:
    """Run one command; returns the exit code: 0 done, 1 a check failed, 2 bad input, 70 a fault of this program.

    ``open_screen`` is what opens the screen, where there is one: ``demo`` ends with it.
    """
    tokens = [*sys.argv[1:]] if argv is None else [*argv]
    never_fail()
    out = Output(as_json="--json" in tokens)
    try:
        app = _app(open_screen)
        if not tokens or tokens[-1] in ("--help", "-h", *_FAMILIES):
            _load(app)
        code = app.meta(_values(tokens), exit_on_error=False, print_error=False)
        sys.stdout.flush()
        return code if isinstance(code, int) else OK
    except Refused as problem:
        out.refuse(problem)
        return BAD_INPUT
    except CycloptsError as problem:
        problem.verbose = False
        out.refuse(Refused(" ".join(str(problem).split()), code="usage", where=_argument(problem)))
        return BAD_INPUT
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # the reader has seen enough
        sys.stdout = None  # and nothing is to be flushed to it at exit
        return OK
    except Exception as fault:
        sentence = f"This is a fault of Rollbook: {type(fault).__name__}: {fault}"
        out.refuse(Refused(" ".join(sentence.split()), code="fault"))
        return FAULT


def _app(open_screen: OpenScreen | None) -> App:
    app = App(
        name="rollbook",
        help="A campaign tracker for game masters. Without a command it opens the screen.",
        version=_version,
        default_parameter=Parameter(negative=(), show_default=False),
        result_action="return_value",
        help_format="plaintext",
    )
    for rank, (title, paths) in enumerate(_COMMANDS.items()):
        panel = Group(title, sort_key=rank)
        for path in paths:
            module, _, words = path.partition(":")
            *family, name = words.split()
            if not family:
                app.command(_path(module, name), name=name, group=panel)
            else:
                if family[0] not in app:
                    app.command(App(name=family[0], help=_FAMILIES[family[0]], group=panel))
                app[family[0]].command(_path(module, *family, name), name=name)

    @app.meta.default
    def launch(
        *tokens: Annotated[str, Parameter(show=False, allow_leading_hyphen=True)],
        store: Annotated[
            str | None,
            Parameter(group=_SHARED, env_var="ROLLBOOK_STORE", help="Folder of the campaigns, or a PostgreSQL URL."),
        ] = None,
        campaign: Annotated[
            str | None,
            Parameter(group=_SHARED, env_var="ROLLBOOK_CAMPAIGN", help="Campaign; else the one last used in that store."),
        ] = None,
        by: Annotated[str, Parameter(group=_SHARED, env_var="ROLLBOOK_BY", help="Who records this, else GM.")] = "GM",
        secret: Annotated[bool, Parameter(group=_SHARED, help="For the GM's eyes only.")] = False,
        json: Annotated[bool, Parameter(group=_SHARED, help="Answer in JSON.")] = False,
    ) -> Any:
        out = Output(as_json=json)
        with Context(
            location=store, campaign=campaign, author=by, secret=secret, out=out, open_screen=open_screen
        ) as context:
            command, bound, ignored = app.parse_args(tokens, exit_on_error=False, print_error=False)
            bound.arguments |= dict.fromkeys(ignored, context)
            return command(*bound.args, **bound.kwargs)

    return app


def _load(app: App) -> None:
    """Import every command, so that a page of help shows what each one does."""
    for name in app:
        if not name.startswith("-"):
            _load(app[name])


def _path(module: str, *words: str) -> str:
    """Where a command's function is: its words joined, with a ``_`` behind what Python keeps for itself."""
    name = "_".join(words)
    return f"tracker.cli.{module}:{name}{'_' if iskeyword(name) else ''}"


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("rollbook")
    except PackageNotFoundError:
        return "not installed"


def _values(tokens: list[str]) -> list[str]:
    """The tokens, with ``-2h`` written so that it isn't taken for an option; a plain ``-2`` never is."""
    if "clock" not in tokens:
        return tokens
    return [re.sub("^-", "−", token) if re.fullmatch(r"-(\d+[wdhms])+", token) else token for token in tokens]


def _argument(problem: CycloptsError) -> str:
    return problem.argument.name.lstrip("-").lower() if problem.argument else ""

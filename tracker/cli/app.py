"""The commands and where they live. Each is imported when it is used, so that a single roll loads little."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from keyword import iskeyword
from typing import Annotated, Any

from cyclopts import App, CycloptsError, Group, Parameter

from tracker import language as tongue
from tracker import settings
from tracker.cli import arguments, streams, usage
from tracker.cli.context import Context, OpenScreen, Serve
from tracker.cli.help import SpokenHelp
from tracker.cli.output import Output
from tracker.errors import Refused
from tracker.language import _

OK, BAD_INPUT, FAULT, UNWRITTEN, INTERRUPTED = 0, 2, 70, 74, 130

PLAIN = "--plain"  # a way to open the program, as the screen is, and not a command

_SHARED = Group("Options of every command", sort_key=99)
_FAMILIES: dict[str, str] = {
    "session": "Start, end and list sessions.",
    "campaign": "Put a campaign away, and bring it back.",
    "table": "Tables of critical hits and misses.",
    "character": "Characters and their sheets.",
    "trait": "Traits gained in play.",
    "export": "Write out what a campaign holds.",
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
        "tables:table load",
        "tables:table list",
        "campaign:campaign archive",
        "campaign:campaign unarchive",
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
        "people:pool",
        "people:condition",
        "people:award",
        "people:spend",
        "people:trait name",
        "people:trait buyoff",
    ),
    "Play": (
        f"plain:{PLAIN}",
        "play:do",
        "play:roll",
        "play:retry",
        "play:again",
        "play:giveup",
        "play:reroll",
        "play:chance",
        "party:group",
        "party:montage",
        "play:fright",
        "play:effort",
        "feats:feat",
        "feats:sense",
        "feats:longtask",
        "contests:contest",
        "contests:influence",
        "contests:concerns",
        "contests:reaction",
        "contests:modifier",
        "injury:recover",
        "injury:endure",
        "injury:heal",
        "injury:firstaid",
        "injury:bandage",
        "injury:selfcontrol",
        "combat:attack",
        "combat:defend",
        "combat:effect",
        "rulings:buy",
        "rulings:rule",
        "rulings:told",
        "play:answer",
        "play:pending",
        "play:note",
        "play:mark",
        "corrections:undo",
        "corrections:redo",
        "corrections:void",
        "corrections:correct",
        "corrections:amend",
        "corrections:reveal",
    ),
    "Look back": (
        "look:history",
        "replay:replay",
        "recap:recap",
        "audit:audit retries",
        "audit:audit frights",
        "audit:audit traits",
        "audit:audit fatigue",
        "audit:audit injury",
        "audit:audit pool",
        "audit:audit points",
        "audit:audit overrides",
        "audit:audit bought",
        "audit:audit voids",
        "audit:audit secrets",
        "diff:diff",
        "when:when",
        "rejudge:rejudge",
        "stats:stats",
        "look:odds",
        "guide:rules",
    ),
    "Data": (
        "exporting:export gcs",
        "carrying:export log",
        "carrying:import-log",
        "data:backup",
        "data:verify",
        "data:rebuild",
        "data:demo",
        "serving:serve",
        "settings:settings",
    ),
}


def main(argv: Sequence[str] | None = None, *, open_screen: OpenScreen | None = None, serve: Serve | None = None) -> int:
    """Run one command; returns the exit code: 0 done, 1 a check failed, 2 bad input, 70 a fault of this program, 74 the
    answer couldn't be written.

    ``open_screen`` is what opens the screen, where there is one: ``demo`` ends with it. ``serve`` is what serves it to
    browsers.
    """
    tokens = [*sys.argv[1:]] if argv is None else [*argv]
    streams.make_ready()
    out = Output(as_json=arguments.asks_for_json(tokens))
    try:
        code = _answer(tokens, out, open_screen, serve)
        sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # the reader has seen enough
        streams.discard("stdout")
        return OK
    except OSError as problem:
        streams.discard("stdout")
        reason = problem.strerror or problem
        if out.recorded:
            out.warn(_("It was recorded, but the answer could not be written: {reason}.", reason=reason))
        else:
            out.warn(_("The answer could not be written: {reason}.", reason=reason))
        return UNWRITTEN


def _answer(tokens: Sequence[str], out: Output, open_screen: OpenScreen | None, serve: Serve | None) -> int:
    """Run one command and print its answer, or why there is none. Raises OSError when that can't be written."""
    try:
        app = assembled(out, open_screen, serve, _settings(tokens, out))
        code = app.meta(arguments.marked(tokens), exit_on_error=False, print_error=False)
        return code if isinstance(code, int) else OK
    except Refused as problem:
        out.refuse(problem)
        return BAD_INPUT
    except CycloptsError as problem:
        out.refuse(_refused(problem))
        return BAD_INPUT
    except Exception as fault:
        if isinstance(fault, OSError) and fault.filename is None:  # a file's error names the file: this is the stream's
            raise
        sentence = _("This is a fault of Rollbook: {kind}: {fault}", kind=type(fault).__name__, fault=fault)
        out.refuse(Refused(" ".join(sentence.split()), code="fault"))
        return FAULT


def _settings(tokens: Sequence[str], out: Output) -> settings.Loaded:
    """The settings in force, their mistakes told, and their language spoken from here on. Raises Refused."""
    given = arguments.value_of("--language", tokens)
    loaded = settings.load({} if given is None else {"language": given})
    tongue.speak("en" if out.as_json else loaded.settings.spoken())  # what programs read is the same everywhere
    for problem in loaded.problems:
        out.warn(problem)
    return loaded


def assembled(out: Output, open_screen: OpenScreen | None, serve: Serve | None, loaded: settings.Loaded) -> App:
    """The command line with all its commands, none of which is imported yet."""
    app = _Commands(
        name="rollbook",
        help="A campaign tracker for game masters. Without a command it opens the screen.",
        version=_version,
        default_parameter=Parameter(negative=(), show_default=False),
        result_action="return_value",
        help_format="plaintext",
        help_formatter=SpokenHelp(loaded.settings.lines) if tongue.translates() else None,
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
        by: Annotated[str | None, Parameter(group=_SHARED, env_var="ROLLBOOK_BY", help="Who records this, else GM.")] = None,
        language: Annotated[str | None, Parameter(group=_SHARED, help="The language of the answer: en, ja.")] = None,
        secret: Annotated[bool, Parameter(group=_SHARED, help="For the GM's eyes only.")] = False,
        json: Annotated[bool, Parameter(group=_SHARED, help="Answer in JSON.")] = False,
    ) -> Any:
        out.as_json = json  # and the language is spoken already, so that a page of help is in it too
        with (
            Context(
                location=_else(store, loaded.settings.store),
                campaign=_else(campaign, loaded.settings.campaign),
                author=arguments.unmarked(loaded.settings.by if by is None else by),
                secret=secret,
                out=out,
                loaded=loaded,
                run=lambda more: run(arguments.marked(more), context),
                open_screen=open_screen,
                serve=serve,
            ) as context,
            context.naming_damage(),
        ):
            return run(tokens, context)

    def run(tokens: Sequence[str], context: Context) -> int:
        try:
            command, bound, ignored = app.parse_args(tokens, exit_on_error=False, print_error=False)
        except CycloptsError as problem:
            raise _refused(problem) from None
        bound.arguments = {name: arguments.unmarked(value) for name, value in bound.arguments.items()}
        if (action := bound.arguments.get("action")) and context.repeats(action):
            return OK
        bound.arguments |= dict.fromkeys(ignored, context)
        return int(command(*bound.args, **bound.kwargs) or OK)

    return app


def _refused(problem: CycloptsError) -> Refused:
    """A command that was written wrong, in one sentence."""
    problem.verbose = False
    argument = problem.argument.name.lstrip("-").lower() if problem.argument else ""
    sentence = usage.translated(arguments.unmarked(" ".join(str(problem).split())))
    return Refused(sentence, code="usage", where=argument)


def _else(given: str | None, setting: str) -> str | None:
    """What an option names, else what is set; None where neither says anything."""
    return setting or None if given is None else arguments.unmarked(given)


class _Commands(App):
    """The command line, which imports its commands when they are used."""

    def help_print(self, tokens: Any = None, *, console: Any = None) -> None:
        """As the library prints a page, which says of each command on it what that does."""
        _chain, apps, _rest = self.parse_commands(tokens)
        load(apps[-1])
        super().help_print(tokens, console=console)


def load(app: App) -> None:
    """Import every command."""
    for name in app:
        if not name.startswith("-") or name == PLAIN:
            load(app[name])


def _path(module: str, *words: str) -> str:
    """Where a command's function is: its words joined, with a ``_`` behind what Python keeps for itself."""
    name = "_".join(words).strip("-").replace("-", "_")
    return f"tracker.cli.{module}:{name}{'_' if iskeyword(name) else ''}"


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("rollbook")
    except PackageNotFoundError:
        return _("not installed")

"""The command that takes characters from files."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated, Any

import msgspec
from cyclopts import Parameter

from tracker.campaign import commands as cmd
from tracker.campaign import decide
from tracker.campaign.parts import Character
from tracker.campaign.people import revised_by
from tracker.campaign.state import CampaignState
from tracker.cli.context import Common, Context
from tracker.cli.files import read_file
from tracker.cli.newer import Answers, kept
from tracker.cli.output import at_event, plain
from tracker.cli.progress import with_progress
from tracker.dice import Tray
from tracker.errors import Refused
from tracker.events import SheetSource
from tracker.interchange import ImportedCharacter, read_characters
from tracker.interchange.detect import SIZE_LIMIT
from tracker.interchange.difference import differences
from tracker.interchange.gcs.export import why_not
from tracker.language import _, ngettext


def import_(
    *files: str,
    dry_run: Annotated[bool, Parameter(help="Say what would be taken, and take nothing.")] = False,
    update: Annotated[bool, Parameter(help="Newer files of characters that are here; what happened in play stays.")] = False,
    name: Annotated[str | None, Parameter(help="What to call a file's only character, or which of several to take.")] = None,
    npc: Annotated[bool, Parameter(help="A non-player character.")] = False,
    same: Annotated[
        tuple[str, ...],
        Parameter(help="An event of play that a newer file holds itself, so that it doesn't count twice; or all."),
    ] = (),
    apart: Annotated[tuple[str, ...], Parameter(help="An event of play that a newer file only seems to hold; or all.")] = (),
    replace: Annotated[
        tuple[str, ...],
        Parameter(help="What a newer file takes the place of: hp, fp or another pool, conditions, traits (from play)."),
    ] = (),
    context: Common,
) -> int:
    """Take characters from files, or from all files of a folder. A bad file doesn't keep the others out.

    A sheet that “export gcs” wrote is known by its mark, and taken as a newer file of its character.

    Parameters
    ----------
    files
        Character sheets of GCS, GCA 4 and 5, Foundry VTT (GURPS Game Aid; one actor or a list of them) or Fantasy Grounds,
        or simple ones in TOML or JSON; folders that hold such files.
    """
    if not files:
        raise Refused(_("Name a file to import."), code="missing", where="files")
    found = [each for file in files for each in _files(file)]
    if name is not None and len(found) > 1:
        raise Refused(_("One name can't serve several files: import them one by one."), code="bad_value", where="name")
    taken = failed = 0
    campaign = context.campaign
    take = _Rehearsal(context) if dry_run else _Recording(context)
    answers = Answers.read(campaign.state, same, apart)
    for file in with_progress(found, _("Importing"), as_json=context.out.as_json):
        try:
            data = read_file(file, SIZE_LIMIT, "files")
            characters = read_characters(
                data,
                Path(file).name,
                ruleset=campaign.ruleset,
                name=name,
                campaign=campaign.log.id,
                known={one.id: one.name.get("") for one in campaign.state.roster()},
            )
        except Refused as problem:
            failed += 1
            context.out.refuse(_naming(problem, file), file=file)
            continue
        for imported in characters:
            command = _command(imported, file, npc=npc, update=update, replace=replace)
            newer = update or imported.exported is not None
            before = next(iter(revised_by(take.state, command)), None) if newer else None
            changes = differences(take.state.sheet_of(before), imported.sheet) if before else []
            told = kept(take.state, before, command, campaign.ruleset) if before else []
            try:
                if before:
                    command = answers.given(command, take.state, before, context.out)
                done = take(command, data if why_not(imported.format, imported.name) == "" else None)
            except Refused as problem:  # one that is there already doesn't keep the file's others out
                failed += 1
                context.out.refuse(_naming(problem, file), file=file)
                continue
            taken += 1
            report = _report(file, imported) | done | ({"changes": msgspec.to_builtins(changes)} if newer else {})
            report["notes"] += [*told, *(_beside(take.state, before) if before and not imported.exported else [])]
            context.out.show([report], [*_lines(report), *(f"  {change}" for change in changes)])
    if len(found) > 1 and not context.out.as_json:
        if dry_run:
            came = ngettext("{count} character would be taken", "{count} characters would be taken", taken)
        else:
            came = ngettext("{count} character taken", "{count} characters taken", taken)
        refused = ngettext("{count} refusal", "{count} refusals", failed)
        context.out.show([], [_("{done}, {refused}.", done=came, refused=refused)])
    return 2 if failed else 0


def _naming(problem: Refused, file: str) -> Refused:
    """A refusal that says which file it is about."""
    name = Path(file).name
    if name in problem.message:
        return problem
    return Refused(f"{name}: {problem.message}", code=problem.code, where=problem.where)


def _files(file: str) -> list[str]:
    """The file itself, or what a folder holds in it, by name; hidden files and folders within are left alone. Raises
    Refused for a folder without files."""
    folder = Path(file)
    try:
        if not folder.is_dir():
            return [file]
        held = sorted(str(each) for each in folder.iterdir() if each.is_file() and not each.name.startswith("."))
    except (OSError, ValueError) as problem:
        raise Refused(
            _("The folder “{file}” can't be read: {problem}.", file=file, problem=problem), code="unreadable", where="files"
        ) from None
    if not held:
        raise Refused(_("The folder “{file}” holds no files.", file=file), code="missing", where="files")
    return held


def _command(
    imported: ImportedCharacter, file: str, *, npc: bool, update: bool, replace: tuple[str, ...]
) -> cmd.ImportCharacter:
    return cmd.ImportCharacter(
        name=imported.name,
        player=imported.player,
        reading=imported.reading,
        sheet=imported.sheet,
        source=SheetSource(format=imported.format, filename=Path(file).name, sha256=imported.sha256),
        current=imported.current,
        npc=npc,
        update=update,
        exported=imported.exported,
        replace=replace,
    )


class _Recording:
    """Takes characters in, one after the other; ``state`` is the campaign's as it then stands."""

    def __init__(self, context: Context) -> None:
        self._context = context

    @property
    def state(self) -> CampaignState:
        return self._context.campaign.state

    def __call__(self, command: cmd.ImportCharacter, file: bytes | None) -> dict[str, Any]:
        """Records one, with its file where that is to be kept; says what was recorded. Raises Refused."""
        context = self._context
        outcome = context.campaign.execute(command, secret=context.secret, file=file)
        context.out.recorded = True
        return {
            "recorded": True,
            "action_id": outcome.action_id,
            "position": outcome.events[0].position,
            "head": outcome.head,
        }


class _Rehearsal:
    """The same on a state that only this run knows, which each command finds as the one before left it."""

    def __init__(self, context: Context) -> None:
        self._campaign = context.campaign
        self.state = context.campaign.state

    def __call__(self, command: cmd.ImportCharacter, file: bytes | None) -> dict[str, Any]:
        campaign = self._campaign
        self.state = decide(self.state, campaign.ruleset, command, Tray(), campaign.log).state
        return {"recorded": False}


def _report(file: str, imported: ImportedCharacter) -> dict[str, Any]:
    sheet = imported.sheet
    return {
        "file": file,
        "name": imported.name,
        "player": imported.player,
        "format": imported.format,
        "counts": msgspec.to_builtins(imported.counts),
        "points": {
            "total": plain(sheet.points_total),
            "spent": plain(sheet.points_spent),
            "unspent": plain(sheet.points_total - sheet.points_spent),
        },
        "pools": {
            pool: {"current": imported.current.get(pool, maximum), "maximum": maximum}
            for pool, maximum in sheet.pools.items()
        },
        "load": sheet.load,
        "notes": list(imported.notes),
    }


def _beside(state: CampaignState, character: Character) -> list[str]:
    """What a newer file's points may hold already, which nobody but the GM can know."""
    gained = state.characters[character.id].points_total
    if not gained:
        return []
    return [
        _(
            "{gained:+d} points of play count beside the file's total; where it holds them already, "
            "award {taken:+d} to take them off.",
            gained=gained,
            taken=-gained,
        )
    ]


_COUNTED: dict[str, Callable[[int], str]] = {
    "traits": lambda number: ngettext("{count} trait", "{count} traits", number),
    "traits_enabled": lambda number: ngettext("{count} trait enabled", "{count} traits enabled", number),
    "trait_containers": lambda number: ngettext("{count} trait container", "{count} trait containers", number),
    "skills": lambda number: ngettext("{count} skill", "{count} skills", number),
    "techniques": lambda number: ngettext("{count} technique", "{count} techniques", number),
    "spells": lambda number: ngettext("{count} spell", "{count} spells", number),
    "equipment_carried": lambda number: ngettext("{count} equipment carried", "{count} equipment carried", number),
    "equipment_other": lambda number: ngettext("{count} equipment other", "{count} equipment other", number),
}
"""What is counted, in words."""


def _lines(report: dict[str, Any]) -> Iterator[str]:
    player = f" ({report['player']})" if report["player"] else ""
    done = at_event(report["position"]) if report["recorded"] else "   " + _("nothing recorded")
    who = f"{report['name']}{player}"
    yield _("{who} from {file}, {format}", who=who, file=report["file"], format=report["format"]) + done
    if counted := [_COUNTED[kind](number) for kind, number in report["counts"].items() if number]:
        yield "  " + _(", ").join(counted)
    points = report["points"]
    if any(points.values()) or report["load"]:  # many systems know neither
        yield _("  {total} points, {spent} spent, {unspent} unspent; load {load}", load=report["load"], **points)
    yield from (_("  note: {note}", note=note) for note in report["notes"])

"""The command that takes characters from files."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated, Any

import msgspec
from cyclopts import Parameter

from tracker.campaign import commands as cmd
from tracker.campaign import decide
from tracker.campaign.characters import find_character
from tracker.cli.context import Common, Context
from tracker.cli.files import read_file
from tracker.cli.output import plain
from tracker.dice import Tray
from tracker.errors import Refused
from tracker.events import SheetSource
from tracker.interchange import ImportedCharacter, read_characters
from tracker.interchange.detect import SIZE_LIMIT
from tracker.interchange.difference import Difference, differences
from tracker.reports.render import quantity
from tracker.service import Campaign
from tracker.text import fold


def import_(
    *files: str,
    dry_run: Annotated[bool, Parameter(help="Say what would be taken, and take nothing.")] = False,
    update: Annotated[bool, Parameter(help="Newer files of characters that are here; what happened in play stays.")] = False,
    name: Annotated[str | None, Parameter(help="What to call a file's only character, or which of several to take.")] = None,
    npc: Annotated[bool, Parameter(help="A non-player character.")] = False,
    context: Common,
) -> int:
    """Take characters from files, or from all files of a folder. A bad file doesn't keep the others out.

    Parameters
    ----------
    files
        Character sheets of GCS, GCA 4 and 5, Foundry VTT (GURPS Game Aid; one actor or a list of them) or Fantasy Grounds,
        or simple ones in TOML or JSON; folders that hold such files.
    """
    if not files:
        raise Refused("Name a file to import.", code="missing", where="files")
    found = [each for file in files for each in _files(file)]
    if name is not None and len(found) > 1:
        raise Refused("One name can't serve several files: import them one by one.", code="bad_value", where="name")
    taken = failed = 0
    take = _rehearsal(context) if dry_run else _recording(context)
    for file in found:
        try:
            data = read_file(file, SIZE_LIMIT, "files")
            characters = read_characters(data, Path(file).name, ruleset=context.campaign.ruleset, name=name)
        except Refused as problem:
            failed += 1
            context.out.refuse(_naming(problem, file), file=file)
            continue
        for imported in characters:
            changes = _changes(context.campaign, imported) if update else []
            try:
                done = take(_command(imported, file, npc=npc, update=update))
            except Refused as problem:  # one that is there already doesn't keep the file's others out
                failed += 1
                context.out.refuse(_naming(problem, file), file=file)
                continue
            taken += 1
            report = _report(file, imported) | done | ({"changes": msgspec.to_builtins(changes)} if update else {})
            report["notes"] += _beside(context.campaign, imported.name) if update else []
            context.out.show([report], [*_lines(report), *(f"  {change}" for change in changes)])
    if len(found) > 1 and not context.out.as_json:
        kept = "would be taken" if dry_run else "taken"
        context.out.show([], [f"{quantity(taken, 'character')} {kept}, {quantity(failed, 'refusal')}."])
    return 2 if failed else 0


def _naming(problem: Refused, file: str) -> Refused:
    """A refusal that says which file it is about."""
    name = Path(file).name
    return (
        problem if name in problem.message else Refused(f"{name}: {problem.message}", code=problem.code, where=problem.where)
    )


def _files(file: str) -> list[str]:
    """The file itself, or what a folder holds in it, by name; hidden files and folders within are left alone. Raises
    Refused for a folder without files."""
    folder = Path(file)
    try:
        if not folder.is_dir():
            return [file]
        held = sorted(str(each) for each in folder.iterdir() if each.is_file() and not each.name.startswith("."))
    except (OSError, ValueError) as problem:
        raise Refused(f"The folder “{file}” can't be read: {problem}.", code="unreadable", where="files") from None
    if not held:
        raise Refused(f"The folder “{file}” holds no files.", code="missing", where="files")
    return held


def _changes(campaign: Campaign, imported: ImportedCharacter) -> list[Difference]:
    """What a newer file changes of a character's sheet; nothing where there is no such character."""
    for character in campaign.state.roster():
        if fold(character.name.get("")) == fold(imported.name):
            return differences(campaign.state.sheet_of(character), imported.sheet)
    return []


def _command(imported: ImportedCharacter, file: str, *, npc: bool, update: bool) -> cmd.ImportCharacter:
    return cmd.ImportCharacter(
        name=imported.name,
        player=imported.player,
        sheet=imported.sheet,
        source=SheetSource(format=imported.format, filename=Path(file).name, sha256=imported.sha256),
        current=imported.current,
        npc=npc,
        update=update,
    )


Take = Callable[[cmd.ImportCharacter], dict[str, Any]]
"""Takes one character in, and says what was recorded. Raises Refused."""


def _recording(context: Context) -> Take:
    def take(command: cmd.ImportCharacter) -> dict[str, Any]:
        outcome = context.campaign.execute(command, secret=context.secret)
        context.out.recorded = True
        return {
            "recorded": True,
            "action_id": outcome.action_id,
            "position": outcome.events[0].position,
            "head": outcome.head,
        }

    return take


def _rehearsal(context: Context) -> Take:
    """The same on a state that only this run knows, which each command finds as the one before left it."""
    campaign = context.campaign
    state = campaign.state

    def take(command: cmd.ImportCharacter) -> dict[str, Any]:
        nonlocal state
        state = decide(state, campaign.ruleset, command, Tray(), campaign.log).state
        return {"recorded": False}

    return take


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


def _beside(campaign: Campaign, name: str) -> list[str]:
    """What a newer file's points may hold already, which nobody but the GM can know."""
    gained = find_character(campaign.state, name).points_total
    if not gained:
        return []
    return [
        f"{gained:+d} points of play count beside the file's total; where it holds them already, "
        f"award {-gained:+d} to take them off."
    ]


def _lines(report: dict[str, Any]) -> Iterator[str]:
    player = f" ({report['player']})" if report["player"] else ""
    done = f"   [event {report['position']}]" if report["recorded"] else "   nothing recorded"
    yield f"{report['name']}{player} from {report['file']}, {report['format']}{done}"
    if counted := [f"{number} {kind.replace('_', ' ')}" for kind, number in report["counts"].items() if number]:
        yield "  " + ", ".join(counted)
    points = report["points"]
    if any(points.values()) or report["load"]:  # many systems know neither
        yield f"  {points['total']} points, {points['spent']} spent, {points['unspent']} unspent; load {report['load']}"
    yield from (f"  note: {note}" for note in report["notes"])

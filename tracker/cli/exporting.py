"""The commands that write out what a campaign holds."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from tracker.campaign import characters
from tracker.campaign.parts import Character
from tracker.cli.context import Common, Context
from tracker.cli.files import read_file, write_new
from tracker.cli.output import plain
from tracker.errors import Refused
from tracker.events import CharacterAdded, SheetRevised, SheetSource
from tracker.interchange.detect import SIZE_LIMIT
from tracker.language import _, ngettext
from tracker.store.names import file_name


def export_gcs(
    name: str,
    /,
    *,
    to: Annotated[str | None, Parameter(help="A new file, or a folder for it; else NAME.gcs in this folder.")] = None,
    from_: Annotated[
        str | None, Parameter(name="--from", help="The file that the character came from, where it isn't kept here.")
    ] = None,
    context: Common,
) -> int:
    """Give a player's GCS sheet back, with what play changed on it.

    The sheet of GCS 5.24 or newer comes back whole, with traits, self-control, damage, awards and spent points from play.
    What was added is marked, so that “import” knows it when the sheet comes back.

    Parameters
    ----------
    name
        Whose sheet.
    """
    from tracker.interchange.gcs.export import export_sheet
    from tracker.interchange.played import played

    campaign = context.campaign
    character = characters.find_character(campaign.state, name, "name")
    called = character.name.get("")
    original = _original(context, character, from_)
    changed = played(campaign.log, campaign.state, character, campaign.ruleset)
    done = export_sheet(original, changed, campaign.log.id)
    path = write_new(to, file_name(called, [], ".gcs"), [done.data])
    added = [
        words
        for number, words in (
            (done.traits, ngettext("{count} trait", "{count} traits", done.traits)),
            (
                done.self_control,
                ngettext("{count} self-control number", "{count} self-control numbers", done.self_control),
            ),
            (
                done.placeholders,
                ngettext("{count} row for spent points", "{count} rows for spent points", done.placeholders),
            ),
            (done.records, ngettext("{count} entry of points", "{count} entries of points", done.records)),
            (done.pools, ngettext("{count} pool", "{count} pools", done.pools)),
        )
        if number
    ]
    points = {"total": plain(changed.total), "spent": plain(changed.spent)}
    lines = [
        _("{name} written to {path}", name=called, path=path),
        _("  from play: {added}; {total} points, {spent} spent", added=_(", ").join(added) or _("nothing"), **points),
        *(_("  note: {note}", note=note) for note in done.notes),
    ]
    answer = {
        "character": called,
        "path": str(path),
        "position": changed.position,
        "points": points,
        "added": {
            "traits": done.traits,
            "self_control": done.self_control,
            "placeholders": done.placeholders,
            "records": done.records,
            "pools": done.pools,
        },
        "notes": list(done.notes),
    }
    context.out.show([answer], lines)
    return 0


def _original(context: Context, character: Character, file: str | None) -> bytes:
    """The bytes of the sheet that is in force, kept or brought. Raises Refused where there are none that can go back."""
    from tracker.interchange.gcs.export import why_not

    name = character.name.get("")
    source = _source(context, character)
    if source is None:
        raise Refused(
            _(
                "{name} was typed in by hand: there is no sheet to give back. Take one with “import FILE --update” first.",
                name=name,
            ),
            code="no_source",
            where="name",
        )
    if reason := why_not(source.format, name):
        raise Refused(reason, code="other_format", where="name")
    if file is None:
        kept = context.log.file(source.sha256)
        if kept is None:
            raise Refused(
                _(
                    "{name}'s original, {filename}, isn't kept here: bring it by --from FILE.",
                    name=name,
                    filename=source.filename,
                ),
                code="not_kept",
                where="from",
            )
        return kept
    from hashlib import sha256

    data = read_file(file, SIZE_LIMIT, "from")
    if sha256(data).hexdigest() != source.sha256:
        raise Refused(
            _(
                "“{file}” isn't the file that {name} was last taken from, {filename}, byte for byte: "
                "bring that one, or take this one with “import FILE --update” first.",
                file=file,
                name=name,
                filename=source.filename,
            ),
            code="other_file",
            where="from",
        )
    return data


def _source(context: Context, character: Character) -> SheetSource | None:
    """The file that the sheet in force came from."""
    recorded = context.log.recorded(character.sheet.get(character.added))
    event = recorded.event if recorded else None
    return event.source if isinstance(event, CharacterAdded | SheetRevised) else None

"""Commands that carry a whole campaign from one store to another."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from tracker.cli.context import Common
from tracker.cli.files import write_new
from tracker.cli.progress import with_progress
from tracker.events import Recorded
from tracker.interchange.detect import file_label
from tracker.language import _, ngettext
from tracker.store.names import file_name


def export_log(
    *,
    to: Annotated[str | None, Parameter(help="A new file, or a folder for it; else NAME.jsonl in this folder.")] = None,
    context: Common,
) -> int:
    """Write the whole log as JSON Lines, for “import-log” in another store."""
    from tracker.interchange.log_lines import lines_of

    log = context.log
    path = write_new(to, file_name(log.name, [], ".jsonl"), lines_of(log))
    head = log.head()
    context.out.show(
        [{"campaign": log.name, "path": str(path), "head": head.position, "hash": head.hash}],
        [
            ngettext(
                "{campaign}: {count} event written to {path}; {hash}",
                "{campaign}: {count} events written to {path}; {hash}",
                head.position,
                campaign=log.name,
                path=path,
                hash=head.hash,
            )
        ],
    )
    return 0


def import_log(
    file: str,
    /,
    *,
    name: Annotated[str | None, Parameter(help="What a new campaign is to be called here; else what it is called.")] = None,
    context: Common,
) -> int:
    """Take over a campaign, or what a longer copy of one adds, from a file that “export log” wrote.

    Parameters
    ----------
    file
        The file.
    """
    from tracker.interchange.log_lines import LogFile
    from tracker.transfer import import_log as take

    lines = LogFile(Path(file), file_label(file))

    def watched(events: Iterator[Recorded], title: str) -> Iterator[Recorded]:
        return with_progress(events, title, as_json=context.out.as_json, total=lines.header.head)

    carried = take(context.store, lines, name or "", watched)
    context.out.recorded = carried.added > 0 or carried.files > 0
    head = carried.head
    added = ngettext("{count} event added", "{count} events added", carried.added)
    done = [added if carried.added else _("nothing to add")]
    if carried.files:
        done.append(ngettext("{count} sheet file came along", "{count} sheet files came along", carried.files))
    context.out.show(
        [
            {
                "campaign": carried.name,
                "added": carried.added,
                "files": carried.files,
                "head": head.position,
                "hash": head.hash,
            }
        ],
        [
            _(
                "{campaign}: {done}; it ends with event {head:,}, {hash}",
                campaign=carried.name,
                done=_(", ").join(done),
                head=head.position,
                hash=head.hash,
            )
        ],
    )
    return 0

"""Folders where SQLite's files are at risk: other machines' disks, and folders that a program copies behind its back."""

from __future__ import annotations

from pathlib import Path, PurePosixPath

from tracker.language import N_, _

_SYNCED = {
    "dropbox": "Dropbox",
    "onedrive": "OneDrive",
    "icloud": "iCloud",
    "mobile documents": "iCloud",
    "cloudstorage": N_("a cloud service"),
    "google drive": "Google Drive",
    "googledrive": "Google Drive",
    "nextcloud": "Nextcloud",
}
_NETWORK = {"nfs", "nfs4", "cifs", "smb3", "smbfs", "ncpfs", "afs", "ceph", "9p", "davfs", "fuse.sshfs", "fuse.rclone"}
_MOUNTS = Path("/proc/mounts")


def warnings_for(folder: Path) -> list[str]:
    """Sentences for a GM who keeps campaigns in this (absolute) folder; none when it is a plain local one."""
    if service := synced_by(folder):
        return [
            _(
                'The folder "{folder}" is copied by {service}, which can damage a campaign that is open: keep campaigns in '
                "a local folder and put backups there.",
                folder=folder,
                service=_(service),
            )
        ]
    try:
        mounts = _MOUNTS.read_text(encoding="utf-8", errors="replace")
    except OSError:
        mounts = ""
    kind = file_system(PurePosixPath(folder.as_posix()), mounts)
    if kind in _NETWORK or str(folder).startswith("\\\\"):
        return [
            _(
                'The folder "{folder}" is on a network drive, where a campaign that two machines open can be damaged: keep '
                "it on a local disk, or share campaigns with PostgreSQL.",
                folder=folder,
            )
        ]
    return []


def synced_by(folder: Path) -> str | None:
    """The name of the service that copies this folder, by its path."""
    for part in folder.parts:
        for start, service in _SYNCED.items():
            if part.casefold().startswith(start):
                return service
    return None


def file_system(folder: PurePosixPath, mounts: str) -> str:
    """The type of the file system that holds a folder, by the text of /proc/mounts; empty when that doesn't say."""
    found, kind = -1, ""
    for line in mounts.splitlines():
        _device, point, type_, *_ = [*line.split(" "), "", "", ""]
        point = point.replace("\\040", " ").replace("\\011", "\t").replace("\\134", "\\")
        depth = len(PurePosixPath(point).parts)
        if depth >= found and folder.is_relative_to(point):  # a later mount hides an earlier one
            found, kind = depth, type_
    return kind

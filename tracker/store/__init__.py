"""The event store: campaigns' logs in SQLite files or PostgreSQL. Events are added at the end and never change.

>>> with open_store(default_location()) as store:  # doctest: +SKIP
...     log = store.open("Innsmouth")
...     with log.writing() as tx:
...         tx.append(action_id, [(envelope, event)])
"""

from __future__ import annotations

from pathlib import Path

from tracker.errors import Refused
from tracker.language import _
from tracker.store.base import CampaignInfo, Store
from tracker.store.log import GENESIS, Head, Log, Transaction
from tracker.store.verify import Problem

__all__ = [
    "GENESIS",
    "CampaignInfo",
    "Head",
    "Log",
    "Problem",
    "Store",
    "Transaction",
    "default_location",
    "open_store",
]


def open_store(location: str) -> Store:
    """The store at a folder's path (SQLite; made when missing) or at a URL ``postgresql+psycopg://...``.

    Raises Refused when it can't be opened: ``bad_store``, ``no_driver``, ``unreachable``, ``old_server`` ...
    """
    if "://" in location:
        from tracker.store.server import ServerStore, server_url

        return ServerStore(server_url(location))
    if not location.strip():
        raise Refused(_("The store's folder has no name."), code="bad_store", where="store")
    from tracker.store.folder import FolderStore

    return FolderStore(Path(location))


def default_location() -> str:
    """The folder of a user who doesn't name one."""
    from platformdirs import user_data_path

    return str(user_data_path("rollbook", appauthor=False) / "campaigns")

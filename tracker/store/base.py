"""What a store of campaigns can do, wherever it keeps them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from pathlib import Path
from types import TracebackType
from typing import Self

from msgspec import Struct

from tracker.errors import Refused
from tracker.language import _
from tracker.store.log import Log, Transaction
from tracker.text import folded


class CampaignInfo(Struct, frozen=True, kw_only=True):
    """A campaign in the list. ``head`` is its last event's position, ``created_at`` UTC in ISO 8601, ``path`` its file (None
    on a server). ``problem`` says why it can't be opened: the file's name may then be all that is known."""

    name: str
    id: str = ""
    ruleset: str = ""
    head: int = 0
    archived: bool = False
    path: Path | None = None
    created_at: str = ""
    problem: str = ""


Begin = Callable[[Transaction], None]
"""Records the first events of a new campaign."""


class Store(ABC):
    """Campaigns by name. ``location`` is what ``open_store`` takes (without a password), ``warnings`` are sentences that the
    GM should read once. Usable as a context manager that closes it."""

    location: str
    warnings: list[str]

    @abstractmethod
    def campaigns(self) -> list[CampaignInfo]:
        """Every campaign, by name; those that can't be opened say so in ``problem``."""

    @abstractmethod
    def create(self, name: str, ruleset: str, campaign_id: str | None = None, begin: Begin | None = None) -> Log:
        """A new campaign; ``campaign_id`` is made up unless it is given. What ``begin`` records is there with the campaign
        or the campaign isn't. Raises Refused (``exists``)."""

    @abstractmethod
    def open(self, name: str) -> Log:
        """The campaign of this name, its database upgraded if need be.

        Raises Refused: ``not_found`` (the sentence names similar ones), ``newer_schema``, or what is wrong with its file.
        """

    @abstractmethod
    def delete(self, name: str, typed_name: str) -> Path | None:
        """Removes a whole campaign, when the owner typed its name exactly; returns the file that was moved to the backups,
        None on a server, where nothing stays. Raises Refused: ``not_confirmed``, ``not_found``, ``busy``."""

    @abstractmethod
    def last_used(self) -> str | None:
        """The name that was last given to ``remember``, None when it was none; the campaign may be gone."""

    @abstractmethod
    def remember(self, name: str) -> None:
        """Notes the campaign in use for the next start (an empty name: none); does nothing where that can't be written."""

    @abstractmethod
    def close(self) -> None:
        """Lets go of every file and connection."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


def name_key(name: str) -> str:
    """The key by which campaigns' names are compared."""
    return folded(name) or name


def confirm(name: str, typed_name: str) -> None:
    """Raises Refused (``not_confirmed``) unless the owner typed the campaign's very name."""
    if typed_name.strip() != name:
        raise Refused(
            _('The campaign "{name}" stays: to delete it, type its name exactly.', name=name),
            code="not_confirmed",
            where="campaign",
        )


def exists(name: str) -> Refused:
    return Refused(
        _('There is already a campaign "{name}"; choose another name.', name=name), code="exists", where="campaign"
    )


def not_found(name: str, others: Iterable[str]) -> Refused:
    """The refusal for an unknown name, with the names that it may have meant."""
    from difflib import get_close_matches

    keys = {name_key(other): other for other in others}
    near = [keys[key] for key in get_close_matches(name_key(name), keys)]
    if not near:
        near = [other for key, other in sorted(keys.items()) if name_key(name) in key][:3]
    if near:
        hint = _("did you mean {names}?", names=_(" or ").join(f'"{other}"' for other in near))
    elif keys:
        hint = _("`rollbook campaigns` lists those that exist.")
    else:
        hint = _("there is none yet, `rollbook new NAME` makes one.")
    return Refused(_('There is no campaign "{name}": {hint}', name=name, hint=hint), code="not_found", where="campaign")

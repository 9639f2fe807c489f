"""What the fields of events are called where one is explained in full."""

from __future__ import annotations

import types
from typing import Any, Literal, get_args, get_origin

import msgspec
import pytest

from tracker import events as ev
from tracker.projections.classify import FAMILIES
from tui.gateway.wording import FIELDS

TOLD_IN_WORDS = (ev.RollMade,)


def _on_a_line(kind: Any) -> bool:
    """Whether a value of that type fits on a line."""
    if isinstance(kind, types.UnionType):
        return any(map(_on_a_line, get_args(kind)))
    return kind in (str, int, float, bool) or get_origin(kind) is Literal


@pytest.mark.parametrize("event", [kind for kind in FAMILIES if kind not in TOLD_IN_WORDS], ids=lambda kind: kind.__name__)
def test_every_field_that_is_shown_is_a_message(event: type[ev.Event]) -> None:
    shown = {field.name.replace("_", " ") for field in msgspec.structs.fields(event) if _on_a_line(field.type)}
    assert shown - {"total"} <= FIELDS  # "total" is told apart from another word

"""The tables of the rule systems, read when they are first needed."""

from __future__ import annotations

from typing import Any


def load_toml(package: str, name: str) -> dict[str, Any]:
    """A data file of a package."""
    # Imported here so that a plain roll doesn't wait for them.
    import tomllib
    from importlib.resources import files

    return tomllib.loads(files(package).joinpath(name).read_text("utf-8"))

"""What a user can set: in ``settings.toml``, above it in the environment (``ROLLBOOK_THEME``), above that by options.

A mistake in the file or in the environment is told in one sentence and costs nothing else: what is usual stands in its
place. A mistake in an option is refused.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_type_hints

import msgspec
from msgspec import Meta, Struct

from tracker.errors import Refused
from tracker.language import N_, _
from tracker.text import clean_name, clean_text
from tracker.writing import replace_file

KEYS = "keys"
"""The table of the file that gives the screen's actions other keys."""

_SHOWN = 40  # characters of a wrong value in a sentence about it
_LOCALES = ("LC_ALL", "LC_MESSAGES", "LANG")


class Settings(Struct, frozen=True):
    """Every setting with what is usual; its description is what ``rollbook settings`` says of it."""

    language: Annotated[Literal["auto", "en", "ja"], Meta(description=N_("auto is the language of your system"))] = "auto"
    theme: Annotated[Literal["dark", "light", "high-contrast", "mono"], Meta(description=N_("colours of the screen"))] = (
        "dark"
    )
    lines: Annotated[Literal["ascii", "box"], Meta(description=N_("what lines of the screen are drawn with"))] = "ascii"
    ambiguous: Annotated[
        Literal["narrow", "wide"], Meta(description=N_("width of signs that some terminals draw over two columns"))
    ] = "narrow"
    clock: Annotated[Literal[12, 24], Meta(description=N_("hours on the screen's clock"))] = 24
    bell: Annotated[bool, Meta(description=N_("ring at CRIT and FUMBLE"))] = False
    motion: Annotated[bool, Meta(description=N_("smooth movement; never over SSH"))] = False
    mouse: Annotated[bool, Meta(description=N_("false leaves the mouse to the terminal, to select text"))] = True
    hide_secrets: Annotated[bool, Meta(description=N_("the screen opens with secret lines hidden"))] = False
    store: Annotated[str, Meta(description=N_("folder of the campaigns, or a PostgreSQL URL; empty: the usual one"))] = ""
    campaign: Annotated[str, Meta(description=N_("campaign to open; empty: the one last used"))] = ""
    by: Annotated[str, Meta(description=N_("who records"))] = "GM"

    def spoken(self, environment: Mapping[str, str] = os.environ) -> str:
        """The language to speak: what is set, or by the first of the locale's variables that says something."""
        if self.language != "auto":
            return self.language
        locale = next((value for name in _LOCALES if (value := environment.get(name))), "")
        return "ja" if locale.lower().startswith("ja") else "en"


@dataclass(frozen=True)
class Loaded:
    """The settings in force. ``sources`` says for each key ``default``, ``file``, ``environment`` or ``option``; ``keys`` is
    the file's table of keys as it stands there, ``problems`` what is wrong in a sentence each."""

    settings: Settings = field(default_factory=Settings)
    sources: Mapping[str, str] = field(default_factory=dict)
    keys: Mapping[str, Sequence[str]] = field(default_factory=dict)
    problems: Sequence[str] = ()


def path() -> Path:
    """Where the user's settings are, whether there are any or not."""
    from platformdirs import user_config_path

    return user_config_path("rollbook", appauthor=False) / "settings.toml"


def names() -> tuple[str, ...]:
    """The keys of all settings."""
    return Settings.__struct_fields__


def variable(key: str) -> str:
    """The variable of the environment that sets a key: ``ROLLBOOK_HIDE_SECRETS``."""
    return f"ROLLBOOK_{key.upper()}"


def description(key: str) -> str:
    """What a setting is for."""
    return _(next(str(part.description) for part in _hint(key).__metadata__ if isinstance(part, Meta)))


def allowed(key: str) -> str:
    """What a setting may be, in words."""
    kind = _hint(key).__origin__
    if kind is bool:
        return "true, false"
    return ", ".join(map(str, get_args(kind))) or _("any text")


def load(options: Mapping[str, str] | None = None, environment: Mapping[str, str] = os.environ) -> Loaded:
    """The settings in force. Raises Refused for an option that isn't allowed."""
    values: dict[str, Any] = {}
    sources = dict.fromkeys(names(), "default")
    problems: list[str] = []
    file = path()
    stored, keys = _from_file(file, problems)
    for key, given in stored.items():
        _take(values, sources, key, given, "file", f"{file}: {key}", problems)
    for key in names():
        if given := environment.get(variable(key)):
            _take(values, sources, key, given, "environment", variable(key), problems)
    for key, given in (options or {}).items():
        values[key], sources[key] = _read(key, given, f"--{key.replace('_', '-')}"), "option"
    return Loaded(Settings(**values), sources, keys, problems)


def write(key: str, text: str) -> None:
    """Set a key in the user's file, which keeps its other lines and comments. Raises Refused for what isn't allowed, and
    where the file can't be read or written."""
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    if key not in names():
        raise Refused(_unknown(key), code="not_found", where="key")
    value = _read(key, text, key)
    file = path()
    try:
        document = tomlkit.parse(file.read_text(encoding="utf-8") if file.exists() else "")
        document[key] = value
        target = file.resolve()  # a link to a file elsewhere stays one
        target.parent.mkdir(parents=True, exist_ok=True)
        replace_file(target, tomlkit.dumps(document).encode())
    except (OSError, ValueError, RecursionError, TOMLKitError) as problem:
        raise Refused(_("{file} can't be changed: {problem}.", file=file, problem=_reason(problem)), where="file") from None


def _from_file(file: Path, problems: list[str]) -> tuple[dict[str, Any], dict[str, Sequence[str]]]:
    """What the file sets, and its table of keys."""
    try:
        text = file.read_text(encoding="utf-8")
        import tomllib  # most users have no such file

        stored = tomllib.loads(text)
    except FileNotFoundError:
        return {}, {}
    except (OSError, ValueError, RecursionError) as problem:
        problems.append(
            _("{file} can't be read, so the usual settings hold: {problem}.", file=file, problem=_reason(problem))
        )
        return {}, {}
    keys = stored.pop(KEYS, {})
    for key in [key for key in stored if key not in names()]:
        problems.append(_("{file}: {problem}", file=file, problem=_unknown(key)))
        del stored[key]
    if not isinstance(keys, dict):
        problems.append(_("{file}: {key} is a table of its own, which begins with [{key}].", file=file, key=KEYS))
        keys = {}
    return stored, dict(_key_lists(keys, file, problems))


def _key_lists(table: Mapping[str, Any], file: Path, problems: list[str]) -> Iterator[tuple[str, Sequence[str]]]:
    for action, given in table.items():
        try:
            keys = msgspec.convert(given, str | list[str])
        except msgspec.ValidationError:
            problems.append(
                _("{file}: {key} is a key such as “x”, or a list of keys.", file=file, key=f"{KEYS}.{_short(action)}")
            )
        else:
            yield action, [keys] if isinstance(keys, str) else keys


def _take(
    values: dict[str, Any], sources: dict[str, str], key: str, given: object, source: str, where: str, problems: list[str]
) -> None:
    """Let a value be in force, or tell what is wrong with it."""
    try:
        values[key], sources[key] = _read(key, given, where), source
    except Refused as refused:
        problems.append(refused.message)


def _read(key: str, given: object, where: str) -> object:
    """A value of a setting. Raises Refused, naming ``where`` it stands and what is allowed."""
    try:
        value: object = msgspec.convert(given, _hint(key).__origin__, strict=False)
    except msgspec.ValidationError:
        sentence = _("{where} is “{value}”; allowed: {allowed}.", where=where, value=_short(given), allowed=allowed(key))
        raise Refused(sentence, code="bad_value", where=key) from None
    if key == "by":
        return clean_name(str(value), where)
    return clean_text(value, where).strip() if isinstance(value, str) else value


def _hint(key: str) -> Any:
    return get_type_hints(Settings, include_extras=True)[key]


def _unknown(key: str) -> str:
    if close := get_close_matches(key, names(), 1):
        return _("there is no setting “{key}”; perhaps {close} is meant.", key=_short(key), close=close[0])
    return _("there is no setting “{key}”; known: {names}.", key=_short(key), names=", ".join(names()))


def _short(value: object) -> str:
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."


def _reason(problem: BaseException) -> str:
    """What a library says is wrong, as part of a sentence."""
    said = getattr(problem, "strerror", None) or str(problem).splitlines()[0] if str(problem) else type(problem).__name__
    return str(said).rstrip(".")

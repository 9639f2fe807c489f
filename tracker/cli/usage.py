"""What the library that reads the command line says of a command that was written wrong, in the language spoken."""

from __future__ import annotations

import re

from tracker.language import N_, _

_SENTENCES = (
    N_('Command "{command}" parameter {parameter} requires an argument.'),
    N_("Parameter {parameter} requires an argument."),
    N_("Parameter {parameter} specified multiple times."),
    N_('Unknown command "{command}". Did you mean "{near}"? Available commands: {known}'),
    N_('Unknown command "{command}". Available commands: {known}'),
    N_("Unknown option: {option}. Did you mean {near}?"),
    N_("Unknown option: {option}. {letter} is not a recognized option."),
    N_("Unknown option: {option}."),
    N_('Invalid value "{value}" for {parameter}. Choose from: {known}. Did you mean "{near}"?'),
    N_('Invalid value "{value}" for {parameter}. Choose from: {known}.'),
    N_('Invalid value for {parameter}: unable to convert "{value}" into {kind}.'),
    N_("Unused Tokens: {tokens}."),
)
_KINDS = (N_("float"), N_("bool"))
"""What a value is to be, as the library calls it."""


def translated(sentence: str) -> str:
    """A sentence of the library in the language spoken; one that isn't known here as it is."""
    for template in _SENTENCES:
        if (shown := _(template)) != template and (found := _pattern(template).fullmatch(sentence)):
            fields = found.groupdict()
            return shown.format(**{name: _(text) if text in _KINDS else text for name, text in fields.items()})
    return sentence


def _pattern(template: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+?)", re.escape(template)), re.DOTALL)

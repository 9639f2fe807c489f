"""The only way in which people's text reaches a widget, and how wide a text is in a terminal."""

from __future__ import annotations

import re
from itertools import pairwise

from rich.cells import cell_len, set_cell_size
from textual.content import Content

_NEVER_FIRST = frozenset("、。，．・：；！？」』）】ーぁぃぅぇぉっゃゅょァィゥェォッャュョ,.:;!?)]}%")  # in a line
_NEVER_LAST = frozenset("「『（【([{#")
_BREAK = re.compile("\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")
_MODIFIER = re.compile(r" ([+-]\d+)(?: .*?)??(?= [+-]\d+(?: |$)|$)")
_UNSEEN = (*range(0x80, 0xA0), *range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x206A), 0xFEFF)
_SUBSTITUTE = "\u2426"  # a sign of its own with a width that terminals agree on, unlike U+FFFD
_TABLE: dict[int, str] = {
    **{code: chr(0x2400 + code) for code in range(0x20)},
    0x7F: "\u2421",
    0x09: " ",
    **dict.fromkeys(_UNSEEN, _SUBSTITUTE),
    **dict.fromkeys(range(0xD800, 0xE000), _SUBSTITUTE),
    # Variation selectors change the width of a sign in some terminals and not in others; without them all agree.
    **dict.fromkeys((0xFE0E, 0xFE0F), ""),
}


def safe(text: str) -> str:
    """Text on one line that can't steer a terminal: line breaks become `` / ``, and control characters, marks that turn
    the reading direction, characters without width and lone surrogates a visible sign."""
    return _BREAK.sub(" / ", text).translate(_TABLE)


def safe_block(text: str) -> str:
    """The same for text of several lines, which keeps its line breaks."""
    return "\n".join(line.translate(_TABLE) for line in _BREAK.split(text))


def content(*parts: str | tuple[str, str]) -> Content:
    """Safe text to show, never read as markup. A part is a text or a ``(text, style)``."""
    return Content.assemble(*(safe(part) if isinstance(part, str) else (safe(part[0]), part[1]) for part in parts))


def cells(text: str) -> int:
    """How many columns a text takes."""
    return cell_len(text)


def fit(text: str, width: int) -> str:
    """Safe text in exactly so many columns: filled up with blanks, or cut and then ending in ``..``."""
    text = safe(text)
    if width > 4 and cell_len(text) > width:
        return set_cell_size(text, width - 2) + ".."
    return set_cell_size(text, max(0, width))


def padded(text: str, width: int) -> str:
    """Safe text filled up with blanks to at least so many columns; nothing is cut."""
    text = safe(text)
    return text + " " * (width - cell_len(text))


def flush_right(text: str, width: int) -> str:
    """The same with the blanks in front."""
    text = safe(text)
    return " " * (width - cell_len(text)) + text


def bare_modifiers(text: str) -> str:
    """What was rolled with the numbers of its modifiers alone: where there is no room for their reasons, a modifier is more
    than the reason of another one."""
    return _MODIFIER.sub(r" \1", text)


def wrapped(text: str, width: int) -> list[str]:
    """Safe text over as many lines as it needs, broken at blanks. A word longer than a line is cut, in Japanese
    where it may end a line."""
    lines, line = [], ""
    for word in safe(text).split(" "):
        for number, piece in enumerate(_breakable(word) if cells(word) > width else [word]):
            while cells(piece) > width:
                head, piece = piece[: max(1, width // 2)], piece[max(1, width // 2) :]
                lines += [line, head] if line else [head]
                line = ""
            between = " " if line and not number else ""
            if line and cells(f"{line}{between}{piece}") > width:
                lines.append(line)
                line = piece
            else:
                line = f"{line}{between}{piece}"
    return [*lines, line]


def _breakable(word: str) -> list[str]:
    """A word in the pieces that a line may end behind: Japanese is written without blanks, and a line ends between any two
    of its signs, but not before a closing mark or behind an opening one."""
    pieces = [word[:1]]
    for before, after in pairwise(word):
        apart = (
            2 in (cells(before), cells(after)) and cells(after) and after not in _NEVER_FIRST and before not in _NEVER_LAST
        )
        if apart:
            pieces.append(after)
        else:
            pieces[-1] += after
    return pieces


def end_to_end(left: str, right: str, width: int) -> str:
    """Two texts at the two ends of a line; the left one is cut where they would meet."""
    right = safe(right)
    return fit(left, max(0, width - cell_len(right) - 1)) + " " + right

"""Text as data: XML, read so that nothing in it reaches beyond the file or grows while it is read."""

from __future__ import annotations

from typing import Any
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

from tracker.errors import Refused
from tracker.interchange.decode import DEPTH_LIMIT, conflict_marker, damaged, line_of, too_deep
from tracker.language import N_, _

ELEMENT_LIMIT = 300_000  # and as many attributes; the largest real sheets have some ten thousand

_BOM = b"\xef\xbb\xbf"
_CUT_OFF = {
    expat.errors.codes[expat.errors.XML_ERROR_NO_ELEMENTS],
    expat.errors.codes[expat.errors.XML_ERROR_UNCLOSED_TOKEN],
    expat.errors.codes[expat.errors.XML_ERROR_UNCLOSED_CDATA_SECTION],
    expat.errors.codes[expat.errors.XML_ERROR_PARTIAL_CHAR],
}
_BAD_TOKEN = expat.errors.codes[expat.errors.XML_ERROR_INVALID_TOKEN]


def parse(body: bytes, label: str, filename: str) -> Element:
    """The root element of an XML text, in the encoding that it declares (else UTF-8); names keep their prefixes.

    No sheet needs a document type, and everything dangerous in XML (entities that multiply, files and addresses that
    are fetched) has to be declared in one: a text that has one is refused, which makes a package for it unnecessary.

    Raises Refused with ``damaged_file`` and the line, ``unknown_encoding``, ``document_type``, ``too_deep`` (more than a
    hundred levels) or ``too_many_elements``.
    """
    body = body.removeprefix(_BOM)
    if body.count(b"=") > ELEMENT_LIMIT:  # every attribute has one, and a parser takes all of an element's at once
        raise _too_many(label, filename, N_("attributes"))
    sound = body.lstrip()  # the declaration has to come first, though editors and mailers put blank lines before it
    skipped = line_of(body, len(body) - len(sound)) - 1
    tree = _Tree(label, filename)
    try:
        tree.read(sound)
    except expat.ExpatError as error:
        if marker := conflict_marker(body):
            raise damaged(label, filename, *marker) from None
        raise damaged(label, filename, error.lineno + skipped, _reason(error, tree.stopped_at(sound))) from None
    except (LookupError, ValueError):
        # What Python says of an encoding that it doesn't know, or that isn't one byte a character.
        raise Refused(
            _("{label} declares an encoding that can't be read; save it as UTF-8.", label=label),
            code="unknown_encoding",
            where=filename,
        ) from None
    return tree.root()


class _Tree:
    """Builds the elements while the text is read, and stops at what no sheet holds."""

    def __init__(self, label: str, filename: str) -> None:
        self._label = label
        self._filename = filename
        self._builder = TreeBuilder()
        self._depth = self._elements = 0
        self._parser = expat.ParserCreate()
        self._parser.buffer_text = True
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._builder.data
        self._parser.StartDoctypeDeclHandler = self._document_type

    def read(self, body: bytes) -> None:
        """Reads the whole text at once: in pieces, a long token would be read again with each of them."""
        self._parser.Parse(body, True)

    def root(self) -> Element:
        """The tree that was read."""
        return self._builder.close()

    def stopped_at(self, body: bytes) -> int:
        """The byte at which reading stopped; 0 beyond the end."""
        place = self._parser.ErrorByteIndex
        return body[place] if 0 <= place < len(body) else 0

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        self._elements += 1
        if self._depth > DEPTH_LIMIT:
            raise too_deep(self._label, self._filename)
        if self._elements > ELEMENT_LIMIT:
            raise _too_many(self._label, self._filename, N_("elements"))
        self._builder.start(name, attributes)

    def _end(self, name: str) -> None:
        self._depth -= 1
        self._builder.end(name)

    def _document_type(self, *declared: object) -> None:
        raise Refused(
            _(
                "{label} declares a document type (DTD), which no character sheet does; nothing was imported.",
                label=self._label,
            ),
            code="document_type",
            where=self._filename,
        )


def _too_many(label: str, filename: str, what: str) -> Refused:
    return Refused(
        _(
            "{label} holds more than {ELEMENT_LIMIT:,} {what}, which no character sheet does.",
            label=label,
            ELEMENT_LIMIT=ELEMENT_LIMIT,
            what=_(what),
        ),
        code="too_many_elements",
        where=filename,
    )


def _reason(error: expat.ExpatError, byte: int) -> str:
    if error.code in _CUT_OFF:
        return _("the file ends in the middle of its data")
    if error.code == _BAD_TOKEN and byte >= 0x80:
        return _("a character doesn't fit the encoding that the file declares")
    return expat.ErrorString(error.code)


def as_object(element: Element) -> dict[str, Any]:
    """An element's attributes (``@key``) and children by name, as if it were a JSON object; an element without children is
    its text. Of several children of one name the later ones are told apart by their place (``trait``, ``trait 2``)."""
    found: dict[str, Any] = {f"@{key}": value for key, value in element.attrib.items()}
    times: dict[str, int] = {}
    for child in element:
        times[child.tag] = time = times.get(child.tag, 0) + 1
        key = child.tag if time == 1 else f"{child.tag} {time}"
        found[key] = as_object(child) if len(child) else (child.text or "")
    return found

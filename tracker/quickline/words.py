"""The words of a line, and who takes them one by one."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence

from msgspec import Struct

from tracker.campaign import commands as cmd
from tracker.campaign.characters import CharacterView, find_basis, find_character, names_of, view
from tracker.campaign.rolls import names_known
from tracker.campaign.state import CampaignState
from tracker.campaign.throws import mode_named
from tracker.errors import Refused
from tracker.language import _
from tracker.quickline.translated import ability_meant
from tracker.reports.targets import Targets
from tracker.rulesets.base import Ruleset
from tracker.text import fold, plain


class Context(Struct, frozen=True):
    """What a line is read against. ``active`` is the id of the character who acts when nobody is named."""

    state: CampaignState
    ruleset: Ruleset
    targets: Targets
    author: str
    active: str | None = None


class Word(Struct, frozen=True):
    """A word of a line and the place (from 1) where it starts; a quoted one is never a number, sign or keyword."""

    text: str
    place: int
    quoted: bool = False

    @property
    def key(self) -> str:
        return "" if self.quoted else fold(self.text)

    @property
    def as_typed(self) -> str:
        return f'"{self.text}"' if self.quoted else self.text

    @property
    def signed(self) -> int | None:
        """Its value when it is a number with a sign."""
        return int(self.text) if not self.quoted and _SIGNED.fullmatch(self.text) else None


# Words that may stand between a skill and the modifiers that are named, and say nothing.
FILLERS = frozenset({"in", "the", "a", "an", "with", "on", "and", "by", "using", "under", "of"})
_LONGEST_NAME = 8  # words that a modifier's name may take, fillers counted

DICE = re.compile(r"=\S")
"""How dice begin that stand in a line."""

_FACES = re.compile(r"=(?:[^\s:=]+:)?\d+(?:,\d+)*")  # such dice as they were thrown; a label may begin with the sign too
_SIGNED = re.compile(r"[+-]\d{1,4}")
_GLUED = re.compile(r"(.*[^\s+\-])([+-]\d{1,2})")
_TOKEN = re.compile(r'(?:"([^"]*)"|“([^”]*)”)(=[^\s"“]+)?|(\S+)')


def words_of(text: str) -> list[Word]:
    """The words of a line. ``隠密－３`` and ``st+2`` are two words each; a sign stands with its number. A quoted name with
    its value, ``"spot hidden"=55``, is one word and no dice.

    Raises Refused for a quote that isn't closed.
    """
    text = re.sub(r"(?<!\S)([+-])\s+(?=\d)", r"\1", plain(text))
    words = []
    for match in _TOKEN.finditer(text):
        quoted = match[1] if match[1] is not None else match[2]
        place = match.start() + 1
        if quoted is not None:
            words.append(Word(f"{quoted}{match[3] or ''}", place, quoted=not match[3]))
        elif match[4].startswith(('"', "“")):
            raise Refused(_("The quote at place {place} is not closed.", place=place), code="syntax", where=f"place {place}")
        elif (glued := _GLUED.fullmatch(match[4])) and "=" not in match[4] and not glued[1].startswith(("+", "-", "#")):
            words += [Word(glued[1], place), Word(glued[2], place + len(glued[1]))]
        else:
            words.append(Word(match[4], place))
    return words


def read_modifiers(words: Sequence[str], what: str, context: Context) -> tuple[cmd.GivenModifier, ...]:
    """The modifiers of a roll on ``what`` from separate arguments: names that the rules know, and signed numbers, each with
    its label's words. Raises Refused."""
    reader = Reader(arguments(words), context)
    modifiers = reader.modifiers(what)
    reader.done()
    return modifiers


def read_ability(
    who: str, words: Sequence[str], base: int | None, context: Context
) -> tuple[str, tuple[cmd.GivenModifier, ...]]:
    """What ``who`` rolls on and the modifiers, from separate arguments; with a ``base`` the first one is the whole name.
    Raises Refused."""
    reader = Reader(arguments(words), context)
    if base is None:
        ability = reader.ability(who)
    else:
        name = reader.take(_("a skill or an attribute")).text
        ability = Ability(name, name, base)
    modifiers = reader.modifiers(ability.name)
    reader.done()
    return ability.typed, modifiers


def arguments(texts: Sequence[str]) -> list[Word]:
    """The arguments of a command line as the words of a line: one that holds blanks is held together, unless it is a
    ``detect lies=12``. ``place`` counts them.

    Raises Refused for the dice of a line, ``=3,4,5``, which are an option of a command.
    """
    for text in texts:
        if _FACES.fullmatch(plain(text)):
            raise Refused(
                _("“{text}”: dice are given with --dice {dice} here.", text=plain(text), dice=plain(text)[1:]),
                code="syntax",
                where="dice",
            )
    return [word for place, text in enumerate(texts, start=1) for word in _argument(text, place)]


def _argument(text: str, place: int) -> list[Word]:
    if not re.search(r"\s", text.strip()):
        return [Word(plain(text), place)]
    if re.fullmatch(r"[^=]+=-?\d{1,4}", plain(text)):
        return [Word(part, place) for part in plain(text).split()]
    return [Word(text, place, quoted=True)]


class Ability(Struct, frozen=True):
    """What somebody rolls on: as typed, by its name on the sheet, and its number where one was given."""

    typed: str
    name: str
    base: int | None


def _is_pair(word: Word) -> bool:
    return not word.quoted and "=" in word.text


def _means_others(word: Word) -> bool:
    """Whether a word is about another side, so that it is no part of an ability's name."""
    return not word.quoted and (word.text.startswith("@") or word.key in ("vs", "vs."))


class Reader:
    """Takes a line's words one by one."""

    def __init__(self, words: Sequence[Word], context: Context) -> None:
        self.words = list(words)
        self.at = 0
        self.context = context

    def peek(self) -> Word | None:
        return self.words[self.at] if self.at < len(self.words) else None

    def take(self, expected: str) -> Word:
        """The next word. Raises Refused, saying what was expected, at the end of the line."""
        word = self.peek()
        if word is None:
            end = self.words[-1].place + len(self.words[-1].text) if self.words else 1
            raise Refused(
                _("Expected {expected} at the end of the line.", expected=expected), code="syntax", where=f"place {end}"
            )
        self.at += 1
        return word

    def keyword(self, *keys: str) -> str | None:
        """Take the next word when it is one of these."""
        word = self.peek()
        if word is not None and word.key in keys:
            self.at += 1
            return word.key
        return None

    def number(self, expected: str, *, signed: bool = False) -> int:
        word = self.take(expected)
        if signed and word.signed is None:
            raise self.refuse(word, expected)
        if not re.fullmatch(r"[+-]?\d{1,9}", word.text):
            raise self.refuse(word, expected)
        return int(word.text)

    def optional_position(self) -> int | None:
        """An event's position, when one stands next."""
        word = self.peek()
        if word is not None and not word.quoted and re.fullmatch(r"#?\d{1,15}", word.text):
            self.at += 1
            return int(word.text.lstrip("#"))
        return None

    def position(self) -> int:
        found = self.optional_position()
        if found is None:
            raise self.refuse(self.take(_("an event's number")), _("an event's number"))
        return found

    def phrase(self, stop: Callable[[Word], bool] = lambda word: word.signed is not None) -> str:
        """The words up to a number with a sign (or another stop), as one text; empty when there is none."""
        start = self.at
        while (word := self.peek()) is not None and not stop(word):
            self.at += 1
        return " ".join(word.text for word in self.words[start : self.at])

    def until(self, keys: Collection[str]) -> str:
        """The words up to one of these, as one text; empty when there is none."""
        return self.phrase(lambda word: word.key in keys)

    def rest(self) -> str:
        """All that is left, as one text."""
        return self.phrase(lambda word: False)

    def modifiers(self, what: str, stop: Collection[str] = ()) -> tuple[cmd.GivenModifier, ...]:
        """The modifiers of a roll on ``what``, up to one of the ``stop`` words: names that the rules know, and numbers with
        a sign, each with the words that follow it as its label; a comma ends a label.

        Raises Refused for words that are neither.
        """
        found = []
        while (word := self.peek()) is not None and word.key not in stop:
            found.append(self.modifier(what, stop))
        return tuple(found)

    def modifier(self, what: str, stop: Collection[str] = ()) -> cmd.GivenModifier:
        """The next one of such modifiers. Raises Refused as ``modifiers``."""
        word = self.take(_("a modifier such as -2 with its reason"))
        if word.signed is None:
            self.at -= 1
            return cmd.GivenModifier(None, self._known_modifier(what))
        start = self.at
        label = self.label(what, stop)
        for part in self.words[start : self.at]:
            if not part.quoted and part.text[0] in "+-":
                raise self.refuse(part, _("a modifier such as -2, or the words of a reason"))
        return cmd.GivenModifier(word.signed, label)

    def label(self, what: str, stop: Collection[str]) -> str:
        """The words of a label, up to a comma behind one of them, what costs something, or a way to roll twice."""
        start = self.at
        while (word := self.peek()) is not None and word.signed is None and word.key not in stop:
            if (self.at > start and self._costs(what)) or self._rolls_twice(word, start):
                break
            self.at += 1
            if not word.quoted and word.text.endswith(","):
                break
        return " ".join(word.text for word in self.words[start : self.at]).removesuffix(",")

    def _rolls_twice(self, word: Word, start: int) -> bool:
        """Whether a word stands for advantage or the like; at the beginning of a longer label it is one of its words."""
        following = self.words[self.at + 1] if self.at + 1 < len(self.words) else None
        alone = following is None or following.signed is not None
        return mode_named(self.context.ruleset, word.key) is not None and (self.at > start or alone)

    def _costs(self, what: str) -> bool:
        """Whether a modifier of a roll on ``what`` that costs points is named here: it must not vanish in a label."""
        runs = range(self.at + 1, min(len(self.words), self.at + _LONGEST_NAME) + 1)
        phrases = (fold(" ".join(word.text for word in self.words[self.at : end]).removesuffix(",")) for end in runs)
        found = (self.context.ruleset.named(phrase, what) for phrase in phrases)
        return any(known is not None and known.costs for known in found)

    def _known_modifier(self, what: str) -> str:
        """The longest run of words here that the rules know as a modifier of a roll on ``what``: as it stands (``flurry of
        blows``), or with its fillers left out."""
        while (word := self.peek()) is not None and word.key in FILLERS:
            self.at += 1
        for end in range(min(len(self.words), self.at + _LONGEST_NAME), self.at, -1):
            if self.words[end - 1].key in FILLERS:  # one behind the name may be a keyword
                continue
            run = self.words[self.at : end]
            for words in (run, [word for word in run if word.key not in FILLERS]):
                phrase = " ".join(word.text for word in words).removesuffix(",")
                if self._is_known(fold(phrase), what):
                    self.at = end
                    return phrase
        word = word or self.words[-1]
        expected = _("the end of the line, or a modifier such as -2 with its reason")
        if offered := names_known(self.context.ruleset, what):
            near = [name for name in offered if fold(name).startswith(word.key)]
            expected = _("the end of the line, a modifier such as -2 with its reason, or one that the rules know by name")
            expected = f"{expected} ({names_of(near or offered)})"
        raise self.refuse(word, expected)

    def _is_known(self, phrase: str, what: str) -> bool:
        rules = self.context.ruleset
        return rules.named(phrase, what) is not None or mode_named(rules, phrase) is not None

    def ability(self, who: str, stop: Collection[str] = (), *, others: Sequence[str] = ()) -> Ability:
        """What ``who`` rolls on: the longest run of words here that names a skill or an attribute, or ``NAME=NUMBER``; of
        ``who`` or of any of the ``others`` that roll as well. When nothing fits it is all words up to a modifier, so that
        the decision can say what is wrong.

        Raises Refused for no word at all, and for one that several skills fit.
        """
        start = self.at
        phrase = self.phrase(lambda word: word.signed is not None or word.key in stop or _is_pair(word))
        word = self.peek()
        if word is not None and _is_pair(word):
            self.at += 1
            if (other := next(filter(_means_others, self.words[start : self.at]), None)) is not None:
                expected = _(
                    "a skill or an attribute, in quotes where that is part of it; a line about two sides begins with a "
                    "command such as “contest”"
                )
                raise self.refuse(other, expected)
            name, _equals, value = word.text.partition("=")
            if not re.fullmatch(r"-?\d{1,4}", value):
                raise self.refuse(word, _("a number behind “=”, such as per=12"))
            return Ability(f"{phrase} {name}".strip(), f"{phrase} {name}".strip(), int(value))
        if not phrase:
            raise Refused(
                _("Expected a skill or an attribute for {who}.", who=who.removeprefix("@")),
                code="syntax",
                where="what",
            )
        if who.startswith("@"):
            return Ability(phrase, phrase, None)
        state, rules = self.context.state, self.context.ruleset
        sheets = [view(state, find_character(state, name), rules) for name in (who, *others)]
        for end in range(self.at, start, -1):
            typed = " ".join(word.text for word in self.words[start:end])
            for name in filter(None, (typed, ability_meant(typed, sheets, rules))):
                if (found := self._named_by_any(sheets, name, alone=end == start + 1)) is not None:
                    self.at = end
                    return Ability(name, found, None)
        return Ability(phrase, phrase, None)

    def _named_by_any(self, sheets: Sequence[CharacterView], typed: str, *, alone: bool) -> str | None:
        """What a text names on the sheet of the first of these who has it, None when nobody has. Raises Refused for one word
        ``alone`` that several things fit."""
        unclear: Refused | None = None
        for sheet in sheets:
            try:
                return find_basis(sheet, self.context.ruleset, typed).what
            except Refused as problem:
                unclear = unclear or (problem if problem.code == "ambiguous" and alone else None)
        if unclear is not None:
            raise unclear
        return None

    def who(self) -> str:
        """A character: the longest run of words that names one, or who is active when none does."""
        word = self.peek()
        if word is not None and not word.quoted and word.text.startswith("@"):
            self.at += 1
            return word.text
        if (found := self._named_run()) is not None:
            return found
        if self.context.active and (active := self.context.state.characters.get(self.context.active)):
            return active.name.get(active.id)
        if word is None:
            raise Refused(_("Expected a character at the end of the line."), code="syntax", where="line")
        known = _(", ").join(character.name.get("") for character in self.context.state.roster()[:8])
        known = known or _("none yet: “character NAME st=12” adds one")
        first = self.at == 0 and word.place == 1
        raise self.refuse(
            word, _("a character ({known}) or a command", known=known) if first else _("a character ({known})", known=known)
        )

    def _named_run(self) -> str | None:
        """The character that the next words name, and past them; None when they name nobody. A whole name comes before a
        longer run of words that is just the start of another name."""
        roster = self.context.state.roster()
        whole = {fold(name) for one in roster for name in (one.name.get(""), one.id, one.reading.get(""))}
        runs = []
        for end in range(self.at + 1, min(len(self.words), self.at + 6) + 1):
            run = self.words[self.at : end]
            if any(word.signed is not None for word in run):
                break
            runs.append((end, " ".join(word.text for word in run).removesuffix(",")))
            if run[-1].text.endswith(","):
                break
        for end, text in sorted(runs, key=lambda run: (fold(run[1]) in whole, run[0]), reverse=True):
            try:
                character = find_character(self.context.state, text)
            except Refused as problem:
                if problem.code == "ambiguous" and end == self.at + 1:
                    raise
                continue
            self.at = end
            return character.name.get(character.id)
        return None

    def names_somebody(self) -> bool:
        """Whether the next words name a character."""
        start = self.at
        found = self._named_run()
        self.at = start
        return found is not None

    def can_roll(self, roll: cmd.Roll) -> bool:
        """Whether a roll is on a number of its own, or on what its character has."""
        if roll.base is not None or roll.who.startswith("@"):
            return True
        state, rules = self.context.state, self.context.ruleset
        return self._named_by_any([view(state, find_character(state, roll.who), rules)], roll.what, alone=False) is not None

    def named(self) -> str:
        """A character that must be named."""
        found = self._named_run()
        if found is None:
            raise self.refuse(self.take(_("a character")), _("a character"))
        return found

    def many(self) -> tuple[str, ...]:
        """Characters with commas between them, or ``all``."""
        if self.keyword("all"):
            return ("all",)
        names = []
        while True:
            word = self.take(_("a character, several with commas, or “all”"))
            self.at -= 1
            if not word.quoted and "," in word.text.rstrip(","):
                first, _comma, rest = word.text.partition(",")
                parts = [Word(f"{first},", word.place), Word(rest, word.place + len(first) + 1)]
                self.words[self.at : self.at + 1] = parts
            names.append(self.named())
            if not self.words[self.at - 1].text.endswith(","):
                return tuple(names)

    def pair(self) -> tuple[str, str]:
        """A KEY=VALUE."""
        word = self.take(_("a value, such as st=13"))
        key, equals, value = word.text.partition("=")
        if not (key and equals and value):
            raise self.refuse(word, _("a value, such as st=13"))
        return key, value

    def refuse(self, word: Word, expected: str) -> Refused:
        return Refused(
            _("“{text}” at place {place}: expected {expected}.", text=word.text, place=word.place, expected=expected),
            code="syntax",
            where=f"place {word.place}",
        )

    def done(self) -> None:
        """Raises Refused when something is left over."""
        if (word := self.peek()) is not None:
            raise self.refuse(word, _("the end of the line, or a modifier such as -2 with its reason"))

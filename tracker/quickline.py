"""The one-line language of play and the filter language, for screen and command line alike.

    line      = [ "secret" ] ( verb | roll ) { dice }
    roll      = [ who ] what [ "=" number ] [ "at" task ] [ "policy" word ] { modifier }
    modifier  = ( "+" | "-" ) number { word }
    dice      = "=" [ label ":" ] face { "," face }
    who       = a character's name or its start | "@" name
    verb      = one of VERBS with what it takes

Quotes hold words together. Text is read after NFKC, so full-width digits and signs work; what isn't understood is refused
with its place and what was expected, never guessed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import msgspec

from tracker.campaign import commands as cmd
from tracker.campaign.characters import find_character, view
from tracker.campaign.rolls import PLAIN_KINDS
from tracker.campaign.state import CampaignState
from tracker.durations import parse_duration
from tracker.errors import Refused
from tracker.projections.classify import FAMILIES
from tracker.reports.history import OUTCOMES, Filter
from tracker.reports.targets import Targets
from tracker.rulesets.base import Ruleset
from tracker.text import fold, plain

POLICIES = {"once": "one_chance", "damage": "after_damage", "penalty": "penalty", "free": "free"}


@dataclass(frozen=True, slots=True)
class Context:
    """What a line is read against. ``active`` is the id of the character who acts when nobody is named."""

    state: CampaignState
    ruleset: Ruleset
    targets: Targets
    author: str
    active: str | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """A line understood: the command, dice given by hand, and whether it is for the GM alone."""

    command: cmd.Command
    dice: tuple[str, ...] = ()
    secret: bool = False


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a line and the place (from 1) where it starts; a quoted one is never a number, sign or keyword."""

    text: str
    place: int
    quoted: bool = False

    @property
    def key(self) -> str:
        return "" if self.quoted else fold(self.text)

    @property
    def signed(self) -> int | None:
        """Its value when it is a number with a sign."""
        return int(self.text) if not self.quoted and _SIGNED.fullmatch(self.text) else None


_SIGNED = re.compile(r"[+-]\d{1,4}")
_GLUED = re.compile(r"(.*[^\s+\-])([+-]\d{1,2})")
_TOKEN = re.compile(r'"([^"]*)"|“([^”]*)”|(\S+)')


def words_of(text: str) -> list[Word]:
    """The words of a line. ``隠密－３`` and ``st+2`` are two words each; a sign stands with its number.

    Raises Refused for a quote that isn't closed.
    """
    text = re.sub(r"(?<!\S)([+-])\s+(?=\d)", r"\1", plain(text))
    words = []
    for match in _TOKEN.finditer(text):
        quoted = match[1] if match[1] is not None else match[2]
        place = match.start() + 1
        if quoted is not None:
            words.append(Word(quoted, place, quoted=True))
        elif match[3].startswith(('"', "“")):
            raise Refused(f"The quote at place {place} is not closed.", code="syntax", where=f"place {place}")
        elif (glued := _GLUED.fullmatch(match[3])) and "=" not in match[3] and not glued[1].startswith(("+", "-", "#")):
            words += [Word(glued[1], place), Word(glued[2], place + len(glued[1]))]
        else:
            words.append(Word(match[3], place))
    return words


def parse(text: str, context: Context) -> Line:
    """The command that a line asks for. Raises Refused, naming the place and what was expected."""
    first, rest = _first_word(text)
    secret = fold(first) == "secret"
    if secret:
        first, rest = _first_word(rest)
    verb = VERBS.get(fold(first)) if first else None
    if verb is not None and verb.takes_text:  # as it stands, quotes, signs and all
        return Line(verb.read(_Reader([Word(rest.strip(), 1, quoted=True)], context)), (), secret)
    words = words_of(text)
    words = words[1:] if secret else words
    if not words:
        raise Refused("Type a roll such as “mira stealth -2 dark”, or a command.", code="empty", where="line")
    verb = VERBS.get(words[0].key)
    dice = tuple(word.text[1:] for word in words if not word.quoted and re.match(r"=\S", word.text))
    words = [word for word in words if word.quoted or not re.match(r"=\S", word.text)]
    if not words:
        raise Refused("Dice alone say nothing: name the roll first.", code="empty", where="line")
    reader = _Reader(words if verb is None else words[1:], context)
    command = _roll(reader) if verb is None else verb.read(reader)
    reader.done()
    return Line(command, dice, secret)


def _first_word(text: str) -> tuple[str, str]:
    """The first word of a text and what follows it."""
    parts = text.split(None, 1)
    return (parts[0] if parts else "", parts[1] if len(parts) > 1 else "")


def read_modifiers(words: Sequence[str]) -> tuple[cmd.GivenModifier, ...]:
    """Modifiers from separate arguments: each a signed number, then its label's words. Raises Refused."""
    reader = _Reader([word for text in words for word in _argument(text)], None)
    modifiers = reader.modifiers()
    reader.done()
    return modifiers


def _argument(text: str) -> list[Word]:
    """One argument of a command line: a number as such, anything else held together."""
    return [Word(plain(text), 1)] if _SIGNED.fullmatch(plain(text)) else [Word(text, 1, quoted=True)]


class _Reader:
    """Takes a line's words one by one."""

    def __init__(self, words: Sequence[Word], context: Context | None) -> None:
        self.words = list(words)
        self.at = 0
        self._context = context

    @property
    def context(self) -> Context:
        if self._context is None:
            raise AssertionError("this part of a line needs a campaign")
        return self._context

    def peek(self) -> Word | None:
        return self.words[self.at] if self.at < len(self.words) else None

    def take(self, expected: str) -> Word:
        """The next word. Raises Refused, saying what was expected, at the end of the line."""
        word = self.peek()
        if word is None:
            end = self.words[-1].place + len(self.words[-1].text) if self.words else 1
            raise Refused(f"Expected {expected} at the end of the line.", code="syntax", where=f"place {end}")
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
            raise self.refuse(self.take("an event's number"), "an event's number")
        return found

    def phrase(self, stop: Callable[[Word], bool] = lambda word: word.signed is not None) -> str:
        """The words up to a number with a sign (or another stop), as one text; empty when there is none."""
        start = self.at
        while (word := self.peek()) is not None and not stop(word):
            self.at += 1
        return " ".join(word.text for word in self.words[start : self.at])

    def rest(self) -> str:
        """All that is left, as one text."""
        return self.phrase(lambda word: False)

    def modifiers(self) -> tuple[cmd.GivenModifier, ...]:
        """Numbers with a sign, each with the words that follow it as its label."""
        found = []
        while (word := self.peek()) is not None and word.signed is not None:
            self.at += 1
            start = self.at
            label = self.phrase()
            for part in self.words[start : self.at]:
                if not part.quoted and part.text[0] in "+-":
                    raise self.refuse(part, "a modifier such as -2, or the words of a reason")
            found.append(cmd.GivenModifier(word.signed, label))
        return tuple(found)

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
            raise Refused("Expected a character at the end of the line.", code="syntax", where="line")
        known = ", ".join(character.name.get("") for character in self.context.state.roster()[:8])
        raise self.refuse(word, f"a character ({known or 'none yet: “character NAME st=12” adds one'}) or a command")

    def _named_run(self) -> str | None:
        """The character that the next words name, and past them; None when they name nobody. A whole name comes before a
        longer run of words that is just the start of another name."""
        roster = self.context.state.roster()
        whole = {fold(name) for one in roster for name in (one.name.get(""), one.id)}
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

    def named(self) -> str:
        """A character that must be named."""
        found = self._named_run()
        if found is None:
            raise self.refuse(self.take("a character"), "a character")
        return found

    def many(self) -> tuple[str, ...]:
        """Characters with commas between them, or ``all``."""
        if self.keyword("all"):
            return ("all",)
        names = []
        while True:
            word = self.take("a character, several with commas, or “all”")
            self.at -= 1
            if not word.quoted and "," in word.text.rstrip(","):
                first, _, rest = word.text.partition(",")
                parts = [Word(f"{first},", word.place), Word(rest, word.place + len(first) + 1)]
                self.words[self.at : self.at + 1] = parts
            names.append(self.named())
            if not self.words[self.at - 1].text.endswith(","):
                return tuple(names)

    def pair(self) -> tuple[str, str]:
        """A KEY=VALUE."""
        word = self.take("a value, such as st=13")
        key, equals, value = word.text.partition("=")
        if not (key and equals and value):
            raise self.refuse(word, "a value, such as st=13")
        return key, value

    def refuse(self, word: Word, expected: str) -> Refused:
        return Refused(
            f"“{word.text}” at place {word.place}: expected {expected}.", code="syntax", where=f"place {word.place}"
        )

    def done(self) -> None:
        """Raises Refused when something is left over."""
        if (word := self.peek()) is not None:
            raise self.refuse(word, "the end of the line, or a modifier such as -2 with its reason")


# -- rolls ------------------------------------------------------------------------------------------------------------


def _roll(reader: _Reader) -> cmd.Roll:
    who = reader.who()
    what = reader.phrase(lambda word: word.signed is not None or word.key in ("at", "policy") or "=" in word.text)
    base = None
    word = reader.peek()
    if word is not None and not word.quoted and "=" in word.text:
        reader.at += 1
        name, _, value = word.text.partition("=")
        what = f"{what} {name}".strip()
        if not re.fullmatch(r"-?\d{1,4}", value):
            raise reader.refuse(word, "a number behind “=”, such as per=12")
        base = int(value)
    if not what:
        raise Refused(f"Expected a skill or an attribute for {who.removeprefix('@')}.", code="syntax", where="what")
    task = reader.take("a task's name").text if reader.keyword("at") else ""
    policy = _policy(reader) if reader.keyword("policy") else ""
    return cmd.Roll(who=who, what=what, base=base, at=task, policy=policy, modifiers=reader.modifiers())


def _policy(reader: _Reader) -> str:
    word = reader.take(f"a policy ({', '.join(POLICIES)})")
    return POLICIES.get(word.key, word.key)


def last_failure(context: Context, who: str | None = None) -> int:
    """The last failed roll, of one character or of anybody, whose task isn't over. Raises Refused when there is none."""
    state = context.state
    over = {attempt.roll for task in state.tasks if task in state.ends for attempt in state.attempts(task)}
    position = context.targets.last_failed(who, over)
    if position is None:
        raise Refused("There is no failed roll to retry.", code="nothing", where="position")
    return position


def _retry(reader: _Reader) -> cmd.Retry:
    position = reader.optional_position()
    who = None
    if position is None:
        word = reader.peek()
        if word is not None and word.signed is None:
            who = find_character(reader.context.state, reader.named()).id
        position = last_failure(reader.context, who)
    return cmd.Retry(roll=position, modifiers=reader.modifiers())


def _again(reader: _Reader) -> cmd.Again:
    position = reader.optional_position()
    if position is None:
        word = reader.peek()
        who = reader.context.active
        if word is not None and word.signed is None:
            who = find_character(reader.context.state, reader.named()).id
        position = reader.context.targets.last_roll(who)
    if position is None:
        raise Refused("There is no roll to repeat.", code="nothing", where="line")
    return cmd.Again(roll=position, modifiers=reader.modifiers())


def _fright(reader: _Reader) -> cmd.Fright:
    who = reader.many()
    start = reader.at
    cause = reader.phrase()
    words = reader.words[start : reader.at]
    circumstances: list[str] = []
    distance = None
    rules = reader.context.ruleset.fright
    while len(words) > 1 and rules is not None:
        last = words[-1]
        if yards := re.fullmatch(r"(\d{1,9})yd", last.key):
            distance = float(yards[1])
        elif not last.quoted and rules.circumstance(last.key):
            circumstances.insert(0, last.key)
        else:
            break
        words = words[:-1]
        cause = " ".join(word.text for word in words)
    if any("," in word.text and not word.quoted for word in words):
        raise Refused("A comma stands between names only; put a cause with a comma in quotes.", code="syntax", where="cause")
    if not cause:
        raise Refused("Expected the cause of the fright, such as “fright all ghoul -2”.", code="syntax", where="cause")
    return cmd.Fright(
        who=who, cause=cause, circumstances=tuple(circumstances), distance=distance, modifiers=reader.modifiers()
    )


def _effort(reader: _Reader) -> cmd.ExtraEffort:
    who = reader.who()
    percent = re.compile(r"\+?\d{1,9}%")
    feat = reader.phrase(lambda word: not word.quoted and percent.fullmatch(word.text) is not None)
    if not feat:
        raise Refused("Expected the feat, such as “effort mira st +20%”.", code="syntax", where="feat")
    word = reader.take("the increase in percent, such as +20%")
    reason = reader.rest()
    for prefix in ("because ", "motivated by ", "motivated "):
        reason = reason.removeprefix(prefix)
    return cmd.ExtraEffort(who=who, feat=feat, increase=int(word.text.strip("+%")), motivated=reason)


def _undo(reader: _Reader) -> cmd.Void:
    context = reader.context
    since = max(context.state.sessions, default=0)  # the last session's start, whether it is over or not
    position = context.targets.last_action(context.author, since, context.state.voided)
    if position is None:
        raise Refused("There is nothing of yours in this session to undo.", code="nothing", where="line")
    return cmd.Void(position=position, reason=reader.rest())


def _void(reader: _Reader) -> cmd.Void:
    return cmd.Void(position=reader.position(), reason=reader.rest())


def _answer(reader: _Reader) -> cmd.Answer:
    return cmd.Answer(prompt=reader.position())


def _trait(reader: _Reader) -> cmd.NameTrait | cmd.BuyOffTrait:
    if reader.keyword("buyoff"):
        return cmd.BuyOffTrait(who=reader.named(), trait=reader.rest())
    reader.keyword("name")
    return cmd.NameTrait(prompt=reader.position(), name=reader.rest())


def _give_up(reader: _Reader) -> cmd.GiveUp:
    return cmd.GiveUp(task=reader.rest())


# -- people and pools -------------------------------------------------------------------------------------------------


def _pool(pool: str) -> Callable[[_Reader], cmd.ChangePool]:
    def read(reader: _Reader) -> cmd.ChangePool:
        who = reader.who()
        change = reader.number("a change with its sign, such as -3", signed=True)
        return cmd.ChangePool(who=who, pool=pool, change=change, reason=reader.rest())

    return read


def _condition(reader: _Reader) -> cmd.AddCondition | cmd.EndCondition:
    who = reader.who()
    way = reader.keyword("add", "end")
    if way is None:
        raise reader.refuse(reader.take("add or end"), "add or end")
    name = reader.rest()
    if way == "end":
        return cmd.EndCondition(who=who, name=name)
    match = re.fullmatch(r"(.+?) (?:for )?((?:\d{1,9}[wdhms])+)", name)
    if match:
        return cmd.AddCondition(who=who, name=match[1], seconds=parse_duration(match[2]))
    return cmd.AddCondition(who=who, name=name)


def _award(reader: _Reader) -> cmd.Award:
    who = reader.many()
    return cmd.Award(who=who, points=reader.number("points"), reason=reader.rest())


def _spend(reader: _Reader) -> cmd.Spend:
    who = reader.who()
    return cmd.Spend(who=who, points=reader.number("points"), what=reader.rest())


def _status(reader: _Reader) -> cmd.SetStatus:
    who = reader.who()
    return cmd.SetStatus(who=who, status=reader.take("a status").text)


def _character(npc: bool) -> Callable[[_Reader], cmd.AddCharacter]:
    def read(reader: _Reader) -> cmd.AddCharacter:
        name = reader.phrase(lambda word: "=" in word.text and not word.quoted)
        if not name:
            raise Refused("Expected a name, such as “character Vora st=13 dx=12”.", code="syntax", where="name")
        values = []
        while reader.peek() is not None:
            values.append(reader.pair())
        return cmd.AddCharacter(name=name, values=tuple(values), npc=npc)

    return read


def _set(reader: _Reader) -> cmd.SetValue:
    who = reader.who()
    key, value = reader.pair()
    return cmd.SetValue(who=who, key=key, value=f"{value} {reader.rest()}".strip())


# -- the campaign -----------------------------------------------------------------------------------------------------


def _session(reader: _Reader) -> cmd.StartSession | cmd.EndSession:
    if reader.keyword("end"):
        return cmd.EndSession(keep_tasks=reader.keyword("keep") is not None)
    if reader.keyword("start") is None:
        raise reader.refuse(reader.take("start or end"), "start or end")
    title = reader.phrase(lambda word: word.key == "elapsed")
    elapsed = None
    if reader.keyword("elapsed"):
        elapsed = parse_duration(reader.take("a length of time, such as 3d").text, "elapsed")
    return cmd.StartSession(title=title, elapsed=elapsed)


def _scene(reader: _Reader) -> cmd.StartScene:
    return cmd.StartScene(title=reader.rest())


def _clock(reader: _Reader) -> cmd.AdvanceClock:
    return cmd.AdvanceClock(seconds=parse_duration(reader.take("a length of time, such as +2h").text), reason=reader.rest())


def _rest(reader: _Reader) -> cmd.Rest:
    seconds = parse_duration(reader.take("a length of time, such as 30m").text)
    return cmd.Rest(seconds=seconds, who=() if reader.peek() is None else reader.many())


def _note(reader: _Reader) -> cmd.Note:
    return cmd.Note(text=reader.rest())


def _mark(reader: _Reader) -> cmd.Mark:
    position = reader.optional_position()
    return cmd.Mark(position=position or reader.context.state.head, label=reader.rest())


def _option(reader: _Reader) -> cmd.SetOption:
    name = reader.take("an option's name").text
    return cmd.SetOption(name=name, value=reader.rest())


@dataclass(frozen=True, slots=True)
class Verb:
    """A command word: how its line is read, an example, and whether it takes free text as it stands."""

    read: Callable[[_Reader], cmd.Command]
    example: str
    takes_text: bool = False


VERBS: dict[str, Verb] = {
    "retry": Verb(_retry, "retry"),
    "again": Verb(_again, "again +1"),
    "fright": Verb(_fright, "fright all ghoul -2 dark"),
    "effort": Verb(_effort, "effort mira st +20% protecting her brother"),
    "hp": Verb(_pool("HP"), "hp mira -3 arrow"),
    "fp": Verb(_pool("FP"), "fp mira -1 forced march"),
    "condition": Verb(_condition, "condition mira add stunned 4s"),
    "undo": Verb(_undo, "undo"),
    "void": Verb(_void, "void 17 wrong character"),
    "answer": Verb(_answer, "answer 42 =3,4,5"),
    "trait": Verb(_trait, "trait 42 Nyctophobia"),
    "note": Verb(_note, "note the bell tolls at noon", takes_text=True),
    "mark": Verb(_mark, "mark the duke's seal"),
    "award": Verb(_award, "award all 3 good play"),
    "spend": Verb(_spend, "spend mira 2 Stealth"),
    "character": Verb(_character(npc=False), "character Vora st=13 dx=12 broadsword=15 player=Tomek"),
    "npc": Verb(_character(npc=True), "npc guard per=12 brawling=11"),
    "set": Verb(_set, "set mira lockpicking=14"),
    "status": Verb(_status, "status korr absent"),
    "session": Verb(_session, "session start The Bell Tower elapsed 3d"),
    "scene": Verb(_scene, "scene the stair"),
    "clock": Verb(_clock, "clock +2h"),
    "rest": Verb(_rest, "rest 30m"),
    "giveup": Verb(_give_up, "giveup west-door"),
    "option": Verb(_option, "option dice hand"),
}


# -- candidates -------------------------------------------------------------------------------------------------------


def candidates(text: str, context: Context, limit: int = 8) -> list[str]:
    """Whole lines that the text may be on its way to: its last word completed to a verb, a character, a skill or an
    attribute. Empty while nothing fits."""
    head, _, stub = text.rpartition(" ")
    wanted = fold(stub)
    if not wanted or re.match(r"[+\-=\d]", wanted):
        return []
    before = fold(head).split()
    names = [character.name.get("") for character in context.state.roster()]
    pool: list[str]
    if not before or before == ["secret"]:
        pool = [*names, *_abilities(context.active, context), *VERBS]
    elif before[-1] in VERBS:
        pool = [*names, "all"]
    else:
        pool = _abilities(_last_named(head, context) or context.active, context)
    prefix = f"{head} " if head else ""
    fitting = [name for name in pool if fold(name).startswith(wanted)]
    fitting += [name for name in pool if name not in fitting and f" {wanted}" in f" {fold(name)}"]
    return [prefix + name for name in dict.fromkeys(fitting)][:limit]


def _last_named(text: str, context: Context) -> str | None:
    words = text.split()
    for start in range(len(words)):
        try:
            return find_character(context.state, " ".join(words[start:])).id
        except Refused:
            continue
    return None


def _abilities(character: str | None, context: Context) -> list[str]:
    known = context.state.characters.get(character or "")
    if known is None:
        return []
    sheet = view(context.state, known, context.ruleset)
    attributes = [spec.name for spec in context.ruleset.attributes if spec.key in sheet.attributes]
    return [skill.name for skill in sheet.skills if skill.level is not None] + attributes


# -- filters ----------------------------------------------------------------------------------------------------------


def parse_filter(text: str, context: Context) -> Filter:
    """A filter from ``key:value`` words: character, what (or skill), kind, outcome, session (``2`` or ``1..3``), family,
    ``secret:yes``, ``voided:no``. Raises Refused naming the keys that there are."""
    found = Filter()
    # A value in quotes may hold blanks: the whole word goes into the quotes.
    for word in words_of(re.sub(r'(?<!\S)(\w{1,20}):\s{0,9}["“]([^"”]*)["”]', r'"\1:\2"', text)):
        key, colon, value = word.text.partition(":")
        setter = _FILTERS.get(fold(key)) if colon and value else None
        if setter is None:
            raise Refused(
                f"“{word.text}” at place {word.place}: expected one of {', '.join(f'{name}:' for name in _FILTERS)}",
                code="syntax",
                where=f"place {word.place}",
            )
        found = setter(found, value, context)
    return found


def _by_character(found: Filter, value: str, context: Context) -> Filter:
    if value.startswith("@"):  # somebody made up on the fly
        return _with(found, character=f"@{fold(value[1:])}")
    return _with(found, character=find_character(context.state, value).id)


def _one_of(key: str, words: Mapping[str, object]) -> Callable[[Filter, str, Context], Filter]:
    """A filter on ``key`` that takes one of these words."""

    def narrow(found: Filter, value: str, context: Context) -> Filter:
        word = fold(value).replace(" ", "_")
        if word not in words:
            raise Refused(f"{key}: takes one of {', '.join(words)}, not “{value}”.", code="syntax", where=key)
        return _with(found, **{key: words[word]})

    return narrow


def _by_session(found: Filter, value: str, context: Context) -> Filter:
    match = re.fullmatch(r"(\d{1,9})(?:\.\.(\d{1,9}))?", value)
    if match is None:
        raise Refused(f"“{value}” is no session: write session:2 or session:1..3.", code="syntax", where="session")
    return _with(found, first_session=int(match[1]), last_session=int(match[2] or match[1]))


def outcome_of(text: str) -> str:
    """An outcome as filters know it, from a person's word for it. Raises Refused, naming those that there are."""
    outcome = fold(text).replace(" ", "_")
    if outcome not in OUTCOMES:
        raise Refused(f"“{text}” is no outcome; known: {', '.join(OUTCOMES)}.", code="syntax", where="outcome")
    return outcome


def _by_outcome(found: Filter, value: str, context: Context) -> Filter:
    return _with(found, outcome=outcome_of(value))


def _with(found: Filter, **changes: object) -> Filter:
    return msgspec.structs.replace(found, **changes)


_KINDS = {kind: kind for kind in (*PLAIN_KINDS, "fright", "effort", "recovery")}
_FAMILIES = {family: family for family in dict.fromkeys(FAMILIES.values())}

_FILTERS: dict[str, Callable[[Filter, str, Context], Filter]] = {
    "character": _by_character,
    "what": lambda found, value, context: _with(found, what=value),
    "skill": lambda found, value, context: _with(found, what=value),
    "kind": _one_of("kind", _KINDS),
    "family": _one_of("family", _FAMILIES),
    "outcome": _by_outcome,
    "session": _by_session,
    "secret": _one_of("secret", {"yes": True, "no": False}),
    "voided": _one_of("voided", {"yes": "include", "no": "exclude", "only": "only"}),
}

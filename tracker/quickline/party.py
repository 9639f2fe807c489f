"""Lines about what the party does together: group checks and montages."""

from __future__ import annotations

from tracker.campaign import commands as cmd
from tracker.campaign.characters import find_character
from tracker.campaign.montages import open_montages
from tracker.errors import Refused
from tracker.language import _
from tracker.quickline.contests import side
from tracker.quickline.words import Reader
from tracker.text import fold, key_of, spoken

_COURSE = "by"
_LONGEST_GOAL = 10  # words
_AUTOMATIC = ("auto", "automatic", "automatically")


def group(reader: Reader) -> cmd.GroupCheck:
    who = reader.many()
    state = reader.context.state
    members = state.present() if who == ("all",) else [find_character(state, name) for name in who]
    if not members:
        raise Refused(_("Nobody is present: “all” means the active player characters."), code="not_found", where="who")
    first, *others = [member.name.get("") for member in members]
    ability = reader.ability(first, others=others)
    return cmd.GroupCheck(who=who, what=ability.typed, modifiers=reader.modifiers(ability.name))


def montage(reader: Reader) -> cmd.StartMontage | cmd.TakeCourse | cmd.GiveUpMontage:
    if reader.keyword("start"):
        return _started(reader)
    if reader.keyword("giveup"):
        return cmd.GiveUpMontage(name=reader.rest())
    name = _open_montage(reader)
    who = reader.who()
    automatic = reader.keyword(*_AUTOMATIC) is not None
    by = cmd.Side(who=who) if automatic else side(reader, who, (_COURSE,))
    if not reader.keyword(_COURSE):
        expected = _("“by” and what is done, such as “by bribing the barkeep”")
        raise reader.refuse(reader.take(expected), expected)
    course = reader.until(("because",))
    if not course:
        raise Refused(_("Expected what is done, such as “by bribing the barkeep”."), code="syntax", where="course")
    reason = ""
    if reader.keyword("because"):
        reason = reader.rest() or reader.take(_("a reason")).text
    return cmd.TakeCourse(montage=name, by=by, course=course, automatic=automatic, reason=reason)


def _open_montage(reader: Reader) -> str:
    """The open montage that the next words name in whole, and past them; empty where they don't, and the only one is meant.
    Quoted words can't be anybody's name here."""
    rules, word = reader.context.ruleset.montages, reader.peek()
    names = {fold(one.name) for one in open_montages(reader.context.state, rules).values()} if rules else set()
    for end in range(min(len(reader.words), reader.at + _LONGEST_GOAL), reader.at, -1):
        text = " ".join(each.text for each in reader.words[reader.at : end])
        if fold(text) in names and end < len(reader.words):
            reader.at = end
            return text
    return reader.take(_("a montage")).text if word is not None and word.quoted else ""


def _started(reader: Reader) -> cmd.StartMontage:
    rules = reader.context.ruleset.montages
    known = tuple(rules.limits) if rules else ()
    levels = _(", ").join(map(spoken, known)) or _("this system has no montages")
    expected = _("how hard it is ({levels})", levels=levels)
    word = reader.take(expected)
    difficulty, following = key_of(word.text), reader.peek()
    if following is not None and f"{difficulty}_{following.key}" in known:
        reader.at += 1
        difficulty = f"{difficulty}_{following.key}"
    elif known and difficulty not in known:
        raise reader.refuse(word, expected)
    name = reader.rest()
    if not name:
        raise Refused(_("Expected the goal, such as “montage start hard find the cult”."), code="syntax", where="name")
    return cmd.StartMontage(name=name, difficulty=difficulty)

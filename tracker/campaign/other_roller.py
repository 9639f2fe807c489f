"""Decisions about rolls that were put down under the wrong name: made anew by the numbers of whoever rolled in truth, each
as its kind has it."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import convert
from msgspec.structs import replace

from tracker import events as ev
from tracker.campaign import commands as cmd
from tracker.campaign import efforts, feats, frights
from tracker.campaign.characters import Basis, find_basis, find_character, made_up
from tracker.campaign.contests import Bout, side_of
from tracker.campaign.contests_anew import of_another
from tracker.campaign.decision import Decision
from tracker.campaign.evolve import GROUP
from tracker.campaign.groups import basis_beside
from tracker.campaign.montages import MONTAGE
from tracker.campaign.rolls import AUTOMATIC, PLAIN_KINDS, has_ability, named, settle_on
from tracker.campaign.settling import Named, RollSpec, replaced, roll
from tracker.campaign.state import CampaignState
from tracker.errors import Refused
from tracker.language import N_, _
from tracker.text import fold, spoken

FRIGHT = "fright"
CONTESTS = ("contest", "resistance")
"""The kinds of rolls of two sides' contests."""

# Why a roll of a kind stays its maker's.
_OWN = {
    "recovery": N_("it shakes off a condition of just this character's"),
    "self_control": N_("it is made against this character's own trait"),
    "influence": N_("what comes of it rests on the traits of just these two"),
    "healing": N_("what it heals is recorded with it"),
    "first_aid": N_("what it heals is recorded with it"),
    "long_task": N_("the day's work that it decides is this character's"),
    "sense": N_("what it notices rests on this character's own senses"),
}
_OTHERWISE = N_("what follows from it is this character's own")


def subject_of(state: CampaignState, who: str) -> str:
    """Whom a name means: a character's id, or ``@name``. Raises Refused."""
    return made_up(who) or find_character(state, who).id


def another(decision: Decision, recorded: ev.Recorded, made: ev.RollMade, command: cmd.Correct) -> str:
    """Who made a roll in truth. Raises Refused, saying why, where it can't be somebody else's."""
    who = subject_of(decision.state, command.who)
    if who == recorded.subject:
        return who
    if made.reroll_of is not None:
        raise _stays(recorded, made, _("it stands in for the roll {first}: correct that one", first=made.reroll_of))
    if made.kind not in (*_KINDS, *CONTESTS) and (made.kind not in PLAIN_KINDS or made.then.keys() - {"foe"}):
        raise _stays(recorded, made, _(_OWN.get(made.kind, _OTHERWISE)))
    if made.kind == feats.FEAT and (first := feats.first_roll(made, recorded.position)) != recorded.position:
        raise _stays(recorded, made, _("a feat is one person's from its first roll on: correct {first}", first=first))
    if made.kind in CONTESTS:
        _check_contest(recorded, made)
    if made.kind == GROUP:
        _check_group(decision, recorded, made, who)
    if who.startswith("@") and (made.kind in (FRIGHT, feats.FEAT, efforts.EFFORT, GROUP) or not made.given):
        raise Refused(_("{who} has no sheet to roll against.", who=who[1:]), code="missing", where="who")
    return who


def rolled_instead(decision: Decision, recorded: ev.Recorded, made: ev.RollMade, command: cmd.Correct, who: str) -> None:
    """A roll anew as somebody else's, by their own numbers; of its modifiers those stay that ``made`` still has and that
    were named for it. Raises Refused."""
    _KINDS.get(made.kind, _plain)(decision, recorded, made, command, who)


def settled_in_a_contest(
    decision: Decision, recorded: ev.Recorded, made: ev.RollMade, command: cmd.Correct, who: str
) -> RollSpec:
    """A side of a contest as somebody else's, by their own numbers; the other side's target may change with it. Raises
    Refused."""
    with decision.back_at(recorded.envelope):
        basis = _basis(decision, made, command, who)
        spec = _spec(decision, recorded, made, command, who, basis, attempted=False)
        return of_another(decision, convert(made.then["contest"], Bout), who, spec)


def _stays(recorded: ev.Recorded, made: ev.RollMade, why: str) -> Refused:
    return Refused(
        _(
            "The roll {position} ({kind}) can't become somebody else's: {why}; “void {position}” takes it back, then make "
            "it for the right one.",
            position=recorded.position,
            kind=_(spoken(made.kind)),
            why=why,
        ),
        code="not_another",
        where="who",
    )


def _check_contest(recorded: ev.Recorded, made: ev.RollMade) -> None:
    if "contest" not in made.then:
        raise _stays(recorded, made, _(_OTHERWISE))
    bout = convert(made.then["contest"], Bout)
    if bout.then:
        raise _stays(recorded, made, _(_OWN.get(bout.then, _OTHERWISE)))
    if bout.round > 1:
        first = bout.rolls[min(side_of(bout), len(bout.rolls) - 1)]
        raise _stays(recorded, made, _("a side is one person's from the first round on: correct {first}", first=first))


def _check_group(decision: Decision, recorded: ev.Recorded, made: ev.RollMade, who: str) -> None:
    """Raises Refused for somebody who has a roll of that check already, or waits for one."""
    procedure = recorded.envelope.procedure or 0
    rolls = [at for at in decision.state.group_rolls.get(procedure, ()) if at != recorded.position]
    made_by = {decision.event_at(at).subject: at for at in rolls}
    waiting = {one.subject: at for at, one in decision.state.open_prompts().items() if one.procedure == procedure}
    at = made_by.get(who, waiting.get(who))
    if at is not None:
        raise _stays(
            recorded,
            made,
            _("{name} has a roll of this check ({other}): correct the dice of both", name=decision.name_of(who), other=at),
        )


# -- the rolls --------------------------------------------------------------------------------------------------------


def _plain(decision: Decision, recorded: ev.Recorded, made: ev.RollMade, command: cmd.Correct, who: str) -> None:
    cause, task = recorded.envelope.cause, None
    if made.task is not None:
        begun = decision.event_at(made.task).event
        if isinstance(begun, ev.TaskStarted):
            cause = task = decision.record(replace(begun, first=None), subject=who)
    spec = _spec(decision, recorded, made, command, who, _basis(decision, made, command, who))
    roll_anew(decision, recorded, replace(spec, task=task), who, cause)


def _in_a_group(decision: Decision, recorded: ev.Recorded, made: ev.RollMade, command: cmd.Correct, who: str) -> None:
    """A member's roll, beside those of the others."""
    group = decision.state.groups.get(recorded.envelope.procedure or 0)
    what = group.what if group else made.what
    basis = basis_beside(decision.sheet(who), decision.ruleset, what, made.what)
    roll_anew(decision, recorded, _spec(decision, recorded, made, command, who, basis), who, recorded.envelope.cause)


def _course(decision: Decision, recorded: ev.Recorded, made: ev.RollMade, command: cmd.Correct, who: str) -> None:
    """A course of a montage, in the turn that it had."""
    spec = _spec(decision, recorded, made, command, who, _basis(decision, made, command, who))
    roll_anew(decision, recorded, spec, who, recorded.envelope.cause)


def _effort(decision: Decision, recorded: ev.Recorded, made: ev.RollMade, command: cmd.Correct, who: str) -> None:
    """An extra effort: its fatigue is the other one's, and it waits for the other one's feat."""
    spec = efforts.settled(
        decision,
        who,
        made.what,
        made.increase or 0,
        using=made.then.get(efforts.USING, ""),
        motivated=made.motivation or None,
        modifiers=_named(decision, made, command),
    )
    spec = replace(spec, corrects=recorded.position)
    roll_anew(decision, recorded, spec, who, recorded.envelope.cause)


def _feat(decision: Decision, recorded: ev.Recorded, made: ev.RollMade, command: cmd.Correct, who: str) -> None:
    """A whole feat, by the other one's abilities."""
    feats.performed_instead(decision, made, recorded.position, who, _named(decision, made, command))


def _frightened(decision: Decision, recorded: ev.Recorded, made: ev.RollMade, command: cmd.Correct, who: str) -> None:
    """A Fright Check of the other one, who met the threat in place of the first."""
    kept = [one for one in made.modifiers if one.source == "gm"]
    given = Named(replaced(kept, named(decision, command.modifiers, made.what).modifiers))
    character = decision.state.characters[who]
    procedure = recorded.envelope.procedure
    frights.check(decision, character, made.threat or "", [], given, procedure, corrects=recorded.position)


_Instead = Callable[[Decision, ev.Recorded, ev.RollMade, cmd.Correct, str], None]
_KINDS: dict[str, _Instead] = {
    FRIGHT: _frightened,
    GROUP: _in_a_group,
    MONTAGE: _course,
    efforts.EFFORT: _effort,
    feats.FEAT: _feat,
}


# -- what they have in common -----------------------------------------------------------------------------------------


def _basis(decision: Decision, made: ev.RollMade, command: cmd.Correct, who: str) -> Basis:
    own = not who.startswith("@") and has_ability(decision.sheet(who), decision.ruleset, made.what)
    if made.given and (command.base is not None or not own):
        return Basis(made.what, made.base if command.base is None else command.base, given=True)
    return find_basis(decision.sheet(who), decision.ruleset, made.what)


def _spec(
    decision: Decision,
    recorded: ev.Recorded,
    made: ev.RollMade,
    command: cmd.Correct,
    who: str,
    basis: Basis,
    *,
    attempted: bool = True,
) -> RollSpec:
    spec = settle_on(
        decision,
        who,
        made.kind,
        basis,
        _named(decision, made, command),
        attempted=attempted,
        sort=made.sort,
    )
    return replace(spec, corrects=recorded.position, then=made.then, represents=made.represents, ruling=made.ruling)


def _named(decision: Decision, made: ev.RollMade, command: cmd.Correct) -> list[cmd.GivenModifier]:
    """What the GM had named for the roll and names now; what is worked out by itself is worked out for the other one."""
    kept = [
        cmd.GivenModifier(one.value if one.source == "gm" else None, one.label)
        for one in made.modifiers
        if one.source == "gm"
        or (one.source not in AUTOMATIC and decision.ruleset.named(fold(one.label), made.what) is not None)
    ]
    mode = [cmd.GivenModifier(None, made.mode)] if made.mode else []
    return [*kept, *mode, *command.modifiers]


def roll_anew(decision: Decision, recorded: ev.Recorded, spec: RollSpec, who: str, cause: int | None) -> None:
    """Throw for a roll once more in its place among the others."""
    # The dice lay on the table whatever the other one's roll is called.
    decision.kept = [replace(one, what=spec.what) if one.position == recorded.position else one for one in decision.kept]
    roll(
        decision,
        spec,
        subject=who,
        name=decision.name_of(who),
        cause=cause,
        procedure=recorded.envelope.procedure,
        purpose=" (corrected)",
    )

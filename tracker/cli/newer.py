"""What a newer sheet leaves to the GM to say, and what of play stays beside it."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from tracker.campaign import commands as cmd
from tracker.campaign.characters import view
from tracker.campaign.newer_sheets import Doubt, can_be_counted, doubts, standing
from tracker.campaign.parts import Character
from tracker.campaign.state import CampaignState
from tracker.cli.context import position
from tracker.cli.output import Output
from tracker.errors import Refused
from tracker.language import _
from tracker.phrases import said
from tracker.rulesets.base import Ruleset
from tracker.text import fold

_YES, _NO = ("y", "yes"), ("n", "no")


@dataclass(frozen=True, slots=True)
class Answers:
    """What the GM said about events of play: the newer files hold them (``same``) or only seem to (``apart``). ``every``
    says it of all that is in doubt: ``same``, ``apart`` or nothing."""

    same: tuple[int, ...]
    apart: tuple[int, ...]
    every: str

    @classmethod
    def read(cls, state: CampaignState, same: Sequence[str], apart: Sequence[str]) -> Answers:
        """The typed ones. Raises Refused for what is neither an event that could be meant nor ``all``."""
        everything = [
            which for which, typed in (("same", same), ("apart", apart)) if any(fold(one) == "all" for one in typed)
        ]
        if len(everything) > 1:
            raise Refused(_("All can't be the same and apart at once."), code="bad_value", where="apart")
        known = {at for character in state.roster() for at in can_be_counted(state, character)}
        found: dict[str, tuple[int, ...]] = {}
        for which, typed in (("same", same), ("apart", apart)):
            found[which] = tuple(position(one) for one in typed if fold(one) != "all")
            if unknown := [at for at in found[which] if at not in known]:
                raise Refused(
                    _(
                        "Event {position} is no award, trait or self-control number from play that counts beside a sheet.",
                        position=unknown[0],
                    ),
                    code="bad_position",
                    where=which,
                )
        return cls(found["same"], found["apart"], "".join(everything))

    def given(
        self, command: cmd.ImportCharacter, state: CampaignState, character: Character, out: Output
    ) -> cmd.ImportCharacter:
        """The command with the answers that concern this character. On a terminal the GM is asked for those that lack;
        elsewhere the command itself says which."""
        own = can_be_counted(state, character)
        answers = {"same": [at for at in self.same if at in own], "apart": [at for at in self.apart if at in own]}
        for doubt in doubts(state, character, command):
            if doubt.position not in (*answers["same"], *answers["apart"]):
                said = self.every or (_asked(doubt, character.name.get(""), out) if sys.stdin.isatty() else "")
                answers.setdefault(said, []).append(doubt.position)
        return replace(command, same=tuple(answers["same"]), apart=tuple(answers["apart"]))


def _asked(doubt: Doubt, name: str, out: Output) -> str:
    """What the GM answers at a terminal; nothing when nobody does."""
    while True:
        out.warn(
            _(
                "{name}'s newer sheet may hold already {doubt} (event {position}). Is it the same? [yes/no]",
                name=name,
                doubt=doubt.text,
                position=doubt.position,
            )
        )
        line = sys.stdin.readline()
        if not line:
            return ""
        if fold(line) in (*_YES, *_NO):
            return "same" if fold(line) in _YES else "apart"


def kept(state: CampaignState, character: Character, command: cmd.ImportCharacter, ruleset: Ruleset) -> list[str]:
    """In sentences: what of play stays although the newer file says otherwise, and how it would give way."""
    unknown = []
    if command.exported and command.exported.position > state.head:
        unknown.append(
            _(
                "The file was exported when the log ended at event {exported}; here it ends at {head}: "
                "what came between isn't in this campaign, and is taken off the sheet all the same.",
                exported=command.exported.position,
                head=state.head,
            )
        )
    return [*unknown, *_pools(state, character, command, ruleset), *_traits(state, character, command)]


def _pools(state: CampaignState, character: Character, command: cmd.ImportCharacter, ruleset: Ruleset) -> Iterator[str]:
    replaced = {fold(what) for what in command.replace}
    for name, pool in view(state, character, ruleset).pools.items():
        maximum = command.sheet.pools.get(name)
        if maximum is None or fold(name) in replaced or (command.exported and name not in command.exported.pools):
            continue
        current = command.current.get(name, maximum)
        if maximum - current != pool.maximum - pool.current:
            yield _(
                "The file has {pool} {current}/{maximum}; what play left is kept, {below} below the maximum "
                "(--replace {typed} takes the file's).",
                pool=name,
                current=current,
                maximum=maximum,
                below=pool.maximum - pool.current,
                typed=name.lower(),
            )
    conditions = [condition.name for condition in view(state, character, ruleset).conditions.values()]
    if conditions and fold("conditions") not in replaced:
        names = _(", ").join(map(said, conditions))
        yield _("Conditions stay: {names} (--replace conditions ends them).", names=names)


def _traits(state: CampaignState, character: Character, command: cmd.ImportCharacter) -> Iterator[str]:
    if fold("traits") in {fold(what) for what in command.replace}:
        return
    missing = command.exported.missing if command.exported else ()
    for at, trait in standing(state, character).items():
        if at in missing:
            yield _(
                "{trait} (event {position}) was taken off the sheet; it stays in play until “trait buyoff” "
                "(--replace traits takes the file's word).",
                trait=said(trait.name),
                position=at,
            )

"""The write side, pure: ``decide`` (state x command -> facts) and ``evolve`` (state x event -> state)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tracker.campaign import (
    buying,
    chances,
    clock,
    contests,
    correcting,
    corrections,
    criticals,
    effects,
    efforts,
    feats,
    frights,
    groups,
    healing,
    influence,
    injury,
    long_tasks,
    montages,
    people,
    pools,
    records,
    recovery,
    rerolls,
    rolls,
    rulings,
    self_control,
    senses,
    standing,
    steps,
)
from tracker.campaign import commands as cmd
from tracker.campaign.characters import Views
from tracker.campaign.decision import Decision, Facts
from tracker.campaign.state import CampaignState
from tracker.dice import Tray
from tracker.errors import Refused
from tracker.language import _
from tracker.rulesets.base import Ruleset


def _answered(decision: Decision, command: cmd.Answer) -> None:
    steps.answer(decision, command.prompt)


DECIDERS: dict[type[cmd.Command], Callable[[Decision, Any], None]] = {
    cmd.Roll: rolls.roll_made,
    cmd.Retry: rolls.retried,
    cmd.Again: rolls.rolled_again,
    cmd.GiveUp: rolls.given_up,
    cmd.Reroll: rerolls.rolled_anew,
    cmd.Chance: chances.chanced,
    cmd.GroupCheck: groups.group_checked,
    cmd.StartMontage: montages.started,
    cmd.TakeCourse: montages.course_taken,
    cmd.GiveUpMontage: montages.given_up,
    cmd.Fright: frights.frightened,
    cmd.ExtraEffort: efforts.effort_declared,
    cmd.Feat: feats.performed,
    cmd.Sense: senses.sensed,
    cmd.StartLongTask: long_tasks.started,
    cmd.WorkDay: long_tasks.worked,
    cmd.GiveUpLongTask: long_tasks.given_up,
    cmd.BuySuccess: buying.success_bought,
    cmd.RuleOutcome: rulings.outcome_ruled,
    cmd.TellPlayer: rulings.player_told,
    cmd.NameEffect: effects.effect_named,
    cmd.Contest: contests.contested,
    cmd.Influence: influence.influenced,
    cmd.Concerns: influence.concerns,
    cmd.Reaction: influence.reacted,
    cmd.AddModifier: standing.modifier_added,
    cmd.EndModifier: standing.modifier_ended,
    cmd.ClearModifiers: standing.modifiers_cleared,
    cmd.Recover: recovery.recovery_tried,
    cmd.Endure: injury.endured,
    cmd.Heal: healing.healed,
    cmd.FirstAid: healing.first_aid_given,
    cmd.Bandage: healing.bandaged,
    cmd.SelfControl: self_control.self_control_tried,
    cmd.Answer: _answered,
    cmd.AddCharacter: people.character_added,
    cmd.ImportCharacter: people.character_imported,
    cmd.SetValue: people.value_set,
    cmd.SetStatus: people.status_set,
    cmd.ChangePool: pools.pool_changed,
    cmd.AddCondition: pools.condition_added,
    cmd.EndCondition: pools.condition_ended,
    cmd.Award: pools.awarded,
    cmd.Spend: pools.spent,
    cmd.NameTrait: frights.trait_named,
    cmd.BuyOffTrait: frights.bought_off,
    cmd.CreateCampaign: records.campaign_created,
    cmd.SetOption: records.option_set,
    cmd.LoadTable: criticals.table_loaded,
    cmd.StartSession: clock.session_started,
    cmd.EndSession: clock.session_ended,
    cmd.StartScene: clock.scene_started,
    cmd.AdvanceClock: clock.clock_advanced,
    cmd.Rest: healing.rested,
    cmd.Note: records.noted,
    cmd.Mark: records.marked,
    cmd.Amend: records.amended,
    cmd.Void: corrections.voided,
    cmd.Correct: correcting.corrected,
    cmd.Reveal: records.revealed,
}


def decide(
    state: CampaignState,
    ruleset: Ruleset,
    command: cmd.Command,
    tray: Tray,
    facts: Facts,
    *,
    secret: bool = False,
    views: Views | None = None,
) -> Decision:
    """What a command leads to in this state, with these dice. The state stays as it is. ``views`` are those known of the
    campaign's characters.

    Raises Refused when the command can't be done; nothing is recorded then.
    """
    decision = Decision(state, ruleset, tray, facts, secret=secret, views=views)
    DECIDERS[type(command)](decision, command)
    unused = [dice for dice in tray.leftover() if not steps.may_be_spare(decision, dice.label)]
    if unused:
        named = any(dice.label for dice in unused)
        raise Refused(
            _(
                "These dice fit nothing here: {dice}. A label is a whole name or its first word, or what is thrown for.",
                dice=_(", ").join(map(str, unused)),
            )
            if named
            else _("These dice fit nothing here: {dice}.", dice=_(", ").join(map(str, unused))),
            code="bad_dice",
            where="dice",
        )
    return decision

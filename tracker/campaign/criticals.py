"""Decisions in combat: the tables that critical hits and misses are read from."""

from __future__ import annotations

from tracker import events as ev
from tracker.campaign import commands as cmd
from tracker.campaign.decision import Decision
from tracker.campaign.effects import ask_the_gm
from tracker.campaign.options import CRITICALS
from tracker.campaign.parts import CriticalRows
from tracker.campaign.settling import RollSpec, follow_up
from tracker.campaign.state import CampaignState
from tracker.campaign.steps import Question, ask, labels_of, step
from tracker.dice import Throw
from tracker.errors import Refused
from tracker.language import _
from tracker.text import clean_name, fold, key_of


@follow_up("attack")
def _to_the_table(decision: Decision, question: Question, spec: RollSpec, made: ev.RollMade, position: int) -> None:
    if made.critical:
        consult(decision, question.subject, hit=made.success, cause=position, procedure=question.procedure)


@follow_up("active_defense")
def _fooled(decision: Decision, question: Question, spec: RollSpec, made: ev.RollMade, position: int) -> None:
    """A critically good defense turns on a foe within reach."""
    foe = spec.then.get("foe")
    if foe and made.success and made.critical:
        consult(decision, foe, hit=False, cause=position, procedure=question.procedure)


def consult(decision: Decision, subject: str, *, hit: bool, cause: int, procedure: int | None = None) -> None:
    """Throw for what an attacker's critical hit or miss does; ``cause`` is what made it one."""
    rules = decision.ruleset.criticals
    if rules is None:
        return
    kind, name = "hit" if hit else "miss", decision.name_of(subject)
    question = Question(
        step="critical_table",
        notation=rules.notation,
        labels=(*(f"{label} critical" for label in labels_of(subject, name)), "critical"),
        text=f"{name}: critical {kind}, dice for the table",
        subject=subject,
        cause=cause,
        procedure=procedure,
        data={"kind": kind},
    )
    ask(decision, question)


@step("critical_table", ev.TableConsulted)
def _table(decision: Decision, question: Question, throw: Throw) -> None:
    kind = question.data["kind"]
    row = _row(decision, kind, throw.total)
    totals, text = row or (str(throw.total), "")
    position = decision.record(
        ev.TableConsulted(
            table=f"critical_{kind}",
            notation=throw.notation,
            dice=throw.faces,
            dice_source=throw.source,
            modifier=0,
            total=throw.total,
            row=totals,
            text=text,
        ),
        subject=question.subject,
        cause=question.cause,
        procedure=question.procedure,
    )
    if row is not None:
        return
    ask_the_gm(
        decision,
        f"{decision.name_of(question.subject)}: critical {kind}, {throw.total} on your table: what happens?",
        about=position,
        kind=question.step,
        subject=question.subject,
        procedure=question.procedure,
    )


def _row(decision: Decision, kind: str, total: int) -> tuple[str, str] | None:
    """The row of the table that the campaign chose, None where it chose none, or one that has no rows of this kind or was
    taken back since."""
    chosen = CRITICALS.value(decision.state, decision.ruleset)
    rules = decision.ruleset.criticals
    if rules is not None and chosen in rules.tables:
        return rules.row(chosen, kind, total)
    for row in _rows(decision.state, chosen, kind):
        if row.low <= total <= row.high:
            return (f"{row.low}-{row.high}" if row.low < row.high else f"{row.low}"), row.text
    return None


def _rows(state: CampaignState, name: str, kind: str) -> tuple[ev.TableRow, ...]:
    """The rows of one kind in a loaded table, none where there is no such table."""
    loaded = next((setting.entries[-1][1] for key, setting in state.tables.items() if key_of(key) == name), None)
    return () if loaded is None else loaded.hit if kind == "hit" else loaded.miss


def table_loaded(decision: Decision, command: cmd.LoadTable) -> None:
    """A table of critical hits and misses of the GM's own, under the name that the option ``criticals`` takes."""
    rules = decision.ruleset.criticals
    if rules is None:
        raise Refused(
            _("{title} has no tables of critical hits.", title=_(decision.ruleset.title)), code="no_rule", where="table"
        )
    name = key_of(clean_name(command.name, "name"))
    if name in ("none", *rules.tables) or not name:
        raise Refused(
            _("“{name}” can't be a table's name: give it another with --name.", name=command.name),
            code="bad_name",
            where="name",
        )
    table = ev.TableLoaded(name=name, title=command.title, hit=command.hit, miss=command.miss, sha256=command.sha256)
    known = decision.state.tables.get(fold(name))
    if known is not None and known.entries[-1][1] == CriticalRows(name, table.title, table.hit, table.miss):
        raise Refused(_("The table “{name}” is here already, row for row.", name=name), code="nothing", where="table")
    decision.record(table)

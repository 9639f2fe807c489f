"""Laws of the recap: whatever was played, it can be told, and the players' edition tells nothing of what is hidden."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from tempfile import TemporaryDirectory
from unittest.mock import patch

from hypothesis import given
from hypothesis import strategies as st

from tests.drawn import GURPS, NAMES, SYSTEMS, System
from tests.test_laws import LAW, Script, campaign_on, line_of, play, scripts
from tracker import rulesets
from tracker.campaign import commands as cmd
from tracker.campaign.state import CampaignState
from tracker.cli.recap import FORMATS
from tracker.dice import SeededDice
from tracker.errors import Refused
from tracker.events import GM_ONLY, ActionVoided, FrightExposed, PlayerTold, Revealed, RollMade
from tracker.lookback import telling
from tracker.reports import recap
from tracker.reports.knowledge import learn
from tracker.service import Campaign
from tracker.store import Store, open_store

# What follows would be about the hidden line before it.
_ABOUT_THE_LAST = ("secret", "undo", "retry", "again", "mark", "reroll", "buy", "told", "option dice hand")
PUBLIC = [line for line in GURPS.lines if not line.startswith(_ABOUT_THE_LAST)]
# Whose words are the same whether or not they are secret.
PLAYED = [line for line in (*GURPS.lines, *GURPS.hidden) if not line.startswith(("told", "mark", "buy"))]
# Hidden lines that change nothing for anybody.
IDLE = [
    "secret mira iq",
    "secret mira lockpicking -3",
    "secret @guard per=12",
    "secret note the abbot lies",
    "secret reaction @spy",
    "secret contest mira iq vs エルザ will",
    "secret sense vora hearing normal conversation 8yd",
    "secret chance 1 in 20",
    "secret vora st at hush",
    "secret longtask start the tunnel 20",
]
# What everyone sees of a character who joined in secret; a system that has no such rule refuses it.
OF_A_STRANGER = (
    "influence shh diplomacy=13 vs mira on st, dx for 2h",
    "influence shh intimidation=13 vs vora",
    "contest mira dx vs shh dx",
    "contest shh str vs vora str",
    "modifier mira add -2 gaze of Shh Deep",
    "mira st -1 the Shh deep",
    "hp mira -1 bitten by shh Deep",
)


def join_in_secret(campaign: Campaign, system: System) -> None:
    """Somebody joins of whom the players don't know."""
    values = tuple((key, value) for key, _, value in (pair.partition("=") for pair in system.sheet.split()))
    campaign.execute(cmd.AddCharacter(name="Shh Deep", values=values), secret=True)


def evenings() -> st.SearchStrategy[Script]:
    """A system, lines of it with hidden ones among them, and what is taken back in the end."""
    return st.sampled_from(SYSTEMS).flatmap(
        lambda system: st.builds(
            lambda lines, voids: (system, [*lines, *(("void", pick) for pick in voids)]),
            st.lists(
                st.sampled_from([line for line in (*system.lines, *system.hidden, *OF_A_STRANGER) if line != "told shh"]),
                min_size=8,
                max_size=40,
            ),
            st.lists(st.integers(0, 200), max_size=3),
        )
    )


def told(campaign: Campaign, edition: recap.Edition, *, voided: bool = False, last: int | None = None) -> recap.Recap:
    head = campaign.log.head()
    source = recap.Source(
        campaign_id=campaign.log.id,
        ruleset=rulesets.get(campaign.state.ruleset),
        read=campaign.log.read,
        get=campaign.log.get,
        action=campaign.log.action,
        before=CampaignState(),
        known=lambda _revealed: CampaignState(),
        voided=campaign.state.void_positions,
        head=(head.position, head.hash),
    )
    with campaign.log.reading() as connection:
        return recap.gather(connection, source, 1, last or head.position, edition=edition, voided=voided)


def written(found: recap.Recap) -> dict[str, str]:
    return {name: "\n".join(write(found)).replace(found.head_hash, "HASH") for name, write in FORMATS.items()}


@contextmanager
def fresh() -> Iterator[Campaign]:
    with TemporaryDirectory() as folder, open_store(folder) as store:
        campaign = Campaign.create(store, "Ravenmoor", GURPS.ruleset)
        values = tuple((key, value) for key, _, value in (pair.partition("=") for pair in GURPS.sheet.split()))
        for name in NAMES:
            campaign.execute(cmd.AddCharacter(name=name, values=values))
        campaign.execute(cmd.StartSession(title="First"))
        yield campaign


def lines_played(campaign: Campaign, texts: list[tuple[str, str]]) -> None:
    """Play lines, each with the dice of its own seed; what is refused is left out."""
    for text, seed in texts:
        campaign.source = SeededDice(seed)
        with suppress(Refused):
            asked = line_of(campaign, text)
            campaign.execute(asked.command, dice=asked.dice, secret=asked.secret)


def for_players(campaign: Campaign, last: int | None = None) -> dict[str, str]:
    """What the players read of a campaign, as if it was all played on one day."""
    with patch.object(recap, "wall_clock", lambda *_: datetime(2026, 5, 1, tzinfo=UTC)):
        return written(told(campaign, "players", last=last))


def played(steps: list[tuple[str, str | None]], *, hidden: bool) -> dict[str, str]:
    """The players' editions of a campaign with these lines, each with a hidden one before it or not. The dice of a public
    line are the same in any case."""
    with fresh() as campaign:
        for number, (line, idle) in enumerate(steps):
            before = [(idle, f"hidden {number}")] if idle and hidden else []
            lines_played(campaign, [*before, (line, f"public {number}")])
        return for_players(campaign)


def reveal_all(campaign: Campaign) -> list[int]:
    """Reveal whatever is hidden and counts; the positions at which that was done."""
    made = []
    for recorded in list(campaign.log.read()):
        if recorded.envelope.visibility == GM_ONLY:
            with suppress(Refused):  # revealed with what went before it, or taken back
                made.append(campaign.execute(cmd.Reveal(position=recorded.position), secret=True).events[-1].position)
    return made


@LAW
@given(
    steps=st.lists(st.tuples(st.sampled_from(PUBLIC), st.one_of(st.none(), st.sampled_from(IDLE))), min_size=4, max_size=30)
)
def test_hidden_play_that_changes_nothing_leaves_no_trace(steps: list[tuple[str, str | None]]) -> None:
    assert played(steps, hidden=True) == played(steps, hidden=False)


def test_a_hidden_exposure_before_unknown_time_is_not_told_by_a_later_one() -> None:
    steps: list[tuple[str, str | None]] = [
        ("fright mira ghoul =3,3,3", None),
        ("fright vora ghoul =3,3,3", "secret fright vora ghoul =3,3,3"),
        ("session end", "secret fright エルザ ghoul =3,3,3"),
        ("session start Two", None),
        ("fright mira ghoul =3,3,3", None),
        ("fright エルザ ghoul =3,3,3", None),
    ]
    hidden, without = played(steps, hidden=True), played(steps, hidden=False)
    assert hidden["markdown"].count("met ghoul") == without["markdown"].count("met ghoul") == 1, "Mira's, who met it openly"
    assert "エルザ: met" not in hidden["markdown"]


@LAW
@given(lines=st.lists(st.sampled_from(PLAYED), min_size=4, max_size=30))
def test_once_everything_is_revealed_it_is_as_if_it_had_been_played_openly(lines: list[str]) -> None:
    """And as if it had never been revealed once that is taken back."""
    with fresh() as hidden, fresh() as open_:
        lines_played(hidden, [(line, f"{number}") for number, line in enumerate(lines)])
        lines_played(open_, [(line.removeprefix("secret "), f"{number}") for number, line in enumerate(lines)])
        last = hidden.state.head
        before = for_players(hidden, last)
        reveals = reveal_all(hidden)
        reveal_all(open_)  # what a sense roll keeps from its roller
        assert for_players(hidden, last) == for_players(open_, last)
        for reveal in reversed(reveals):
            hidden.execute(cmd.Void(position=reveal, dependants="keep"))
        assert for_players(hidden, last) == before


@LAW
@given(script=evenings())
def test_any_campaign_can_be_told_and_no_player_reads_of_what_is_hidden(store: Store, script: Script) -> None:
    system, steps = script
    with campaign_on(store, system) as campaign:
        join_in_secret(campaign, system)
        play(campaign, steps)
        for voided in (False, True):
            found = told(campaign, "players", voided=voided)
            assert [entry.number for entry in found.entries] == list(range(1, 1 + len(list(found.entries))))
            assert not any(entry.secret for entry in found.entries)
            for text in written(found).values():
                assert "shh" not in text.casefold()
                assert "[GM]" not in text
        written(told(campaign, "gm", voided=True))
        everything = told(campaign, "gm")
        events = campaign.log.get([entry.number for entry in everything.entries])
        shown = [
            entry
            for entry in everything.entries
            if (not entry.secret or isinstance(events[entry.number].event, PlayerTold))
            and not isinstance(events[entry.number].event, FrightExposed)  # which may be told because of a hidden one
        ]
        read = [entry for entry in told(campaign, "players").entries if not entry.text.startswith("met ")]
        assert len(read) == len(shown)


@LAW
@given(script=scripts(8, 40, hidden=True))
def test_every_roll_that_counts_is_told_once_where_it_was_made(store: Store, script: Script) -> None:
    """A corrected one in the place of the roll that was put down wrongly, by its position and in its session."""
    system, steps = script
    with campaign_on(store, system) as campaign:
        play(campaign, [step for step in steps if step != "told shh"])  # which players are to read
        rolls = {one.position: one for one in campaign.log.read() if isinstance(one.event, RollMade)}

        def first(position: int) -> int:
            event = rolls[position].event
            assert isinstance(event, RollMade)
            return position if event.corrects is None else first(event.corrects)

        events = {one.position: one.event for one in campaign.log.read()}
        shown = [at for event in events.values() if isinstance(event, Revealed) for at in event.positions]
        revealed = any("shh" in repr(events[at]) for at in shown)  # what was said in the meantime may say it as well
        for edition in recap.EDITIONS:
            text = "".join(written(told(campaign, edition, voided=True)).values())
            assert edition == "gm" or revealed or "shh" not in text
        found = told(campaign, "gm")
        numbers = [session.number for session in found.sessions if session.number is not None]
        # A session whose start was taken back for a while is told in the parts that it was played in.
        voids = [event for event in events.values() if isinstance(event, ActionVoided)]
        parted = any(one.type == "SessionStarted" for void in voids for one in void.events)
        assert parted or len(numbers) == len(set(numbers))
        shown = [
            (entry.number, session.number)
            for session in found.sessions
            for scene in session.scenes
            for entry in scene.entries
            if entry.rolled
        ]
        counting = [position for position in rolls if position not in campaign.state.void_positions]
        assert shown == [(at, rolls[first(at)].envelope.session) for at in sorted(counting, key=first)]
        players = told(campaign, "players")
        public = [entry for entry in found.entries if entry.rolled and not entry.secret]
        assert [entry.rolled.dice for entry in players.entries if entry.rolled] == [one.rolled.dice for one in public]


@LAW
@given(
    script=evenings(), picks=st.lists(st.integers(0, 10**6), min_size=1, max_size=6), reveals=st.lists(st.integers(0, 30))
)
def test_wherever_a_telling_begins_players_know_what_the_log_up_to_there_tells_them(
    store: Store, script: Script, picks: list[int], reveals: list[int]
) -> None:
    """Also when it begins with what was kept of an earlier telling, before something was revealed."""
    system, steps = script
    with campaign_on(store, system) as campaign, patch.object(telling, "_APART", 5):
        join_in_secret(campaign, system)
        play(campaign, [*steps, "session end", "session start Last", *steps])
        known = telling.KnownStates(campaign.log)
        for again in range(2):
            for pick in picks:
                first = 2 + pick % (campaign.state.head - 1)
                last = min(first + 20, campaign.state.head)
                kept, anew, folded = (
                    written(telling.tell(campaign.log, campaign.state, first, last, edition="players", known=which))
                    for which in (known, None, _FromTheBeginning(campaign.log))
                )
                assert kept == anew == folded
            hidden = [one.position for one in campaign.log.read() if one.envelope.visibility == GM_ONLY]
            for pick in reveals if hidden and not again else ():
                with suppress(Refused):
                    campaign.execute(cmd.Reveal(position=hidden[pick % len(hidden)]))


class _FromTheBeginning(telling.KnownStates):
    """Takes every public event of the log anew."""

    def at(self, position: int, revealed: Collection[int]) -> CampaignState:
        state = CampaignState()
        for fact in self._log.facts(0, position):
            learn(state, fact, revealed)
        return state


@LAW
@given(script=evenings())
def test_the_tallies_count_every_roll_that_counts_once(store: Store, script: Script) -> None:
    system, steps = script
    with campaign_on(store, system) as campaign:
        play(campaign, steps)
        found = told(campaign, "gm")
        rolls = [json.loads(line) for line in written(found)["jsonl"].splitlines()][:-1]
        assert all(re.fullmatch(r"\d+", str(roll["position"])) for roll in rolls)
        named = [roll for roll in rolls if roll["character"]]
        assert sum(tally.rolls for tally in found.tallies) == len(named)

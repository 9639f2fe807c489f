"""The one-line language: what a GM types, and what is said when it isn't understood."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tracker.campaign import commands as cmd
from tracker.campaign.parts import Prompt
from tracker.errors import Refused
from tracker.quickline import VERBS, Context, candidates, parse, read_ability, read_modifiers, words_of
from tracker.reports.targets import Targets
from tracker.service import Campaign
from tracker.store import open_store


@pytest.fixture(scope="module")
def context(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Context]:
    """Mira Dusk (who acts when nobody is named), Vora and エルザ; one failed and one passed roll of Vora, and one that
    was undone."""
    folder: Path = tmp_path_factory.mktemp("quickline")
    with open_store(str(folder)) as store:
        campaign = Campaign.create(store, "Ravenmoor", "gurps4e")
        sheet = (("lockpicking", "12"), ("area knowledge", "11"), ("skill:Guns/TL8 (Pistol)", "13"), ("skill:隠密", "12"))
        for name in ("Mira Dusk", "Vora", "エルザ"):
            campaign.execute(cmd.AddCharacter(name=name, values=sheet))
        campaign.execute(cmd.StartSession())
        campaign.execute(cmd.Roll(who="vora", what="dx"), dice=["6,6,4"])  # event 6
        campaign.execute(cmd.Roll(who="vora", what="dx"), dice=["3,3,3"])  # event 7
        campaign.execute(cmd.Void(position=campaign.execute(cmd.Note(text="oops")).events[0].position))
        yield Context(campaign.state, campaign.ruleset, Targets(campaign.log), "GM", "mira-dusk")


def mods(*pairs: tuple[int | None, str]) -> tuple[cmd.GivenModifier, ...]:
    return tuple(cmd.GivenModifier(value, label) for value, label in pairs)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "mira lockpicking -3 dark +1 fine tools",
            cmd.Roll(who="Mira Dusk", what="lockpicking", modifiers=mods((-3, "dark"), (1, "fine tools"))),
        ),
        ("mira dusk area knowledge", cmd.Roll(who="Mira Dusk", what="area knowledge")),
        ("lockpicking+2", cmd.Roll(who="Mira Dusk", what="lockpicking", modifiers=mods((2, "")))),
        ("隠密－３", cmd.Roll(who="Mira Dusk", what="隠密", modifiers=mods((-3, "")))),
        ("エルザ　隠密 −3 暗い", cmd.Roll(who="エルザ", what="隠密", modifiers=mods((-3, "暗い")))),
        ("mira lockpicking - 3 dark", cmd.Roll(who="Mira Dusk", what="lockpicking", modifiers=mods((-3, "dark")))),
        (
            "mira lock at west-door policy once -2",
            cmd.Roll(who="Mira Dusk", what="lock", at="west-door", policy="one_chance", modifiers=mods((-2, ""))),
        ),
        (
            'vora dx -2 "shot at night, -1 or not"',
            cmd.Roll(who="Vora", what="dx", modifiers=mods((-2, "shot at night, -1 or not"))),
        ),
        ("@guard per=12 -2 fog", cmd.Roll(who="@guard", what="per", base=12, modifiers=mods((-2, "fog")))),
        ('@guard "detect lies"=12 -2', cmd.Roll(who="@guard", what="detect lies", base=12, modifiers=mods((-2, "")))),
        ("roll mira lockpicking -1", cmd.Roll(who="Mira Dusk", what="lockpicking", modifiers=mods((-1, "")))),
        ("roll lockpicking", cmd.Roll(who="Mira Dusk", what="lockpicking")),
        ("retry", cmd.Retry(roll=6)),
        ("retry 6 +1 calm", cmd.Retry(roll=6, modifiers=mods((1, "calm")))),
        ("retry vora -1", cmd.Retry(roll=6, modifiers=mods((-1, "")))),
        ("again vora", cmd.Again(roll=7)),
        ("fright all ghoul -2", cmd.Fright(who=("all",), cause="ghoul", modifiers=mods((-2, "")))),
        (
            "fright mira,vora the dark rider alone dark 120yd -2 at once",
            cmd.Fright(
                who=("Mira Dusk", "Vora"),
                cause="the dark rider",
                circumstances=("alone", "dark"),
                distance=120.0,
                modifiers=mods((-2, "at once")),
            ),
        ),
        ("fright Mira Dusk, Vora ghoul", cmd.Fright(who=("Mira Dusk", "Vora"), cause="ghoul")),
        ("award mira, vora,エルザ 2 wit", cmd.Award(who=("Mira Dusk", "Vora", "エルザ"), points=2, reason="wit")),
        ('fright mira "the dark"', cmd.Fright(who=("Mira Dusk",), cause="the dark")),
        (
            "effort mira st +20% protecting her brother",
            cmd.ExtraEffort(who="Mira Dusk", feat="st", increase=20, motivated="protecting her brother"),
        ),
        ("effort st 10%", cmd.ExtraEffort(who="Mira Dusk", feat="st", increase=10)),
        ("hp vora -3 goblin arrow", cmd.ChangePool(who="Vora", pool="HP", change=-3, reason="goblin arrow")),
        ("fp -1", cmd.ChangePool(who="Mira Dusk", pool="FP", change=-1)),
        ("condition vora add on fire 10s", cmd.AddCondition(who="Vora", name="on fire", seconds=10)),
        ("condition vora add blessed for 1d12h", cmd.AddCondition(who="Vora", name="blessed", seconds=129_600)),
        ("condition vora end fire", cmd.EndCondition(who="Vora", name="fire")),
        ("note  -3 is [red]no[/] modifier =here", cmd.Note(text="-3 is [red]no[/] modifier =here")),
        ('note he said "hi and left', cmd.Note(text='he said "hi and left')),
        ("secret note\nfirst\nsecond", cmd.Note(text="first\nsecond")),
        ("mark #6 the duke's seal", cmd.Mark(position=6, label="the duke's seal")),
        ("award all 3 good play", cmd.Award(who=("all",), points=3, reason="good play")),
        ("session start The Bell Tower elapsed 3d", cmd.StartSession(title="The Bell Tower", elapsed=259_200)),
        (
            "character Ash Vale st=11 area_knowledge=12 player=Ines",
            cmd.AddCharacter(name="Ash Vale", values=(("st", "11"), ("area_knowledge", "12"), ("player", "Ines"))),
        ),
        (
            'character Ash "area knowledge"=12 "detect lies=11"',
            cmd.AddCharacter(name="Ash", values=(("area knowledge", "12"), ("detect lies", "11"))),
        ),
        ('character "a=b" st=11', cmd.AddCharacter(name="a=b", values=(("st", "11"),))),
        ("npc guard per=12", cmd.AddCharacter(name="guard", values=(("per", "12"),), npc=True)),
        ("set vora name=Vora the Red", cmd.SetValue(who="Vora", key="name", value="Vora the Red")),
        ("session end keep", cmd.EndSession(keep_tasks=True)),
        ("clock -2h a dream", cmd.AdvanceClock(seconds=-7200, reason="a dream")),
        ("rest 30m vora", cmd.Rest(seconds=1800, who=("Vora",))),
        ("void 6 wrong character", cmd.Void(position=6, reason="wrong character")),
        ("trait 42 Fear of bells", cmd.NameTrait(prompt=42, name="Fear of bells")),
        ("trait buyoff vora Fear of bells", cmd.BuyOffTrait(who="Vora", trait="Fear of bells")),
    ],
)
def test_a_line_becomes_a_command(context: Context, text: str, expected: cmd.Command) -> None:
    assert parse(text, context).command == expected


def test_dice_and_secrecy_stand_beside_the_command(context: Context) -> None:
    line = parse("secret fright all ghoul -2 =mira:3,4,5 =table:2,2,6", context)
    assert (line.dice, line.secret) == (("mira:3,4,5", "table:2,2,6"), True)


@pytest.mark.parametrize(
    ("text", "where", "says"),
    [
        ("", "line", "Type a roll"),
        ("mira", "what", "Expected a skill"),
        ("mira lockpicking at", "place 20", "a task's name"),
        ("mira lockpicking -3 dark -", "place 26", "expected a modifier"),
        ('mira lockpicking -3 "dark', "place 21", "not closed"),
        ("@guard per=twelve", "place 8", "a number"),
        ("hp vora 3", "place 9", "with its sign"),
        ("vora hp -3 arrow", "line", "“hp” comes first, as in “hp vora -3 arrow”"),
        ('mira dusk note "the bell" tolls', "line", '“note mira dusk "the bell" tolls”'),
        ("condition vora burn", "place 16", "add or end"),
        ("effort vora st 20", "place 18", "increase in percent"),
        ("fright vora", "cause", "Expected the cause"),
        ("retry 6 please", "place 9", "expected the end of the line"),
        ("clock later", "time", "no length of time"),
        ("session begin", "place 9", "start or end"),
        ("=3,4,5", "line", "Dice alone"),
        ("fright mira ghoul, big", "cause", "comma"),
        ("character Ash st=11 strong", "place 21", "a value"),
        ("character st=11", "name", "Expected a name"),
        ("fright mira, ghoul", "place 14", "a character"),
        ("void 99999999999999999999", "place 6", "an event's number"),
        ("award vora 9223372036854775807", "place 12", "points"),
        ("award vora 5%", "place 12", "points"),
        ("rest " + "9" * 5000 + "m", "time", "no length of time"),
    ],
)
def test_a_mistake_names_its_place_and_what_was_expected(context: Context, text: str, where: str, says: str) -> None:
    with pytest.raises(Refused, match=says) as refusal:
        parse(text, context)
    assert refusal.value.where == where


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    text=st.one_of(
        st.text(max_size=60),
        st.lists(
            st.sampled_from(
                [*VERBS, "mira", "vora", "all", "st", "-3", "+", "at", '"', "=3,4", "12", "+20%", "per=12", "３", "30m"]
            ),
            max_size=8,
        ).map(" ".join),
    )
)
def test_any_text_is_a_command_or_a_refusal(context: Context, text: str) -> None:
    with suppress(Refused):
        assert isinstance(parse(text, context).command, cmd.Command)


def test_a_command_word_is_no_mistake_where_it_is_something_to_roll_on(tmp_path: Path) -> None:
    with open_store(str(tmp_path)) as store:
        campaign = Campaign.create(store, "Ravenmoor", "gurps4e")
        campaign.execute(cmd.AddCharacter(name="Vora", values=(("running", "12"),)))
        campaign.execute(cmd.AddCharacter(name="Rollo", values=(("running", "11"),)))
        context = Context(campaign.state, campaign.ruleset, Targets(campaign.log), "GM", "vora")
        assert parse("vora run -2", context).command == cmd.Roll(who="Vora", what="run", modifiers=mods((-2, "")))
        assert parse("roll running", context).command == cmd.Roll(who="Rollo", what="running"), "he is called so"


def test_a_name_that_nobody_has_may_be_a_command_only_where_one_can_stand(context: Context) -> None:
    nobody = replace(context, active=None)
    with pytest.raises(Refused, match=r"\(Mira Dusk, Vora, エルザ\) or a command\."):
        parse("bob stealth", nobody)
    with pytest.raises(Refused, match=r"\(Mira Dusk, Vora, エルザ\)\."):
        parse("hp bob -3", nobody)


@pytest.mark.parametrize("verb", VERBS)
def test_every_verbs_example_can_be_typed(context: Context, verb: str) -> None:
    example = VERBS[verb].example.replace("mira", "vora").replace("korr", "vora").replace("lyssa", "vora")
    assert example.startswith(verb)
    assert parse(example, replace(context, active="vora")).command is not None


def test_dice_among_the_arguments_of_a_command_line_are_refused(context: Context) -> None:
    with pytest.raises(Refused, match="--dice 3,4,5") as refusal:
        read_ability("mira", ["lockpicking", "=3,4,5"], None, context)
    assert refusal.value.where == "dice"


def test_arguments_of_a_command_line_are_modifiers_and_their_labels(context: Context) -> None:
    read = read_modifiers(["-1", "dark", "+2", "fine -1 tools"], "DX", context)
    assert read == mods((-1, "dark"), (2, "fine -1 tools"))
    with pytest.raises(Refused):
        read_modifiers(["foggy", "-1"], "DX", context)


@pytest.mark.parametrize(
    ("text", "what", "expected"),
    [
        ("mira climbing wall in the dark", "climbing", mods((None, "wall"), (None, "dark"))),
        (
            "mira climbing in the dark, wall -2 icy wind, fine tools",
            "climbing",
            mods((None, "dark"), (None, "wall"), (-2, "icy wind"), (None, "fine tools")),
        ),
        ("mira area knowledge very hard", "area knowledge", mods((None, "very hard"))),
        ("lock haste 30% improvised tools", "lock", mods((None, "haste 30%"), (None, "improvised tools"))),
        ("@guard per=12 dark 3", "per", mods((None, "dark 3"))),
        ("mira broadsword flurry of blows in the dark", "broadsword", mods((None, "flurry of blows"), (None, "dark"))),
    ],
)
def test_modifiers_are_found_by_name(
    text: str, what: str, expected: tuple[cmd.GivenModifier, ...], context: Context
) -> None:
    command = parse(text, context).command
    assert isinstance(command, cmd.Roll)
    assert (command.what, command.modifiers) == (what, expected)


def test_a_target_is_set_for_a_reason(context: Context) -> None:
    command = parse("mira lockpicking dark target 8 because the lock is rusted", context).command
    assert command == cmd.Roll(
        who="Mira Dusk", what="lockpicking", modifiers=mods((None, "dark")), target=8, reason="the lock is rusted"
    )


@pytest.mark.parametrize("text", ["mira lockpicking foggy", "mira lockpicking wall", "mira lockpicking dark foggy -2"])
def test_a_modifier_that_the_rules_do_not_know_is_named(text: str, context: Context) -> None:
    with pytest.raises(Refused, match=r"“(foggy|wall)” at place \d+: expected .*by name"):
        parse(text, context)


@pytest.mark.parametrize(
    "text", ["influnce mira diplomacy vs @guard will=11", "contst mira dx vs vora st=12", "lockpicking @guard per=12"]
)
def test_a_mistyped_command_about_two_sides_is_no_roll_on_all_of_its_words(text: str, context: Context) -> None:
    with pytest.raises(Refused, match="begins with a command such as “contest”") as refused:
        parse(text, context)
    assert refused.value.code == "syntax"
    quoted = parse('lockpicking "save vs poison"=12', context).command
    assert quoted == cmd.Roll(who="Mira Dusk", what="lockpicking save vs poison", base=12)


@pytest.mark.parametrize("against", ["vs vora", "mud vs Mira", "vs. Mira Dusk", "against @guard"])
def test_another_side_behind_a_modifier_is_no_reason_for_it(against: str, context: Context) -> None:
    with pytest.raises(Refused, match="it is a contest: “contest mira dx -2 mud vs") as refused:
        parse(f"mira lockpicking -2 {against}, -1 dark", context)
    assert refused.value.code == "syntax"


@pytest.mark.parametrize("words", ["against the wind", '"vs Mira"', "vs undead", "vs"])
def test_what_a_modifier_is_against_may_be_anything_else(words: str, context: Context) -> None:
    command = parse(f"lockpicking -2 {words}", context).command
    assert isinstance(command, cmd.Roll)
    assert command.modifiers == mods((-2, words.strip('"')))


@pytest.mark.parametrize(
    ("text", "offered"),
    [
        ("vora dx haste 35%", "(haste 10%, haste 20%, haste 30%,"),
        ("vora dx best tools", "(best tools tl0, best tools tl1,"),
        ("vora dx soaking", "(mighty blows, rapid strike,"),
    ],
)
def test_names_that_begin_alike_are_offered(text: str, offered: str, context: Context) -> None:
    with pytest.raises(Refused, match=re.escape(offered)):
        parse(text, context)


def test_no_names_are_spoken_of_where_the_rules_have_none(tmp_path: Path) -> None:
    with open_store(str(tmp_path)) as store:
        campaign = Campaign.create(store, "The Salt Road", "gurps3e")
        campaign.execute(cmd.AddCharacter(name="Mira", values=(("stealth", "14"),)))
        context = Context(campaign.state, campaign.ruleset, Targets(campaign.log), "GM", "mira")
        with pytest.raises(Refused, match=r"the end of the line, or a modifier such as -2 with its reason\.$"):
            parse("mira stealth dark", context)


def test_places_count_from_one_and_survive_full_width_text() -> None:
    assert [(word.text, word.place) for word in words_of("隠密－３ dark")] == [("隠密", 1), ("-3", 3), ("dark", 6)]


@pytest.mark.parametrize("what", ["climbing", "lockpicking", "dx", "dodge"])
def test_every_name_that_is_offered_can_be_typed(what: str, context: Context) -> None:
    for name in context.ruleset.names(what):
        command = parse(f"mira {what} {name} -1 rain", context).command
        assert isinstance(command, cmd.Roll)
        assert command.modifiers == mods((None, name), (-1, "rain"))


def test_candidates_complete_the_last_word(context: Context) -> None:
    assert candidates("mira l", context) == ["mira Lockpicking"]
    assert candidates("fright v", context) == ["fright Vora"]
    assert "effort" in candidates("ef", context)
    assert candidates("mira lockpicking -", context) == []
    assert candidates("mira climbing vert", context) == ["mira climbing vertical stone wall"]
    assert candidates("mira lock in the dark fine", context) == ["mira lock in the dark fine tools"]
    assert candidates("mira lock very h", context) == ["mira lock very hard"]


def test_a_whole_name_comes_before_the_start_of_a_longer_one(tmp_path: Path) -> None:
    with open_store(str(tmp_path)) as store:
        campaign = Campaign.create(store, "Ravenmoor", "gurps4e")
        for name in ("Mira", "Mira Stone"):
            campaign.execute(cmd.AddCharacter(name=name))
        typed = Context(campaign.state, campaign.ruleset, Targets(campaign.log), "GM")
        assert parse("mira st", typed).command == cmd.Roll(who="Mira", what="st")
        assert parse("mira stone st", typed).command == cmd.Roll(who="Mira Stone", what="st")


def test_names_are_suggested_for_a_trait_that_a_prompt_asks_for(context: Context) -> None:
    prompt = Prompt("trait", "name a trait", {"trait": "phobia_or_mental_disadvantage"}, "vora", None)
    state = context.state.fork()
    state.prompts[99] = prompt
    state.unanswered.add(99)
    waiting = replace(context, state=state)
    assert candidates("trait 99 da", waiting) == ["trait 99 Phobia (Darkness)"]
    assert "trait 99 Paranoia" in candidates("trait 99 p", waiting, limit=20)
    assert candidates("trait 98 da", waiting) == []

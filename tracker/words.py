"""The keys that events are recorded with, as people read them (``text.spoken``), for the catalogue.

Where a key is shown it goes through ``phrases.said``. A test holds this list against what the rule systems really have.
"""

from __future__ import annotations

from tracker.language import N_

WORDS = (
    # how a roll, a contest, a group check, a montage comes out
    *(N_("success"), N_("failure"), N_("critical success"), N_("critical failure")),
    *(N_("major success"), N_("minor success"), N_("great success"), N_("terrible failure")),
    *(N_("automatic success"), N_("special"), N_("achieved"), N_("not achieved"), N_("open")),
    *(N_("win"), N_("not won"), N_("impossible"), N_("automatic"), N_("tie")),
    # kinds of roll
    *(N_("will"), N_("active defense"), N_("attack"), N_("forced"), N_("fright"), N_("effort"), N_("recovery")),
    *(N_("resistance"), N_("self control"), N_("mental disadvantage"), N_("healing"), N_("first aid"), N_("feat")),
    *(N_("long task"), N_("sense"), N_("danger sense"), N_("influence"), N_("chance"), N_("luck"), N_("contest")),
    *(N_("reaction"), N_("critical hit"), N_("critical miss"), N_("group"), N_("montage")),
    # kinds of contest; ways to roll twice
    *(N_("quick"), N_("resist"), N_("regular"), N_("opposed"), N_("advantage"), N_("disadvantage")),
    # reactions
    *(N_("disastrous"), N_("very bad"), N_("bad"), N_("poor"), N_("neutral"), N_("good"), N_("very good")),
    N_("excellent"),
    # retry policies
    *(N_("one chance"), N_("after damage"), N_("penalty"), N_("free"), N_("changed")),
    # where a modifier comes from
    *(N_("gm"), N_("sheet"), N_("retry"), N_("load"), N_("fatigue"), N_("pools"), N_("standing"), N_("skill")),
    *(N_("difficulty"), N_("equipment"), N_("time"), N_("light"), N_("surface"), N_("combat"), N_("supervisor")),
    # what an option is called and may be
    *(N_("dice"), N_("genre"), N_("criticals"), N_("tl"), N_("die"), N_("characteristics"), N_("luck start")),
    *(N_("luck falls"), N_("luck floor"), N_("system"), N_("hand"), N_("none"), N_("heroic"), N_("cinematic")),
    *(N_("horror"), N_("mystery"), N_("always"), N_("never"), N_("percent"), N_("undecided")),
    # what feats and senses ask for, and the answers
    *(N_("height"), N_("roped"), N_("secured"), N_("kind"), N_("run"), N_("mode"), N_("terrain"), N_("days")),
    *(N_("exertion"), N_("weight"), N_("soil"), N_("tool"), N_("darkness"), N_("total"), N_("plain"), N_("size range")),
    *(N_("sound"), N_("distance"), N_("high"), N_("broad"), N_("sprint"), N_("paced"), N_("average"), N_("mild")),
    *(N_("heavy"), N_("one hand"), N_("two hands"), N_("shove"), N_("running shove"), N_("carry"), N_("shift")),
    *(N_("loose"), N_("ordinary"), N_("iron"), N_("wooden"), N_("improvised"), N_("rope up"), N_("rope down")),
    *(N_("rope down equipped"), N_("quiet conversation"), N_("normal conversation"), N_("loud conversation")),
    *(N_("noisy office"), N_("normal traffic"), N_("heavy traffic"), N_("jet takeoff")),
    *(N_("vision"), N_("hearing"), N_("taste smell")),
    # rolls that a low pool asks for
    *(N_("Consciousness"), N_("Death check"), N_("Exhaustion")),
    # how something ended, and why or by what something changed
    *(N_("done"), N_("given up"), N_("session"), N_("abandoned"), N_("manual"), N_("roll"), N_("points"), N_("reroll")),
    *(N_("award"), N_("bandage"), N_("buyoff"), N_("extra effort"), N_("rest"), N_("spend"), N_("ended"), N_("minimum")),
    # what a prompt or a procedure is about, and amounts thrown for
    *(N_("modifier"), N_("trait"), N_("effect"), N_("critical table"), N_("fright table"), N_("group decision")),
    *(N_("stun"), N_("faint"), N_("panic"), N_("coma"), N_("catatonia"), N_("destroyed"), N_("healed")),
    *(N_("injury"), N_("second"), N_("minute"), N_("minutes"), N_("day"), N_("man-hours"), N_("hp"), N_("fp")),
    # whether a character takes part
    *(N_("active"), N_("absent"), N_("retired"), N_("npc"), N_("pc")),
    # difficulty of a montage
    *(N_("moderate"), N_("hard"), N_("very hard")),
)

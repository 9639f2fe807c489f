"""Recaps in another language: the readers' words are in it, programs' are not, and nothing hidden comes through it."""

from __future__ import annotations

import json

import pytest

from tests.test_recap import fresh, line_of, lines_played, told, written
from tests.tongue import speak
from tracker.campaign import commands as cmd
from tracker.interchange.history_rows import history_csv, history_text
from tracker.service import Campaign

WORDS = {
    "Session {number}: {title}": "第{number}回: {title}",
    "Rolls": "判定",
    "Character": "人物",
    "failure": "失敗",
    "NO": "否",
    "ok": "成功",
    "by {margin}": "差{margin}",
    "note": "メモ",
    "told": "伝達",
    "IQ": "知力",
    "dark": "暗さ",
    "; need {need}, rolled {rolled}: {verdict}": "; 目標値{need}、出目{rolled}: {verdict}",
    "{skill} of {influencer} {came}": "{influencer}の{skill}は{came}",
    "wins by {margin}": "勝利",
    "doesn't win": "不首尾",
    "task ended, {how}": "終わり({how})",
}


def evening(campaign: Campaign) -> None:
    lines_played(campaign, [("mira iq -2 dark =5,5,5", "a"), ("note dark", "b")])


def test_a_recap_is_in_the_language_spoken_and_its_tables_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    with fresh() as campaign:
        evening(campaign)
        before = written(told(campaign, "gm"))
        speak(monkeypatch, WORDS)
        found = written(told(campaign, "gm"))
    assert (found["csv"], found["jsonl"]) == (before["csv"], before["jsonl"])
    assert "## 第1回: First" in found["markdown"]
    assert "## 判定" in found["markdown"]
    assert "、出目5+5+5=15: **否 差" in found["markdown"]
    assert "-2 暗さ" in found["markdown"]
    assert "**メモ**: dark" in found["markdown"]  # people's words stay
    assert '<html lang="ja">' in found["html"]
    assert '<html lang="en">' in before["html"]
    assert "<th>人物</th>" in found["html"]


def test_a_list_is_taken_away_as_it_reads_but_as_a_table_in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    with fresh() as campaign:
        evening(campaign)
        positions = [*range(1, campaign.state.head + 1)]
        before = list(history_csv(campaign.log, positions, campaign.names()))
        speak(monkeypatch, WORDS)
        assert list(history_csv(campaign.log, positions, campaign.names())) == before
        assert any("知力 -2 暗さ" in line for line in history_text(campaign.log, positions, campaign.names()))


def test_who_is_told_something_is_a_name_for_scripts_and_a_word_for_readers(monkeypatch: pytest.MonkeyPatch) -> None:
    with fresh() as campaign:
        campaign.execute(cmd.AddCharacter(name="Shade", values=(("per", "10"),)), secret=True)
        lines_played(campaign, [("secret shade per", "a"), ("told a cold wind", "b")])
        speak(monkeypatch, WORDS)
        found = written(told(campaign, "players"))
    lines = [json.loads(line) for line in found["jsonl"].splitlines()]
    assert [(line["character"], line["text"]) for line in lines if line.get("type") == "told"] == [("told", "a cold wind")]
    assert "**伝達**: a cold wind" in found["markdown"]


@pytest.mark.parametrize("name", ["Shade", "影丸", "カゲ", "しのぶ"])
def test_a_hidden_name_is_kept_back_where_words_stand_without_blanks(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with fresh() as campaign:
        campaign.execute(cmd.AddCharacter(name=name, values=(("iq", "12"),)), secret=True)
        asked = line_of(campaign, f"influence {name} diplomacy=13 vs vora")
        campaign.execute(asked.command)
        speak(monkeypatch, WORDS)
        gm, players = (written(told(campaign, edition)) for edition in ("gm", "players"))
    assert f"{name}のDiplomacyは" in gm["markdown"]
    assert "GMのDiplomacyは" in players["markdown"]
    assert not [text for text in players.values() if name in text]


def test_a_hidden_name_is_no_part_of_a_longer_word(monkeypatch: pytest.MonkeyPatch) -> None:
    with fresh() as campaign:
        campaign.execute(cmd.AddCharacter(name="カゲ", values=(("iq", "12"),)), secret=True)
        campaign.execute(cmd.AddCharacter(name="Ana", values=(("iq", "12"),)), secret=True)
        lines_played(campaign, [("mira stealth -2 カゲロウ", "a"), ("mira stealth -2 Anathema", "b")])
        found = written(told(campaign, "players"))["markdown"]
    assert "-2 カゲロウ" in found
    assert "-2 Anathema" in found


def test_players_are_told_no_positions_in_any_language(monkeypatch: pytest.MonkeyPatch) -> None:
    with fresh() as campaign:
        lines_played(campaign, [("longtask start the tunnel 20", "a"), ("longtask giveup the tunnel", "b")])
        speak(monkeypatch, {"long task {how}": "作業{how}", "given up": "断念"})
        gm, players = (written(told(campaign, edition))["markdown"].splitlines() for edition in ("gm", "players"))
        begun = campaign.state.head - 1
    assert [line for line in gm if line.endswith(f": 作業断念: {begun}")]
    assert [line for line in players if line.endswith(": 作業断念")]

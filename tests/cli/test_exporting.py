"""Sheets of GCS that go out with what play changed, and come back edited: nothing is lost, nothing counts twice."""

from __future__ import annotations

import io
import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Rollbook
from tests.interchange.conftest import FIXTURES, GURPS, read_character
from tracker.service import Campaign
from tracker.store import open_store

MIRA = FIXTURES / "mira_dusk.gcs"
SAMPLES = os.environ.get("ROLLBOOK_SAMPLES")  # real sheets, which aren't part of the repository
SHEETS = [MIRA, *(sorted(Path(SAMPLES).glob("gcs/json5_*")) if SAMPLES else [])]
SHEETS = [sheet for sheet in SHEETS if "damaged" not in sheet.name]
PLAYED = [sheet for sheet in SHEETS if sheet == MIRA or "xing-la" in sheet.name]  # with all that play can do to them
WHO = "Mira"

Document = dict[str, Any]
Edit = Callable[[Document], object]


class Desk:
    """A player's desk: a sheet that went into a campaign, comes out of it, is edited and goes in again."""

    def __init__(self, rollbook: Rollbook, folder: Path, sheet: Path = MIRA) -> None:
        self.rollbook = rollbook
        self.folder = folder
        self.sheet = sheet
        self._made = 0
        rollbook("new", "Innsmouth")
        rollbook("import", str(sheet), "--name", WHO)
        rollbook("session", "start", "One")

    @property
    def feels_fear(self) -> bool:
        return "Unfazeable" not in {trait["name"] for trait in self.show()["traits"]}

    def file(self, document: Document | bytes) -> str:
        """A file of this content."""
        self._made += 1
        path = self.folder / f"sheet-{self._made}.gcs"
        path.write_bytes(document if isinstance(document, bytes) else json.dumps(document).encode())
        return str(path)

    def export(self, *options: str) -> Document:
        self._made += 1
        path = self.folder / f"export-{self._made}.gcs"
        self.rollbook("export", "gcs", WHO, "--to", str(path), *options)
        found: Document = json.loads(path.read_bytes())
        return found

    def original(self, edit: Edit | None = None) -> Document:
        """The sheet as its player has it, without marks."""
        document: Document = json.loads(self.sheet.read_bytes())
        if edit:
            edit(document)
        return document

    def update(self, document: Document, *options: str) -> Any:
        """Take a newer file; the report."""
        return self.rollbook.json("import", self.file(document), "--update", "--name", WHO, *options)

    def refused(self, document: Document, *options: str) -> Any:
        return self.rollbook.refusal("import", self.file(document), "--update", "--name", WHO, *options)

    def show(self) -> Any:
        return self.rollbook.json("character", "show", WHO)

    def numbers(self) -> dict[str, int]:
        """The self-control numbers, by trait."""
        with open_store(str(self.rollbook.store)) as store:
            traits = Campaign.open(store, "Innsmouth").view(WHO).traits
        return {trait.name: trait.self_control for trait in traits if trait.self_control}

    def state(self) -> Any:
        """All about the character but where the log ends."""
        return {key: value for key, value in self.show().items() if key != "position"}

    # -- play

    def award(self, points: int, *why: str) -> int:
        return int(self.rollbook.json("award", WHO, str(points), *why)["events"][0]["position"])

    def fright(self, trait: str, table: str = "4,4,4", *options: str) -> int:
        """A trait of -10 from row 23 (with table 5,5,4 row 25: or worse self-control); its position."""
        tried = self.rollbook.json("fright", WHO, "--cause", "ghoul", "-20", "--dice", "3,3,3", *options)
        self.rollbook("void", str(tried["head"]))
        lower = f"{4 - tried['result']['checks'][0]['target'] - 20:+d}"  # to 4: 15 fails by 11
        dice = ("--dice", "6,5,4", "--dice", f"table:{table}")
        done = self.rollbook.json("fright", WHO, "--cause", "ghoul", lower, *dice, *options)
        [prompt] = [one["prompt"] for one in done["pending"]]
        named = self.rollbook.json("trait", "name", str(prompt), trait, *options)
        kinds = ("TraitAcquired", "SelfControlWorsened")
        [position] = [one["position"] for one in named["events"] if one["type"] in kinds]
        return int(position)


@pytest.fixture
def desk(rollbook: Rollbook, tmp_path: Path) -> Desk:
    return Desk(rollbook, tmp_path)


@pytest.fixture(params=PLAYED, ids=lambda sheet: sheet.name)
def played(request: pytest.FixtureRequest, rollbook: Rollbook, tmp_path: Path) -> Desk:
    """A desk after a session that changed whatever can change."""
    desk = Desk(rollbook, tmp_path, request.param)
    desk.award(900, "good play")
    desk.award(3)
    rollbook("spend", WHO, "4", "Stealth")
    rollbook("spend", WHO, "1", "Area Knowledge")
    if desk.feels_fear:
        desk.fright("Necrophobia")
        desk.fright("Nyctophobia")
        rollbook("trait", "buyoff", WHO, "Nyctophobia")
    number_of = desk.numbers()
    if controlled := [name for name, number in number_of.items() if number in (9, 12, 15)]:
        desk.fright(controlled[0], "5,5,4")
        assert desk.numbers()[controlled[0]] < number_of[controlled[0]]
    for pool in desk.show()["pools"]:
        rollbook("pool", WHO, pool, "-2")
    return desk


def rows(document: Document) -> Iterator[Document]:
    """Every row of the traits' tree."""
    queue = list(document.get("traits", ()))
    while queue:
        row = queue.pop()
        yield row
        queue += row.get("children", ())


def mark(data: Document) -> Document:
    found: Document = data.get("third_party", {}).get("rollbook", {})
    return found


def row_of(document: Document, name: str) -> Document:
    return next(row for row in rows(document) if row.get("name") == name)


def points(desk: Desk) -> tuple[float, float]:
    found = desk.show()["points"]
    return found["total"], found["spent"]


def differing(before: Any, after: Any, path: str = "") -> Iterator[str]:
    """Where two JSON values differ, order of keys included."""
    if isinstance(before, dict) and isinstance(after, dict):
        kept = [key for key in after if key in before]
        if kept != list(before):
            yield f"{path} keys"
        for key in {**before, **after}:
            if key not in before:
                yield f"{path}/{key} +"
            elif key in after:
                yield from differing(before[key], after[key], f"{path}/{key}")
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for place, (one, other) in enumerate(zip(before, after, strict=True)):
            yield from differing(one, other, f"{path}/{place}")
    elif before != after or type(before) is not type(after):
        yield path


# -- out --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.name)
def test_without_play_the_sheet_comes_out_as_it_came_in(rollbook: Rollbook, tmp_path: Path, sheet: Path) -> None:
    desk = Desk(rollbook, tmp_path, sheet)
    assert [*differing(desk.original(), desk.export())] == ["/third_party +"]


def test_nothing_of_the_original_is_lost(played: Desk) -> None:
    original, exported = played.original(), played.export()
    added = [row for row in exported["traits"] if mark(row).get("kind")]
    exported["traits"] = [row for row in exported["traits"] if not mark(row).get("kind")]
    records = len(mark(exported)["records"])
    exported["points_record"] = exported["points_record"][records:]
    if "points_record" not in original:
        del exported["points_record"]
    found = {place for place in differing(original, exported) if not place.startswith("/attributes/")}
    assert {place for place in found if not place.startswith("/traits/")} == {"/third_party +", "/total_points"}
    worse = {place.rpartition("/")[2] for place in found if place.startswith("/traits/")}
    assert worse in (set(), {"cr", "points", "third_party +"})
    hurt = {place.rpartition("/")[2] for place in differing(original, exported) if place.startswith("/attributes/")}
    assert hurt <= {"damage", "damage +", "current"}
    names = [row["name"] for row in added if row["name"] != "Points from play"]  # a rounding of self-control's worth
    assert names == [*(["Necrophobia"] if played.feels_fear else []), "Stealth", "Area Knowledge"]
    assert all(len(row["id"]) == 17 and row["id"][0] == "t" for row in added)
    assert len({row["id"] for row in rows(exported)} | {row["id"] for row in added}) == sum(1 for _ in rows(exported)) + len(
        added
    )


def test_the_exported_sheet_comes_to_what_the_tracker_says(played: Desk) -> None:
    exported = played.export()
    read = read_character(json.dumps(exported).encode(), "x.gcs", ruleset=GURPS, name=WHO)
    shown = played.show()
    assert {"total": read.sheet.points_total, "spent": read.sheet.points_spent}.items() <= shown["points"].items()
    assert read.current == {name: pool["current"] for name, pool in shown["pools"].items()}
    records = exported["points_record"]
    if "points_record" in played.original():
        assert sum(record["points"] for record in records) == exported["total_points"]
    assert {trait.name: trait.self_control for trait in read.sheet.traits if trait.self_control} == played.numbers()


def test_an_added_trait_says_where_it_came_from_and_the_same_export_is_the_same_file(played: Desk) -> None:
    first, second = played.export(), played.export()
    assert first == second
    if not played.feels_fear:
        pytest.skip("somebody who fears nothing")
    row = row_of(first, "Necrophobia")
    assert (row["base_points"], row["local_notes"]) == (-10, "From play: Fright Check, ghoul, session 1")
    assert mark(first)["position"] == played.show()["position"]
    assert mark(row)["campaign"] == mark(first)["campaign"]
    assert "Nyctophobia" not in {row["name"] for row in rows(first)}, "it was bought off"
    assert [(one["points"], one["reason"]) for one in first["points_record"][-5:] if "Award" in one["reason"]] == [
        (3, "Award (session 1)"),
        (900, "Award: good play (session 1)"),
    ]


def test_numbers_and_unknown_keys_keep_every_digit(desk: Desk, tmp_path: Path) -> None:
    text = MIRA.read_text(encoding="utf-8").replace(
        "{", '{"odd": [1.50, 0.1234567890123456789, 123456789012345678901234567890, 1e5, null, "\\u00e9<b>"],', 1
    )
    desk.rollbook("import", desk.file(text.encode()), "--name", "Odd")
    path = tmp_path / "odd.gcs"
    desk.rollbook("export", "gcs", "Odd", "--to", str(path))
    out = " ".join(path.read_text(encoding="utf-8").split())
    assert '"odd": [ 1.50, 0.1234567890123456789, 123456789012345678901234567890, 1E+5, null, "é<b>" ]' in out


def test_what_is_secret_goes_out_as_a_number_only(desk: Desk) -> None:
    desk.award(20)
    desk.rollbook("award", WHO, "2", "for the GM's eyes", "--secret")
    desk.rollbook("spend", WHO, "1", "Hidden Lore (Elder Gods)", "--secret")
    desk.fright("Cultist", "4,4,4", "--secret")
    exported = desk.export()
    told = json.dumps({key: exported[key] for key in ("traits", "points_record", "third_party")})
    assert not any(word in told for word in ("Cultist", "Elder Gods", "GM's eyes"))
    assert sorted(row["base_points"] for row in rows(exported) if row["name"] == "GM") == [-10, 1]
    read = read_character(json.dumps(exported).encode(), "x.gcs", ruleset=GURPS, name=WHO)
    assert (read.sheet.points_total, read.sheet.points_spent) == points(desk)


def test_peoples_words_are_no_scripts_in_gcs(desk: Desk) -> None:
    desk.award(90)
    desk.rollbook("spend", WHO, "1", "<script>alert(1)</script> ||1+1|| @Skill@")
    [row] = [row for row in rows(desk.export()) if mark(row).get("kind") == "points"]
    assert not any(sign in row["local_notes"] for sign in ("<", "|", "@"))


def test_what_no_sheet_takes_is_said(desk: Desk) -> None:
    desk.rollbook("character", "set", WHO, "Stealth=20")
    answer = desk.rollbook("export", "gcs", WHO, "--to", str(desk.folder / "out.gcs"))
    assert "Values set by hand aren't in the file, and a newer sheet replaces them: Stealth." in answer.out


# -- refusals ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("file", "says"),
    [
        ("borin.gcs", "Open it in GCS 5.24 or newer, save it there"),
        ("vora.gcs", "(GCS JSON 4)"),
        ("kesh_json1.gcs", "open and save it in GCS 4.30 to 4.37 first"),
        ("ysra_xml4.gcs", "open and save it in GCS 4.30 to 4.37 first"),
        ("tessa.foundry.json", "only a GCS sheet can be given back"),
    ],
)
def test_other_formats_are_refused_with_what_to_do(rollbook: Rollbook, file: str, says: str) -> None:
    rollbook("new", "Innsmouth")
    rollbook("import", str(FIXTURES / file), "--name", WHO)
    error = rollbook.refusal("export", "gcs", WHO, "--to", str(rollbook.store / "out.gcs"))
    assert error["code"] == "other_format"
    assert says in error["message"]
    assert not (rollbook.store / "out.gcs").exists()


def test_what_cannot_be_written_is_refused(desk: Desk, tmp_path: Path) -> None:
    desk.rollbook("character", "add", "Vora", "st=12")
    target = tmp_path / "there.gcs"
    target.write_text("kept")
    for arguments, code in (
        (("Vora",), "no_source"),
        (("Nobody",), "not_found"),
        ((WHO, "--to", str(target)), "exists"),
        ((WHO, "--to", str(tmp_path / "no" / "folder.gcs")), "unwritable"),
        ((WHO, "--from", str(target)), "other_file"),
        ((WHO, "--from", str(tmp_path / "gone.gcs")), "unreadable"),
    ):
        assert desk.rollbook.refusal("export", "gcs", *arguments)["code"] == code
    assert target.read_text() == "kept"


def test_a_folder_gets_a_file_of_the_characters_name(desk: Desk, tmp_path: Path) -> None:
    folder = tmp_path / "players"
    folder.mkdir()
    desk.rollbook("character", "set", WHO, "name=../Mira: the 1st")
    answer = desk.rollbook.json("export", "gcs", "../Mira", "--to", str(folder))
    assert [path.name for path in folder.iterdir()] == ["_Mira_ the 1st.gcs"]
    assert Path(answer["path"]).parent == folder


def test_an_original_that_is_not_kept_is_brought(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    exported = desk.export()
    monkeypatch.setattr("tracker.store.files.find", lambda *_: None)
    error = desk.rollbook.refusal("export", "gcs", WHO, "--to", str(desk.folder / "out.gcs"))
    assert (error["code"], "--from FILE" in error["message"]) == ("not_kept", True)
    assert desk.export("--from", str(MIRA)) == exported


# -- in again ---------------------------------------------------------------------------------------------------------


def test_an_unchanged_export_changes_nothing(played: Desk) -> None:
    exported = played.export()
    for options in ((), ("--update",)):
        error = played.rollbook.refusal("import", played.file(exported), *options)
        assert (error["code"], "nothing has changed" in error["message"]) == ("already_imported", True)
    exported["modified_date"] = "2031-01-01T00:00:00Z"
    assert played.refused(exported)["code"] == "already_imported", "saved again"


def raise_a_skill(document: Document) -> None:
    row = next(row for row in document["skills"] if "children" not in row)
    row["points"] = row.get("points", 0) + 4


def add_a_trait(document: Document) -> None:
    document["traits"].append(
        {"id": "tABCDEFGHIJKLMNOP", "name": "Luck of the Draw", "base_points": 15, "calc": {"points": 15}}
    )


def heal(document: Document) -> None:
    for row in document["attributes"]:
        if "damage" in row:
            row["damage"] = 0


def award_by_hand(document: Document) -> None:
    document["total_points"] += 7
    document["points_record"].insert(0, {"when": "2031-01-01T00:00:00Z", "points": 7, "reason": "birthday"})


def rewrite_times(document: Document) -> None:
    for record in document["points_record"]:
        record["when"] = record["when"].replace("+00:00", "Z")


@pytest.mark.parametrize(
    ("edit", "change"),
    [
        (raise_a_skill, (0, 4)),
        (add_a_trait, (0, 15)),
        (heal, (0, 0)),
        (award_by_hand, (7, 0)),
        (rewrite_times, (0, 0)),
    ],
)
def test_a_round_trip_changes_what_was_edited_and_nothing_else(played: Desk, edit: Edit, change: tuple[int, int]) -> None:
    if edit is raise_a_skill and "skills" not in played.original():
        pytest.skip("a sheet without skills")
    document = played.export()
    before = played.state()
    edit(document)
    played.rollbook("import", played.file(document))  # the mark says whose it is
    after = played.state()
    shift = {"total": before["points"]["total"] + change[0], "spent": before["points"]["spent"] + change[1]}
    assert {key: after["points"][key] for key in shift} == shift
    new = [trait for trait in after["traits"] if trait not in before["traits"]]
    assert [trait["name"] for trait in new] == (["Luck of the Draw"] if edit is add_a_trait else [])
    assert [trait for trait in before["traits"] if trait not in after["traits"]] == []
    kept = ("pools", "conditions", "name", "player") if edit is raise_a_skill else ("pools", "conditions", "skills", "name")
    assert {key: after.get(key) for key in kept} == {key: before.get(key) for key in kept}
    again = played.export()
    read = read_character(json.dumps(again).encode(), "x.gcs", ruleset=GURPS, name=WHO)
    assert (read.sheet.points_total, read.sheet.points_spent) == points(played)
    assert played.rollbook.refusal("import", played.file(again))["code"] == "already_imported"


def test_a_placeholder_that_was_replaced_does_not_come_back(played: Desk) -> None:
    document = played.export()
    before = points(played)
    document["traits"].remove(row_of(document, "Stealth"))
    document["traits"].append({"id": "tABCDEFGHIJKLMNOP", "name": "Perk", "base_points": 4, "calc": {"points": 4}})
    row_of(document, "Area Knowledge")["base_points"] = 0  # and half of another one
    row_of(document, "Area Knowledge")["calc"] = {"points": 0}
    document["traits"].append({"id": "tABCDEFGHIJKLMNOQ", "name": "Quirk", "base_points": 1, "calc": {"points": 1}})
    played.rollbook("import", played.file(document))
    assert points(played) == before
    again = played.export()
    assert not {"Stealth", "Area Knowledge"} & {row["name"] for row in again["traits"] if mark(row)}
    read = read_character(json.dumps(again).encode(), "x.gcs", ruleset=GURPS, name=WHO)
    assert read.sheet.points_spent == before[1]


def test_a_trait_that_was_taken_off_stays_and_is_named(played: Desk) -> None:
    if not played.feels_fear:
        pytest.skip("somebody who fears nothing")
    document = played.export()
    before = played.state()
    document["traits"].remove(row_of(document, "Necrophobia"))
    report = played.rollbook.json("import", played.file(document))
    assert any("Necrophobia (event" in note and "buyoff" in note for note in report["notes"])
    assert report["changes"] == []
    assert played.state() | {"skills": 0, "attributes": 0} == before | {"skills": 0, "attributes": 0}
    assert "Necrophobia" in {row["name"] for row in rows(played.export())}
    again = played.export()
    again["traits"].remove(row_of(again, "Necrophobia"))
    played.rollbook("import", played.file(again), "--replace", "traits")
    assert "Necrophobia" not in {trait["name"] for trait in played.show()["traits"]}
    total, spent = points(played)
    assert total - spent == before["points"]["unspent"], "nobody paid for it"


def test_a_trait_put_in_place_of_ours_is_asked_about_and_does_not_count_twice(desk: Desk) -> None:
    at = desk.fright("Necrophobia")
    before = points(desk)
    document = desk.export()
    row = row_of(document, "Necrophobia")
    del row["third_party"]
    row |= {"name": "Phobia (The Dead)", "id": "tABCDEFGHIJKLMNOP"}
    assert desk.refused(document)["code"] == "doubtful"
    desk.update(document, "--same", str(at))
    assert points(desk) == before
    assert [trait["name"] for trait in desk.show()["traits"] if trait["points"] == -10] == ["Phobia (The Dead)"]
    assert desk.refused(document)["code"] == "already_imported"


def test_another_campaigns_mark_is_no_mark(desk: Desk) -> None:
    desk.award(5)
    document = desk.export()
    desk.rollbook("new", "Arkham")
    report = desk.rollbook.json("import", desk.file(document), "--name", WHO)
    assert any("exported from another campaign" in note for note in report["notes"])
    assert report["points"]["total"] == desk.original()["total_points"] + 5
    desk.award(2)
    again = desk.export()
    assert mark(again)["replaced"] == mark(document)
    assert again["total_points"] == desk.original()["total_points"] + 7
    assert desk.rollbook.refusal("import", desk.file(again))["code"] == "already_imported"


@pytest.mark.parametrize(
    "change",
    [
        {"points": {"total": "many", "spent": 0}},
        {"points": {"total": 10**12, "spent": 0}},
        {"position": None},
        {"damage": [[]]},
        {"records": {"a": 1}},
    ],
)
def test_a_mark_that_nobody_exported_is_no_mark(desk: Desk, change: Document) -> None:
    desk.award(5)
    document = desk.export()
    document["third_party"]["rollbook"] |= change
    report = desk.update(document, "--apart", "all")
    assert any("mark of an export can't be read" in note for note in report["notes"])
    assert report["points"]["total"] == document["total_points"]


@pytest.mark.parametrize("third", [None, 3, [], {"rollbook": None}, {"rollbook": [1]}, {"other": {"a": 1}}])
def test_other_programs_entries_are_kept(desk: Desk, third: Any) -> None:
    document = desk.original()
    document["third_party"] = third
    document["traits"][0]["third_party"] = third
    desk.update(document)
    exported = desk.export()
    assert exported["traits"][0]["third_party"] == third
    if isinstance(third, dict) and "other" in third:
        assert exported["third_party"]["other"] == {"a": 1}


# -- doubts -----------------------------------------------------------------------------------------------------------


def grown(points: int) -> Edit:
    def edit(document: Document) -> None:
        document["total_points"] += points

    return edit


def with_trait(name: str, points: int) -> Edit:
    def edit(document: Document) -> None:
        row = {"id": "tABCDEFGHIJKLMNOP", "name": name, "base_points": points, "calc": {"points": points}}
        document["traits"].append(row)

    return edit


def test_points_that_may_be_an_awards_are_asked_about(desk: Desk) -> None:
    first, second = desk.award(3), desk.award(2)
    total, spent = points(desk)
    error = desk.refused(desk.original(grown(5)))
    assert (error["code"], error["where"]) == ("doubtful", "same")
    assert all(f"(event {at})" in error["message"] for at in (first, second))
    assert all(option in error["message"] for option in ("--same EVENT", "--apart EVENT"))
    assert desk.refused(desk.original(grown(5)), "--same", str(first))["code"] == "doubtful", "one answer lacks"
    desk.update(desk.original(grown(5)), "--same", "all")
    assert points(desk) == (total, spent)
    desk.update(desk.original(grown(10)))
    assert points(desk) == (total + 5, spent), "what was answered isn't asked again"


def test_points_that_only_seem_an_awards_count_beside_it(desk: Desk) -> None:
    at = desk.award(5)
    total, spent = points(desk)
    desk.update(desk.original(grown(5)), "--apart", str(at))
    assert points(desk) == (total + 5, spent)


@pytest.mark.parametrize("grows", [-5, 4, 6, 0])
def test_other_points_are_in_no_doubt(desk: Desk, grows: int) -> None:
    desk.award(5)
    total, _ = points(desk)
    desk.update(desk.original(grown(grows)))
    assert points(desk)[0] == total + grows


def test_a_later_sheet_may_hold_an_award_from_before_an_earlier_one(desk: Desk) -> None:
    at = desk.award(5)
    desk.update(desk.original(lambda document: document["profile"].update(title="Dame")))
    assert f"(event {at})" in desk.refused(desk.original(grown(5)))["message"]


@pytest.mark.parametrize(("name", "lowered"), [("necrophobia ", 0), ("Necrophobia", -10)])
def test_a_trait_that_may_be_plays_own_is_asked_about(desk: Desk, name: str, lowered: int) -> None:
    at = desk.fright("Necrophobia")
    before = points(desk)

    def edit(document: Document) -> None:
        with_trait(name, -10)(document)
        grown(lowered)(document)

    assert f"(event {at})" in desk.refused(desk.original(edit))["message"]
    desk.update(desk.original(edit), "--same", str(at))
    assert points(desk) == before, "total and spent fell by it once"
    assert [trait["source"] for trait in desk.show()["traits"] if trait["points"] == -10] == ["sheet"]
    [audited] = [row for row in desk.rollbook.rows("audit", "traits") if row["name"] == "Necrophobia"]
    assert audited["status"] == "on_sheet"
    desk.rollbook("undo")
    assert points(desk) == before
    assert "fright" in [trait["source"] for trait in desk.show()["traits"]]


def test_a_trait_with_other_points_is_another_trait(desk: Desk) -> None:
    desk.fright("Necrophobia")
    desk.update(desk.original(with_trait("Necrophobia", -15)))
    assert [trait["points"] for trait in desk.show()["traits"] if trait["name"] == "Necrophobia"] == [-15, -10]


def test_a_self_control_number_that_may_be_plays_own_is_asked_about(desk: Desk) -> None:
    at = desk.fright("Curious", "5,5,4")
    before = points(desk)

    def edit(document: Document) -> None:
        row_of(document, "Curious").update(cr=9, calc={"points": -7})

    assert f"(event {at})" in desk.refused(desk.original(edit))["message"]
    desk.update(desk.original(edit), "--same", str(at))
    assert points(desk)[1] == before[1]
    desk.update(desk.original())
    assert desk.numbers() == {"Curious": 12}, "the sheet has the say now"


def test_answers_about_no_such_event_are_refused(desk: Desk) -> None:
    at = desk.award(5)
    sheet = desk.original(grown(5))
    for options, where in (
        (("--same", "2"), "same"),
        (("--apart", "999"), "apart"),
        (("--same", "x"), "position"),
        (("--same", str(at), "--apart", str(at)), "apart"),
        (("--same", "all", "--apart", "all"), "apart"),
    ):
        assert desk.refused(sheet, *options)["where"] == where
    desk.update(sheet, "--same", str(at))
    sheet["total_points"] += 1
    assert desk.refused(sheet, "--same", str(at))["code"] == "bad_position", "it is counted already"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_on_a_terminal_the_gm_is_asked(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = desk.award(3), desk.award(2)
    total, _ = points(desk)
    monkeypatch.setattr("sys.stdin", Terminal("what?\nyes\nN\n"))
    answer = desk.rollbook("import", desk.file(desk.original(grown(5))), "--update", "--name", WHO)
    asked = [line for line in answer.err.splitlines() if line.endswith("[yes/no]")]
    assert [str(first) in asked[0], str(first) in asked[1], str(second) in asked[2]] == [True, True, True]
    assert points(desk)[0] == total + 2
    monkeypatch.setattr("sys.stdin", Terminal(""))
    desk.award(4)
    answer = desk.rollbook("import", desk.file(desk.original(grown(9))), "--update", "--name", WHO, code=2)
    assert "--same EVENT" in answer.err, "nobody answered"


# -- what an update replaces ------------------------------------------------------------------------------------------


def hurt(document: Document) -> None:
    next(row for row in document["attributes"] if row["attr_id"] == "hp")["damage"] = 1


def test_what_play_left_is_kept_and_said_unless_the_file_is_to_replace_it(desk: Desk) -> None:
    desk.rollbook("hp", WHO, "-2")
    desk.rollbook("condition", WHO, "add", "poisoned")
    maximum = desk.show()["pools"]["HP"]["maximum"]
    report = desk.update(desk.original(hurt))
    assert desk.show()["pools"]["HP"]["current"] == maximum - 7, "5 on the first sheet and 2 in play"
    assert any(f"The file has HP {maximum - 1}/{maximum}" in note for note in report["notes"])
    assert any("Conditions stay: poisoned" in note for note in report["notes"])

    def again(document: Document) -> None:
        hurt(document)
        document["profile"]["title"] = "Dame"

    report = desk.update(desk.original(again), "--replace", "hp", "--replace", "conditions")
    assert desk.show()["pools"]["HP"]["current"] == maximum - 1
    assert desk.show()["conditions"] == []
    assert not any("kept" in note or "stay" in note for note in report["notes"])
    desk.rollbook("undo")
    assert desk.show()["pools"]["HP"]["current"] == maximum - 7
    assert len(desk.show()["conditions"]) == 1


def test_a_pool_that_was_healed_in_gcs_is_taken_on_request(desk: Desk) -> None:
    desk.rollbook("fp", WHO, "-4")
    document = desk.export()
    next(row for row in document["attributes"] if row["attr_id"] == "fp")["damage"] = 0
    kept = desk.show()["pools"]["FP"]
    report = desk.rollbook.json("import", desk.file(document))
    assert [note for note in report["notes"] if note.startswith("The file has")] == [
        f"The file has FP {kept['maximum']}/{kept['maximum']}; what play left is kept, "
        f"{kept['maximum'] - kept['current']} below the maximum (--replace fp takes the file's)."
    ]
    assert desk.show()["pools"]["FP"] == kept
    document["profile"]["title"] = "Dame"
    desk.rollbook("import", desk.file(document), "--replace", "FP")
    assert desk.show()["pools"]["FP"]["current"] == kept["maximum"]


def test_traits_of_a_file_replace_those_from_play_with_their_points(desk: Desk) -> None:
    desk.award(30)
    desk.fright("Necrophobia")
    desk.fright("Curious", "5,5,4")
    desk.update(desk.original(grown(-10)), "--replace", "traits")
    read = read_character(json.dumps(desk.original()).encode(), "x.gcs", ruleset=GURPS)
    shown = desk.show()
    assert points(desk) == (read.sheet.points_total - 10 + 30, read.sheet.points_spent)
    assert [trait["name"] for trait in shown["traits"]] == [trait.name for trait in read.sheet.traits if trait.active]
    assert desk.numbers() == {"Curious": 12}


def test_only_what_a_newer_file_has_can_be_replaced(desk: Desk) -> None:
    assert desk.refused(desk.original(hurt), "--replace", "luck")["where"] == "replace"
    new = desk.file(desk.original(hurt))
    assert desk.rollbook.refusal("import", new, "--name", "Other", "--replace", "hp")["where"] == "replace"


def test_one_of_a_kind_is_counted_as_one(rollbook: Rollbook, tmp_path: Path) -> None:
    rollbook("new", "Low Road", "--ruleset", "d20under")
    sheet = tmp_path / "lyssa.toml"
    sheet.write_text('name = "Lyssa"\nattributes = { str = 13 }\ntraits = { Luck = 1 }\n', encoding="utf-8")
    assert "  1 trait, 1 trait enabled" in rollbook("import", str(sheet)).lines

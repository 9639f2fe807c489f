"""What the README promises: its commands run, its grammar knows every verb, its packages are installed."""

from __future__ import annotations

import re
import shlex
import shutil
import tomllib
from pathlib import Path

import pytest

from tracker.cli import main
from tracker.quickline import FILTERS, VERBS

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```\n(.*?)```", README, re.S)


def test_the_ten_lines_of_an_evening_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    evening = next(block for block in BLOCKS if block.startswith("rollbook new")).splitlines()
    assert len(evening) == 10
    shutil.copy(ROOT / "tests" / "fixtures" / "mira_dusk.gcs", tmp_path / "mira.gcs")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ROLLBOOK_STORE", str(tmp_path / "store"))
    for line in evening:
        arguments = shlex.split(line)[1:]
        if arguments[0] == "roll":
            arguments += ["--dice", "6,6,4"]  # a failure, so that there is something to retry
        assert main(arguments) == 0, (line, capsys.readouterr())


def test_the_grammar_names_every_verb_and_every_filter() -> None:
    grammar = next(block for block in BLOCKS if "modifier  =" in block)
    missing = [verb for verb in VERBS if f'"{verb}"' not in grammar]
    assert missing == []
    filters = next(block for block in BLOCKS if block.startswith("filter "))
    assert [key for key in (*FILTERS, "sort") if f'"{key}' not in filters] == []


def test_the_pictures_are_there_and_small() -> None:
    pictures = re.findall(r"!\[[^\]]+\]\(([^)]+\.svg)\)", README)
    assert len(pictures) == 2
    for picture in pictures:
        assert 5_000 < (ROOT / picture).stat().st_size < 150_000


def test_every_folder_with_code_is_packaged() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    included = [name.rstrip("*") for name in settings["tool"]["setuptools"]["packages"]["find"]["include"]]
    folders = {path.relative_to(ROOT).parts[0] for top in included for path in (ROOT / top).rglob("*.py")}
    assert folders == {"tracker", "tui", "migrations"}
    for path in (path for top in folders for path in (ROOT / top).rglob("*.py")):
        assert (path.parent / "__init__.py").exists(), f"{path.parent} would not be installed"

"""The rules engine against worked cases.

``cases/RULESET.jsonl`` holds a case a line: ``given`` goes into the rule, ``expect`` must come out. ``source`` names the
rule text: seed 000 GURPS 4e success rolls, 001 a percentile system, 002 GURPS 3e critical hits and misses, 003 d20
roll-under checks, 004 GURPS success rolls and rates (Japanese). "Beyond seed" stands for the printed rules.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.conformance import evaluate

CASES = [
    json.loads(line)
    for file in sorted((Path(__file__).parent / "cases").glob("*.jsonl"))
    for line in file.read_text("utf-8").splitlines()
]


@pytest.mark.parametrize("case", [pytest.param(case, id=case["id"]) for case in CASES])
def test_case(case: dict[str, Any]) -> None:
    assert evaluate(case["ruleset"], case["rule"], case["given"]) == case["expect"]


def test_cases_are_whole() -> None:
    assert len({case["id"] for case in CASES}) == len(CASES) == 336
    assert all(set(case) == {"id", "ruleset", "rule", "given", "expect", "source"} for case in CASES)

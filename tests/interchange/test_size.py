"""Files of the largest size, of whatever they are full: read or refused, in bounded memory."""

from __future__ import annotations

import subprocess
import sys

import pytest

READ = """
import resource, sys
from tracker.errors import Refused
from tracker.interchange import read_characters
from tracker.rulesets.gurps4e import RULESET

resource.setrlimit(resource.RLIMIT_AS, (768 * 1024 * 1024,) * 2)
head, piece, times, tail = sys.argv[1:]
try:
    data = (head + piece * int(times) + tail).encode()
    print(read_characters(data, "big", ruleset=RULESET)[0].name)
except Refused as refused:
    print(refused.code)
"""
ACTOR = '{"name":"Big","type":"enemy","data":{"attributes":{"ST":{"import":1}},'
EXPORT, EXPORTED = "<root><character><name>Big</name><x>", "</x></character></root>"
GCA = "Encoding=UTF-8\n[System]\n[General]\ncharname(Big)\n[Skills]\n"


@pytest.mark.parametrize(
    ("head", "piece", "times", "tail", "ends"),
    [
        (ACTOR + '"ads":[', "{},", 6_900_000, "{}]}}", "too_many_values"),
        (ACTOR + '"ads":[', "{},", 740_000, "{}]}}", "too_many_rows"),
        (ACTOR + '"ads":[', "0,", 1_400_000, "{}]}}", "Big"),
        ("[", '{"name":"a","type":"enemy","data":{}},', 290_000, "0]", "too_many_characters"),
        (EXPORT, "& ", 10_400_000, EXPORTED, "damaged_file"),
        (EXPORT, "&<br>", 400_000, EXPORTED, "too_many_elements"),
        (EXPORT, "ab ", 6_900_000, EXPORTED, "Big"),
        ("<root><character><name>Big</name>", "<y/>", 290_000, "</character></root>", "Big"),
        ("<gca5>", "<character/>", 1_700_000, "</gca5>", "too_many_elements"),
        ("<gca5>", "<character/>", 290_000, "</gca5>", "too_many_characters"),
        (GCA, "a", 4_300_000, "(", "too_large"),
        (GCA, "(", 4_100_000, "", "Big"),
        (GCA, "a(", 2_000_000, "", "Big"),
        (GCA, "a(b)", 1_000_000, "", "Big"),
        (GCA, "name(a)\n", 500_000, "", "too_many_rows"),
    ],
)
def test_a_full_file_ends_in_a_character_or_a_refusal(head: str, piece: str, times: int, tail: str, ends: str) -> None:
    command = [sys.executable, "-c", READ, head, piece, str(times), tail]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == (f"{ends}\n", "")

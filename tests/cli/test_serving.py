"""The command that serves the screen to browsers, up to where the server itself begins."""

from __future__ import annotations

import json
import os
import socket
import sys
from collections.abc import Callable
from typing import Any

import pytest

from tests.cli.conftest import Rollbook
from tui.__main__ import serve as served

Asked = list[tuple[tuple[str, ...], dict[str, Any]]]


@pytest.fixture
def asked() -> Asked:
    return []


def server(asked: Asked) -> Any:
    """What only notes what it is asked for."""

    def serve(*where: str, started: Callable[[str, bool], None], **how: Any) -> int:
        asked.append((where, how))
        started("http://127.0.0.1:1/?token=t", how["host"] == "0.0.0.0")
        return 0

    return serve


def test_it_serves_the_campaign_in_use_on_this_computer_alone(innsmouth: Rollbook, asked: Asked) -> None:
    innsmouth("serve", "--by", "Ines", serve=server(asked))
    where = (str(innsmouth.store), "Innsmouth", "Ines")
    assert asked == [(where, {"host": "127.0.0.1", "port": 8765, "tabs": 4, "view": "gm"})]


def test_it_says_where_it_is_served(innsmouth: Rollbook, asked: Asked) -> None:
    assert innsmouth("serve", serve=server(asked)).out == (
        "Rollbook is at http://127.0.0.1:1/?token=t\nWhoever has this address is let in. Ctrl+C ends it.\n"
    )
    to_all = innsmouth("serve", "--host", "0.0.0.0", serve=server(asked)).out
    assert to_all.startswith("Everyone on this network can come here")
    found = innsmouth("serve", "--json", "--as", "player", serve=server(asked)).out
    assert [json.loads(line) for line in found.splitlines()] == [
        {
            "campaign": "Innsmouth",
            "address": "http://127.0.0.1:1/?token=t",
            "view": "player",
            "tabs": 4,
            "network": False,
        }
    ]


def test_its_options_are_handed_on(innsmouth: Rollbook, asked: Asked) -> None:
    innsmouth("serve", "--host", "0.0.0.0", "--port", "0", "--tabs", "2", "--as", "player", serve=server(asked))
    assert [how for _where, how in asked] == [{"host": "0.0.0.0", "port": 0, "tabs": 2, "view": "player"}]


@pytest.mark.parametrize(
    ("argv", "sentence"),
    [
        (("--port", "65536"), "“65536” is no port: it is 0 to 65535."),
        (("--port", "-1"), "“-1” is no port: it is 0 to 65535."),
        (("--port", "http"), "“http” is not a whole number for port."),
        (("--tabs", "0"), "Let 1 tab or more be open."),
        (("--campaign", "Arkham"), None),
    ],
)
def test_what_makes_no_sense_is_refused_before_anything_listens(
    innsmouth: Rollbook, asked: Asked, argv: tuple[str, ...], sentence: str | None
) -> None:
    answer = innsmouth("serve", *argv, serve=server(asked), code=2)
    assert sentence is None or answer.err == f"{sentence}\n"
    assert (answer.out, len(answer.err.splitlines()), asked) == ("", 1, [])


def test_without_a_screen_there_is_nothing_to_serve(innsmouth: Rollbook) -> None:
    assert innsmouth("serve", code=2).err == "There is no screen here that could be served.\n"


def test_a_view_that_there_is_none_of_is_refused(innsmouth: Rollbook) -> None:
    answer = innsmouth("serve", "--as", "spy", serve=served, code=2)
    assert answer.err == "There is no view for “spy”; known: gm, player.\n"


def test_a_port_that_is_taken_is_refused(innsmouth: Rollbook) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        answer = innsmouth("serve", "--port", str(port), serve=served, code=2)
    assert answer.err.startswith(f"Nothing can be served at 127.0.0.1, port {port}: ")
    assert len(answer.err.splitlines()) == 1


def test_without_its_packages_it_says_which_to_install(innsmouth: Rollbook, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tui.serve.server", None)
    answer = innsmouth("serve", serve=served, code=2)
    assert answer.err.endswith('install them with pip install "rollbook[serve]".\n')


def test_the_tabs_speak_as_the_command_does(innsmouth: Rollbook, asked: Asked, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROLLBOOK_LANGUAGE", "en")
    innsmouth("serve", serve=server(asked))
    assert os.environ["ROLLBOOK_LANGUAGE"] == "en"
    innsmouth("serve", "--language", "ja", serve=server(asked))
    assert os.environ["ROLLBOOK_LANGUAGE"] == "ja"
    innsmouth("serve", "--language", "en", serve=server(asked))

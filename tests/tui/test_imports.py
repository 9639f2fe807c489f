"""What an import really loads, asked of a fresh interpreter."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

FIRST_FRAME = """
import asyncio, sys
from pathlib import Path
from tui.app import RollbookApp
from tui.gateway import Gateway, Where

loaded = []
Gateway.start = lambda self: loaded.extend(sys.modules)

async def main():
    app = RollbookApp(Where("nowhere"), Path("nowhere"))
    async with app.run_test(size=(80, 24)) as pilot:
        while not loaded:
            await pilot.pause()

asyncio.run(main())
print("\\n".join(loaded))
"""


def modules(code: str) -> set[str]:
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True, timeout=60)
    return set(run.stdout.split())


def test_the_first_frame_is_drawn_without_the_database_layer() -> None:
    loaded = modules(FIRST_FRAME)
    assert "textual.app" in loaded
    assert not {name for name in loaded if name.split(".")[0] in ("sqlalchemy", "alembic", "cyclopts", "sqlite3")}


@pytest.mark.parametrize("module", ["tracker.service", "tracker.quickline", "tracker.reports.lines", "tracker.cli"])
def test_the_tracker_knows_no_screen(module: str) -> None:
    loaded = modules(f"import {module}, sys; print(*sys.modules)")
    assert not {name for name in loaded if name.split(".")[0] in ("textual", "tui")}


def test_a_command_loads_no_screen() -> None:
    loaded = modules("import tui.__main__, sys; print(*sys.modules)")
    assert not {name for name in loaded if name.split(".")[0] in ("textual", "rich", "sqlalchemy", "cyclopts")}

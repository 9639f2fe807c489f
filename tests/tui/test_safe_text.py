"""No text reaches a widget but through ``tui.text``: read off the source."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

TUI = Path(__file__).parents[2] / "tui"
SAFE = {"content", "safe", "safe_block", "fit", "party_line", "panels", "standing", "beginning", "drawn_candidates"}
TAKES_TEXT = {"Static", "Label", "Button", "OptionList", "Option", "Hit", "DiscoveryHit", "Collapsible", "Tab", "TabPane"}
METHODS = {"update", "notify", "from_markup", "write", "write_line", "set_options", "add_option"}
TITLES = {"border_title", "border_subtitle", "tooltip"}


def unsafe(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Places where something that isn't known to be safe is handed to a widget."""
    made = {
        node.targets[0].id
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and safe_expression(node.value, set())
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = called(node)
            method = isinstance(node.func, ast.Attribute)
            # Hits take their display second and their plain text apart; the rest take text first.
            if name in TAKES_TEXT or (method and name in METHODS):
                given = node.args[1:2] if name == "Hit" else node.args[:1]
                if any(not safe_expression(argument, made) for argument in given):
                    yield node.lineno, f"{name}({ast.unparse(node.args[0])})"
            if name == "Static" and not any(keyword.arg == "markup" for keyword in node.keywords):
                yield node.lineno, "Static without markup=False"
        if isinstance(node, ast.Assign) and any(
            isinstance(one, ast.Attribute) and one.attr in TITLES for one in node.targets
        ):
            yield node.lineno, ast.unparse(node)


def called(node: ast.Call) -> str:
    return (
        node.func.attr if isinstance(node.func, ast.Attribute) else node.func.id if isinstance(node.func, ast.Name) else ""
    )


def safe_expression(node: ast.expr, made: set[str]) -> bool:
    """A literal, what a safe function has made, or a name that such a thing was given."""
    if isinstance(node, ast.Name):
        return node.id in made
    return isinstance(node, ast.Constant) or (isinstance(node, ast.Call) and called(node) in SAFE)


# Not widgets: a log on disk, a stream of the program, the safe wrapper itself.
ALLOWED = {
    ("__main__.py", "write"),
    ("screens/table.py", "notify"),
    ("app.py", "notify"),
    ("serve/server.py", "update"),
}


@pytest.mark.parametrize("path", sorted(TUI.rglob("*.py")), ids=lambda path: str(path.relative_to(TUI)))
def test_no_text_goes_to_a_widget_as_it_came(path: Path) -> None:
    name = str(path.relative_to(TUI))
    found = [
        (line, what)
        for line, what in unsafe(ast.parse(path.read_text(encoding="utf-8")))
        if (name, what.partition("(")[0]) not in ALLOWED
    ]
    assert not found


@pytest.mark.parametrize(
    "source",
    ["Static(name)", 'Static(f"{name}", markup=False)', "line.update(name)", "self.notify(name)", "box.border_title = name"],
)
def test_the_check_sees_what_it_should(source: str) -> None:
    assert list(unsafe(ast.parse(source)))

"""The languages that Rollbook speaks."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import tracker
import tui

SOURCES = sorted(path for package in (tracker, tui) for folder in package.__path__ for path in Path(folder).rglob("*.py"))


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: "/".join(path.parts[-3:]))
def test_no_function_that_speaks_has_a_variable_of_the_translators_name(path: Path) -> None:
    if "tracker.language import" not in (source := path.read_text("utf-8")):
        return
    for function in ast.walk(ast.parse(source)):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            assert not ("_" in _called(function) and "_" in _bound(function)), f"{function.name}, line {function.lineno}"


def _called(function: ast.AST) -> set[str]:
    return {node.func.id for node in ast.walk(function) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}


def _bound(function: ast.AST) -> set[str]:
    """The names that a function binds; those of its comprehensions and lambdas are their own."""
    found: set[str] = set()
    for node in ast.iter_child_nodes(function):
        if isinstance(node, ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp | ast.Lambda):
            continue
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        elif isinstance(node, ast.arg):
            found.add(node.arg)
        found |= _bound(node)
    return found

"""The mutations that a text of Python offers, and a draw of them over all apps."""

import ast
import random
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple

APPS = (
    "qastone_site",
    "assistant",
    "analytics",
    "inbox",
    "clipboard",
    "stones",
    "quickstart",
    "brain",
    "answering",
    "search",
    "audit",
    "manual",
    "core",
)
NO_PRODUCT = (
    "tests",
    "migrations",
    "pictures",
    "settings_test.py",
    "machine_speed.py",
    "model_doubles.py",
    "fake_chat.py",
    "fake_embedder.py",
    "wire_doubles.py",
)

SWAPPED: dict[type[ast.AST], type[ast.AST]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Break: ast.Continue,
    ast.Continue: ast.Break,
}


class Mutation(NamedTuple):
    """`file` is relative to the checkout; bytes `start` to `end` of it are replaced by `becomes`."""

    file: str
    line: int
    start: int
    end: int
    was: str
    becomes: str


def product(tree: Path) -> list[Path]:
    files = [path for app in APPS for path in sorted((tree / app).rglob("*.py"))]
    return [path for path in files if not {*path.relative_to(tree).parts} & {*NO_PRODUCT}]


def draw(tree: Path, count: int, seed: int) -> list[Mutation]:
    """One of each app, the others at random; deterministic for the same seed and product."""
    chance = random.Random(seed)
    by_app: dict[str, list[Mutation]] = defaultdict(list)
    for path in product(tree):
        name = path.relative_to(tree)
        by_app[name.parts[0]] += mutations(path.read_text(encoding="utf-8"), str(name))
    first = [chance.choice(offered) for offered in by_app.values()]
    others = [each for offered in by_app.values() for each in offered if each not in first]
    chance.shuffle(others)
    drawn = list(islice((each for each in [*first, *others] if _is_python(tree, each)), count))
    chance.shuffle(drawn)
    return drawn


def mutations(text: str, file: str) -> Iterator[Mutation]:
    """Every mutation of a module."""
    source = text.encode()
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    for whole in _mutable(ast.parse(text)):
        node = whole.test if isinstance(whole, ast.If | ast.While) else whole
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        start = starts[node.lineno - 1] + node.col_offset
        end = starts[node.end_lineno - 1] + node.end_col_offset
        was = source[start:end].decode()
        for becomes in _alternatives(whole):
            found = Mutation(file, node.lineno, start, end, was, becomes)
            if becomes != was:
                yield found


def mutated(text: str, mutation: Mutation) -> str:
    source = text.encode()
    assert source[mutation.start : mutation.end].decode() == mutation.was
    return (source[: mutation.start] + mutation.becomes.encode() + source[mutation.end :]).decode()


def _is_python(tree: Path, mutation: Mutation) -> bool:
    try:
        compile(mutated((tree / mutation.file).read_text(encoding="utf-8"), mutation), mutation.file, "exec")
    except SyntaxError:
        return False
    return True


def _mutable(node: ast.AST) -> Iterator[ast.expr | ast.stmt]:
    """Statements and expressions; neither types nor the parts of f-strings, whose places Python 3.11 does not know."""
    if isinstance(node, ast.JoinedStr) or (isinstance(node, ast.If) and _is_for_types(node.test)):
        return
    if isinstance(node, ast.expr | ast.stmt):
        yield node
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from _mutable(child)


def _is_for_types(test: ast.expr) -> bool:
    return isinstance(test, ast.Name) and test.id == "TYPE_CHECKING"


def _alternatives(node: ast.expr | ast.stmt) -> Iterable[str]:
    match node:
        case ast.Compare(left, [op], [right]) if type(op) in SWAPPED:
            yield _written(ast.Compare(left, [SWAPPED[type(op)]()], [right]))  # type: ignore[list-item]
        case ast.BoolOp(op, values):
            yield _written(ast.BoolOp(SWAPPED[type(op)](), values))  # type: ignore[arg-type]
        case ast.BinOp(left, op, right) if type(op) in SWAPPED:
            yield _written(ast.BinOp(left, SWAPPED[type(op)](), right))  # type: ignore[arg-type]
        case ast.UnaryOp(ast.Not(), operand):
            yield _written(operand)
        case ast.Constant(bool() as value):
            yield str(not value)
        case ast.Constant(int() as value):
            yield str(value + 1)
        case ast.IfExp(test, body, orelse):
            yield _written(ast.IfExp(ast.UnaryOp(ast.Not(), test), body, orelse))
        case ast.Return(ast.expr() as value) if not (isinstance(value, ast.Constant) and value.value is None):
            yield "return None"
        case ast.AugAssign(target, op, value) if type(op) in SWAPPED:
            yield ast.unparse(ast.AugAssign(target, SWAPPED[type(op)](), value))  # type: ignore[arg-type]
        case ast.Raise() | ast.Expr(ast.Call()) | ast.Expr(ast.Await()):
            yield "pass"
        case ast.Break() | ast.Continue():
            yield ast.unparse(SWAPPED[type(node)]())
        case ast.If(test) | ast.While(test):
            yield f"(not {_written(test)})"


def _written(node: ast.expr) -> str:
    return f"({ast.unparse(node)})"

"""Which parts are what a document says, and which it only shows, supposes, quotes or has left behind."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from stones.levels.parts import Kind, Part, Standing

_LEFT_BEHIND = (
    r"superseded|archived?|obsolete|outdated|deprecated|no longer (?:applies|valid|current|accurate)|historical|"
    r"veraltet|überholt|obsol[eè]te|archivado|已废弃|已过时|归档|廃止"
)
_TITLES = (
    (Standing.SUPERSEDED, rf"\b(?:{_LEFT_BEHIND}|previous(?:ly)? (?:session|version|work|attempt|hand)|old |earlier (?:session|attempt|draft))|^(?:history|changelog|revision history)\b"),
    (Standing.EXAMPLE, r"^(?:\W*\w+\W+)?(?:worked )?examples?\b|\bexamples?$|^samples?\b|example (?:output|usage|flow|session|log)|user stor(?:y|ies)|beispiele?\b|^exemples?\b|^ejemplos?\b|示例|例$"),
    (Standing.TEMPLATE, r"\btemplates?\b|\bboilerplate\b|vorlage|plantilla|模板|テンプレート"),
    (Standing.HYPOTHESIS, r"\balternatives?\b|\brejected\b|\bhypothes[ie]s\b|options? considered|considered options|\bpros\b|\bcons\b|verworfen|alternativas|theor(?:y|ies)|non-?options|备选|代替案"),
)  # fmt: skip
_BY_TITLE = [(standing, re.compile(pattern, re.I)) for standing, pattern in _TITLES]
_BANNER = re.compile(rf"\b(?:{_LEFT_BEHIND.replace('historical|', '').replace('deprecated|', '')})", re.I)
_BY_TEXT = (
    (Standing.EXAMPLE, re.compile(r"\W*(?:e\.g\.|for example|examples?\b|sample\b|zum beispiel|par exemple|por ejemplo|例如|例えば)", re.I)),
    (Standing.HYPOTHESIS, re.compile(r"\W*(?:hypothes[ie]s\b|perhaps|maybe|possibly|probably\b|it (?:could|might|may) (?:also )?(?:be|have)|suppose|suspect|initial (?:diagnosis|theory|guess))", re.I)),
)  # fmt: skip
_PLACEHOLDER = re.compile(
    r"\{\{?[a-zA-Z_][\w. ]{0,40}\}|<[a-z][\w -]{2,40}>(?!\()|\[(?:your|insert|name|date|todo)\b[^\]]{0,40}\]|YYYY|XXX",
    re.I,
)
_STRUCK = re.compile(r"\W*~~[^~]{1,2000}~~\W*$")
_SHELL = frozenset(
    "bash sh shell console zsh shell-session shellsession terminal powershell cmd fish".split()
)
WARNS = re.compile(
    r"⚠|🚨|❗|⛔|🛑|\b(?:warning|caution|danger|attention|important|achtung|warnung|advertencia|aviso|cuidado|SUPERSEDED|DEPRECATED|OBSOLETE|ARCHIVED|READ-ONLY|STOP)\b|注意|警告|重要|\bNOT\b|\bNEVER\b",
    re.I,
)
NEAR_TOP = 30
"""Lines."""


def with_standings(parts: Sequence[Part]) -> Iterator[Part]:
    """The same parts, each with its own."""
    left: tuple[str, ...] | None = None
    since_heading = 0
    in_stone = False
    for part in parts:
        since_heading = 0 if part.kind is Kind.HEADING else since_heading + 1
        in_stone = in_stone or "§QASTONE§" in part.text
        if left is not None and part.trail[: len(left)] != left:
            left = None
        if in_stone:
            standing = Standing.QUOTED
        elif left is not None:
            standing = Standing.SUPERSEDED
        else:
            standing = _standing(part)
            if 0 < since_heading <= 2 and _is_banner(part):
                left, standing = part.trail, Standing.CURRENT
        in_stone = in_stone and "§/QASTONE§" not in part.text
        yield part if standing is Standing.CURRENT else replace(part, standing=standing)


def _is_banner(part: Part) -> bool:
    """Whether it says of all that follows in its section that it was left behind."""
    is_set_apart = (
        part.kind in (Kind.QUOTE, Kind.ADMONITION) or part.is_bold or part.label.lower() == "status"
    )
    return is_set_apart and len(part.plain) < 600 and _BANNER.search(part.plain[:80]) is not None


def _standing(part: Part) -> Standing:
    for title in part.trail:
        if (standing := _of_title(title)) is not Standing.CURRENT:
            return standing
    if part.kind is Kind.CODE:
        return Standing.CURRENT if part.label in _SHELL else Standing.EXAMPLE
    if _STRUCK.match(part.text[:2100]):
        return Standing.SUPERSEDED
    for standing, pattern in _BY_TEXT:
        if pattern.match(part.plain[:60]) or (part.parent and pattern.match(part.parent[:60])):
            return standing
    if part.parent and _of_title(part.parent) is Standing.HYPOTHESIS:
        return Standing.HYPOTHESIS
    outside_code = "".join(part.text.split("`")[::2])
    if _PLACEHOLDER.search(outside_code) and part.kind is not Kind.HEADING:
        return Standing.TEMPLATE
    is_own = part.line <= NEAR_TOP or part.label or part.is_bold or WARNS.search(part.plain[:200])
    return Standing.QUOTED if part.kind is Kind.QUOTE and not is_own else Standing.CURRENT


@lru_cache(maxsize=2_000)
def _of_title(title: str) -> Standing:
    return next(
        (standing for standing, pattern in _BY_TITLE if pattern.search(title[:200])), Standing.CURRENT
    )

"""A Markdown text as a tree: its headings, its `<details>` and the paragraphs that are questions, each with its text.

Parsed by CommonMark: a `#` line inside a code fence is code. A heading inside `<details>` stays inside them.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, pairwise

from markdown_it.token import Token

from core.text.limited_markdown import LimitedMarkdown
from quickstart.parsing.faq_questions import (
    AskedParagraph,
    asked_paragraph,
    has_question_mark,
    is_asked,
    plain_title,
)
from quickstart.parsing.plain_questions import plain_forms

DETAILS_LEVEL, PARAGRAPH_LEVEL = 7, 8
"""Behind the six of headings."""
MAX_DEPTH = 40
"""Of sections within sections; `<details>` further in are text."""
_PARSER = LimitedMarkdown()
_PARSER.enable("table")
_DETAILS = re.compile(r"<(?P<closes>/)?details\b[^<>]{0,500}>", re.IGNORECASE)
_SUMMARY = re.compile(
    r"\s{0,20}<summary\b[^<>]{0,500}>(?P<title>.{0,600}?)</summary\s*>", re.IGNORECASE | re.DOTALL
)


@dataclass(slots=True, eq=False)
class FaqSection:
    """A heading, `<details>` or a question with what is below it; all numbers are places in the text."""

    title: str
    level: int
    is_question: bool
    start: int
    body: int
    """Where its title ends."""
    end: int = 0
    """Where its text ends."""
    stop: int = 0
    """Behind the mark that closes it; else as `end`."""
    children: list["FaqSection"] = field(default_factory=list)

    def __iter__(self) -> Iterator["FaqSection"]:
        """Itself and all below it."""
        yield self
        for child in self.children:
            yield from child


@dataclass(frozen=True, slots=True)
class FaqOutline:
    root: FaqSection
    """The whole text."""
    definitions: Mapping[str, str]
    """The addresses of reference links, by their labels as CommonMark compares them."""


def outline(text: str, *, plain: bool = False) -> FaqOutline:
    """`text` with "\\n" as line ends; `plain`: with lines that ask for questions. Raises WorkLimitExceeded."""
    env: dict[str, Mapping[str, Mapping[str, str]]] = {}
    tokens = _PARSER.parse(text, env)
    tree = _Tree(text, tokens, plain=plain)
    for at, token in enumerate(tokens):
        tree.add(token, tokens[at - 1])
    tree.finish()
    addresses = {label: each["href"] for label, each in env.get("references", {}).items()}
    return FaqOutline(tree.root, addresses)


class _Tree:
    def __init__(self, text: str, tokens: Sequence[Token], *, plain: bool) -> None:
        self.text = text
        self.lines = [0, *accumulate(len(line) + 1 for line in text.split("\n"))]
        self.root = FaqSection("", 0, is_question=False, start=0, body=0)
        self.open = [self.root]
        self.underlined_are_text = any(token.markup.startswith("#") for token in tokens)
        """A "---" below a line is meant as a rule where headings have "#"."""
        self.forms = plain_forms(self._paragraphs(tokens)) if plain else frozenset[str]()
        """Of the lines that are questions."""
        self.has_asking_headings = any(
            is_asked(plain_title(token.content))
            for before, token in pairwise(tokens)
            if before.type == "heading_open"
        )

    def add(self, token: Token, before: Token) -> None:
        if token.type == "inline" and before.type == "heading_open" and before.level == 0:
            if not (self.underlined_are_text and before.markup == "-"):
                self._open_heading(token, before)
        elif token.type == "inline" and before.type == "paragraph_open":
            self._open_paragraph(token)
            if any(child.type == "html_inline" for child in token.children or ()):
                self._open_details(token)
        elif token.type == "html_block":
            self._open_details(token)

    def finish(self) -> None:
        self._close(0, len(self.text))
        if len(self.root.children) == 1 and (title := self.root.children[0]).children:
            title.is_question = has_question_mark(title.title)

    def _open_heading(self, token: Token, heading: Token) -> None:
        start, body = self._place(heading)
        level = int(heading.tag[1])
        self._close(level, start)
        self._open(plain_title(token.content), level, start, body)

    def _open_paragraph(self, token: Token) -> None:
        start, end = self._place(token)
        asked = asked_paragraph(self.text[start:end], forms=self.forms)
        if asked and self._takes(asked):
            self._close(PARAGRAPH_LEVEL, start)
            self._open(asked.title, PARAGRAPH_LEVEL, start, start + asked.length, is_question=True)

    def _takes(self, asked: AskedParagraph) -> bool:
        """Bold words with a question mark are none below a question, nor, within a line, where headings ask."""
        if asked.is_marked:
            return True
        is_below = any(each.is_question and each.level < PARAGRAPH_LEVEL for each in self.open)
        return not is_below and (asked.is_line or not self.has_asking_headings)

    def _open_details(self, token: Token) -> None:
        start, end = self._place(token)
        for mark in _DETAILS.finditer(self.text, start, end):
            if mark["closes"]:
                self._close_details(mark)
            elif len(self.open) < MAX_DEPTH:
                self._open_folded(mark)

    def _open_folded(self, mark: re.Match[str]) -> None:
        summary = _SUMMARY.match(self.text, mark.end())
        title = plain_title(summary["title"]) if summary else ""
        if is_asked(title):
            self._close(PARAGRAPH_LEVEL, mark.start())
        self._open(title, DETAILS_LEVEL, mark.start(), (summary or mark).end())

    def _close_details(self, mark: re.Match[str]) -> None:
        if not any(each.level == DETAILS_LEVEL for each in self.open):
            return
        while self.open[-1].level != DETAILS_LEVEL:
            self._pop(mark.start())
        self.open[-1].stop = mark.end()
        self._pop(mark.start())

    def _open(
        self, title: str, level: int, start: int, body: int, *, is_question: bool | None = None
    ) -> None:
        asked = is_asked(title) if is_question is None else is_question
        section = FaqSection(title, level, asked, start, body)
        self.open[-1].children.append(section)
        self.open.append(section)

    def _close(self, level: int, end: int) -> None:
        """All of this level and below, within the innermost `<details>`; with level 0 really all."""
        while self.open and self.open[-1].level >= level and (not level or self._is_closable(level)):
            self._pop(end)

    def _is_closable(self, level: int) -> bool:
        return self.open[-1].level != DETAILS_LEVEL or level == DETAILS_LEVEL

    def _pop(self, end: int) -> None:
        section = self.open.pop()
        section.end = end
        section.stop = section.stop or end

    def _paragraphs(self, tokens: Sequence[Token]) -> Iterator[str]:
        return (self.text[slice(*self._place(each))] for each in tokens if each.type == "paragraph_open")

    def _place(self, token: Token) -> tuple[int, int]:
        """Where its lines begin and end."""
        assert token.map is not None
        return self.lines[token.map[0]], min(self.lines[token.map[1]], len(self.text))

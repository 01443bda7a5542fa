"""The documents of the manual and their sections, read once per process. `docs/adr` is for the repository alone."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from django.urls import reverse
from markdown_it.token import Token

from core.pages.render_markdown import SHIFT, parse
from core.text.sentence_ends import sentence_ends

FOLDER = Path(__file__).resolve().parents[1] / "docs"
FIRST = (
    "stones",
    "messages",
    "ask",
    "brain",
    "clipboard",
    "agents",
    "inbox-clients",
    "operators",
    "scaling",
    "trust",
)
"""In this order; the others follow by name."""


@dataclass(frozen=True, slots=True, eq=False)
class Section:
    document: str
    """Its name, as in its address."""
    document_title: str
    title: str
    """The document's for what stands before its first heading."""
    anchor: str
    """As GitHub makes it of the heading; empty for the beginning."""
    level: int
    """1 for the beginning, then 2 or 3."""
    tokens: Sequence[Token]
    """What stands below its heading, up to the next one."""
    text: str
    """The same as Markdown."""

    @property
    def url(self) -> str:
        page = reverse("manual:document", args=[self.document])
        return f"{page}#{self.anchor}" if self.anchor else page


@dataclass(frozen=True, slots=True, eq=False)
class Document:
    name: str
    title: str
    lead: str
    """The first sentence, without mark-up."""
    text: str
    sections: Sequence[Section]


@cache
def documents() -> dict[str, Document]:
    """By name, in the order of the list."""
    names = sorted(path.stem for path in FOLDER.glob("*.md"))
    ordered = sorted(names, key=lambda name: FIRST.index(name) if name in FIRST else len(FIRST))
    return {name: read_document(name, (FOLDER / f"{name}.md").read_text("utf-8")) for name in ordered}


def find_page(path: str) -> Section | None:
    """What a path from the repository's root names: "docs/brain.md", or a section of it by its anchor."""
    file, _, anchor = path.partition("#")
    folder, _, name = file.removesuffix(".md").rpartition("/")
    if folder != FOLDER.name or not file.endswith(".md") or name not in documents():
        return None
    sections = documents()[name].sections
    # A heading may have been renamed since: then the document's beginning.
    return next((each for each in sections if each.anchor == anchor), sections[0])


def read_document(name: str, text: str) -> Document:
    """Raises ValueError if it does not begin with a title, or is too long to be a page."""
    tokens = parse(text)
    if not tokens or tokens[0].tag != f"h{1 + SHIFT}":
        raise ValueError(f"{name}.md has to begin with its title, and to be short enough for a page.")
    sections = list(_sections(name, text.split("\n"), tokens))
    lead = next((_words(token) for token in tokens[2:] if token.type == "inline"), "")
    return Document(name, sections[0].title, _first_sentence(lead), text, sections)


def _sections(name: str, lines: Sequence[str], tokens: list[Token]) -> Iterator[Section]:
    heads = [at for at, token in enumerate(tokens) if token.type == "heading_open" and token.level == 0]
    title, used = _words(tokens[1]), dict[str, int]()
    for at, after in zip(heads, [*heads[1:], len(tokens)], strict=True):
        level = min(int(tokens[at].tag[1]) - SHIFT, 3)
        heading = _words(tokens[at + 1])
        start, end = _line(tokens, at + 2, lines), _line(tokens, after, lines)
        yield Section(
            document=name,
            document_title=title,
            title=heading,
            anchor=_anchor(heading, used) if level > 1 else "",
            level=level,
            tokens=tokens[at + 3 : after],
            text="\n".join(lines[start:end]).strip(),
        )


def _line(tokens: Sequence[Token], at: int, lines: Sequence[str]) -> int:
    """Where this token begins; of a heading's end, where it ends."""
    if at == len(tokens):
        return len(lines)
    if tokens[at].type == "heading_close":
        return _map(tokens[at - 2])[1]
    return _map(tokens[at])[0]


def _map(token: Token) -> list[int]:
    if token.map is None:
        raise ValueError(f"{token.type} has no lines.")
    return token.map


def _anchor(heading: str, used: dict[str, int]) -> str:
    plain = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
    used[plain] = used.get(plain, -1) + 1
    return f"{plain}-{used[plain]}" if used[plain] else plain


def _words(token: Token) -> str:
    """The visible words of an inline token, on one line."""
    pieces = (
        " " if child.type == "softbreak" else child.content
        for child in token.children or ()
        if child.type in ("text", "code_inline", "softbreak")
    )
    return " ".join("".join(pieces).split())


def _first_sentence(text: str) -> str:
    return text[: next(iter(sentence_ends(text, 0, len(text))), len(text))].strip()

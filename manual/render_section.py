"""A section as HTML: links lead to the pages of the manual, pictures are those of `docs/images`."""

import posixpath
import re
import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from django.urls import reverse
from django.utils.safestring import SafeString
from markdown_it.token import Token

from core.pages.render_markdown import render_tokens
from manual.read_documents import FOLDER, Section, documents

_ABSOLUTE = re.compile(r"[a-z]+:|[#/]")


@dataclass(frozen=True, slots=True)
class Picture:
    """`light` and `dark` are static files, which may be one; width and height in pixels."""

    alt: str
    light: str
    dark: str
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class RenderedSection:
    title: str
    anchor: str
    level: int
    parts: Sequence[SafeString | Picture]


@cache
def render_document(name: str) -> list[RenderedSection]:
    """Its sections. Raises KeyError if there is no such document."""
    return [
        RenderedSection(each.title, each.anchor, each.level, list(_parts(each)))
        for each in documents()[name].sections
    ]


def _parts(section: Section) -> Iterator[SafeString | Picture]:
    """A paragraph that is a picture alone stands by itself; all between two of them is one piece of HTML."""
    tokens: list[Token] = []
    for token in section.tokens:
        if token.type == "inline" and (picture := _picture(token)):
            yield render_tokens(tokens[:-1])
            yield picture
            tokens = []
        elif tokens or token.type != "paragraph_close":
            children = None if token.children is None else list(_with_links(token.children))
            tokens.append(token.copy(children=children))
    yield render_tokens(tokens)


def _picture(token: Token) -> Picture | None:
    [child, *others] = token.children or [Token("text", "", 0)]
    if others or child.type != "image":
        return None
    light = str(child.attrGet("src"))
    dark = light.replace("-light.", "-dark.")
    width, height = struct.unpack(">II", (FOLDER / light).read_bytes()[16:24])  # of PNG
    manual_light, manual_dark = (path.replace("images/", "manual/") for path in (light, dark))
    return Picture(child.content, manual_light, manual_dark, width, height)


def _with_links(children: Sequence[Token]) -> Iterator[Token]:
    """Links that work on the site; of those to files that are not served only the words stay, with the path as code.

    A link whose words are a document's file shows the document's title.
    """
    at = 0
    while at < len(children):
        if children[at].type != "link_open":
            yield children[at]
            at += 1
            continue
        end = next(index for index in range(at, len(children)) if children[index].type == "link_close")
        yield from _link(children[at : end + 1])
        at = end + 1


def _link(link: Sequence[Token]) -> Iterator[Token]:
    opened, *words, closed = link
    href = str(opened.attrGet("href"))
    file = href.partition("#")[0]
    is_file_named = len(words) == 1 and words[0].content == posixpath.basename(file)
    if target := _target(href):
        named = documents().get(file.removesuffix(".md")) if is_file_named else None
        yield opened.copy(attrs={"href": target})
        yield from [_text(named.title)] if named else words
        yield closed
    else:
        yield from () if is_file_named else (*words, _text(" "))
        path = posixpath.normpath(f"{FOLDER.name}/{file}")
        yield Token("code_inline", "code", 0, content=path, markup="`")


def _text(content: str) -> Token:
    return Token("text", "", 0, content=content)


def _target(href: str) -> str:
    """The address of a link; empty for a file that is not served."""
    file, _, anchor = href.partition("#")
    name = file.removesuffix(".md")
    if _ABSOLUTE.match(href):
        return href
    if name == file or name not in documents():
        return ""
    return reverse("manual:document", args=[name]) + (f"#{anchor}" if anchor else "")

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
    """Of links to files that are not served only the words stay, with the file's path as code."""
    path, words = "", ""
    for child in children:
        if child.type == "link_open":
            target = _target(str(child.attrGet("href")))
            path, words = ("", "") if target else (_repository_path(str(child.attrGet("href"))), "")
            if target:
                yield child.copy(attrs={"href": target})
        elif child.type == "link_close" and path:
            if words:
                yield Token("text", "", 0, content=" ")
            yield Token("code_inline", "code", 0, content=path, markup="`")
            path = ""
        elif path and child.content in (path, posixpath.basename(path)):
            continue
        else:
            words += child.content if path else ""
            yield child


def _target(href: str) -> str:
    """The address of a link; empty for a file that is not served."""
    file, _, anchor = href.partition("#")
    name = file.removesuffix(".md")
    if _ABSOLUTE.match(href):
        return href
    if name == file or name not in documents():
        return ""
    return reverse("manual:document", args=[name]) + (f"#{anchor}" if anchor else "")


def _repository_path(href: str) -> str:
    return posixpath.normpath(f"{FOLDER.name}/{href.partition('#')[0]}")

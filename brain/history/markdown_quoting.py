"""Questions, answers and citations inside a Markdown file: they cannot pass for the file's own headings or lists."""

import re
from urllib.parse import quote

from markdown_it.token import Token

from brain.standard_response import Metadata
from core.text.limited_markdown import LimitedMarkdown, WorkLimitExceeded

_LINE_END = re.compile(r"\r\n|\r|\n")
_MARKUP = re.compile(r"[\\`*_\[\]<>&~|]|(?<!\S)#+(?!\S)")
_WEB = re.compile(r"https?://", re.IGNORECASE)
_HTML = ("html_block", "html_inline")
_ROUNDS = 5
_READER = LimitedMarkdown(options_update={"html": True})


def escape_on_one_line(text: str) -> str:
    """The text on one line, its mark-up escaped."""
    return _MARKUP.sub(lambda found: f"\\{found[0]}", " ".join(text.split()))


def block_quote(text: str, indent: str = "") -> str:
    """A block quote that keeps the text's Markdown and escapes its HTML."""
    lines = [f"> {line}".rstrip() for line in _LINE_END.split(text.strip("\r\n"))]
    return "\n".join(f"{indent}{line}" for line in _without_html(lines))


def format_sources(metadata: Metadata, *, profile_title: str) -> str:
    """What an answer cites, in the order of its numbers: notes, then external pages, then the profile. Empty for
    none.
    """
    items = [
        (f"**{escape_on_one_line(each.label) or each.note_id}**", each.excerpt) for each in metadata.citations
    ]
    items += [
        (f"{_link(page.title, page.url)} ({escape_on_one_line(page.source)})", page.excerpt)
        for page in metadata.external_sources
    ]
    if metadata.has_uncited_profile:
        items.append((f"**{escape_on_one_line(profile_title)}**", None))
    return "\n".join(_item(number, *each) for number, each in enumerate(items, start=1))


def _item(number: int, label: str, excerpt: str | None) -> str:
    mark = f"{number}. "
    excerpt_block = f"\n\n{block_quote(excerpt, ' ' * len(mark))}\n" if excerpt else ""
    return f"{mark}{label}{excerpt_block}"


def _link(title: str, url: str) -> str:
    if not _WEB.match(url):
        return f"{escape_on_one_line(title)}, {escape_on_one_line(url)}"
    # Other characters would end the address or the line.
    address = quote(url, safe="%/:=&?~#+!$,;@()*[]'")
    return f"[{escape_on_one_line(title) or escape_on_one_line(url)}](<{address}>)"


def _without_html(lines: list[str]) -> list[str]:
    """The same lines, with `<` escaped in those that hold HTML."""
    for _ in range(_ROUNDS):
        # Escaping HTML can turn what was inside it into code or text, and code into HTML.
        try:
            tokens = _READER.parse("\n".join(lines))
        except WorkLimitExceeded:
            break
        html_lines = {at for token in tokens if token.map and _is_html(token) for at in range(*token.map)}
        if not html_lines:
            return lines
        lines = [line.replace("<", "&lt;") if at in html_lines else line for at, line in enumerate(lines)]
    return [line.replace("<", "&lt;") for line in lines]


def _is_html(token: Token) -> bool:
    return token.type in _HTML or any(child.type in _HTML for child in token.children or ())

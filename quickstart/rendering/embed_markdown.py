"""Curated Markdown inside our own layout: unchanged for its reader, and unable to close or swallow what surrounds it.

The structure comes from a CommonMark parser: what is inside a fence is no heading.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise, takewhile

from markdown_it.token import Token
from markdown_it.utils import EnvType

from core.text.limited_markdown import LimitedMarkdown, WorkLimitExceeded
from core.text.one_line import collapse_spaces
from core.text.sentence_ends import sentence_ends

HIGHEST_HEADING = 3
"""The level of an embedded text's highest heading: the layout's own is 2."""
DEEPEST_HEADING = 6
_SAYS_ENOUGH = re.compile(r"\s*(?:(?:\S+\s+){2}\S|[^\x00-\u2fff]{6})")
"""Three words, or six characters of a writing that does not part them: after "Yes!" the next one is included."""
# Blocks only: inline mark-up is not parsed here.
_COMMONMARK = LimitedMarkdown()
_COMMONMARK.disable("inline")
_WITH_TABLES = LimitedMarkdown()
_WITH_TABLES.disable("inline")
_WITH_TABLES.enable("table")
_PROBE = "what stands behind"
_HTML_ENDS = ("-->", "?>", "]]>", ">", "</pre>")
"""How HTML that runs over blank lines is closed (CommonMark 4.6, kinds 1 to 5; each end of kind 1 ends all of it)."""
_LINE_BREAKS = re.compile(r"\r\n?|[\x00\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")


def embed_markdown(text: str) -> str:
    """The text with its headings below ours, no rule that looks like our separator, and all blocks closed.

    Becomes a code block if its Markdown is too costly to parse; all parses of one text are counted together.
    """
    lines = _plain_lines(text)
    env: EnvType = {}
    try:
        _lower_headings(lines, _COMMONMARK.parse("\n".join(lines), env))
        return _close_open_blocks("\n".join(lines).strip("\n"), env)
    except WorkLimitExceeded:
        return fence_code(text)


def fence_code(code: str, language: str = "") -> str:
    """A code block that the code cannot close: its fence is longer than any run of backticks in it."""
    code = "\n".join(_plain_lines(code)).strip("\n")
    longest = max((len(run) for run in re.findall(r"`+", code)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{language}\n{code}\n{fence}"


def ends_in_empty_code(text: str) -> bool:
    """True if its last line opens a code block, or if that block has only blank lines so far."""
    lines = _plain_lines(text.rstrip())
    try:
        blocks = [token for token in _COMMONMARK.parse("\n".join(lines)) if token.type == "fence"]
    except WorkLimitExceeded:
        return False
    last = blocks[-1] if blocks else None
    return bool(last and last.map and last.map[1] >= len(lines) and not last.content.strip())


def escape_heading(text: str) -> str:
    """A title for behind "## ", which drops hash signs at the end of a line: "What is C #" keeps its own."""
    return re.sub(r"(?:^|(?<= ))(#+)$", r"\\\1", collapse_spaces(text))


def first_sentence(text: str) -> str:
    """Of the first paragraph, wherever it is; of a text without one the first row of its first table, read as words.

    Empty if there is neither. Code and headings are skipped.
    """
    try:
        tokens = _WITH_TABLES.parse("\n".join(_plain_lines(text)))
    except WorkLimitExceeded:
        return ""
    paragraph = next(filter(None, _contents_of(tokens, "paragraph_open")), "")
    return _sentence_of(paragraph) if paragraph else _first_row(tokens)


def paragraphs(text: str) -> Iterator[tuple[str, bool]]:
    """Each on one line, mark-up included, with whether it stands in a list."""
    try:
        tokens = _WITH_TABLES.parse("\n".join(_plain_lines(text)))
    except WorkLimitExceeded:
        return
    lists = 0
    for token, inline in pairwise(tokens):
        lists += token.nesting if token.type.endswith(("_list_open", "_list_close")) else 0
        if token.type == "paragraph_open" and inline.content.strip():
            yield collapse_spaces(inline.content), lists > 0


def says_enough(text: str) -> bool:
    """Whether it can stand alone: "Yes!" cannot."""
    return _SAYS_ENOUGH.match(text) is not None


def _sentence_of(paragraph: str) -> str:
    enough = _SAYS_ENOUGH.match(paragraph)
    least = enough.end() if enough else len(paragraph)
    ends = sentence_ends(paragraph, 0, len(paragraph))
    sentence = paragraph[: next(end for end in ends if end >= least)].rstrip()
    # A sentence ending in a colon announces something that is not included here.
    return f"{sentence[:-1]}." if sentence.endswith(":") else sentence


def _first_row(tokens: Sequence[Token]) -> str:
    """Each cell behind the title of its column."""
    table = list(takewhile(lambda token: token.type != "table_close", tokens))
    # A row has as many cells as there are titles.
    row = zip(_contents_of(table, "th_open"), _contents_of(table, "td_open"), strict=False)
    return "; ".join(f"{title}: {cell}" if title else cell for title, cell in row if cell)


def _contents_of(tokens: Sequence[Token], opening: str) -> Iterator[str]:
    """On one line each, mark-up included."""
    return (collapse_spaces(inline.content) for token, inline in pairwise(tokens) if token.type == opening)


def _plain_lines(text: str) -> list[str]:
    """Lines as the parser numbers them."""
    return _LINE_BREAKS.sub("\n", text).split("\n")


def _lower_headings(lines: list[str], tokens: list[Token]) -> None:
    own = [(token, inline) for token, inline in pairwise(tokens) if _is_own_heading(token)]
    shift = max(HIGHEST_HEADING - min((int(token.tag[1]) for token, _ in own), default=HIGHEST_HEADING), 0)
    for token, inline in own:
        first, behind = token.map or (0, 0)
        mark = "#" * min(int(token.tag[1]) + shift, DEEPEST_HEADING)
        # Underlined headings become marked ones: there is no underline for a third level.
        title = inline.content if token.markup.startswith("#") else collapse_spaces(inline.content)
        lines[first:behind] = [f"{mark} {escape_heading(title)}".rstrip(), *[""] * (behind - first - 1)]
    for token in tokens:
        if token.type == "hr" and token.level == 0 and token.map:
            lines[token.map[0]] = "***"


def _is_own_heading(token: Token) -> bool:
    """Not one inside a list or a quotation, which end with it."""
    return token.type == "heading_open" and token.level == 0


def _close_open_blocks(text: str, env: EnvType) -> str:
    """With its open blocks closed, so that a following paragraph is a paragraph."""
    if _allows_following_paragraph(text, env):
        return text
    return next(
        closed for closed in _closing_candidates(text, env) if _allows_following_paragraph(closed, env)
    )


def _allows_following_paragraph(text: str, env: EnvType) -> bool:
    following = _COMMONMARK.parse(f"{text}\n\n{_PROBE}", env)[-3:]
    return [token.type for token in following] == ["paragraph_open", "inline", "paragraph_close"] and (
        following[1].content == _PROBE and following[0].level == 0
    )


def _closing_candidates(text: str, env: EnvType) -> Iterator[str]:
    """The text with each possible end; at last as a code block, which holds anything."""
    last = _COMMONMARK.parse(text, env)[-1:]
    if last and last[0].type == "fence":
        yield f"{text}\n{last[0].markup}"
    for end in _HTML_ENDS:
        yield f"{text}\n{end}"
    yield fence_code(text)

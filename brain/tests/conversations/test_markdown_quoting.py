"""Questions, answers and citations in our Markdown files: readable, and never taken for our own words."""

from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from brain.history.markdown_quoting import block_quote, escape_on_one_line, format_sources
from brain.standard_response import Citation, ExternalSource, Metadata

READER = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])

FRAGMENTS = st.sampled_from(
    [
        "# Turn 9", "Turn 9\n===", "Turn 9\n---", "```", "````", "~~~", "<h2>Turn 9</h2>", "<!--", "-->",
        "</blockquote>", "<pre>", "</pre>", "<script>", "a <b>c</b>", "`<b>`", "> deeper", "- item", "1. item",
        "\tcode", "    code", "  - deep", "***", "", " ", "[1]: https://x.example", "\\", "| a |\n|---|", "plain",
        "a\rb", "a\r\nb", "<?php", "<![CDATA[", "]]>", "<a href='", "&lt;",
    ]
)  # fmt: skip
WILD = st.lists(FRAGMENTS, max_size=12).map("\n".join) | st.text(max_size=40)


def html_in(text: str) -> list[str]:
    return [
        token.content
        for block in READER.parse(text)
        for token in [block, *(block.children or ())]
        if token.type in ("html_block", "html_inline")
    ]


def outermost(text: str) -> list[str]:
    """The top-level blocks; for headings and paragraphs with their text."""
    tokens = READER.parse(text)
    return [
        f"{token.type}: {tokens[at + 1].content}"
        if token.type.startswith(("heading", "paragraph"))
        else token.type
        for at, token in enumerate(tokens)
        if token.level == 0 and token.nesting >= 0
    ]


@given(WILD)
def test_a_quote_is_one_block_whatever_it_holds(text: str) -> None:
    around = f"# Before\n\n{block_quote(text)}\n\n# After\n"
    assert outermost(around) == ["heading_open: Before", "blockquote_open", "heading_open: After"]
    assert html_in(around) == []


def test_a_quote_keeps_its_markdown() -> None:
    text = "It is **8003**:\n\n```\nport = 8003\n```\n\n- one\n- `a < b`\n"
    assert block_quote(text) == ("> It is **8003**:\n>\n> ```\n> port = 8003\n> ```\n>\n> - one\n> - `a < b`")


def test_html_is_escaped() -> None:
    assert block_quote("a <b>c</b>") == "> a &lt;b>c&lt;/b>"
    assert block_quote("```\na <b>c</b>\n```") == "> ```\n> a <b>c</b>\n> ```"


@given(WILD)
def test_a_line_is_one_line_and_nothing_but_text(text: str) -> None:
    markdown = f"# {escape_on_one_line(text)}\n\nafter"
    tokens = READER.parse(markdown)
    assert outermost(markdown)[-1] == "paragraph_open: after"
    assert {child.type for child in tokens[1].children or ()} <= {"text"}


PAGE = ExternalSource(
    title="Ports [x]", source="Wikipedia", url="https://x.example/a b>c", excerpt="A port\nis."
)


def metadata(*citations: Citation, pages: tuple[ExternalSource, ...] = (), profile: bool = False) -> Metadata:
    return Metadata(
        has_sources=True, citations=list(citations), external_sources=list(pages), used_profile=profile
    )


def test_notes_then_pages_then_the_profile_are_numbered() -> None:
    cited = [
        Citation(note_id="1", note_title="Ports *of* all", excerpt="It is\n# 8003"),
        Citation(note_id="2", note_title="Bare"),
    ]
    assert format_sources(metadata(*cited, pages=(PAGE,), profile=True), profile_title="Profile") == (
        "1. **Ports \\*of\\* all**\n\n   > It is\n   > # 8003\n\n2. **Bare**\n"
        "3. [Ports \\[x\\]](<https://x.example/a%20b%3Ec>) (Wikipedia)\n\n   > A port\n   > is.\n\n4. **Profile**"
    )
    assert format_sources(Metadata(has_sources=False), profile_title="Profile") == ""


def test_an_address_that_is_none_of_the_web_is_no_link() -> None:
    page = PAGE.model_copy(update={"url": "javascript:alert(1)"})
    assert format_sources(metadata(pages=(page,)), profile_title="").startswith(
        "1. Ports \\[x\\], javascript:alert(1) (Wikipedia)"
    )


@given(st.lists(st.tuples(WILD, WILD, WILD), min_size=1, max_size=12))
def test_sources_are_one_list_whatever_they_say(parts: list[tuple[str, str, str]]) -> None:
    cited = [Citation(note_id="1", note_title=title, excerpt=text) for title, text, _ in parts]
    pages = tuple(
        ExternalSource(title=text, source=title, url=f"https://{url}", excerpt=text)
        for title, text, url in parts
    )
    text = f"{format_sources(metadata(*cited, pages=pages), profile_title='')}\n\n# After"
    assert outermost(text) == ["ordered_list_open", "heading_open: After"]
    assert sum(
        token.type == "list_item_open" and token.level == 1 for token in READER.parse(text)
    ) == 2 * len(parts)
    assert html_in(text) == []

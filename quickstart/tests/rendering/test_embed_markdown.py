import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from quickstart.rendering.embed_markdown import embed_markdown, fence_code, first_sentence

PARSE = MarkdownIt("commonmark").parse
PIECES = st.sampled_from(
    ["```", "````bash", "~~~", "~~~~ x", "# One", "## Two #", "Title\n===", "Two\nlines\n---", "---", "***", "<!--",
     "-->", "<pre>", "<script>", "<?php", "<![CDATA[", "<div>", "- item", "- ```", "  ```", "1. one", "> quoted",
     "> ```",     "    indented", "\t# tab", "text", "", "[a]: /b", "| a |", "`", "``` `", "\r", "\x0c", "\\", "<!X"]
)  # fmt: skip
MARKDOWN = st.lists(PIECES | st.text(alphabet="`~#-<>!= \n\t\r*ab", max_size=12), max_size=14).map("\n".join)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Plain *text*.", "Plain *text*."),
        ("# Big\n\n## Less\n\ntext", "### Big\n\n#### Less\n\ntext"),
        ("### Fits\n\n#### Below", "### Fits\n\n#### Below"),
        ("Big\n===\ntext", "### Big\n\ntext"),
        ("###### Deep\n# Big", "###### Deep\n### Big"),
        ("a\n\n---\nb", "a\n\n***\nb"),
        ("```\n# comment\n---\n```", "```\n# comment\n---\n```"),
        ("```bash\nls", "```bash\nls\n```"),
        ("~~~~\n```\nls", "~~~~\n```\nls\n~~~~"),
        ("see <!-- a", "see <!-- a"),
        ("<!-- a", "<!-- a\n-->"),
        ("<script>\nx", "<script>\nx\n</pre>"),
        ("- a\n  ```\n  b", "- a\n  ```\n  b"),
        ("- a\n  # Big", "- a\n  # Big"),
        ("", ""),
    ],
)
def test_embedded(text: str, expected: str) -> None:
    assert embed_markdown(text) == expected


@given(MARKDOWN)
def test_an_embedded_text_cannot_change_its_surroundings(text: str) -> None:
    page = f"## Question\n\n{embed_markdown(text)}\n\n---\n**Go deeper:**\n- next"
    own = [token for token in PARSE(page) if token.level == 0]
    behind = ["hr", "paragraph_open", "paragraph_close", "bullet_list_open", "bullet_list_close"]
    assert [token.type for token in own if token.type != "inline"][-5:] == behind
    assert [token.tag for token in own if token.type == "heading_open"].count("h2") == 1
    lines = page.split("\n")
    assert [lines[token.map[0]] for token in own if token.type == "hr" and token.map].count("---") == 1


@given(MARKDOWN)
def test_embedding_twice_is_embedding_once(text: str) -> None:
    assert embed_markdown(embed_markdown(text)) == embed_markdown(text)


@given(MARKDOWN, st.sampled_from(["", "bash"]))
def test_a_fence_holds_whatever_it_holds(code: str, language: str) -> None:
    tokens = PARSE(f"before\n{fence_code(code, language)}\nafter")
    assert [token.type for token in tokens if token.type in ("fence", "inline")] == [
        "inline",
        "fence",
        "inline",
    ]
    fence = next(token for token in tokens if token.type == "fence")
    assert fence.info == language
    assert fence.content.split() == code.split()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("One of them. Two.", "One of them."),
        ("Yes! It does so. More.", "Yes! It does so."),
        ("Yes!", "Yes!"),
        ("# Title\n\n```\ncode\n```\n\nUse e.g. this\none. Then that.", "Use e.g. this one."),
        ("Do so:\n\n```\nx\n```", "Do so."),
        ("- First point\n- Second", "First point"),
        ("是。石头是一段文字。它有四层。", "是。石头是一段文字。"),
        ("```\nonly code\n```", ""),
        ("", ""),
        ("| pan | heat |\n|---|---|\n| wok | high |\n\nDry it first. Oil it then.", "Dry it first."),
        ("| Topf | Hitze |\n|:--|--:|\n| Wok | hoch |\n| Kessel | mild |", "Topf: Wok; Hitze: hoch"),
        ("pan | | heat\n--- | --- | ---\nwok | steel | \n", "pan: wok; steel"),
        ("| pan |\n|---|\n| wok |\n\n| lid |\n|---|\n| glass |", "pan: wok"),
        ("| pan | heat |\n|---|---|\n", ""),
        ("Use `a | b` for either. Or not.", "Use `a | b` for either."),
        ("| no table |\nwithout its rule. More.", "| no table | without its rule."),
    ],
)
def test_first_sentence(text: str, sentence: str) -> None:
    assert first_sentence(text) == sentence

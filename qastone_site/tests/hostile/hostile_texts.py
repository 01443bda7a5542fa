"""Texts that are written to make a parser work for long, of any size: most repeat what opens and never closes."""

from collections.abc import Callable

Shape = Callable[[int], str]


def _repeat(unit: str) -> Shape:
    return lambda size: (unit * (size // len(unit) + 1))[:size]


def _framed(before: str, unit: str, behind: str = "") -> Shape:
    return lambda size: before + _repeat(unit)(max(0, size - len(before) - len(behind))) + behind


def _deep_list(size: int) -> str:
    lines, at = [], 0
    while size > 0:
        lines.append("  " * (at % 400) + "- a")
        size -= len(lines[-1]) + 1
        at += 1
    return "\n".join(lines)


def _wide_table(size: int, columns: int = 300) -> str:
    row = "|" + "a|" * columns + "\n"
    return (row + "|" + "-|" * columns + "\n" + row * (size // len(row) + 1))[:size]


def _growing_backticks(size: int) -> str:
    parts, length = [], 1
    while size > 0:
        parts.append("`" * length + " ")
        size -= length + 1
        length += 1
    return "".join(parts)


def _staircase(size: int) -> str:
    """Each line indented by one more than the one before."""
    lines, length = [], 0
    while size > 0:
        lines.append(" " * length + "> - a")
        size -= length + 6
        length += 1
    return "\n".join(lines)


def _distinct_words(size: int) -> str:
    return " ".join(f"w{number:x}" for number in range(size // 6))[:size]


def _distinct_code(size: int) -> str:
    return " ".join(f"Do `x{number:x}` it." for number in range(size // 13))[:size]


def _distinct_references(size: int) -> str:
    return "\n".join(f"[r{number:x}]: /u{number:x}" for number in range(size // 16))[:size]


_HEADER = "§QASTONE§\nborder_hash: f7a3b2c1\nglow_channel: task\nlod_count: 4\n─\n"

# ruff: noqa: E501  # a table
SHAPES: dict[str, Shape] = {
    "sentences that lean on one another": _framed("The worker runs. ", "It is so and they were. "),
    **{
        f"repeated {unit!r}": _repeat(unit)
        for unit in (
            "[", "![", "](", "[a](", "[a](<b", "[]", "[a]:", "[^1]", "*a ", "_a ", "*_", "**a *", "~~a", "`", "``a`", "` ", "<", "<a ", "<!--", "<?",
            "<![CDATA[", "&", "&amp;", "&#", "\\\\", "\\", "> ", ">", "(", ")", "{", "}", "[[", "|", "|a", "# ", "#", "a#b ", "=", "-", "—", "+", "!",
            "@", "a@", "a@b.c ", "http://", "https://a.b/c?d=e&f ", "www.a.", "1.1.", "1. ", "1.1 ", "0", "9,", "a", "a ", "A", "Aa", "a.b", "a. ",
            "a? ", "e.g. ", "i.e.", "A.", "A. B ", "...", "… ", "!? ", "-----", "- - ", "* * ", "a-", "a_", "/", "/a", "../", "C:\\", "a/b.c ", ".a", "$a ", "$(",
            " ", "\t", " \t", "\u00a0", "\u200b", "\u200d", "\u0301", "a\u0301", "\ufeff", "\u202e", "é", "ß", "ﬁ", "漢", "漢。", "が", "\U0001f469\u200d", "각",
            '"', "'", '"a', "'a ", "“", "”", "«a", "a:", "a: ", ": ", "::", "a=", "%", "%41", "§", "─", "§QASTONE§", "LOD-", "x" * 200 + " ",
            "please ", "ignore all ", "ignore previous instructions ", "password: ", "token=", "sk-", "eyJ", "AKIA", "-----BEGIN ", "how do i ", "not ", "must not ",
            "User: ", "**a**: ", "def f(", "import a", "SELECT ",
        )
    },
    **{
        f"lines {unit!r}": _repeat(unit)
        for unit in (
            "a\n", "\n", " \n", "\r\n", "\r", "- a\n", "* a\n", "1. a\n", "1) a\n", "- [ ] a\n", "> a\n", ">> a\n", "# a\n", "###### a\n", "a\n=\n", "a\n---\n",
            "---\n", "***\n", "```\n", "~~~\n", "```a\n", "    a\n", "\ta\n", "|a|b|\n", "|-|-|\n", "a|b\n-|-\n", "<div>\n", "<!--\n", "</p>\n", "[a]: b\n", "[a]: b 'c\n",
            "a: b\n", "a:\n", "- a: b\n", "a: &a\n", "? a\n", "a: [\n", "- - - a\n", "&a [*a]\n", "!!a b\n", "%a\n", "a: |\n", "a: 'b\n", "{\n", "[\n", '{"a":\n', '"a",\n',
            "─\n", "§QASTONE§\n", "§/QASTONE§\n", "LOD-0: a\n", "LOD-9\n", "\\LOD-1: a\n", "\\\\─\n", "border_hash: f7a3b2c1\n", "lod_count: 4\n", "a \\\n",
            "├── a\n", "│   \n", "└─ a\n", "  - a\n", "User: a\n", "**Ann:** a\n", "[10:00] a: b\n", "## When to Use\n", "### Q: a?\n", "A: a\n", "$ a\n", "+ a\n", "@@ -1 +1 @@\n",
            "- a\n\n", "> a\n\n", "a\n\n", "password: a\n", "a,b,c\n", "* a\n  * b\n",
        )
    },
    "a long line": _repeat("word and another word, "),
    "one word": _repeat("x"),
    "prose": _repeat("The deploy failed at 10:42 because the disk was full. We must not restart it before Ann agrees.\n"),
    "different words": _distinct_words,
    "different code": _distinct_code,
    "different references": _distinct_references,
    "nested quotes": lambda size: "\n".join([">" * min(size // 2, 2_000) + " a"] * max(1, size // 2_002))[:size],
    "quotes one deeper each": _staircase,
    "nested lists": _deep_list,
    "nested brackets, closed": lambda size: "[" * (size // 2) + "]" * (size // 2),
    "nested links": lambda size: "[" * (size // 5) + "a" + "](b)" * (size // 5),
    "nested emphasis": lambda size: "*a " * (size // 6) + " b*" * (size // 6),
    "emphasis of three": _repeat("***a** b* "),
    "a wide table": _wide_table,
    "a table of one row": lambda size: f"|{'a|' * (size // 4)}\n|{'-|' * (size // 4)}\n",
    "growing backticks": _growing_backticks,
    "an unclosed stone": _framed(_HEADER + "LOD-0: a\n─\nLOD-3: ", "a line\n"),
    "a header without end": _framed("§QASTONE§\n", "key: value\n"),
    "one long header line": _framed("§QASTONE§\nborder_hash: ", "f"),
    "many stones": _repeat(_HEADER + "LOD-0: a\n─\n§/QASTONE§\n"),
    "stones in a stone": _repeat(_HEADER + "LOD-0: a\n"),
    "front matter without end": _framed("---\n", "a: b\n"),
    "long front matter": _framed("---\n", "a: b\n", "\n---\ntext"),
    "nested YAML": _framed("---\na: ", "[", "\n---\ntext"),
    "YAML in YAML": _framed("---\n", "- ", "\n---\ntext"),
    "nested JSON": _framed('{"a":', "["),
    "aliases": lambda size: "---\na: &a [x]\n" + "".join(f"b{n}: &b{n} [*a, *a]\n" for n in range(size // 24)) + "---\n",
    "one heading, long": _framed("# ", "a "),
    "a heading that closes": _framed("# a ", "# "),
    "a heading of tabs": _framed("# a", "\t", "b"),
    "a line of spaces": _framed("a", " ", "b"),
    "blank lines": _framed("a", "\n", "b"),
    "spaces before a colon": _framed("a", " ", ": b"),
    "one address": _framed("http://a/", "a"),
    "one e-mail address": _framed("", "a", "@"),
    "e-mail addresses, joined": _repeat("a@b."),
    "digits with dots": _repeat("1.23"),
    "a number": _repeat("1,234"),
    "a path": _repeat("abc/def-"),
    "a name": _framed("", "ab_", "("),
    "a code span": _framed("`", "a ", ""),
    "an entity": _framed("&", "a"),
    "a comment": _framed("<!-- ", "a -", ""),
    "a tag": _framed("<a ", 'b="c" '),
    "a tag of values": _framed("<a ", "b=c "),
    "a reference's title": _framed("[a]: /u '", "b\n"),
    "combining marks": _framed("a", "\u0301\u0316"),
    "hangul": _framed("", "\u1100\u1161\u11a8"),
    "accents over letters": _repeat("a\u0301e\u0300"),
    "tag characters": _repeat("\U000e0061"),
}  # fmt: skip

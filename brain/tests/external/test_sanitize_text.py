"""Text from outside, made plain and cut."""

import pytest

from brain.external.sanitize_text import INVISIBLE, to_plain_line, to_plain_text
from core.llm import count_tokens
from core.text.cut_to_tokens import cut_to_sentences

PLAIN = {
    "a < b and c > d, 5 <6": "a < b and c > d, 5 <6",
    "<p>One</p><p>Two <b>bold</b> H<sub>2</sub>O</p>": "One\nTwo bold H2O",
    "One<br>two<!-- three --> four": "One\ntwo four",
    "<script>alert(1)</script>after<style>p{}</style>": "after",
    "&lt;script&gt;alert(1)&lt;/script&gt;AT&amp;T&nbsp;x": "AT&T x",
    "&amp;lt;img src=x onerror=y&amp;gt;z": "z",
    "<img src=x onerror=alert(1)//": "",
    "<scr<script>ipt>alert(1)</scr</script>ipt>": "ipt>alert(1)ipt>",
    "one\u202etwo\x00\ud800\u200b\U000e0041": "onetwo",
    "\ud800<b>one</b>&#xd800;&#0;&#x202e;": "one\ufffd\ufffd",
    "  one \t two  \r\n\r\n three ": "one two\nthree",
    "👩\u200d🚀 می\u200cخواهم": "👩\u200d🚀 می\u200cخواهم",
}


@pytest.mark.parametrize("text", PLAIN)
def test_plain(text: str) -> None:
    assert to_plain_text(text) == PLAIN[text]


@pytest.mark.parametrize("layers", range(8))
def test_no_tag_is_left_however_often_it_was_escaped(layers: int) -> None:
    text = "<b>x</b>"
    for _ in range(layers):
        text = text.replace("&", "&amp;").replace("<", "&lt;")
    assert "<b" not in to_plain_text(text)


@pytest.mark.parametrize("value", [None, 5, ["text"], {"a": "b"}, True])
def test_what_is_no_text_is_an_empty_one(value: object) -> None:
    assert to_plain_text(value) == ""


def test_a_line() -> None:
    assert to_plain_line("one\ntwo <i>three</i>", 100) == "one two three"
    assert to_plain_line("one two three", 8) == "one two…"
    assert len(to_plain_line("x" * 1000, 300)) == 300


def test_it_is_cut_at_a_sentence() -> None:
    text = "Otters swim. Otters dive, e.g. for urchins. Otters sleep. " * 20
    cut = cut_to_sentences(text, 20, count_tokens, ellipsis="")
    assert cut == "Otters swim. Otters dive, e.g. for urchins. Otters sleep."
    assert cut_to_sentences("Otters swim.", 20, count_tokens, ellipsis="") == "Otters swim."


@pytest.mark.parametrize("text", ["otters " * 400, "海" * 3000, "x1" * 4000])
def test_a_sentence_that_is_too_long_is_cut_all_the_same(text: str) -> None:
    cut = cut_to_sentences(text.strip(), 400, count_tokens, ellipsis="")
    assert 150 < count_tokens(cut) <= 400
    assert text.startswith(cut)
    assert not INVISIBLE.search(cut)

"""An excerpt occurs in a text if its words do, in spite of changed spaces, signs and marks."""

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brain.checking.excerpt_matching import find_excerpt, normalize_text

SOURCE = (
    "The word *de facto*, let alone *de jure*, is used.\n\n"
    "> Every crypto has a bloody 'ecosystem'.\n> Like an excursion.\n\n"
    "She said “it’s over” — and [left the room](https://example.org/a_b) at 2*3 o'clock…\n"
    "- **Second**: the `run_all` command, cafe\u0301 and\u00a0tea.\n"
)


@pytest.mark.parametrize(
    ("excerpt", "found"),
    [
        ("is used", None),
        ("The word *de facto*, let", "The word *de facto*, let"),
        ("de facto, let alone de jure", "*de facto*, let alone *de jure*"),
        ("“de facto, let alone…", "*de facto*, let alone"),
        ("… let alone de jure, is used", "let alone *de jure*, is used"),
        ("Every crypto has a bloody “ecosystem”", None),
        ('has a bloody "ecosystem"', None),
        ("has a bloody ‘ecosystem’. Like an", "has a bloody 'ecosystem'.\n> Like an"),
        (
            'said "it\'s over" - and left the room',
            "said “it’s over” — and [left the room](https://example.org/a_b)",
        ),
        ("at 2*3 o’clock...", "at 2*3 o'clock…"),
        ("Second: the run_all command", "**Second**: the `run_all` command"),
        ("command, caf\u00e9 and tea", "command, cafe\u0301 and\u00a0tea"),
        ("is   used.\n\nEvery crypto", "is used.\n\n> Every crypto"),
        ("let alone de jure is used", None),
        ("Let alone de jure", None),
        ("at 23 o'clock", None),
        ("never said anywhere", None),
    ],
)
def test_finds_verbatim_excerpts(excerpt: str, found: str | None) -> None:
    span = find_excerpt(excerpt, normalize_text(SOURCE))

    assert (span and SOURCE[span[0] : span[1]]) == found


@pytest.mark.parametrize("excerpt", ["", " ", "the", "used", "is us", "…", '""', "*", "he word de facto"])
def test_too_little_and_half_words_show_nothing(excerpt: str) -> None:
    assert find_excerpt(excerpt, normalize_text("The word de facto is used.")) is None


@pytest.mark.parametrize(
    ("excerpt", "source"),
    [("Taipei.", "Taipei."), ("我们喜欢花园", "春天我们喜欢花园。"), ("a b c", "x a b c y")],
)
def test_a_short_excerpt_suffices_if_it_is_the_whole_text_or_distinctive(excerpt: str, source: str) -> None:
    assert find_excerpt(excerpt, normalize_text(source)) is not None


_SIGNS = st.sampled_from("ab cB12*_`[]()>\n\t-'\"“’—….,\\é\u0301\u200b#漢1字")
TEXTS = st.text(alphabet=_SIGNS, max_size=60)


def _letters(text: str) -> str:
    """What must never differ. The target of a link may be left out, so it is left out on both sides."""
    text_only = re.sub(r"\]\([^()\s]*\)", "]", unicodedata.normalize("NFC", text))
    return "".join(character for character in text_only if character.isalnum())


@given(st.one_of(TEXTS, st.text(max_size=60)))
def test_every_folded_sign_has_its_place(text: str) -> None:
    normalized = normalize_text(text)

    assert len(normalized.text) == len(normalized.starts) == len(normalized.ends)
    assert normalized.starts == sorted(normalized.starts)
    assert all(
        0 <= start < end <= len(text) for start, end in zip(normalized.starts, normalized.ends, strict=True)
    )


@given(st.text(alphabet=_SIGNS, min_size=20, max_size=60), st.data())
def test_never_finds_what_is_not_there(source: str, data: st.DataObject) -> None:
    """Of parts of a text, with one sign changed for another."""
    start = data.draw(st.integers(0, 8))
    excerpt = list(source[start : start + data.draw(st.integers(4, 60))])
    excerpt[data.draw(st.integers(0, len(excerpt) - 1))] = data.draw(_SIGNS)
    span = find_excerpt("".join(excerpt), normalize_text(source))

    if span is not None:
        assert _letters(normalize_text(source[span[0] : span[1]]).text) == _letters(
            normalize_text("".join(excerpt)).text
        )


@given(
    st.lists(st.sampled_from(["rose", "Juni", "12", "3.5,", "de-tail", "caf\u00e9", "漢字"]), min_size=6),
    st.integers(0, 2),
)
def test_any_part_between_words_is_found(words: list[str], start: int) -> None:
    source, part = "  ".join(words), " ".join(words[start : start + 4])
    span = find_excerpt(part, normalize_text(source))

    assert span is not None
    assert (
        source[span[0] : span[1]].split() == part.rstrip(",").split()
        or source[span[0] : span[1]].split() == part.split()
    )

"""A field decoded while it arrives equals the field of the whole text, however the text was cut."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.llm.chat.field_decoder import FieldDecoder

text = st.text(st.characters(exclude_categories=()), max_size=30)
values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | text,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(text | st.just("answer"), inner, max_size=3),
    max_leaves=8,
)
objects = st.dictionaries(text, values, max_size=4).flatmap(
    lambda rest: st.tuples(
        st.just({key: value for key, value in rest.items() if key != "answer"}), text, st.booleans()
    ).map(lambda made: {"answer": made[1]} | made[0] if made[2] else made[0] | {"answer": made[1]})
)


def decode(pieces: list[str]) -> str:
    decoder = FieldDecoder("answer")
    return "".join(decoder.feed(piece) for piece in pieces)


def storable(value: str) -> str:
    return "".join("\ufffd" if each == "\0" or "\ud800" <= each <= "\udfff" else each for each in value)


@given(objects, st.booleans(), st.sampled_from([None, 2]), st.data())
def test_equals_the_whole_however_it_is_cut(
    made: dict[str, Any], is_ascii: bool, indent: int | None, data: st.DataObject
) -> None:
    written = json.dumps(made, ensure_ascii=is_ascii, indent=indent)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(written)), max_size=8)))
    pieces = [written[start:end] for start, end in zip([0, *cuts], [*cuts, len(written)], strict=True)]

    assert decode(pieces) == storable(json.loads(written)["answer"])


@pytest.mark.parametrize(
    "content",
    [
        r'{"answer": "Gr\u00fc\u00dfe \ud83d\ude00 \"so\"\n", "used": []}',
        '<think>They want {"answer": "no"}.</think>\n{"answer": "Grüße 😀 \\"so\\"\\n"}',
        'Here:\n```json\n{"used": [{"answer": "no"}, 3, "]"], "n": -1.5e3, "answer": "Grüße 😀 \\"so\\"\\n"}\n```',
    ],
)
def test_every_single_cut(content: str) -> None:
    for at in range(len(content) + 1):
        assert decode([content[:at], content[at:]]) == 'Grüße 😀 "so"\n'


@pytest.mark.parametrize(
    ("content", "shown"),
    [
        ("", ""),
        ("no object", ""),
        ('{"other": "text"}', ""),
        ('{"answer": 7}', ""),
        ('{"answer": ["text"]}', ""),
        ('{"answer": "cut o', "cut o"),
        (r'{"answer": "half \ud83d', "half "),
        (r'{"answer": "half \ud83d!"}', "half \ufffd!"),
        (r'{"answer": "half \ude00!"}', "half \ufffd!"),
        (r'{"answer": "bad \x escape"}', "bad "),
        (r'{"answer": "bad \u12g4 escape"}', "bad "),
        ('{"answer": "one"} {"answer": "two"}', "one"),
        ("<thinking about {", ""),
    ],
)
def test_what_is_no_such_object(content: str, shown: str) -> None:
    assert decode(list(content)) == shown

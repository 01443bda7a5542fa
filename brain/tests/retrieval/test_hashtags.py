import pytest

from brain.retrieval.hashtags import extract_hashtags


@pytest.mark.parametrize(
    ("query", "text", "tags"),
    [
        ("what is foam? #Philosophy", "what is foam?", ("philosophy",)),
        ("#a #b-c #a", "", ("a", "b-c")),
        ("what about #tag/sub, then", "what about , then", ("tag/sub",)),
        ("(#bees) and honey", "( ) and honey", ("bees",)),
        ("is C# better than F#?", "is C# better than F#?", ()),
        ("issue #1 and #2", "issue #1 and #2", ()),
        ("what does `#include` do", "what does `#include` do", ()),
        ("see http://x.example/#part", "see http://x.example/#part", ()),
        ("# heading", "# heading", ()),
        ("#één", "", ("één",)),
        ("  two\n words ", "two words", ()),
        ("", "", ()),
    ],
)
def test_tags_are_distinguished_from_what_looks_like_them(
    query: str, text: str, tags: tuple[str, ...]
) -> None:
    assert extract_hashtags(query) == (text, tags)

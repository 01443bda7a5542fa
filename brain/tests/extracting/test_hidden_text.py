"""Comments, headings in HTML and lines of images are never quoted."""

from brain.answer_sources import AnswerSource, SourcePassage, SourceType
from brain.extracting.source_sentences import split_source_sentences
from brain.parsing.parse_note import read_note
from brain.retrieval.note_chunks import split_chunks
from core.llm import count_tokens

BODY = """<h1>The <em>mill</em></h1>

<!-- The miller never pays for the sacks. -->

<h2 id="wheel">The wheel</h2>
![the wheel from below](wheel.png)
The wheel was mended by Odd in spring. <!-- He wants
to be paid for the wheel. -->

- The stones were turned last year. <!-- ask who turned the stones -->

<h2>The sacks</h2>

The sacks are kept dry above the door.
"""


def test_only_text_is_quoted() -> None:
    source = AnswerSource(
        type=SourceType.NOTES,
        id="n",
        title="The mill",
        passages=(SourcePassage(0, len(BODY), BODY),),
        score=1,
    )
    found = split_source_sentences([source], count_tokens=count_tokens)
    assert [(each.trail, each.text) for each in found] == [
        ("The mill › The wheel", "The wheel was mended by Odd in spring."),
        ("The mill › The wheel", "The stones were turned last year."),
        ("The mill › The sacks", "The sacks are kept dry above the door."),
    ]


def test_comments_are_not_indexed() -> None:
    texts = [each.text for each in split_chunks(BODY)]
    assert any("mended by Odd" in each for each in texts)
    assert not any("paid" in each or "pays" in each or "ask who" in each for each in texts)


def test_a_heading_in_html_is_the_title() -> None:
    assert read_note("a.md", BODY).title == "The mill"

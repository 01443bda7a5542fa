"""Comments, headings in HTML and lines of images are never quoted."""

import time

import pytest

from brain.answer_sources import AnswerSource, SourcePassage, SourceType
from brain.checking.answer_check import check_answer
from brain.extracting.source_sentences import split_source_sentences
from brain.parsing.parse_note import read_note
from brain.retrieval.note_chunks import split_chunks
from brain.tests.extracting.extracted_answers import extracted, source
from core.llm import count_tokens
from core.text.hidden_spans import BLANK
from core.text.tests.machine_speed import is_within

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


LONG = "<!-- " + "ask Odd about it " * 60 + "-->"


@pytest.mark.parametrize("comment", ["<!-- sic -->", "<!-- ask\n\nOdd -->", LONG, "<!-- a --> <!-- b -->"])
@pytest.mark.parametrize(
    ("query", "body", "told"),
    [
        (
            "Who opens the weir?",
            "Bo opens the weir.\n{}\nBut only in June.",
            "Bo opens the weir. But only in June.",
        ),
        (
            "Who opens the weir?",
            "- Bo opens the weir.\n  {}\n  But only in June.\n- Ann rows.",
            "But only in June.",
        ),
        ("Who opens the weir?", "Bo opens {} the weir.", "Bo opens the weir."),
        (
            "When does Bo open the weir?",
            "Bo opens the weir:\n{}\n- at dawn\n- at dusk",
            "weir:\n- at dawn\n- at dusk",
        ),
        (
            "When does Bo open the weir?",
            "Bo opens the weir:\n\n- at dawn {}\n- at dusk",
            "weir:\n- at dawn\n- at dusk",
        ),
        (
            "Who opens the weir?",
            "| what | who |\n|---|---|\n| opens the weir | Bo {} |",
            "what: opens the weir; who: Bo",
        ),
        ("Who opens the weir?", "what,day,who\nopens the weir,3 June,Bo {}\nrows,4 June,Ann\n", "who: Bo"),
    ],
)
def test_a_comment_changes_nothing_in_what_is_quoted(query: str, body: str, told: str, comment: str) -> None:
    if "|" in body or "," in body:
        comment = " ".join(comment.split())
    found = source(body.format(comment), title="Mill")
    response = extracted(query, found)
    assert (
        response.answer
        == extracted(query, source(body.replace(" {}", "").replace("{}\n", "").strip(), title="Mill")).answer
    )
    assert told in response.answer
    checked = check_answer(response, [found], query=query)
    assert checked.response.answer == response.answer
    assert [each.excerpt for each in checked.response.metadata.citations] == [
        each.excerpt for each in response.metadata.citations
    ]
    assert not any(
        BLANK in (each.excerpt or "") or "<!--" in (each.excerpt or "")
        for each in response.metadata.citations
    )


def test_addresses_of_links_are_no_sentences_and_cost_no_time() -> None:
    roses = "The roses were pruned in March."
    assert extracted(
        "When were the roses pruned?", source(f"{roses}\n\n[a]: https://example.org/roses\n")
    ).answer == (f"{roses} [1]")
    started = time.process_time()
    extracted("When were the roses pruned?", source(f"{'[a]:b' * 60} zz\n\n{roses}"))
    assert is_within(time.process_time() - started, 2)

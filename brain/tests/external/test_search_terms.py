"""The part of a question that is sent."""

import pytest

from brain.external.search_terms import MAX_QUESTION_CHARACTERS, extract_search_terms

SENT = {
    "What does a sea otter eat?": "sea otter eat",
    "How do I write C++ and C# in node.js?": "write C++ C# node.js",
    "What's an e-mail?": "e-mail",
    "Where's O'Reilly?\nIn\tDublin": "O'Reilly Dublin",
    "Who are you?": "who are you",
    "otters #work/plans #private": "otters",
    "#only #tags": "",
    "issue #1 of it": "issue 1",
    '"sea otter" -fur +teeth (claws OR paws) NOT tail': "sea otter fur teeth claws paws not tail",
    "intitle:otter insource:/secret.*/ otter~ ot*r !seal": "intitle otter insource secret otter ot r seal",
    "日本の首都は？": "日本の首都は",
    "été à Noël": "été à Noël",
    "???": "",
    "": "",
    "\ud800": "",
}


@pytest.mark.parametrize("query", SENT)
def test_words_alone_are_sent(query: str) -> None:
    assert extract_search_terms(query) == SENT[query]


def test_of_a_long_question_its_beginning_is_sent_to_a_whole_word() -> None:
    sent = extract_search_terms("otters " * 100)
    assert sent == " ".join(["otters"] * ((MAX_QUESTION_CHARACTERS + 1) // len("otters ")))
    assert extract_search_terms("x" * 1000) == "x" * MAX_QUESTION_CHARACTERS

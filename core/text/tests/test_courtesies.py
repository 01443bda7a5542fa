import pytest

from core.text.courtesies import without_courtesies

BARE = {
    "ok, when does the call close": "when does the call close",
    "thanks. which cartridge does her printer need?": "which cartridge does her printer need?",
    "Thanks! And who pays?": "And who pays?",
    "Great, thank you so much. Where is the spare key?": "Where is the spare key?",
    "Hello there, quick question: does it work offline?": "does it work offline?",
    "Silly question, but how do I quit?": "how do I quit?",
    "hi how do I start": "how do I start",
    "I was wondering what the rent is.": "what the rent is.",
    "What is the rent? Thanks in advance!": "What is the rent?",
    "Hallo zusammen, kurze Frage: wie lange hält das Brot? Vielen Dank!": "wie lange hält das Brot?",
    "ok, something else: who pays?": "something else: who pays?",
}
WHOLE = [
    "Thanks!",
    "hello",
    "So what?",
    "no, the other one",
    "Great Yarmouth ferry: when?",
    "Fine: how much is it for a late book?",
    "Hello world example, where is it?",
    "Did I say thanks?",
    "Cheers: who starred in it?",
    "Moin, woher kommt das Wort?",
    "Hi, hello, hey: which is formal?",
    "How do I say yes, no, thanks",
    "right, left: which keys?",
    "right now, who is in charge?",
    "Who says good morning, and when?",
]


@pytest.mark.parametrize("question", BARE)
def test_greetings_thanks_and_announcements_are_left_out(question: str) -> None:
    assert without_courtesies(question) == BARE[question]


@pytest.mark.parametrize("question", WHOLE)
def test_words_of_the_matter_stay(question: str) -> None:
    assert without_courtesies(question) == question

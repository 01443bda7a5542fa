"""Where a question is worded as another one, but for a thing in place of another."""

import pytest

from core.text.replaced_words import ReplacedWords, is_for_another, replaced_words

BACKUPS = "Where are the nightly backups stored?"


@pytest.mark.parametrize(
    ("question", "wording", "requested", "known"),
    [
        ("Where are the nightly logs stored?", BACKUPS, "logs", "backups"),
        ("where are config files stored", BACKUPS, "config files", "nightly backups"),
        ("May I plant trees?", "Can I burn branches?", "plant trees", "burn branches"),
        ("Is there a sauna?", "Is there a washing machine?", "sauna", "washing machine"),
        ("How long does the laptop last?", "How long does the UPS last?", "laptop", "ups"),
        ("Are e-bikes checked daily?", "Are mountain bikes checked daily?", "e-bikes", "mountain bikes"),
        ("Who do I call when the heating is down?", "Who do I call when my line is down?", "heating", "line"),
    ],
)
def test_another_thing(question: str, wording: str, requested: str, known: str) -> None:
    assert [*replaced_words(question, [wording], [wording])] == [ReplacedWords(requested, known)]


@pytest.mark.parametrize(
    ("question", "wording", "answer"),
    [
        (BACKUPS, BACKUPS, ""),
        ("Where are the nightly logs stored?", BACKUPS, "They are beside the logs."),
        ("Is it possible to download a film?", "How do I download a film?", ""),
        ("In which place are backups?", BACKUPS, ""),
        ("Where are the nightly backups of Ann stored?", BACKUPS, ""),
        ("restart it", "stop it", ""),
        ("How do I restart the pihole?", "How do I restart the Pi-hole?", ""),
        ("How do I restart the Pi-hole?", "How do I restart the server?", "The pihole restarts, too."),
    ],
)
def test_the_same_thing_or_another_wording(question: str, wording: str, answer: str) -> None:
    assert [*replaced_words(question, [wording], [wording, answer])] == []


@pytest.mark.parametrize(
    ("question", "wording", "answer", "is_another"),
    [
        ("How do I restart it on a Mac?", "How do I restart it on Windows?", "Click File, then Quit.", True),
        ("How do I restart it on a Mac?", "How do I restart it on Windows?", "On macOS use the menu.", False),
        ("How do I restart it on a Mac?", "How do I restart it?", "On Windows, click File.", False),
        ("Is the pool open on Sunday?", "Is the pool open on Saturday?", "Yes, from ten.", True),
        ("How far is it from the airport?", "How far is it from the railway station?", "Ten minutes.", True),
        ("How do I get to the airport?", "How do I get here from the station?", "Take bus 12.", True),
        ("When is lunch on Monday?", "When is lunch?", "At noon; dinner is at six.", False),
        ("Is it open on Wednesday?", "Is it open on Monday?", "It is open Monday to Friday.", False),
        ("Is it open on Saturday?", "Is it open on Sunday?", "It is open every weekend.", False),
        ("Can I enrol in July?", "When can I enrol in June?", "From June to September.", False),
    ],
)
def test_another_of_those_that_exclude_one_another(
    question: str, wording: str, answer: str, is_another: bool
) -> None:
    assert is_for_another(question, [wording], [answer]) is is_another

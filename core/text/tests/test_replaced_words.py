"""Where a question is worded as another one, but for a thing in place of another."""

import pytest

from core.text.replaced_words import ReplacedWords, replaced_words

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

"""Abbreviations within a sentence do not end it."""

import pytest

from stones.levels.split_sentences import split_sentences


@pytest.mark.parametrize(
    "sentence",
    [
        "Das Gleis Nr. 2 bleibt zu.",
        "Wir nehmen z. B. Holz.",
        "Das Tor ist auf, d. h. Besucher kommen hinein.",
        "Die Brücke kostet 3 Mio. € im Jahr.",
        "Siehe Abb. 4 und § 3 Abs. 2 der Ordnung.",
        "Ask for vol. 3 of it.",
        "Voir l'art. 12 du bail.",
    ],
)
def test_it_is_one_sentence(sentence: str) -> None:
    assert split_sentences(f"{sentence} Then we go.") == [sentence, "Then we go."]


@pytest.mark.parametrize("sentence", ["The answer is no.", "It holds 3 Mio.", "That is plan b."])
def test_what_ends_a_sentence_does(sentence: str) -> None:
    assert split_sentences(f"{sentence} Nobody came.") == [sentence, "Nobody came."]

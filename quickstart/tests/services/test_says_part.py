"""What an answer says in other words than a part of the question is perhaps answered by it, not open."""

import pytest

from core.llm import get_embedder
from quickstart.services.says_part import says_part

PUNCTURE = "Call the shop. We come within an hour as far as the bridge."
CLASSES = "Beginners start in May. A certificate of your doctor is needed."


@pytest.mark.parametrize(
    ("part", "answer", "is_said"),
    [
        ("how quickly are you there", PUNCTURE, True),
        ("is the tyre insured", PUNCTURE, False),
        ("must I bring a medical attestation", CLASSES, True),
        ("where are the showers", CLASSES, False),
        ("is the fuel extra", "Write to Ida. Petrol is included.", True),
    ],
)
def test_a_part_is_said_in_other_words(part: str, answer: str, is_said: bool) -> None:
    assert says_part(part, answer, model=get_embedder().name) is is_said


def test_without_vectors_or_an_answer_nothing_can_tell() -> None:
    assert not says_part("how quickly are you there", PUNCTURE, model="")
    assert not says_part("how quickly are you there", "", model=get_embedder().name)

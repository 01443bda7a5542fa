import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.llm import count_tokens
from core.text.passages import Passage, split_passages
from core.text.tests.sample_handoff import PASSAGES
from stones.focus import rank


def best(question: str, similarities: "np.ndarray | None" = None) -> Passage:
    return PASSAGES[int(np.argmax(rank(question, PASSAGES, similarities)))]


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("How long does migration 0042 take?", "forty minutes"),
        ("Why was the nightly export switched off?", "doubled rows"),
        ("How long do leases last?", "fourteen minutes"),
        ("Which command exports the ledger as csv?", "export_ledger"),
        ("What does Marta want about helpers?", "sender's bill"),
    ],
)
def test_the_answer_comes_first_by_words_alone(question: str, answer: str) -> None:
    assert answer in best(question).text


def test_vectors_find_what_words_do_not() -> None:
    similarities = np.full(len(PASSAGES), 0.05)
    target = next(p.ordinal for p in PASSAGES if "sender's bill" in p.text)
    similarities[target] = 0.6
    assert best("Is there anything unresolved concerning costs?", similarities).ordinal == target


def test_words_and_vectors_are_weighed_against_the_document_itself() -> None:
    """The same ranking whatever the scale and offset of a model's cosines."""
    similarities = np.linspace(0.2, 0.4, len(PASSAGES))
    question = "How long do leases last?"
    scores = rank(question, PASSAGES, similarities)
    assert rank(question, PASSAGES, similarities * 0.5 + 0.4) == pytest.approx(scores)


def test_of_two_equal_passages_the_shorter_comes_first() -> None:
    filler = "Nothing else of note happened on the other machines that day. "
    text = (
        "The tide table is wrong.\n\n"
        + "\n\n".join([filler * 3] * 5)
        + "\n\nThe tide table is wrong. "
        + filler * 4
    )
    passages = split_passages(text, count_tokens=count_tokens)
    order = np.argsort(-rank("tide table", passages, None))
    first, second = (passages[int(at)].text for at in order[:2])
    assert "tide" in first
    assert "tide" in second
    assert len(first) < len(second)


def test_nothing_in_common_is_no_match() -> None:
    question = "sourdough bread recipe"
    assert np.isneginf(rank(question, PASSAGES, None)).all()
    assert np.isneginf(rank(question, PASSAGES, np.full(len(PASSAGES), 0.05))).all()


def test_a_close_vector_is_a_match_without_a_common_word() -> None:
    similarities = np.full(len(PASSAGES), 0.1)
    similarities[2] = 0.5
    assert np.isfinite(rank("sourdough bread recipe", PASSAGES, similarities)).all()


def test_a_question_without_meaningful_words_is_ranked() -> None:
    assert np.isfinite(rank("What is it?", PASSAGES, None)).all()
    assert np.isfinite(rank("", PASSAGES, None)).all()


def test_chinese_question() -> None:
    text = "\n\n".join(
        [
            "系统在夜里重启了三次，因为内存不够。" * 4,
            "付款由财务部门决定，会议在三月。" * 4,
            "日志保存一年。" * 8,
        ]
    )
    passages = split_passages(text, count_tokens=count_tokens)
    assert "重启" in passages[int(np.argmax(rank("为什么重启？", passages, None)))].text


def test_no_passages() -> None:
    assert rank("anything", [], None).shape == (0,)
    assert rank("anything", [], np.zeros(0)).shape == (0,)


@given(st.text(max_size=60), st.lists(st.floats(-1, 1), min_size=len(PASSAGES), max_size=len(PASSAGES)))
def test_every_question_gets_one_score_a_passage_and_always_the_same(
    question: str, cosines: list[float]
) -> None:
    similarities = np.array(cosines)
    scores = rank(question, PASSAGES, similarities)
    assert scores.shape == (len(PASSAGES),)
    assert not np.isnan(scores).any()
    assert np.array_equal(scores, rank(question, PASSAGES, similarities))


def test_handoff_words_find_their_kin() -> None:
    passages = split_passages("# Notes\n\nThe sky is blue.\n\n## Decisions\n\n- Keep it.", count_tokens=len)
    scores = rank("what is decided?", passages, None)
    assert "Decisions" in passages[int(np.argmax(scores))].text
    assert np.isfinite(scores).all()


def test_the_nearest_are_given_when_asked_for() -> None:
    scores = rank("how do I bake bread?", PASSAGES, np.full(len(PASSAGES), 0.05), nearest=True)
    assert np.isfinite(scores).all()

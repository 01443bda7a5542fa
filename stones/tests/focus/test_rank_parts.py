"""A question of two parts: both are searched, and the one that nothing answers is said to be open."""

from core.llm import count_tokens
from core.llm.model_doubles import FakeEmbedder, FakeReranker, use_models
from core.llm.model_errors import ErrorKind, SettingsWrong
from core.text.passages import split_passages
from core.text.stretch_vectors import passage_vectors
from stones.focus import Focus, rank, rank_parts
from stones.services.read_passages import focus_parts, select_passages

EMBED = FakeEmbedder().embed
FILLER = "\n\n".join(f"Part {n} of the plan is about the colour of the wall in room {n}." for n in range(20))
FAILED = "The import of the invoices failed on Friday with a timeout."
MENDS = "Marta will mend it on Monday."
QUESTION = "Which import failed on Friday, and who will mend it?"


def focus(text: str, question: str, *, by_vectors: bool = True, max_tokens: int | None = None) -> Focus:
    passages = split_passages(text, count_tokens=count_tokens)
    vectors = EMBED(focus_parts(question))
    similarities = vectors @ passage_vectors(passages, embed=EMBED).T if by_vectors else None
    return select_passages(question, passages, similarities, max_tokens)


def test_the_open_part_is_named_within_the_budget() -> None:
    for by_vectors in (True, False):
        for max_tokens in (None, 60, 300):
            found = focus(f"{FILLER}\n\n{FAILED}", QUESTION, by_vectors=by_vectors, max_tokens=max_tokens)
            assert found.open_parts == ("who will mend it",)
            assert "Open: nothing here clearly answers “who will mend it”." in found.text
            assert found.tokens == count_tokens(found.text) <= (max_tokens or 700)
            assert FAILED[:30] in found.text


def test_both_answers_are_read_where_both_are_there() -> None:
    found = focus(f"{FAILED}\n\n{FILLER}\n\n{MENDS}", QUESTION)
    assert FAILED in found.text
    assert MENDS in found.text
    assert found.open_parts == ()
    assert "Open:" not in found.text


def test_nothing_is_open_of_one_question_nor_where_nothing_is_answered() -> None:
    assert focus(FAILED, "Who will mend it?").open_parts == ()
    assert focus(FILLER, "Which tram was late, and who drove the bus?").open_parts == ()


def test_the_best_passages_of_both_parts_are_equally_good() -> None:
    doors = FILLER.replace("wall", "door")
    text = f"{FILLER}\n\nThe zither of Odile is cracked.\n\n{doors}\n\nThe door of room 31 is red."
    parts = ("What about the zither of Odile", "which door is red")
    passages = split_passages(text, count_tokens=count_tokens)
    vectors = EMBED(parts) @ passage_vectors(passages, embed=EMBED).T
    alone = [rank(part, passages, row) for part, row in zip(parts, vectors, strict=True)]
    scores = rank_parts(parts, passages, vectors)
    assert alone[0].max() - alone[1].max() > 1
    for each in alone:
        assert scores[each.argmax()] == scores.max() == max(part.max() for part in alone)


def test_a_part_that_nothing_matches_takes_no_room() -> None:
    passages = split_passages(f"{FILLER}\n\n{FAILED}", count_tokens=count_tokens)
    scores = rank_parts(("Which import failed on Friday", "who sold the zebra"), passages, None)
    assert (scores == rank("Which import failed on Friday", passages, None)).all()


def test_what_a_reranker_finds_relevant_is_read_first_and_what_it_does_not_is_left() -> None:
    rooms = "\n\n".join(
        f"The import of part {n} failed in room {n}, as the wall there is wet." for n in range(9)
    )
    text = f"{rooms}\n\nIt was the certificate, the import says."
    question = "Why did the import fail?"
    plain = focus(text, question)
    with use_models(reranker=FakeReranker({"certificate": 6.0})):
        found = focus(text, question)
    assert "It was the certificate" in found.text
    assert found.tokens < plain.tokens
    assert found.next is not None


def test_each_part_is_reranked_by_itself() -> None:
    reranker = FakeReranker({"timeout": 3.0, "Marta": 9.0})
    with use_models(reranker=reranker):
        found = focus(f"{FAILED}\n\n{FILLER}\n\n{MENDS}", QUESTION)
    assert FAILED in found.text
    assert MENDS in found.text
    assert {asked for asked, _ in reranker.asked} == set(focus_parts(QUESTION))


def test_a_reranker_that_fails_in_the_middle_leaves_the_ranking_as_it_is() -> None:
    plain = focus(FILLER, "What is the colour of the wall in room 7?")
    failing = FakeReranker(fails_then=SettingsWrong("no memory", kind=ErrorKind.WRONG_WEIGHTS))
    with use_models(reranker=failing):
        assert focus(FILLER, "What is the colour of the wall in room 7?") == plain
    assert failing.asked

"""GET /api/stone/{border_hash}/focus."""

import json
from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

from core.llm import CouldNotAsk, ErrorKind, count_tokens, get_embedder
from core.llm.model_doubles import FakeEmbedder, use_models
from core.rest.tests.access_assertions import Personas, assert_guarded
from stones.models import LedgerEntry, Stone
from stones.services import run_jobs_now
from stones.tests.factories import LONG, store, write_levels

QUESTION = "Which port has the export job number 17?"


@pytest.fixture
def stone(personas: Personas) -> Stone:
    stone = store(personas.account, content=LONG)
    write_levels(stone)
    return stone


def ask(personas: Personas, stone: Stone, **query: Any) -> Any:
    with use_models(embedder=FakeEmbedder()):
        return personas.owner.get(f"/api/stone/{stone.content.border_hash}/focus", {"q": QUESTION} | query)


def test_the_passages_that_answer(personas: Personas, stone: Stone) -> None:
    body = ask(personas, stone, max_tokens=200, texts=True).json()
    assert "7017" in body["text"]
    assert body["is_match"]
    assert body["by_vectors"]
    lines = LONG.split("\n")
    starts = [passage["start_line"] for passage in body["passages"]]
    assert starts == sorted(starts)
    for passage in body["passages"]:
        given = "\n".join(lines[passage["start_line"] - 1 : passage["end_line"]])
        assert passage["text"] in given
        assert passage["text"] in body["text"]


def test_a_part_that_nothing_answers_is_said_to_be_open(personas: Personas, stone: Stone) -> None:
    body = ask(personas, stone, q=f"{QUESTION.rstrip('?')}, and who painted the ceiling?").json()
    assert "7017" in body["text"]
    assert body["open_parts"] == ["who painted the ceiling"]
    assert body["text"].endswith("Open: nothing here clearly answers “who painted the ceiling”.")
    assert ask(personas, stone).json()["open_parts"] == []


def test_a_text_that_costs_no_more_than_an_answer_comes_whole(personas: Personas) -> None:
    stone = store(personas.account, content="The parrot sings.\n\nTomatoes need water.")
    for question in ("Which giraffes sleep?", "tomatoes"):
        body = ask(personas, stone, q=question).json()
        assert "The parrot sings.\n\nTomatoes need water." in body["text"]
        assert body["next"] is None


def test_the_words_come_once(personas: Personas, stone: Stone) -> None:
    answer = ask(personas, stone, max_tokens=200)
    body = answer.json()
    for line in filter(str.strip, body["text"].split("\n")):
        assert answer.content.decode().count(json.dumps(line, ensure_ascii=False)[1:-1]) == 1, line
    with_texts = ask(personas, stone, max_tokens=200, texts="true").json()
    assert all(passage.pop("text") in body["text"] for passage in with_texts["passages"])
    assert with_texts["passages"] == body["passages"]
    assert with_texts["next"]["url"] == f"{body['next']['url']}&texts=true"


RELAUNCH = """# Relaunch of the site of a dental practice

The agency is Nordlicht. Petra at the front desk collects the texts of the three dentists.

The site must be live by 3 March. Budget 18,500 euro, of which 11,200 are spent.

Photos are taken by Jonas. The booking form works on staging.
"""


@pytest.mark.parametrize(
    ("question", "is_match"),
    [
        ("How much of the budget is spent?", True),
        ("When must the site be live?", True),
        ("What is the deadline?", True),
        ("What is the phone number of Petra?", False),
        ("What is Jonas's email address?", False),
        ("How long does sourdough bread rest?", False),
        ("Which planets have rings?", False),
    ],
)
def test_a_match_is_claimed_only_where_the_text_is_about_it(
    personas: Personas, question: str, is_match: bool
) -> None:
    stone = store(personas.account, content=RELAUNCH)
    with use_models(embedder=get_embedder()):
        run_jobs_now(stone.content)
        body = personas.owner.get(f"/api/stone/{stone.content.border_hash}/focus", {"q": question}).json()
    assert (body["is_match"], body["by_vectors"]) == (is_match, True)
    assert body["passages"]


@pytest.mark.parametrize("budget", [50, 100, 300, 8000])
def test_never_above_the_budget(personas: Personas, stone: Stone, budget: int) -> None:
    body = ask(personas, stone, max_tokens=budget).json()
    assert body["tokens"] == count_tokens(body["text"]) <= budget


def test_it_stops_at_the_likely_answer_unless_a_budget_is_given(personas: Personas, stone: Stone) -> None:
    stopped, filled = ask(personas, stone).json(), ask(personas, stone, max_tokens=700).json()
    assert "7017" in stopped["text"]
    assert stopped["tokens"] < filled["tokens"] / 2
    left = sum(gap["tokens"] for gap in stopped["left_out"])
    assert stopped["text"].endswith(f"Left out: {left:,} tokens.")


@pytest.mark.parametrize("budget", [{}, {"max_tokens": 300}])
def test_reading_on_gives_the_rest_once_at_the_price_that_was_said(
    personas: Personas, stone: Stone, budget: dict[str, int]
) -> None:
    body = ask(personas, stone, texts="true", **budget).json()
    texts, charged = [], []
    while True:
        texts += [passage["text"] for passage in body["passages"]]
        charged.append(body["tokens"])
        if body["next"] is None:
            break
        with use_models(embedder=FakeEmbedder()):
            following = personas.owner.get(body["next"]["url"]).json()
        assert following["tokens"] == body["next"]["tokens"]
        body = following
    lines = [line for text in texts for line in text.split("\n") if line.strip()]
    assert sorted(lines) == sorted(line for line in LONG.split("\n") if line.strip())
    assert body["left_out"] == []
    assert sorted(LedgerEntry.objects.values_list("tokens", flat=True)) == sorted(charged)


def test_a_budget_below_one_passage_leads_to_the_whole_passage(personas: Personas) -> None:
    long_block = "\n".join(
        f"- port {number} is that of export job {number}, as agreed" for number in range(8)
    )
    stone = store(personas.account, content=f"{LONG}\n\n{long_block}")
    body = ask(personas, stone, q="as agreed", max_tokens=50, texts="true").json()
    (beginning,) = body["passages"]
    assert (body["next"]["skip"], body["next"]["max_tokens"]) == ("", None)
    with use_models(embedder=FakeEmbedder()):
        following = personas.owner.get(body["next"]["url"]).json()
    assert any(beginning["text"] in passage["text"] for passage in following["passages"])


def test_when_all_is_read_nothing_is_left(personas: Personas, stone: Stone) -> None:
    body = ask(personas, stone, skip="0-999").json()
    assert (body["passages"], body["text"], body["tokens"], body["next"]) == ([], "", 0, None)


def test_what_was_left_out(personas: Personas, stone: Stone) -> None:
    body = ask(personas, stone, max_tokens=100).json()
    covered = {line for p in body["passages"] for line in range(p["start_line"], p["end_line"] + 1)}
    gaps = {line for gap in body["left_out"] for line in range(gap["start_line"], gap["end_line"] + 1)}
    text_lines = {number for number, line in enumerate(LONG.split("\n"), 1) if line}
    assert text_lines <= covered | gaps
    assert sum(gap["tokens"] for gap in body["left_out"]) > 500


def test_a_read_goes_into_the_ledger(personas: Personas, stone: Stone) -> None:
    body = ask(personas, stone).json()
    read = LedgerEntry.objects.get()
    assert (read.reader.name, read.kind, read.level, read.tokens) == (
        "agent koda",
        "focus",
        None,
        body["tokens"],
    )


def test_before_it_is_embedded_words_answer(personas: Personas) -> None:
    stone = store(personas.account, content=LONG)
    body = ask(personas, stone).json()
    assert not body["by_vectors"]
    assert "7017" in body["text"]


def test_without_an_embedder_words_answer(personas: Personas, stone: Stone) -> None:
    embedder = FakeEmbedder()
    embedder.fail_with = [CouldNotAsk("No answer.", kind=ErrorKind.TIMEOUT, retryable=True)]
    with use_models(embedder=embedder):
        path = f"/api/stone/{stone.content.border_hash}/focus"
        body = personas.owner.get(path, {"q": QUESTION}).json()
    assert not body["by_vectors"]
    assert "7017" in body["text"]


def test_another_embedders_vectors_are_not_compared(personas: Personas, stone: Stone) -> None:
    with use_models(embedder=FakeEmbedder(dimensions=8, name="another")):
        path = f"/api/stone/{stone.content.border_hash}/focus"
        assert not personas.owner.get(path, {"q": QUESTION}).json()["by_vectors"]


@pytest.mark.parametrize("question", ["?", "'; DROP TABLE", "日本語", "\u202e\u200b", "a" * 1000, "%00", '"'])
def test_odd_questions(personas: Personas, stone: Stone, question: str) -> None:
    assert ask(personas, stone, q=question).status_code == 200


@pytest.mark.parametrize(
    "query",
    [
        {"q": ""},
        {"q": "  \n"},
        {"q": "a" * 1001},
        {"q": "\x00"},
        {"max_tokens": 49},
        {"max_tokens": 8001},
        {"max_tokens": "few"},
        {"question": "?"},
        {"skip": "all"},
        {"skip": "1-"},
        {"skip": "1," * 4_000 + "1"},
    ],
)
def test_wrong_queries(personas: Personas, stone: Stone, query: dict[str, object]) -> None:
    assert ask(personas, stone, **query).status_code == 400
    assert not LedgerEntry.objects.exists()


def test_an_empty_skip_skips_nothing(personas: Personas, stone: Stone) -> None:
    # Generated clients send what the documentation names as the default.
    assert ask(personas, stone, skip="").json() == ask(personas, stone).json()


def test_a_question_is_needed(personas: Personas, stone: Stone) -> None:
    assert personas.owner.get(f"/api/stone/{stone.content.border_hash}/focus").status_code == 400


def test_anothers_stone(personas: Personas, stone: Stone) -> None:
    response = personas.stranger.get(f"/api/stone/{stone.content.border_hash}/focus", {"q": QUESTION})
    assert (response.status_code, response.json()["code"]) == (404, "stone_not_found")


def test_nobody_else_asks(personas: Personas, stone: Stone) -> None:
    assert_guarded(personas, "GET", f"/api/stone/{stone.content.border_hash}/focus?q=x", scope="stones:read")


@pytest.mark.parametrize("content", [LONG[:600], LONG])
def test_queries_do_not_grow_with_passages(
    personas: Personas, content: str, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    stone = store(personas.account, content=content)
    write_levels(stone)
    with django_assert_max_num_queries(11):
        ask(personas, stone)


def test_a_stone_that_is_not_indexed_yet_says_so_where_no_word_matches(personas: Personas) -> None:
    stone = store(personas.account, content=RELAUNCH)
    body = personas.owner.get(
        f"/api/stone/{stone.content.border_hash}/focus", {"q": "Which giraffes sleep?"}
    ).json()
    assert (body["by_vectors"], body["is_match"], body["passages"]) == (False, False, [])
    assert body["text"].startswith("No passage has the question's words, and meanings cannot be compared yet")

"""Choosing the answer by intent, confidence and place."""

from dataclasses import replace

import numpy as np
import pytest

from quickstart.kinds import AskOutcome, Intent
from quickstart.ranking.hit_confidence import Calibration
from quickstart.services.choose_answer import SURER_BY, choose
from quickstart.services.retrieve_items import QuickstartRetrieval, RetrievedItem

SURE, UNSURE = 0.9, 0.1


def found(name: str, confidence: float, *path: str, fit: float = 0.5) -> RetrievedItem:
    number = sum(map(ord, name))
    return RetrievedItem(number, name, confidence, confidence, path, {"fit": fit})


def retrieved(entries: list[RetrievedItem] = [], skills: list[RetrievedItem] = []) -> QuickstartRetrieval:  # noqa: B006 - only read
    usual = Calibration()
    return QuickstartRetrieval(
        entries, skills, True, np.ones(2, dtype=np.float32), "m", {"entry": usual, "skill": usual}
    )


@pytest.mark.parametrize(
    ("intent", "expected"),
    [
        (Intent.UNDERSTANDING, ("dough", None)),
        (Intent.ACTION, (None, "knead")),
        (Intent.NAVIGATION, ("dough", "knead")),
        (Intent.HYBRID, ("dough", "knead")),
    ],
)
def test_the_intent_says_which_kind_answers(intent: Intent, expected: tuple[str | None, str | None]) -> None:
    choice = choose(retrieved([found("dough", SURE)], [found("knead", SURE)]), intent)
    assert choice.outcome == AskOutcome.ANSWERED
    assert (choice.entry and choice.entry.id, choice.skill and choice.skill.id) == expected


@pytest.mark.parametrize(
    ("intent", "also"), [(Intent.UNDERSTANDING, "knead"), (Intent.ACTION, "dough"), (Intent.HYBRID, None)]
)
def test_what_else_is_sure_is_named(intent: Intent, also: str | None) -> None:
    entries, skills = [found("dough", SURE)], [found("knead", SURE)]
    assert (each := choose(retrieved(entries, skills), intent).also) is None or each.id == also
    assert (each is None) == (also is None)
    unsure = [found("dough", UNSURE)], [found("knead", SURE)]
    assert choose(retrieved(*unsure), intent).also is None


def test_an_entry_that_is_clearly_surer_answers_an_action_with_the_skill() -> None:
    surer = choose(retrieved([found("dough", SURE)], [found("knead", SURE - SURER_BY)]), Intent.ACTION)
    assert (surer.entry and surer.entry.id, surer.skill and surer.skill.id) == ("dough", "knead")
    alike = choose(retrieved([found("dough", SURE)], [found("knead", SURE - SURER_BY / 2)]), Intent.ACTION)
    assert (alike.entry, alike.also and alike.also.id) == (None, "dough")


def test_entries_of_several_meanings_do_not_make_an_action_ask_back() -> None:
    entries = [found("dough", SURE, "a", "b"), found("batter", SURE, "c", "d")]
    choice = choose(retrieved(entries, [found("knead", SURE - 2 * SURER_BY)]), Intent.ACTION)
    assert (choice.outcome, choice.entry) == (AskOutcome.ANSWERED, None)


@pytest.mark.parametrize("intent", list(Intent))
def test_the_other_kind_answers_where_one_has_nothing_to_say(intent: Intent) -> None:
    by_entry = choose(retrieved([found("dough", SURE)], [found("knead", UNSURE)]), intent)
    by_skill = choose(retrieved([found("dough", UNSURE)], [found("knead", SURE)]), intent)
    assert (by_entry.entry and by_entry.entry.id, by_entry.skill) == ("dough", None)
    assert (by_skill.entry, by_skill.skill and by_skill.skill.id) == (None, "knead")


def test_nothing_sure_enough_is_no_answer_with_the_nearest_three_of_both() -> None:
    entries = [found("a", 0.2), found("b", 0.1)]
    choice = choose(retrieved(entries, [found("c", 0.15), found("d", 0.05)]), Intent.HYBRID)
    assert (choice.outcome, choice.entry, choice.skill) == (AskOutcome.NO_ANSWER, None, None)
    assert [each.id for _, each in choice.options] == ["a", "c", "b"]
    assert choice.confidence == 0.2


def test_an_empty_collection_has_no_answer() -> None:
    assert choose(retrieved(), Intent.HYBRID).outcome == AskOutcome.NO_ANSWER


def test_equally_good_hits_in_different_branches_ask_back() -> None:
    both = [found("oven", SURE, "Baking", "Oven"), found("pan", SURE, "Frying", "Pan", fit=0.499)]
    choice = choose(retrieved(both), Intent.HYBRID)
    assert choice.outcome == AskOutcome.ASK_BACK
    assert [each.id for _, each in choice.options] == ["oven", "pan"]


def test_as_good_in_the_same_branch_is_answered() -> None:
    oven = found("oven", SURE, "Kitchen", "Baking", "Oven")
    both = [oven, found("tin", SURE, "Kitchen", "Baking", "Tin", fit=0.499)]
    assert choose(retrieved(both), Intent.HYBRID).outcome == AskOutcome.ANSWERED


def test_one_that_is_not_sure_enough_is_no_option() -> None:
    oven, pan = found("oven", SURE, "Baking"), found("pan", SURE, "Frying", fit=0.499)
    assert (
        choose(retrieved([oven, replace(pan, confidence=UNSURE)]), Intent.HYBRID).outcome
        == AskOutcome.ANSWERED
    )


def test_a_branch_and_the_one_above_it_are_no_choice() -> None:
    both = [found("bread", SURE, "Baking"), found("rye", SURE, "Baking", "Dough", fit=0.499)]
    assert choose(retrieved(both), Intent.HYBRID).outcome == AskOutcome.ANSWERED


def test_words_alone_never_ask_back() -> None:
    both = [found("oven", SURE, "Baking"), found("pan", SURE, "Frying", fit=0.499)]
    by_words = replace(retrieved(both), vector=None)
    assert choose(by_words, Intent.HYBRID).outcome == AskOutcome.ANSWERED


OVENS = [found("oven", SURE - 0.2, "Baking"), found("pan", SURE - 0.2, "Frying", fit=0.499)]
"""Two meanings of one question."""


def test_the_best_of_the_other_kind_is_among_what_may_be_meant() -> None:
    choice = choose(retrieved(OVENS, [found("grill", SURE), found("fry", SURE)]), Intent.UNDERSTANDING)
    assert choice.outcome == AskOutcome.ASK_BACK
    assert [(kind, each.id) for kind, each in choice.options] == [
        ("entry", "oven"),
        ("entry", "pan"),
        ("skill", "grill"),
    ]


def test_an_entry_is_among_the_skills_that_may_be_meant_and_the_options_stay_few() -> None:
    skills = [found(name, SURE - 0.2, name) for name in ("fry", "bake", "boil", "steam")]
    choice = choose(retrieved([found("oven", SURE - 0.15)], skills), Intent.ACTION)
    assert [(kind, each.id) for kind, each in choice.options] == [
        ("skill", "fry"),
        ("skill", "bake"),
        ("skill", "boil"),
        ("entry", "oven"),
    ]


def test_what_is_not_sure_enough_of_the_other_kind_is_no_option() -> None:
    choice = choose(retrieved(OVENS, [found("grill", UNSURE)]), Intent.UNDERSTANDING)
    assert [each.id for _, each in choice.options] == ["oven", "pan"]


def test_a_skill_that_an_index_names_for_these_words_has_no_alternative() -> None:
    fry = replace(found("fry", SURE - 0.3, "Frying"), is_named=True)
    skills = [fry, found("bake", SURE - 0.3, "Baking", fit=0.499)]
    choice = choose(retrieved(OVENS, skills), Intent.HYBRID)
    assert (choice.outcome, choice.skill and choice.skill.id) == (AskOutcome.ANSWERED, "fry")


def test_a_named_skill_brings_the_one_of_the_entries_that_names_it() -> None:
    fry = replace(found("fry", SURE - 0.3), is_named=True)
    own = choose(replace(retrieved(OVENS, [fry]), links={OVENS[1].pk: [fry.pk]}), Intent.UNDERSTANDING)
    assert (own.outcome, own.entry and own.entry.id, own.skill and own.skill.id, own.also) == (
        AskOutcome.ANSWERED,
        "pan",
        "fry",
        None,
    )
    without = choose(retrieved(OVENS, [fry]), Intent.UNDERSTANDING)
    assert (without.entry, without.also and without.also.id) == (None, "oven")

"""Choosing the answer by intent, confidence and place."""

from dataclasses import replace

import numpy as np
import pytest

from quickstart.kinds import AskOutcome, Intent
from quickstart.ranking.hit_confidence import Calibration
from quickstart.ranking.rank_items import TRIGGER_BONUS
from quickstart.services.choose_answer import SURER_BY, choose
from quickstart.services.retrieve_items import QuickstartRetrieval, RetrievedItem

SURE, UNSURE = 0.9, 0.1


def found(name: str, confidence: float, *, stands_out: bool = True) -> RetrievedItem:
    number = sum(map(ord, name))
    return RetrievedItem(number, name, confidence, confidence, (), standing=float(stands_out))


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


@pytest.mark.parametrize(
    ("less_sure_by", "trigger", "expected"),
    [(SURER_BY, 1.0, "dough"), (SURER_BY / 2, 1.0, None), (SURER_BY / 2, 0.2, "dough"), (0.0, 0.2, None)],
)
def test_an_entry_that_is_surer_answers_an_action_with_a_skill_that_is_not_made_for_it(
    less_sure_by: float, trigger: float, expected: str | None
) -> None:
    skill = replace(found("knead", SURE - less_sure_by), trigger=trigger * TRIGGER_BONUS)
    choice = choose(retrieved([found("dough", SURE)], [skill]), Intent.ACTION)
    assert (choice.entry and choice.entry.id, choice.skill and choice.skill.id) == (expected, "knead")
    assert (choice.also and choice.also.id) == (None if expected else "dough")


@pytest.mark.parametrize("intent", [Intent.ACTION, Intent.HYBRID])
def test_a_skill_that_the_question_names_stands_alone_before_an_entry_that_is_only_near(
    intent: Intent,
) -> None:
    skills = [replace(found("knead", SURE), is_named=True, is_equal=True)]
    choice = choose(retrieved([found("dough", SURE - 0.05)], skills), intent)
    assert (choice.skill, choice.entry) == (skills[0], None)
    assert choice.also is not None


@pytest.mark.parametrize(("is_equal", "expected"), [(False, "dough"), (True, None)])
def test_an_entry_that_is_just_what_is_asked_answers_an_action(is_equal: bool, expected: str | None) -> None:
    entries = [replace(found("dough", SURE - 0.05), is_named=True, is_equal=True)]
    skills = [replace(found("knead", SURE), is_named=True, is_equal=is_equal)]
    choice = choose(retrieved(entries, skills), Intent.ACTION)
    assert (choice.entry and choice.entry.id, choice.skill and choice.skill.id) == (expected, "knead")


def test_an_entry_that_does_not_stand_out_does_not_answer_an_action() -> None:
    entries = [found("dough", SURE, stands_out=False)]
    choice = choose(retrieved(entries, [found("knead", SURE - 0.2)]), Intent.ACTION)
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


OVENS = [found(name, SURE - 0.2, stands_out=False) for name in ("oven", "pan", "pot", "tin")]
"""Several that may be meant."""


def test_nothing_that_stands_out_is_the_best_three() -> None:
    choice = choose(retrieved(OVENS), Intent.HYBRID)
    assert (choice.outcome, choice.entry, choice.confidence) == (AskOutcome.ASK_BACK, None, SURE - 0.2)
    assert [each.id for _, each in choice.options] == ["oven", "pan", "pot"]


def test_options_stand_in_the_order_of_their_confidence() -> None:
    by_score = [
        replace(each, confidence=sure) for each, sure in zip(OVENS, (0.6, 0.4, 0.7, 0.9), strict=True)
    ]
    choice = choose(retrieved(by_score), Intent.HYBRID)
    assert [each.id for _, each in choice.options] == ["pot", "oven", "pan"]


def test_a_following_question_is_answered_by_the_best_option_which_is_not_sure() -> None:
    choice = choose(retrieved(OVENS), Intent.HYBRID, follows=True)
    assert (choice.outcome, choice.entry and choice.entry.id) == (AskOutcome.ANSWERED, "oven")
    assert (choice.is_sure, choice.confidence) == (False, SURE - 0.2)
    assert [each.id for _, each in choice.options] == ["pan", "pot"]
    by_skill = choose(retrieved([], OVENS), Intent.ACTION, follows=True)
    assert (by_skill.entry, by_skill.skill and by_skill.skill.id) == (None, "oven")
    nothing = choose(retrieved([found("oven", UNSURE)]), Intent.HYBRID, follows=True)
    assert nothing.outcome == AskOutcome.NO_ANSWER


def test_what_stands_out_answers_in_place_of_the_other_kind_which_is_named() -> None:
    choice = choose(retrieved(OVENS, [found("grill", SURE)]), Intent.UNDERSTANDING)
    assert (choice.outcome, choice.skill and choice.skill.id) == (AskOutcome.ANSWERED, "grill")
    assert (choice.entry, choice.also and choice.also.id) == (None, "oven")


def test_what_is_far_from_sure_is_no_option() -> None:
    oven, pan = OVENS[0], found("pan", UNSURE)
    assert [each.id for _, each in choose(retrieved([oven, pan]), Intent.HYBRID).options] == ["oven"]


def test_the_best_of_the_other_kind_is_the_last_option() -> None:
    skills = [found(name, SURE, stands_out=False) for name in ("grill", "fry")]
    understanding = choose(retrieved(OVENS, skills), Intent.UNDERSTANDING)
    assert [(kind, each.id) for kind, each in understanding.options] == [
        ("entry", "oven"),
        ("entry", "pan"),
        ("entry", "pot"),
        ("skill", "grill"),
    ]
    action = choose(retrieved(OVENS, skills), Intent.ACTION)
    assert [each.id for _, each in action.options] == ["grill", "fry", "oven"]


def test_what_is_not_confident_of_the_other_kind_is_no_option() -> None:
    choice = choose(retrieved(OVENS, [found("grill", UNSURE)]), Intent.ACTION)
    assert [each.id for _, each in choice.options] == ["oven", "pan", "pot"]


def test_what_the_question_names_stands_out() -> None:
    oven, pan, *_ = OVENS
    choice = choose(retrieved([replace(oven, is_named=True), pan]), Intent.UNDERSTANDING)
    assert (choice.outcome, choice.entry and choice.entry.id) == (AskOutcome.ANSWERED, "oven")


def test_a_skill_that_an_index_names_for_these_words_has_no_alternative() -> None:
    fry = replace(found("fry", SURE - 0.3, stands_out=False), is_named=True)
    skills = [fry, found("bake", SURE - 0.3, stands_out=False)]
    choice = choose(retrieved(OVENS, skills), Intent.HYBRID)
    assert (choice.outcome, choice.skill and choice.skill.id) == (AskOutcome.ANSWERED, "fry")


def test_a_skill_named_within_a_longer_question_is_sure_only_by_its_confidence() -> None:
    fry = replace(found("fry", SURE), is_named=True)
    assert choose(retrieved([], [fry]), Intent.ACTION, sure_from=SURE).is_sure
    assert not choose(retrieved([], [fry]), Intent.ACTION, sure_from=SURE + 0.01).is_sure
    alone = replace(fry, is_equal=True)
    assert choose(retrieved([], [alone]), Intent.ACTION, sure_from=SURE + 0.01).is_sure


def test_a_named_skill_brings_the_best_entry_only_where_that_names_it() -> None:
    fry = replace(found("fry", SURE - 0.3), is_named=True)
    own = choose(replace(retrieved(OVENS, [fry]), links={OVENS[0].pk: [fry.pk]}), Intent.UNDERSTANDING)
    assert (own.outcome, own.entry and own.entry.id, own.skill and own.skill.id, own.also) == (
        AskOutcome.ANSWERED,
        "oven",
        "fry",
        None,
    )
    other = choose(replace(retrieved(OVENS, [fry]), links={OVENS[1].pk: [fry.pk]}), Intent.UNDERSTANDING)
    assert (other.entry, other.also and other.also.id) == (None, "oven")


def test_a_skill_that_the_entry_names_answers_with_it() -> None:
    entry = found("dough", SURE)
    knead, bake = (found(name, SURE, stands_out=False) for name in ("knead", "bake"))
    alone = choose(retrieved([entry], [knead, bake]), Intent.HYBRID)
    assert (alone.skill, alone.also and alone.also.id) == (None, "knead")
    linked = replace(retrieved([entry], [knead, bake]), links={entry.pk: [knead.pk]})
    together = choose(linked, Intent.HYBRID)
    assert (together.entry and together.entry.id, together.skill and together.skill.id) == ("dough", "knead")
    unsure = replace(linked, entries=[replace(entry, standing=0.0)])
    assert choose(unsure, Intent.HYBRID).outcome == AskOutcome.ASK_BACK


def test_below_what_its_curators_measured_an_answer_is_perhaps_with_the_others() -> None:
    entries = [found("dough", 0.7), found("crumb", 0.6, stands_out=False), found("salt", UNSURE)]
    skills = [found("knead", 0.65, stands_out=False)]
    choice = choose(retrieved(entries, skills), Intent.UNDERSTANDING, sure_from=0.8)
    assert (choice.outcome, choice.is_sure) == (AskOutcome.ANSWERED, False)
    assert choice.entry
    assert [each.id for _, each in choice.options] == ["knead", "crumb"]
    sure = choose(retrieved(entries, skills), Intent.UNDERSTANDING, sure_from=0.7)
    assert (sure.is_sure, list(sure.options)) == (True, [])
    equal = [replace(entries[0], is_equal=True)]
    assert choose(retrieved(equal, []), Intent.UNDERSTANDING, sure_from=0.8).is_sure

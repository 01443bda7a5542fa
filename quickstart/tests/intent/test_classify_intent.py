import pytest
from hypothesis import given
from hypothesis import strategies as st

from quickstart.intent import IntentClassification, classify, classify_intent
from quickstart.kinds import Intent

U, A, N, H = Intent.UNDERSTANDING, Intent.ACTION, Intent.NAVIGATION, Intent.HYBRID


@pytest.mark.parametrize(
    ("query", "intent", "reason"),
    [
        ("What is a sidecar file?", U, "begins with a question word: 'what'"),
        ("why does it round up", U, "asks for a reason: 'why'"),
        ("is srgb good enough for prints", U, "a yes-or-no question: 'is'"),
        ("do smart lists update", U, "a yes-or-no question: 'do smart lists update'"),
        ("rebase vs merge", U, "compares: 'rebase vs'"),
        (
            "wav, flac or aiff for delivery",
            U,
            "weighs one against the other: 'wav, flac or aiff for delivery'",
        ),
        ("gas oven, fan oven - what changes", U, "begins with a question word: 'what'"),
        ("metric by default?", U, "ends with a question mark"),
        ("Please crop everything to 4:5", A, "begins with an imperative verb: 'crop'"),
        ("sepia", A, "names what is wanted, without a verb: 'sepia'"),
        ("i want the sky darker", A, "wishes for something: 'i want'"),
        ("can you close the stale ones", A, "begins with an imperative verb: 'close'"),
        ("my plan is to close all tabs", A, "wishes for something: 'my plan is to'"),
        ("do a backup of the shop", A, "begins with an imperative verb: 'do'"),
        ("900 stills on my desk, sort them by date", A, "begins with an imperative verb: 'sort'"),
        ("crop, rotate or resize a picture", A, "begins with an imperative verb: 'crop'"),
        ("where are presets stored?", N, "asks for a place: 'where'"),
        ("which folder holds the previews", N, "asks for a place: 'which folder'"),
        ("find the red bicycle", N, "begins with a verb of looking: 'find'"),
        ("could you find the red bicycle", N, "begins with a verb of looking: 'find'"),
        ("i need to find the red bicycle", N, "begins with a verb of looking: 'find'"),
        ("what did we cook in may", N, "asks for something that was recorded: 'what did we'"),
        ("How do I scale a recipe?", H, "asks how to do it: 'how do i'"),
        ("is there a way to lock a recipe", H, "asks for a way to do it: 'is there a way to'"),
        ("can I print without borders", H, "asks whether it can be done: 'can'"),
        ("push gets rejected", H, "tells of a problem: 'rejected'"),
        ("it can’t find my lens although it's listed", H, "tells of a problem: 'although'"),
        (
            "someone renamed the folder, which copy is right",
            H,
            "tells of a situation: 'someone renamed', with a question about it",
        ),
        ("the list is short, why", U, "asks for a reason: 'why'"),
        ("if i cancel, does my list go away", U, "a yes-or-no question: 'does'"),
    ],
)
def test_intent_and_reason(query: str, intent: Intent, reason: str) -> None:
    found = classify(query)
    assert (found.intent, found.reason) == (intent, reason)


@pytest.mark.parametrize(
    ("slip", "intended"),
    [
        ("waht is gamma", "what is gamma"),
        ("wich lens is sharper", "which lens is sharper"),
        ("hwo do i crop", "how do i crop"),
        ("expalin gamma", "explain gamma"),
        ("wheree are my files", "where are my files"),
        ("were are my files", "where are my files"),
        ("whats gamma", "what is gamma"),
        ("overveiw of masks", "overview of masks"),
    ],
)
def test_typing_errors_are_corrected(slip: str, intended: str) -> None:
    assert classify(slip) == classify(intended)


@pytest.mark.parametrize(
    "query", ["last three photos", "snow in the background", "hat on every head", "world map", "fine grain"]
)
def test_words_near_a_signal_word_stay_what_they_are(query: str) -> None:
    assert classify(query).intent == A


@pytest.mark.parametrize(
    "query",
    [
        "broken link checker",
        "access denied page",
        "skip frozen frames",
        "lost password form",
        "error page when a record is missing",
        "toast when saving fails",
        "notification whenever someone replies",
        "recipes that don't contain nuts",
        "photos i haven't rated yet",
        "table whose header stays visible",
        "make sure nothing is sent twice",
        "restart the worker every time it crashes",
    ],
)
def test_a_task_that_speaks_of_problems_is_none(query: str) -> None:
    assert classify(query).intent == A


@pytest.mark.parametrize(
    "query",
    [
        "it fails when saving",
        "access denied since the update",
        "the link is broken",
        "lost all my photos",
        "label prints half size",
        "save button stays grey",
        "i haven't changed anything but it stopped working",
    ],
)
def test_a_described_problem_is_hybrid(query: str) -> None:
    assert classify(query).intent == H


@pytest.mark.parametrize("query", ["", "  ", "?!…", "please", "\n\t"])
def test_empty_queries(query: str) -> None:
    assert classify(query) == IntentClassification(H, "says nothing that could be asked for", 0.2)


@pytest.mark.parametrize("query", ["thanks, that's all for today", "Hello there!", "good morning", "lol ok"])
def test_small_talk(query: str) -> None:
    assert classify(query) == IntentClassification(H, "small talk: neither a question nor a task", 0.3)


def test_thanks_before_a_question_do_not_hide_it() -> None:
    assert classify("thanks, and where are the presets").intent == N


@given(st.text(max_size=2000))
def test_whatever_is_typed_gets_an_intent(query: str) -> None:
    found = classify(query)
    assert 0 < found.confidence <= 1
    assert found.reason
    assert "\n" not in found.reason


@given(
    st.sampled_from(["how do i", "where is", "crop the", "why is", "it fails as soon as"]), st.integers(0, 3)
)
def test_case_space_and_politeness_change_nothing(beginning: str, spaces: int) -> None:
    plain = classify(f"{beginning} picture")
    padded = "please " + " " * spaces + beginning.upper().replace(" ", " " * (spaces + 1)) + " Picture "
    assert classify(padded) == plain


def test_a_pasted_log_costs_no_time() -> None:
    assert classify("where is " + "aaaa " * 200_000).intent == N


def test_the_intent_alone_under_the_specifications_name() -> None:
    assert classify_intent("What is a sidecar file?") is U
    assert classify_intent("do a backup of the shop") is A

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from quickstart.kinds import AskOutcome, Intent
from quickstart.rendering import to_markdown, to_plain
from quickstart.rendering.answer_content import (
    AnswerEntry,
    AnswerOption,
    AnswerSkill,
    EntryRef,
    OverviewOffer,
    PhrasedText,
    QuickstartAnswer,
)
from quickstart.tests.rendering.example_answers import DEEPER, ENTRY, OPTIONS, SKILL, answer

HEAD = "Answered, 87% sure; intent understanding (begins with an imperative verb: 'crop')."
FULL = answer(
    go_deeper=DEEPER,
    related_skills=(SKILL,),
    related_docs=("docs/crop.md",),
    offer=OverviewOffer("Editing", 3, EntryRef("qa_e", "What?")),
)


def words(text: str) -> int:
    return len(text.split())


def render_plain(short_answer: QuickstartAnswer, max_tokens: int, fallback_hint: str = "") -> str:
    return to_plain(short_answer, count_tokens=words, max_tokens=max_tokens, fallback_hint=fallback_hint)


def test_an_answer_that_fits_is_rendered_whole() -> None:
    assert render_plain(FULL, 1000) == f"{HEAD}\n\n{to_markdown(FULL)}".rstrip("\n")


def test_a_chosen_intent_and_no_answer() -> None:
    short_answer = answer(
        Intent.ACTION, intent_chosen=True, outcome=AskOutcome.NO_ANSWER, entry=None, question_id=None
    )
    assert (
        render_plain(short_answer, 1000)
        == "No answer; intent action (chosen by you).\n\nNo answer to this is known in photos."
    )


def test_the_least_useful_goes_first_and_is_named() -> None:
    whole = words(render_plain(FULL, 1000))
    once = render_plain(FULL, whole - 1, fallback_hint="Ask for qa_crop.")
    assert once == (
        f"{HEAD}\n\n{to_markdown(replace(FULL, offer=None))}\nCut to fit: the offer. Ask for qa_crop."
    )
    bare = render_plain(FULL, 66)
    remaining = to_markdown(replace(FULL, offer=None, related_docs=(), go_deeper=()))
    assert bare == f"{HEAD}\n\n{remaining}\nCut to fit: the offer, related documents, going deeper."


def test_then_the_text_is_shortened_with_its_fence_closed() -> None:
    code = "\n".join(f"step {number}" for number in range(100))
    short_answer = answer(entry=replace(ENTRY, answer=f"Do:\n\n```\n{code}\n```\n\nDone.", verify_command=""))
    assert render_plain(short_answer, 37) == (
        f"{HEAD}\n\n## How do I crop a picture?\n\nDo:\n\n```\nstep 0\nstep 1\nstep 2\nstep 3\n```\n"
        "\nCut to fit: the rest of the text."
    )


def test_a_long_paragraph_is_cut_behind_a_sentence() -> None:
    text = "Open it. Then choose a part of it, e.g. the sky. " + "And so on it goes. " * 30
    short_answer = answer(entry=replace(ENTRY, answer=text, verify_command=""))
    assert render_plain(short_answer, 39) == (
        f"{HEAD}\n\n## How do I crop a picture?\n\nOpen it. Then choose a part of it, e.g. the sky.\n"
        "\nCut to fit: the rest of the text."
    )


@pytest.mark.parametrize(
    ("text", "cut"),
    [
        ("Open it. Save it with `git commit -m 'One. Two. Three.'` then. " + "So it goes. " * 30, "Open it."),
        ("Do this:\n\n1. " + "Open it and look at it " * 30 + ".", "Do this:"),
    ],
)
def test_a_cut_ends_neither_in_a_command_nor_behind_a_number(text: str, cut: str) -> None:
    short_answer = answer(entry=replace(ENTRY, answer=text, verify_command=""))
    lines = render_plain(short_answer, 35).split("\n")
    assert lines[4] == cut
    assert lines[-1] == "Cut to fit: the rest of the text."
    assert not "".join(lines[5:-1])


def test_the_skill_goes_before_the_text_of_the_entry() -> None:
    skill = replace(SKILL, description="It crops. " * 30)
    entry = replace(ENTRY, answer="Open it.", verify_command="")
    short_answer = answer(Intent.HYBRID, entry=entry, skill=skill)
    text = render_plain(short_answer, 39)
    assert "Open it." in text
    assert "the skill" in text


@pytest.mark.parametrize(
    "code",
    [
        "```bash\n" + "crop --flag " * 60 + "\n```",
        "```bash\n\n" + "crop --flag " * 60 + "\n```",
        "~~~\ncrop in.jpg \\\n  " + "--flag " * 60 + "\n~~~",
        "1. First:\n\n   ```sh\n   " + "crop --flag " * 60 + "\n   ```",
    ],
)
@pytest.mark.parametrize("max_tokens", range(34, 46))
def test_no_code_block_is_left_empty_or_with_half_a_command(code: str, max_tokens: int) -> None:
    text = f"By command, which takes a while:\n\n{code}\n\nDone."
    rendered = render_plain(answer(entry=replace(ENTRY, answer=text, verify_command="")), max_tokens)
    assert "which takes a while" in rendered
    assert "```" not in rendered
    assert "~~~" not in rendered


def test_an_answer_that_begins_with_code_too_long_is_named() -> None:
    code = "```\n" + "crop --flag " * 60 + "\n```"
    short_answer = answer(entry=replace(ENTRY, answer=code, verify_command=""))
    assert render_plain(short_answer, 37) == f"{HEAD}\n\nBest: qa_crop.\n\nCut to fit: the text."


def test_a_models_wording_is_shortened_too() -> None:
    text = "\n\n".join(f"Crop {number} [qa_crop]." for number in range(50))
    short_answer = answer(
        entry=replace(ENTRY, verify_command=""), phrased=PhrasedText(text, ("qa_crop",), "gpt", 9)
    )
    rendered = render_plain(short_answer, 44)
    assert "Crop 1 [qa_crop].\n\n(worded by the model gpt from qa_crop)\n" in rendered
    assert rendered.endswith("\nCut to fit: the curated text, the rest of the text.")


def test_commands_are_never_cut_in_half() -> None:
    short_answer = answer(
        Intent.ACTION, entry=None, skill=replace(SKILL, quick_command="crop " + "--flag " * 60)
    )
    assert render_plain(short_answer, 50).endswith("(skill_cropping.md)\n\nCut to fit: the commands.")
    assert "--flag" not in render_plain(short_answer, 50)


def test_lists_of_many_are_shortened() -> None:
    many = tuple(replace(OPTIONS[0], id=f"qa_{number}") for number in range(9))
    rendered = render_plain(answer(outcome=AskOutcome.ASK_BACK, entry=None, options=many), 70)
    assert [f"`qa_{number}`" in rendered for number in range(9)] == [True] * 3 + [False] * 6
    assert rendered.endswith("\nCut to fit: the options' sentences, further options.")


def test_the_sentences_of_options_go_before_the_options() -> None:
    wordy = tuple(replace(option, excerpt="Word " * 60) for option in OPTIONS)
    rendered = render_plain(answer(outcome=AskOutcome.ASK_BACK, entry=None, options=wordy), 70)
    assert "Collages" in rendered
    assert "Word" not in rendered
    assert rendered.endswith("\nCut to fit: the options' sentences.")


def test_a_long_description_is_shortened_to_a_sentence() -> None:
    short_answer = answer(
        Intent.ACTION,
        entry=None,
        skill=replace(SKILL, description="Crops all pictures. " + "More of it. " * 50),
    )
    assert "\n\nCrops all pictures.\n\n" in render_plain(short_answer, 60)
    assert render_plain(short_answer, 60).endswith("\nCut to fit: most of the description.")


@pytest.mark.parametrize(
    ("max_tokens", "text"),
    [
        (25, f"{HEAD}\n\nBest: qa_crop.\n\nCut to fit: the commands, the text."),
        (18, f"{HEAD}\nCut to fit: all of the answer."),
        (10, "Cut to fit: all of the answer."),
        (3, ""),
    ],
)
def test_where_no_line_of_the_answer_fits(max_tokens: int, text: str) -> None:
    assert render_plain(answer(), max_tokens) == text


TEXT = st.text(alphabet="ab `~#\n-<>.", max_size=300)
NAMES = st.lists(st.text(alphabet="ab c", max_size=40), max_size=8).map(tuple)
REFS = st.lists(st.builds(EntryRef, st.just("qa_x"), TEXT), max_size=8).map(tuple)
ANSWERS = st.builds(
    answer,
    st.sampled_from(Intent),
    outcome=st.sampled_from(AskOutcome),
    entry=st.none() | st.builds(AnswerEntry, st.just("qa"), TEXT, st.just(1), NAMES, TEXT, TEXT),
    skill=st.none() | st.builds(AnswerSkill, st.just("sk"), st.just("f"), TEXT, TEXT, NAMES, NAMES, TEXT),
    repeated=st.booleans(),
    unmet_prerequisites=REFS,
    go_deeper=REFS,
    related_docs=NAMES,
    options=st.lists(
        st.builds(AnswerOption, st.just("entry"), st.just("i"), TEXT, NAMES, st.just(0.5), TEXT), max_size=8
    ).map(tuple),
    phrased=st.none() | st.builds(PhrasedText, TEXT, st.just(("qa",)), st.just("m"), st.just(1)),
)  # fmt: skip


@given(ANSWERS, st.integers(0, 250))
def test_never_more_than_the_budget(short_answer: QuickstartAnswer, max_tokens: int) -> None:
    assert words(render_plain(short_answer, max_tokens)) <= max_tokens


@given(ANSWERS, st.integers(0, 250))
def test_the_cut_note_is_on_its_own_line_outside_code(
    short_answer: QuickstartAnswer, max_tokens: int
) -> None:
    rendered = render_plain(short_answer, max_tokens)
    if "\nCut to fit: " in rendered:
        last = MarkdownIt("commonmark").parse(rendered)[-2]
        assert last.type == "inline"
        assert last.content.split("\n")[-1].startswith("Cut to fit: ")

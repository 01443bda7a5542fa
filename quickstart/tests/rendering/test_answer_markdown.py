"""Whole texts: the specification's layout, and what is left out of it."""

from dataclasses import replace

import pytest

from quickstart.kinds import AskOutcome, Intent
from quickstart.rendering import to_markdown
from quickstart.rendering.answer_content import EntryRef, ManualRef, OverviewOffer, PhrasedText
from quickstart.tests.rendering.example_answers import DEEPER, ENTRY, OPTIONS, RESIZING, SKILL, answer

RENDERED = """\
## How do I crop a picture?

Use `crop` with a ratio:

```bash
crop --ratio 4:5 in.jpg
```

The original stays.

**Verify:**
```bash
ls in.crop.jpg
```
(not run by us)
"""
WORKFLOW = """\
Loading skill: **Cropping**

Crop many pictures at once.

**Prerequisites:**
- pictures imported
- ratio known

**Quick start:**
```bash
crop --help
```
(not run by us)

Following skill workflow... (skill_cropping.md)
"""


def test_understanding() -> None:
    full = answer(go_deeper=DEEPER, related_skills=(SKILL,), related_docs=("docs/crop.md#ratios",))
    assert to_markdown(full) == RENDERED + (
        "\n---\n**Go deeper:**\n- Which ratios are there? (`qa_ratio`)\n- How do I crop for prints? (`qa_print`)\n"
        "\n**Related:**\n- Skill: skill_cropping.md\n- Docs: docs/crop.md#ratios\n"
        "\nWant to see how to use it? → skill_cropping.md\n"
    )


def test_understanding_with_nothing_else() -> None:
    assert to_markdown(answer()) == RENDERED
    bare = replace(ENTRY, answer="It stays.", verify_command="")
    assert to_markdown(answer(entry=bare)) == "## How do I crop a picture?\n\nIt stays.\n"


def test_action() -> None:
    assert to_markdown(answer(Intent.ACTION, entry=None, skill=SKILL)) == WORKFLOW


def test_an_action_names_what_explains_it() -> None:
    explained = "\n---\n**See also:**\n- How do I crop a picture? (`qa_crop`)\n"
    rendered = answer(
        Intent.ACTION, entry=None, skill=SKILL, explained_in=EntryRef(ENTRY.entry_id, ENTRY.question)
    )
    assert to_markdown(rendered) == WORKFLOW + explained


def test_action_without_a_skill_explains() -> None:
    assert to_markdown(answer(Intent.ACTION)) == RENDERED


def test_a_skill_alone_is_loaded_for_any_intent() -> None:
    for intent in (Intent.UNDERSTANDING, Intent.HYBRID):
        assert to_markdown(answer(intent, entry=None, skill=SKILL)) == WORKFLOW


def test_a_skill_with_its_title_alone() -> None:
    bare = replace(SKILL, description="", prerequisites=(), quick_command=" ")
    assert to_markdown(answer(Intent.ACTION, entry=None, skill=bare)) == (
        "Loading skill: **Cropping**\n\nFollowing skill workflow... (skill_cropping.md)\n"
    )


def test_hybrid() -> None:
    assert (
        to_markdown(answer(Intent.HYBRID, skill=SKILL)) == f"{RENDERED}\n---\n**How to do it:**\n\n{WORKFLOW}"
    )


def test_hybrid_without_a_skill() -> None:
    assert to_markdown(answer(Intent.HYBRID)) == RENDERED


def test_navigation() -> None:
    found = answer(
        Intent.NAVIGATION,
        entry=replace(ENTRY, verify_command=""),
        skill=SKILL,
        related_skills=(SKILL, RESIZING),
        related_docs=("docs/crop.md",),
        go_deeper=DEEPER[:1],
    )
    head, rest = RENDERED.split("\n\n", 1)
    body = rest.split("\n\n**Verify")[0]
    assert to_markdown(found) == (
        f"{head}\n\n**Found at:** Editing › Geometry › crop\n\n{body}\n"
        "\n---\n**Skill file:**\n- skill_cropping.md\n- skill_resizing.md\n"
        "\n**Docs:**\n- docs/crop.md\n"
        "\n**Nearby:**\n- Which ratios are there? (`qa_ratio`)\n"
    )


def test_navigation_to_a_skill() -> None:
    assert to_markdown(answer(Intent.NAVIGATION, entry=None, skill=SKILL)) == (
        "## Cropping\n\n**Found at:** Editing › Geometry\n\nCrop many pictures at once.\n"
        "\n---\n**Skill file:**\n- skill_cropping.md\n"
    )


def test_navigation_to_a_skill_names_the_entry_that_explains_it() -> None:
    found = answer(Intent.NAVIGATION, entry=None, skill=SKILL, explained_in=DEEPER[0])
    assert to_markdown(found).endswith("\n\n**See also:**\n- Which ratios are there? (`qa_ratio`)\n")


def test_asking_back() -> None:
    assert to_markdown(answer(outcome=AskOutcome.ASK_BACK, entry=None, options=OPTIONS)) == (
        "I am not sure. Perhaps one of these?\n"
        "\n1. How do I crop a picture? (entry `qa_crop`, Editing › Geometry › crop)\n"
        "   Use `crop` with a ratio.\n"
        "2. Collages (skill `skill_collage`, Printing)\n"
        "   Put many pictures on one page.\n"
    )


def test_no_answer() -> None:
    nothing = answer(outcome=AskOutcome.NO_ANSWER, entry=None, nearest=OPTIONS, closest_doc="docs/crop.md")
    assert to_markdown(nothing) == (
        "No answer to this is known in photos. The question is noted for the curators.\n"
        "\n**Nearest:**\n- How do I crop a picture? (entry `qa_crop`, Editing › Geometry › crop)\n"
        "   Use `crop` with a ratio.\n"
        "- Collages (skill `skill_collage`, Printing)\n"
        "   Put many pictures on one page.\n"
        "\n**Docs:**\n- docs/crop.md\n"
    )


@pytest.mark.parametrize("outcome", [AskOutcome.NO_ANSWER, AskOutcome.ASK_BACK])
def test_sections_of_the_manual_are_named(outcome: AskOutcome) -> None:
    manual = (
        ManualRef("Scaling", "Connections", "/manual/scaling#connections"),
        ManualRef("Scaling", "Scaling", "/manual/scaling"),
    )
    assert to_markdown(answer(outcome=outcome, entry=None, manual=manual)).endswith(
        "\n**In the manual:**\n- Scaling › Connections (/manual/scaling#connections)\n- Scaling (/manual/scaling)\n"
    )


def test_no_answer_and_nothing_near() -> None:
    nothing = answer(outcome=AskOutcome.NO_ANSWER, entry=None, question_id=None)
    assert to_markdown(nothing) == "No answer to this is known in photos.\n"


def test_an_entry_explained_before_is_shortened_to_a_sentence() -> None:
    rendered = answer(repeated=True, go_deeper=DEEPER[:1])
    assert to_markdown(rendered) == (
        "## How do I crop a picture?\n\nUse `crop` with a ratio.\n\n(explained before in this session)\n"
        "\n---\n**Go deeper:**\n- Which ratios are there? (`qa_ratio`)\n"
    )


def test_prerequisites_come_first_and_offers_last() -> None:
    rendered = answer(
        unmet_prerequisites=(EntryRef("qa_open", "How do I open a picture?"),),
        offer=OverviewOffer("Editing › geometry", 3, EntryRef("qa_geometry", "What can be turned and cut?")),
        by_vectors=False,
    )
    assert to_markdown(rendered) == (
        f"**Read first:**\n- How do I open a picture? (`qa_open`)\n\n{RENDERED}\n"
        "Three geometry questions: want the overview? → What can be turned and cut? (`qa_geometry`)\n\n"
        "(Found by words alone: meaning could not be compared just now.)\n"
    )


def test_an_offer_after_many_questions() -> None:
    offer = OverviewOffer("Editing", 13, EntryRef("qa_e", "What?"))
    assert to_markdown(answer(offer=offer)).endswith(
        "\n13 Editing questions: want the overview? → What? (`qa_e`)\n"
    )


def test_a_models_wording_is_beside_the_curated_text() -> None:
    worded = PhrasedText("# So\n\nCrop it [qa_crop].", ("qa_crop", "qa_ratio"), "gpt", 40)
    title, curated = RENDERED.split("\n\n", 1)
    assert to_markdown(answer(phrased=worded)) == (
        f"{title}\n\n### So\n\nCrop it [qa_crop].\n\n(worded by the model gpt from qa_crop, qa_ratio)\n"
        f"\n**As curated:**\n\n{curated}"
    )


def test_titles_stay_on_their_line() -> None:
    entry = replace(ENTRY, question="What is C #\n## or\tD", answer="x", verify_command="")
    assert to_markdown(answer(entry=entry)) == "## What is C # ## or D\n\nx\n"
    sharp = replace(entry, question="What is C #")
    assert to_markdown(answer(entry=sharp)) == "## What is C \\#\n\nx\n"


def test_a_command_cannot_leave_its_block() -> None:
    skill = replace(SKILL, quick_command="echo '```\n````\n# not a heading'")
    assert "`````bash\necho '```\n````\n# not a heading'\n`````\n(not run by us)" in to_markdown(
        answer(Intent.ACTION, entry=None, skill=skill)
    )

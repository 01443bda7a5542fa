"""Answers as the tests need them: a small photo editor's."""

from dataclasses import replace

from quickstart.kinds import AskOutcome, Intent
from quickstart.rendering.answer_content import (
    AnswerEntry,
    AnswerOption,
    AnswerSkill,
    EntryRef,
    QuickstartAnswer,
)

ENTRY = AnswerEntry(
    entry_id="qa_crop",
    question="How do I crop a picture?",
    level=3,
    tree_path=("Editing", "Geometry", "crop"),
    answer="Use `crop` with a ratio:\n\n```bash\ncrop --ratio 4:5 in.jpg\n```\n\nThe original stays.",
    verify_command="ls in.crop.jpg",
)
SKILL = AnswerSkill(
    skill_id="skill_cropping",
    file="skill_cropping.md",
    title="Cropping",
    description="Crop many pictures at once.",
    tree_path=("Editing", "Geometry"),
    prerequisites=("pictures imported", "ratio known"),
    quick_command="crop --help",
)
RESIZING = replace(SKILL, skill_id="skill_resizing", file="skill_resizing.md", title="Resizing")
DEEPER = (EntryRef("qa_ratio", "Which ratios are there?"), EntryRef("qa_print", "How do I crop for prints?"))
OPTIONS = (
    AnswerOption(
        "entry",
        "qa_crop",
        "How do I crop a picture?",
        ("Editing", "Geometry", "crop"),
        0.61,
        "Use `crop` with a ratio.",
    ),
    AnswerOption("skill", "skill_collage", "Collages", ("Printing",), 0.58, "Put many pictures on one page."),
)


def answer(intent: Intent = Intent.UNDERSTANDING, **changes: object) -> QuickstartAnswer:
    plain = QuickstartAnswer(
        query="crop it",
        collection="photos",
        intent=intent,
        intent_reason="begins with an imperative verb: 'crop'",
        outcome=AskOutcome.ANSWERED,
        confidence=0.874,
        question_id=12,
        entry=ENTRY,
    )
    return replace(plain, **changes)  # type: ignore[arg-type] # each test names the fields of Answer

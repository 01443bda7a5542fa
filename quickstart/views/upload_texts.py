"""What the pages of uploads say, with an example of each format."""

from django.urls import reverse

from core.pages.upload_page import UploadTexts

_ENTRY = (
    '{"id": "export_bills", "question": "How do I export the bills of a month?", '
    '"question_variants": ["download invoices", "bills as a file"], "level": 3, "tree_path": ["Billing", "Export"], '
    '"answer": "Open *Bills*, choose the month, and press *Export*.", "tags": ["billing"]}'
)
_ENTRY_FIELDS = (
    ("id", "Its name in the collection. Uploading the same ID again changes that entry."),
    ("question", "The question as a person would ask it."),
    (
        "level",
        "A number: 0 what it is, 1 what it can do, 2 a general task, 3 a specific task, 4 a detail.",
    ),
    ("tree_path", "Its place in the tree of topics: a list of names, the broadest first."),
    ("answer", "The answer, in Markdown."),
)
_FAQ = """# Billing

## Export

### How do I export the bills of a month?

Open *Bills*, choose the month, and press *Export*.
"""
_SKILL = """---
title: Export the bills of a month
description: Gets the bills of a month as a file.
tags: [billing]
---
# Export the bills of a month

## When to Use

- "export the bills"
- "download invoices"

## Quick Start

Open *Bills*, choose the month, and press *Export*.
"""


def skill_upload_texts() -> UploadTexts:
    return UploadTexts(
        title="Upload skills",
        lead="Markdown files that tell an agent how a piece of work is done. Put a folder of them into one ZIP: "
        "indexes among the files give triggers and places.",
        one="skill",
        many="skills",
        parent="Skills",
        parent_url=reverse("quickstart:skills"),
        example=_SKILL,
        others="Nothing but text is required: a skill is known by its file's name (skill_export_bills.md), and what "
        "the front matter leaves out is read from the text.",
        command="python manage.py import_skills FOLDER --collection NAME",
    )


def entry_upload_texts() -> UploadTexts:
    return UploadTexts(
        title="Upload answers",
        lead="A FAQ in Markdown, as it is; or JSON Lines: each line one entry, a question with other wordings of it "
        'and its answer. A line such as {"question": "…", "answer": "…"} is enough.',
        one="answer",
        many="answers",
        parent="Answers",
        parent_url=reverse("quickstart:entries"),
        example=_ENTRY,
        fields=_ENTRY_FIELDS,
        others="Each entry is one line; without level and tree_path it is a FAQ's, and an id is made of its question. "
        "It may also have question_variants, prerequisites, related_skills, "
        "related_docs, go_deeper and tags (lists of texts) and verify_command (a text).",
        other_lead="Of a Markdown file each heading that asks something is an entry, with the headings above it as its "
        "place. So are “**Q: …**” with “A: …” below it, and <details> whose <summary> asks something; where there is "
        "nothing of the kind, lines that ask, as those of a numbered list. What is not read "
        "is listed before the import.",
        other_example=_FAQ,
        command="python manage.py import_qa FILE --collection NAME",
    )

"""An entry and a skill as JSON values: what REST answers, and the pages as JSON."""

from typing import Any

from core.llm import count_tokens
from core.rest.trust import UNTRUSTED
from quickstart.models import Entry, Skill


def serialize_entry(row: Entry) -> dict[str, Any]:
    return {
        "id": row.entry_id,
        "question": row.question,
        "question_variants": [variant.text for variant in row.variants.all()],
        "level": row.level,
        "tree_path": row.tree_path,
        "answer": row.answer,
        "prerequisites": row.prerequisites,
        "related_skills": row.related_skills,
        "related_docs": row.related_docs,
        "go_deeper": row.go_deeper,
        "verify_command": row.verify_command,
        "tags": row.tags,
        "tokens": count_tokens(row.answer),
        "trust": UNTRUSTED,
    }


def serialize_entry_row(row: Entry) -> dict[str, Any]:
    """With what tells apart the rows of several collections and states."""
    return serialize_entry(row) | {
        "collection": row.collection.name,
        "review": row.review,
        "updated": row.updated.isoformat(),
    }


def serialize_skill_line(row: Skill) -> dict[str, Any]:
    return {
        "skill_id": row.skill_id,
        "file": row.file,
        "title": row.title,
        "description": row.description,
        "triggers": [trigger.text for trigger in row.triggers.all()],
        "tree_path": row.tree_path,
        "prerequisites": row.prerequisites,
        "quick_command": row.quick_command,
        "parent": row.parent.skill_id if row.parent else None,
        "trust": UNTRUSTED,
    }


def serialize_skill(row: Skill) -> dict[str, Any]:
    return serialize_skill_line(row) | {
        "body": row.body,
        "body_hash": row.body_hash,
        "tokens": count_tokens(row.body),
    }

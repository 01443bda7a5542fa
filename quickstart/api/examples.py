"""The examples of the API's documentation."""

from typing import Any

INVALID_QUESTION = {
    "code": "invalid_question",
    "detail": "Ask something of 1 to 1,000 characters. Nothing was asked.",
}
NOT_CHOSEN = {
    "code": "collection_not_chosen",
    "detail": "Say which collection. There are: qastone, unifyweaver.",
}
NO_COLLECTION = {
    "code": "collection_not_found",
    "detail": "There is no collection 'qaston'. There are: qastone.",
}
INVALID_CURSOR = {
    "code": "invalid_cursor",
    "detail": "The cursor is not one that this list gave out. Begin again without it.",
}
INVALID_FEEDBACK = {
    "code": "invalid",
    "detail": 'verdict: "maybe" is none of: up, down.',
    "errors": [{"field": "verdict", "code": "invalid_choice", "detail": '"maybe" is none of: up, down.'}],
}
NO_QUESTION = {"code": "question_not_found", "detail": "You asked no question 41."}

ASK = {"query": "how do i read only part of a stone", "session": "monday"}

ENTRY: dict[str, Any] = {
    "id": "stone_levels",
    "question": "How do I read one level of a stone?",
    "question_variants": ["load only the summary of a stone", "read lod 1"],
    "level": 3,
    "tree_path": ["Stones", "Reading", "Levels"],
    "answer": "Ask for the level by its number:\n\n```bash\npython manage.py read_stone $HASH --lod 1\n```",
    "prerequisites": ["stone_what"],
    "related_skills": ["skill_read_stone.md"],
    "related_docs": ["docs/stone-format.md"],
    "go_deeper": ["stone_focus"],
    "verify_command": "",
    "tags": ["stones", "levels"],
    "tokens": 25,
    "trust": "untrusted",
}
SKILL_LINE: dict[str, Any] = {
    "skill_id": "skill_read_stone",
    "file": "skills/skill_read_stone.md",
    "title": "Read a stone",
    "description": "Read as much of a stone as a task needs.",
    "triggers": ["read a stone", "load more of a stone"],
    "tree_path": ["Stones", "Reading"],
    "prerequisites": ["a token with the scope stones:read"],
    "quick_command": "python manage.py read_stone --help",
    "parent": None,
    "trust": "untrusted",
}
SKILL = SKILL_LINE | {"body": "# Skill: Read a stone\n\n…", "body_hash": "5f" * 32, "tokens": 410}
COLLECTIONS = [
    {
        "name": "qastone",
        "title": "QA.Stone",
        "description": "This product itself.",
        "entries": 75,
        "skills": 12,
        "own": False,
        "indexed": True,
        "trust": "untrusted",
    }
]
TREE: dict[str, Any] = {
    "collection": "qastone",
    "roots": [
        {"label": "Stones", "note": "", "children": [{"label": "Reading", "note": "", "children": []}]}
    ],
    "trust": "untrusted",
}

_ANSWER_SKILL = {
    name: SKILL_LINE[name] for name in ("skill_id", "file", "title", "description", "tree_path")
} | {
    "prerequisites": SKILL_LINE["prerequisites"],
    "quick_command": SKILL_LINE["quick_command"],
}
_OPTION = {
    "kind": "entry",
    "id": "stone_levels",
    "title": ENTRY["question"],
    "tree_path": ENTRY["tree_path"],
    "score": 0.93,
    "excerpt": "",
}
ANSWER = {
    "question_id": 41,
    "query": ASK["query"],
    "collection": "qastone",
    "intent": "hybrid",
    "intent_reason": 'asks how to do something: "how do i"',
    "intent_chosen": False,
    "follows": "",
    "outcome": "answered",
    "confidence": 0.93,
    "is_sure": True,
    "answered_part": "",
    "open_parts": [],
    "other_parts": [],
    "why_not": "",
    "entry": {
        "entry_id": ENTRY["id"],
        **{name: ENTRY[name] for name in ("question", "level", "tree_path", "answer", "verify_command")},
        "command_notes": "",
        "related_docs": ENTRY["related_docs"],
        "tags": ENTRY["tags"],
    },
    "skill": _ANSWER_SKILL,
    "explained_in": None,
    "repeated": False,
    "unmet_prerequisites": [{"entry_id": "stone_what", "question": "What is a stone?"}],
    "go_deeper": [{"entry_id": "stone_focus", "question": "How do I read only what answers my question?"}],
    "related_skills": [],
    "related_docs": ENTRY["related_docs"],
    "options": [],
    "nearest": [],
    "closest_doc": "",
    "manual": [],
    "offer": None,
    "phrased": None,
    "by_vectors": True,
    "scores": [_OPTION],
    "markdown": "## How do I read one level of a stone?\n\n…",
    "trust": "untrusted",
}

COVERAGE: dict[str, Any] = {
    "percent": 92.5,
    "nodes": 2,
    "covered": 1,
    "entries": 3,
    "drafts": 0,
    "skills": 1,
    "tree": [
        {
            "label": "Stones",
            "path": ["Stones"],
            "percent": 92.5,
            "status": "partial",
            "is_general": True,
            "entries": 3,
            "drafts": 0,
            "stale": 0,
            "skills": 1,
            "children": [],
        },
    ],
    "gaps": [
        {
            "path": ["Stones", "Sharing"],
            "severity": "medium",
            "suggestion": "Add Q&A entry (skill exists: 1)",
        }
    ],
    "orphans": [{"kind": "entry", "id": "mail_what", "path": ["Mail"], "node": []}],
    "nearly_placed": [],
    "nodes_without_skill": [["Stones", "Sharing"]],
    "levels": [
        {"level": 3, "name": "Specific task", "count": 3, "fewest": 20, "most": 40, "words": "too few"},
    ],
    "stale": [
        {
            "entry_id": "stone_levels",
            "skill_id": "skill_read_stone",
            "reviewed": "2026-01-30T12:00:00+00:00",
            "changed": "2026-02-02T09:30:00+00:00",
        }
    ],
    "trend": [
        {
            "made": "2026-01-30T12:00:00+00:00",
            "percent": 90.0,
            "nodes": 2,
            "covered": 1,
            "gaps": 1,
            "entries": 3,
            "skills": 1,
        }
    ],
}

"""The quickstart's rows: collections of entries, skills and a tree; their index; logged questions."""

from quickstart.models.collections import Collection, CollectionQuerySet, Review
from quickstart.models.coverage_runs import CoverageRun
from quickstart.models.entries import Entry, Variant
from quickstart.models.indexed_texts import IndexedText, text_space
from quickstart.models.jobs import INDEX_COLLECTION
from quickstart.models.questions import (
    SESSION_OF_PAGES,
    AskConversation,
    AskerChoice,
    FeedbackVerdict,
    Question,
)
from quickstart.models.skills import Skill, Trigger
from quickstart.models.tree import Node

__all__ = [
    "INDEX_COLLECTION",
    "SESSION_OF_PAGES",
    "AskConversation",
    "AskerChoice",
    "Collection",
    "CollectionQuerySet",
    "CoverageRun",
    "Entry",
    "FeedbackVerdict",
    "IndexedText",
    "Node",
    "Question",
    "Review",
    "Skill",
    "Trigger",
    "Variant",
    "text_space",
]

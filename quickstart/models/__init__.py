"""The rows of the quickstart: collections of entries, skills and a tree; their index; what was asked."""

from quickstart.models.asking import AskSession, Question, Verdict
from quickstart.models.collections import Collection, CollectionQuerySet, Review
from quickstart.models.coverage import CoverageRun
from quickstart.models.entries import Entry, Variant
from quickstart.models.index import IndexedText
from quickstart.models.skills import Skill, Trigger
from quickstart.models.tree import Node

__all__ = [
    "AskSession",
    "Collection",
    "CollectionQuerySet",
    "CoverageRun",
    "Entry",
    "IndexedText",
    "Node",
    "Question",
    "Review",
    "Skill",
    "Trigger",
    "Variant",
    "Verdict",
]

"""The quickstart for operators: entries and skills to curate, everything else to look at.

Operators see all accounts' collections. Whatever is written goes through the services.
"""

from quickstart.admin.collections import CollectionAdmin, NodeAdmin
from quickstart.admin.entries import EntryAdmin
from quickstart.admin.records import CoverageRunAdmin, QuestionAdmin
from quickstart.admin.skills import SkillAdmin

__all__ = ["CollectionAdmin", "CoverageRunAdmin", "EntryAdmin", "NodeAdmin", "QuestionAdmin", "SkillAdmin"]

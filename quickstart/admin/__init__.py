"""The quickstart for operators: entries and skills to curate, everything else to look at.

Operators see all accounts' collections. Whatever is written goes through the services.
"""

from quickstart.admin.collection_admin import CollectionAdmin, NodeAdmin
from quickstart.admin.entry_admin import EntryAdmin
from quickstart.admin.log_admin import CoverageRunAdmin, QuestionAdmin
from quickstart.admin.skill_admin import SkillAdmin

__all__ = ["CollectionAdmin", "CoverageRunAdmin", "EntryAdmin", "NodeAdmin", "QuestionAdmin", "SkillAdmin"]

"""Admin pages of the quickstart: entries and skills can be curated, everything else is read-only.

Operators see all accounts' collections. All writes go through the services.
"""

from quickstart.admin.collection_admin import CollectionAdmin, NodeAdmin
from quickstart.admin.entry_admin import EntryAdmin
from quickstart.admin.log_admin import CoverageRunAdmin, QuestionAdmin
from quickstart.admin.skill_admin import SkillAdmin

__all__ = ["CollectionAdmin", "CoverageRunAdmin", "EntryAdmin", "NodeAdmin", "QuestionAdmin", "SkillAdmin"]

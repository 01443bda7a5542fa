"""What can be done with stones: one function per use case, keyword-only, atomic, with this app's errors."""

from stones.services.change_channel import change_channel
from stones.services.delete_stones import delete_content, delete_stone, preview_deletion, purge_expired
from stones.services.import_documents import ImportDocument, ImportFault, StoneImportResult, import_documents
from stones.services.level_states import regenerate, run_jobs_now
from stones.services.pasted_stone import refuse_stone
from stones.services.read_level import (
    LevelRead,
    StoneRead,
    find_level,
    read_level,
    read_stone,
    record_level,
    stone_text,
)
from stones.services.read_passages import StoneFocusResult, focus
from stones.services.read_paste import PastedStone, ReadPaste, header_fields, read_paste
from stones.services.reword_stone import reword
from stones.services.sender_words import require_summary
from stones.services.stone_draft import StoneDraft
from stones.services.store_stone import Stored, store_stone, store_stone_text
from stones.services.wait_for_levels import wait_until_settled

__all__ = [
    "ImportDocument",
    "ImportFault",
    "LevelRead",
    "PastedStone",
    "ReadPaste",
    "StoneDraft",
    "StoneFocusResult",
    "StoneImportResult",
    "StoneRead",
    "Stored",
    "change_channel",
    "delete_content",
    "delete_stone",
    "find_level",
    "focus",
    "header_fields",
    "import_documents",
    "preview_deletion",
    "purge_expired",
    "read_level",
    "read_paste",
    "read_stone",
    "record_level",
    "refuse_stone",
    "regenerate",
    "require_summary",
    "reword",
    "run_jobs_now",
    "stone_text",
    "store_stone",
    "store_stone_text",
    "wait_until_settled",
]

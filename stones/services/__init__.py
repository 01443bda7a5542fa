"""What can be done with stones: one function per use case, keyword-only, atomic, with this app's errors.

Importing it is cheap: each name below is loaded on first use.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from stones.services.change_channels import change_channel
    from stones.services.delete_stones import (
        delete_content,
        delete_stone,
        delete_stone_for_agent,
        describe_stone,
        pack_stones,
        preview_deletion,
        purge_expired,
    )
    from stones.services.import_document_files import (
        ImportDocument,
        ImportFault,
        StoneImportResult,
        import_documents,
    )
    from stones.services.level_states import regenerate, run_jobs_now
    from stones.services.pasted_stone import refuse_stone
    from stones.services.read_levels import (
        LevelRead,
        StoneRead,
        find_level,
        read_level,
        read_stone,
        record_level,
        stone_text,
    )
    from stones.services.read_passages import StoneFocusResult, focus
    from stones.services.read_pasted_text import PastedStone, ReadPaste, header_fields, read_paste
    from stones.services.reword_stone import reword
    from stones.services.search_stones import FoundStones, find_stones
    from stones.services.sender_words import require_summary
    from stones.services.stone_draft import StoneDraft
    from stones.services.store_stones import Stored, find_stored_draft, store_stone, store_stone_text
    from stones.services.wait_for_levels import wait_until_settled

_HOMES = {
    "change_channel": "stones.services.change_channels",
    "delete_content": "stones.services.delete_stones",
    "delete_stone": "stones.services.delete_stones",
    "delete_stone_for_agent": "stones.services.delete_stones",
    "describe_stone": "stones.services.delete_stones",
    "pack_stones": "stones.services.delete_stones",
    "preview_deletion": "stones.services.delete_stones",
    "purge_expired": "stones.services.delete_stones",
    "ImportDocument": "stones.services.import_document_files",
    "ImportFault": "stones.services.import_document_files",
    "StoneImportResult": "stones.services.import_document_files",
    "import_documents": "stones.services.import_document_files",
    "regenerate": "stones.services.level_states",
    "run_jobs_now": "stones.services.level_states",
    "refuse_stone": "stones.services.pasted_stone",
    "LevelRead": "stones.services.read_levels",
    "StoneRead": "stones.services.read_levels",
    "find_level": "stones.services.read_levels",
    "read_level": "stones.services.read_levels",
    "read_stone": "stones.services.read_levels",
    "record_level": "stones.services.read_levels",
    "stone_text": "stones.services.read_levels",
    "StoneFocusResult": "stones.services.read_passages",
    "focus": "stones.services.read_passages",
    "PastedStone": "stones.services.read_pasted_text",
    "ReadPaste": "stones.services.read_pasted_text",
    "header_fields": "stones.services.read_pasted_text",
    "read_paste": "stones.services.read_pasted_text",
    "reword": "stones.services.reword_stone",
    "FoundStones": "stones.services.search_stones",
    "find_stones": "stones.services.search_stones",
    "require_summary": "stones.services.sender_words",
    "StoneDraft": "stones.services.stone_draft",
    "Stored": "stones.services.store_stones",
    "find_stored_draft": "stones.services.store_stones",
    "store_stone": "stones.services.store_stones",
    "store_stone_text": "stones.services.store_stones",
    "wait_until_settled": "stones.services.wait_for_levels",
}

__all__ = [
    "FoundStones",
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
    "delete_stone_for_agent",
    "describe_stone",
    "find_level",
    "find_stones",
    "find_stored_draft",
    "focus",
    "header_fields",
    "import_documents",
    "pack_stones",
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


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value

"""What can be done with stones: one function per use case, keyword-only, atomic, with this app's errors."""

from stones.services.drafts import StoneDraft
from stones.services.focus import Focused, focus
from stones.services.generation import generate, regenerate, sweep
from stones.services.importing import Document, Fault, Imported, import_documents
from stones.services.pasted_stone import refuse_stone
from stones.services.pasting import Around, PastedStone, ReadPaste, header_fields, read_paste
from stones.services.reading import (
    LevelRead,
    StoneRead,
    find_level,
    read_level,
    read_stone,
    record_level,
    stone_text,
)
from stones.services.rechanneling import change_channel
from stones.services.removal import (
    CopiesOf,
    Deleted,
    Deletion,
    copies_with,
    delete_content,
    delete_stone,
    deletion_of,
    purge_expired,
)
from stones.services.reword_stone import reword
from stones.services.sender_words import NEEDED_ABOVE, require_summary
from stones.services.storing import Stored, store_stone, store_stone_text
from stones.services.waiting import wait_until_settled

__all__ = [
    "NEEDED_ABOVE",
    "Around",
    "CopiesOf",
    "Deleted",
    "Deletion",
    "Document",
    "Fault",
    "Focused",
    "Imported",
    "LevelRead",
    "PastedStone",
    "ReadPaste",
    "StoneDraft",
    "StoneRead",
    "Stored",
    "change_channel",
    "copies_with",
    "delete_content",
    "delete_stone",
    "deletion_of",
    "find_level",
    "focus",
    "generate",
    "header_fields",
    "import_documents",
    "purge_expired",
    "read_level",
    "read_paste",
    "read_stone",
    "record_level",
    "refuse_stone",
    "regenerate",
    "require_summary",
    "reword",
    "stone_text",
    "store_stone",
    "store_stone_text",
    "sweep",
    "wait_until_settled",
]

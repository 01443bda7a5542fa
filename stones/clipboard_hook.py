"""What a desktop or a script calls when something was copied (the specification, component 5)."""

from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User

from stones.copy_facts import provenance_of
from stones.models import Door
from stones.queries import assemble, reloaded
from stones.services import stone_text
from stones.services.clipboard import clipboard_settings, record_copy

__all__ = ["ClipboardHook", "provenance_of"]


@dataclass(frozen=True)
class ClipboardHook:
    """Records the copies of one account."""

    account: User
    door: Door = Door.REST

    @property
    def settings(self) -> dict[str, Any]:
        """What the account wants done with its copies; `auto_qastone_format`: whether each becomes a stone."""
        wanted = clipboard_settings(self.account)
        return {
            "auto_qastone_format": wanted.auto_format,
            "generate_lods": wanted.generate_lods,
            "lod_model": wanted.lod_model,
            "store_full": wanted.store_full,
            "ttl_days": wanted.ttl_days,
        }

    def on_copy(self, content: str, source_app: str = "") -> dict[str, Any]:
        """Record a copy and say what became of it; `qastone` is there where it became a stone, `no_stone` where it
        should have and could not, and says why.

        Raises as `record_copy`; then nothing was recorded.
        """
        copied = record_copy(account=self.account, content=content, source_app=source_app, door=self.door)
        said = {
            "id": copied.entry.pk,
            "hash": copied.entry.sha256,
            "created": copied.entry.copied.isoformat(),
            "source_app": copied.entry.source_app,
            "tokens": copied.entry.tokens,
            "provenance": provenance_of(copied.entry),
        }
        if copied.stone is not None:
            said["qastone"] = stone_text(assemble(reloaded(copied.stone)))
        if copied.no_stone:
            said["no_stone"] = copied.no_stone
        return said

"""What a desktop or a script calls when something was copied (docs/specification.md, 1)."""

from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User

from clipboard.models import CaptureMethod
from clipboard.serialize_copies import serialize_origin
from clipboard.services import clipboard_settings, record_copy
from stones.queries import assemble, reloaded
from stones.services import stone_text


@dataclass(frozen=True)
class ClipboardHook:
    account: User
    capture_method: CaptureMethod = CaptureMethod.REST

    @property
    def settings(self) -> dict[str, Any]:
        """The account's settings; `auto_qastone_format`: whether each becomes a stone."""
        account_settings = clipboard_settings(self.account)
        return {
            "auto_qastone_format": account_settings.auto_format,
            "generate_lods": account_settings.generate_lods,
            "lod_model": account_settings.lod_model,
            "store_full": account_settings.store_full,
            "ttl_days": account_settings.ttl_days,
        }

    def on_copy(self, content: str, source_app: str = "") -> dict[str, Any]:
        """Record a copy and say what became of it; `qastone` is there where it became a stone, `no_stone` where it
        should have and could not, and says why.

        Raises as `record_copy`; then nothing was recorded.
        """
        copied = record_copy(
            account=self.account, content=content, source_app=source_app, capture_method=self.capture_method
        )
        response = {
            "id": copied.entry.pk,
            "hash": copied.entry.sha256,
            "created": copied.entry.copied.isoformat(),
            "source_app": copied.entry.source_app,
            "tokens": copied.entry.tokens,
            "provenance": serialize_origin(copied.entry),
        }
        if copied.stone is not None:
            response["qastone"] = stone_text(assemble(reloaded(copied.stone)))
        if copied.no_stone:
            response["no_stone"] = copied.no_stone
        return response

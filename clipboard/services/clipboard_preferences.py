"""The clipboard's settings of an account."""

from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction

from clipboard.exceptions import InvalidClipboardSettings
from clipboard.models import ClipboardSettings
from core.rest.agent_tokens import refuse_tokens

FIELDS = ("auto_format", "generate_lods", "lod_model", "store_full", "ttl_days", "is_paused")


def clipboard_settings(account: User) -> ClipboardSettings:
    """The account's settings; a row that is not saved, with the defaults, where it has none."""
    found = ClipboardSettings.objects.filter(account=account).first()
    return found or ClipboardSettings(account=account)


@transaction.atomic
def save_clipboard_settings(account: User, **fields: Any) -> ClipboardSettings:
    """Change these of the settings; what is left out stays.

    Raises InvalidClipboardSettings with what is wrong with each field; then nothing was changed.
    """
    if unknown := sorted(set(fields) - set(FIELDS)):
        raise InvalidClipboardSettings(
            f"There is no setting {unknown[0]!r} of the clipboard: {', '.join(FIELDS)}.",
            errors={name: ["There is no such setting."] for name in unknown},
        )
    changes, created = ClipboardSettings.objects.select_for_update().get_or_create(account=account)
    for name, value in fields.items():
        setattr(changes, name, value)
    _check(changes)
    changes.save(update_fields=None if created else list(fields))
    return changes


def _check(changes: ClipboardSettings) -> None:
    errors: dict[str, list[str]] = {}
    try:
        changes.full_clean(exclude=["account"])
    except ValidationError as error:
        errors = error.message_dict
    if isinstance(changes.lod_model, str):
        refuse_tokens(changes.lod_model, where="lod_model")
        changes.lod_model = changes.lod_model.strip()
        if not changes.lod_model.isprintable():
            errors.setdefault("lod_model", []).append("A model's name is one line of visible characters.")
    if changes.auto_format is True and changes.store_full is False:
        errors.setdefault("auto_format", []).append(
            "A stone keeps its text: keep full texts too, or make no stones by themselves."
        )
    if errors:
        name, message = next(iter(errors.items()))
        raise InvalidClipboardSettings(f"{name}: {message[0]} Nothing was changed.", errors=errors)

"""What an account wants done with its copies."""

from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction

from rest.tokens import refuse_tokens
from stones.exceptions import InvalidClipboardSettings
from stones.models import ClipboardSettings

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
    wanted, created = ClipboardSettings.objects.select_for_update().get_or_create(account=account)
    for name, value in fields.items():
        setattr(wanted, name, value)
    _check(wanted)
    wanted.save(update_fields=None if created else list(fields))
    return wanted


def _check(wanted: ClipboardSettings) -> None:
    errors: dict[str, list[str]] = {}
    try:
        wanted.full_clean(exclude=["account"])
    except ValidationError as error:
        errors = error.message_dict
    if isinstance(wanted.lod_model, str):
        refuse_tokens(wanted.lod_model, where="lod_model")
        wanted.lod_model = wanted.lod_model.strip()
        if not wanted.lod_model.isprintable():
            errors.setdefault("lod_model", []).append("A model's name is one line of visible characters.")
    if wanted.auto_format is True and wanted.store_full is False:
        errors.setdefault("auto_format", []).append(
            "A stone keeps its text: keep full texts too, or make no stones by themselves."
        )
    if errors:
        name, said = next(iter(errors.items()))
        raise InvalidClipboardSettings(f"{name}: {said[0]} Nothing was changed.", errors=errors)

"""Save or delete the account's profile."""

import json
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from audit.services import record_deletion
from brain.exceptions import InvalidProfile, ProfileNotFound, ProfileTooLarge
from brain.models import EMBED_PROFILE, Profile
from brain.models.notes import MAX_TITLE
from brain.parsing.plain_json import NotPlainError, as_json
from brain.parsing.profile_markdown import name_of, profile_text
from brain.services.store_chunks import replace_chunks
from core.jobs.request_jobs import request_jobs
from core.llm import count_tokens
from core.rest.agent_tokens import refuse_tokens

MAX_BYTES = 500_000


def save_profile(*, account: User, data: Any) -> Profile:
    """Replace the account's profile. Safe to repeat: equal data writes nothing.

    `data` is an object of any shape, as YAML or JSON gives it. Raises InvalidProfile, ProfileTooLarge, TokenInContent.
    """
    data, text = validate_profile(data)
    with transaction.atomic():
        # The account is locked because there may be no row yet. Foreign keys need only KEY SHARE.
        User.objects.select_for_update(no_key=True).get(pk=account.pk)
        row = Profile.objects.select_for_update(of=("self",)).filter(account=account).first()
        if row is not None and (row.data, row.text) == (data, text):
            return row
        profile = row or Profile(account=account, version=0)
        profile.name, profile.data, profile.text = name_of(data)[:MAX_TITLE], data, text
        profile.tokens = count_tokens(text)
        profile.version += 1
        profile.updated = timezone.now()
        profile.save()
        replace_chunks(profile)
        request_jobs([profile], EMBED_PROFILE)
    return profile


def validate_profile(data: Any) -> tuple[dict[str, Any], str]:
    """The data to be stored, and its Markdown. Raises InvalidProfile, ProfileTooLarge, TokenInContent."""
    if not isinstance(data, dict):
        raise InvalidProfile(
            "A profile is an object with names: full_name, summary, experiences and the like."
        )
    try:
        plain = as_json(data)
    except NotPlainError as error:
        raise InvalidProfile(f"The profile {error}.") from error
    text = profile_text(plain)
    if not text.strip():
        raise InvalidProfile("The profile is empty: nothing in it can be told.")
    if (size := len(text.encode())) > MAX_BYTES:
        raise ProfileTooLarge(
            f"The profile has {size:,} bytes of text; at most {MAX_BYTES:,} are taken. Nothing was saved.",
            limit=MAX_BYTES,
        )
    # In the data, which is stored too: in the Markdown keys become words.
    refuse_tokens(json.dumps(plain, indent=1), where="profile")
    return plain, text


@transaction.atomic
def delete_profile(*, account: User) -> None:
    """Delete it for good. Raises ProfileNotFound."""
    row = Profile.objects.select_for_update(of=("self",)).filter(account=account).first()
    if row is None:
        raise ProfileNotFound("There is no profile.")
    row.delete()
    record_deletion("profile", [account.get_username()], account=account.pk)

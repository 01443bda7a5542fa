"""What callers send."""

from rest_framework import serializers
from rest_framework.request import Request

from core.rest.strict_fields import StrictBooleanField, StrictSerializer, StrictTextField
from stones.queries.list_stones import MAX_WORDS
from stones.summary_fields import WordsRequest

MAX_APP = 200


class CopyListQuery(StrictSerializer):
    q = serializers.CharField(
        required=False,
        max_length=MAX_WORDS,
        help_text='Words of the text: "…" keeps them together, a minus leaves one out; or a hash from its first 8 '
        "digits.",
    )
    app = serializers.CharField(
        required=False, max_length=MAX_APP, help_text="What it was copied from, exactly."
    )
    pinned = serializers.ChoiceField(
        ["true", "false"], required=False, help_text="true: pinned ones alone; false: the others."
    )


class RecordRequest(WordsRequest):
    content = StrictTextField(help_text="What was copied. Line ends become LF.")
    source_app = StrictTextField(
        required=False,
        default="",
        help_text=f"What it was copied from: an application, or an address, of which scheme, host and path are "
        f"kept, without what looks like a key. One line, cut at {MAX_APP} characters.",
    )
    as_stone = StrictBooleanField(
        required=False,
        default=None,
        allow_null=True,
        help_text="Make a stone of it; left out: as the account's settings say. Takes the scope stones:write, too.",
    )


def may_read_stones(request: Request) -> bool:
    return "stones:read" in getattr(request.auth, "scopes", ())

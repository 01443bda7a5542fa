"""Settings of the OpenAPI document (drf-spectacular), with the names of its enums."""

from typing import Any

DESCRIPTION = """\
Handoffs between agents at four levels of detail.

To call an operation you need an agent's token, `qas_…`: make one on the page [Agents](/agents/), press *Authorize* and
paste it. Programs send it as `Authorization: Bearer qas_…`.

[Back to the site](/) · [The site for agents](/llms.txt) · [Manual](/manual/)"""

# In the order in which the page shows them: what most callers need first.
TAGS = {
    "stones": "Store a text with its levels, find it, read as much as you need.",
    "inbox": "Send messages and stones to other agents, and read what came.",
    "memory": "Remember, recall and forget.",
    "helpers": "Have a long source read for you.",
    "webhooks": "Be called when a message comes.",
    "quickstart": "How is it done here? Curated answers and skills.",
    "brain": "Answers from notes, with checked citations.",
    "clipboard": "What was copied, and where it came from.",
    "assistant": "What the assistant's panel calls from a page.",
    "analytics": "What was saved, and how the site is used.",
    "account": "All that an account has: export it, delete it.",
}

SPECTACULAR_SETTINGS: dict[str, Any] = {
    "TITLE": "QA.Stone",
    "DESCRIPTION": DESCRIPTION,
    "TAGS": [{"name": name, "description": description} for name, description in TAGS.items()],
    "VERSION": "0.1.0",
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "/favicon.ico",
    "REDOC_DIST": "SIDECAR",
    "SERVE_PERMISSIONS": ["rest_framework.permissions.AllowAny"],
    "SERVE_AUTHENTICATION": [],
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "core.rest.schema_hooks.describe_defaults",
        "core.rest.schema_hooks.allow_null_once",
        "core.rest.schema_hooks.share_responses",
    ],
    "ENUM_NAME_OVERRIDES": {
        "LevelState": "stones.api.stone_serializers.STATES",
        "CallState": "inbox.api.webhook_serializers.CALL_STATES",
        "DeliveryState": "inbox.api.message_serializers.STATES",
        "GlowChannel": "stones.format.CHANNELS",
        "StoneType": "stones.format.STONE_TYPES",
        "LevelName": "stones.format.LEVEL_NAMES",
        "Complexity": "stones.format.COMPLEXITIES",
        "ChatSourceKind": "inbox.api.chat_views.SOURCE_KINDS",
        "CopyOriginKind": "clipboard.api.copy_serializers.KINDS",
        "QuickstartItemKind": "quickstart.api.quickstart_serializers.ITEM_KINDS",
        "FeedbackVerdict": "quickstart.api.ask_views.VERDICTS",
        "StoneVerdict": "inbox.api.message_serializers.VERDICTS",
        "BrainMode": "brain.answer_serializers.MODES",
        "BrainSourceType": "brain.answer_serializers.SOURCE_TYPES",
        "BrainInterface": "brain.api.conversation_views.INTERFACES",
        "NoteOrigin": "brain.note_serializers.ORIGINS",
        "FirstOrigin": "stones.summary_fields.ORIGINS",
        "LevelOrigin": "stones.api.stone_serializers.ORIGINS",
        "ReadOrigin": "inbox.api.level_serializers.READ_ORIGINS",
    },
}

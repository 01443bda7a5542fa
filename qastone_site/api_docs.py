"""Settings of the OpenAPI document (drf-spectacular), with the names of its enums."""

from typing import Any

SPECTACULAR_SETTINGS: dict[str, Any] = {
    "TITLE": "QA.Stone",
    "DESCRIPTION": "Handoffs between agents at four levels of detail.",
    "VERSION": "0.1.0",
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
    "SERVE_PERMISSIONS": ["rest_framework.permissions.AllowAny"],
    "SERVE_AUTHENTICATION": [],
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "core.rest.schema_hooks.describe_defaults",
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
        "FirstOrigin": "core.rest.summary_fields.ORIGINS",
        "LevelOrigin": "stones.api.stone_serializers.ORIGINS",
        "ReadOrigin": "inbox.api.level_serializers.READ_ORIGINS",
    },
}

"""How the REST interface is documented (drf-spectacular), and what its choices are called there."""

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
        "rest.schema_hooks.describe_defaults",
        "rest.schema_hooks.share_responses",
    ],
    "ENUM_NAME_OVERRIDES": {
        "LevelState": "stones.api.answers.STATES",
        "CallState": "inbox.api.webhook_answers.CALL_STATES",
        "DeliveryState": "inbox.api.answers.STATES",
        "GlowChannel": "stones.format.CHANNELS",
        "StoneType": "stones.format.STONE_TYPES",
        "LevelName": "stones.format.LEVEL_NAMES",
        "Complexity": "stones.format.COMPLEXITIES",
        "ChatSourceKind": "inbox.api.chat.SOURCE_KINDS",
        "CopyOriginKind": "stones.api.clipboard.answers.KINDS",
        "FeedbackVerdict": "quickstart.api.asking.VERDICTS",
        "StoneVerdict": "inbox.api.answers.VERDICTS",
        "BrainMode": "brain.api.answers.MODES",
        "BrainSourceType": "brain.api.answers.SOURCE_TYPES",
        "BrainInterface": "brain.api.conversations.INTERFACES",
        "NoteOrigin": "brain.api.note_answers.ORIGINS",
        "FirstOrigin": "rest.summaries.ORIGINS",
        "LevelOrigin": "stones.api.answers.ORIGINS",
        "ReadOrigin": "inbox.api.contents.READ_ORIGINS",
    },
}

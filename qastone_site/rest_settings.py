"""How REST authenticates, parses, limits and reports errors, for Django REST framework."""

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["inbox.authentication.AgentTokenAuthentication"],
    # Every operation names its scope; an operation without one refuses all.
    "DEFAULT_PERMISSION_CLASSES": ["core.rest.scopes.HasScope"],
    "DEFAULT_SCHEMA_CLASS": "core.rest.schema.Schema",
    "DEFAULT_PARSER_CLASSES": ["core.rest.parsers.StrictJSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_THROTTLE_CLASSES": ["core.rest.throttling.AgentThrottle"],
    # `?format=` is for operations that read it: elsewhere it is refused, and not documented.
    "URL_FORMAT_OVERRIDE": None,
    "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"],
    "EXCEPTION_HANDLER": "drf_standardized_errors.handler.exception_handler",
    "UNAUTHENTICATED_USER": None,
    "DATETIME_FORMAT": "%Y-%m-%dT%H:%M:%SZ",
}
DRF_STANDARDIZED_ERRORS = {
    "EXCEPTION_HANDLER_CLASS": "core.rest.problems.ProblemHandler",
    "EXCEPTION_FORMATTER_CLASS": "core.rest.problems.ProblemFormatter",
    "ENABLE_IN_DEBUG_FOR_UNHANDLED_EXCEPTIONS": True,
}

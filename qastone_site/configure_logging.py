"""Structured logs: one JSON object a line (readable lines when debugging), never bodies or tokens."""

import re
from typing import Any

import structlog
import structlog.tracebacks
from structlog.types import EventDict, ExcInfo, Processor

# PostgreSQL's lines below the first one of an error: the values of the row, the statement.
_STATEMENT = re.compile(r"\n(?:DETAIL|LINE \d+|CONTEXT|QUERY|HINT): .*", re.DOTALL)
# Without the local variables of each frame, which structlog adds by default: bodies and tokens are among them.
_frames = structlog.tracebacks.ExceptionDictTransformer(show_locals=False)


def _without_statements(exc_info: ExcInfo) -> list[dict[str, Any]]:
    """An exception's frames and messages, without values and statements of the database."""
    found = _frames(exc_info)
    for each in found:
        each["exc_value"] = _STATEMENT.sub("", each["exc_value"])
    return found


def cut_statements(logger: Any, name: str, event: EventDict) -> EventDict:
    """The same for an error whose text is logged as `reason`, or in the sentence itself, as Celery does it."""
    for name_of_text in ("reason", "event"):
        if isinstance(text := event.get(name_of_text), str):
            event[name_of_text] = _STATEMENT.sub("", text)
    return event


_tracebacks = structlog.processors.ExceptionRenderer(_without_statements)
_SHARED: list[Processor] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso"),
    structlog.stdlib.PositionalArgumentsFormatter(),
    cut_statements,
]

_LOGGERS = {
    # A refused or interrupted request is no error of the site.
    "django.request": {"level": "ERROR"},
    "django_structlog": {"level": "WARNING"},
    # It logs every request twice.
    "mcp": {"level": "WARNING"},
    # Each periodic task would be told three times, some four times a minute: megabytes a day of an idle site.
    # Failures are errors.
    "celery.beat": {"level": "WARNING"},
    "celery.worker.strategy": {"level": "WARNING"},
    "celery.app.trace": {"level": "WARNING"},
    # It logs every URL that is called, with its query and the key of the news service.
    "httpx2": {"level": "WARNING"},
}


def configure_logs(level: str, *, readable: bool) -> dict[str, Any]:
    """Set structlog up and return what Django's LOGGING takes."""
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *_SHARED,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    last: list[Processor] = (
        [structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)]
        if readable
        else [_tracebacks, structlog.processors.JSONRenderer()]
    )
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "structured": {
                "()": structlog.stdlib.ProcessorFormatter,
                "processors": [structlog.stdlib.ProcessorFormatter.remove_processors_meta, *last],
                "foreign_pre_chain": _SHARED,
            }
        },
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "structured"}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": _LOGGERS,
    }

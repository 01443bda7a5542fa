"""Strict JSON bodies (RFC 8259): UTF-8, no duplicate names, no NaN, limited in size and depth."""

import json
import sys
from collections import Counter
from collections.abc import Mapping
from typing import IO, Any, NoReturn

from django.conf import settings
from django.utils.http import parse_header_parameters
from rest_framework.exceptions import APIException, ParseError, UnsupportedMediaType
from rest_framework.parsers import BaseParser

UTF8 = {"utf-8", "utf8", "us-ascii"}


class PayloadTooLarge(APIException):
    status_code = 413
    default_code = "payload_too_large"

    def __init__(self, limit: int) -> None:
        super().__init__(f"The body is larger than {limit:,} bytes. Nothing was stored.")


class RefusedJSONError(ValueError):
    """What Python's reader takes, and this one does not: a name that stands twice, NaN."""


class StrictJSONParser(BaseParser):
    """Reads at most DATA_UPLOAD_MAX_MEMORY_SIZE bytes: DRF's own parser has no limit."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        headers = (parser_context or {})["request"].headers
        _check_encoding(media_type or self.media_type, headers)
        limit = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        if int(headers.get("Content-Length") or 0) > limit:
            raise PayloadTooLarge(limit)
        body = stream.read(limit + 1)
        if len(body) > limit:
            raise PayloadTooLarge(limit)
        return read_json(body)


def read_json(body: bytes) -> Any:
    """The value of a JSON text. Raises ParseError with line and column."""
    try:
        return json.loads(body.decode("utf-8-sig"), object_pairs_hook=_object, parse_constant=_constant)
    except UnicodeDecodeError as error:
        raise ParseError(f"The body is not UTF-8: byte {error.start + 1}.") from error
    except json.JSONDecodeError as error:
        raise ParseError(
            f"Malformed JSON: line {error.lineno}, column {error.colno}: {error.msg}."
        ) from error
    except RecursionError as error:
        raise ParseError("Malformed JSON: nested too deeply.") from error
    except RefusedJSONError as error:
        raise ParseError(f"Malformed JSON: {error}.") from error
    except ValueError as error:  # Python reads no longer ones
        digits = f"{sys.get_int_max_str_digits():,}"
        raise ParseError(f"A number has more than {digits} digits: send it as a text.") from error


def _check_encoding(media_type: str, headers: Mapping[str, str]) -> None:
    charset = parse_header_parameters(media_type)[1].get("charset", "utf-8")
    if charset.lower() not in UTF8:
        raise UnsupportedMediaType(media_type, "JSON is read as UTF-8 only.")
    if headers.get("Content-Encoding", "identity").lower() != "identity":
        raise UnsupportedMediaType(
            media_type, "Compressed bodies are not read: send it without Content-Encoding."
        )


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = next(name for name, count in Counter(name for name, _ in pairs).items() if count > 1)
        raise RefusedJSONError(f"the name {twice[:40]!r} stands twice in one object")
    return found


def _constant(name: str) -> NoReturn:
    raise RefusedJSONError(f"{name} is no JSON number")

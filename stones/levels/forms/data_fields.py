"""The fields of a JSON object: what they are to a reader, and their values as words."""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from enum import IntEnum

from core.text.plain_inline import plain
from stones.levels.markers import markers
from stones.levels.split_sentences import split_sentences

MAX_ITEMS = 20
MAX_LISTED = 8
"""Values of an array that is told as it is."""
MAX_FIELDS = 12
"""Of an object that is told on one line."""
MAX_VALUE_CHARACTERS = 2_000
MAX_NAME_CHARACTERS = 60
MAX_SHORT_CHARACTERS = 240
MIN_PROSE_WORDS = 5
MAX_STATES = 5
"""Different states of an array's objects that are counted."""
_FORBIDS = markers("rules", "prohibition")
_FORBIDDING = markers("names", "forbidding", whole=True)
"""Keys: `do_not`."""
_WARNS = markers("rules", "warning", "blocker")
_TITLE = markers("keys", "title", whole=True)
_IDENTITY = markers("keys", "identity", whole=True)
_STATE = markers("keys", "state", whole=True)
_TELLING = markers("keys", "telling", whole=True)
_FAULT = markers("keys", "fault", whole=True)
_SUCCESS = markers("keys", "success", whole=True)
_TROUBLE = markers("keys", "trouble", whole=True)
_KEY_WORDS = re.compile(r"[_\-.\s]+|(?<=[a-z])(?=[A-Z])")


class Telling(IntEnum):
    """What a statement is to its reader, the most telling first."""

    STATE = 0
    FORBIDS = 1
    NOTE = 2
    TROUBLE = 3
    WARNS = 4
    REMARK = 5
    COUNT = 6
    VALUE = 7
    DETAIL = 8


def is_telling_key(key: str) -> bool:
    """Whether such a field of the whole says how it stands, what went wrong or what to do: `lastError`, `note`."""
    return telling(key, 0) <= Telling.NOTE


def telling(key: str, depth: int) -> Telling:
    words = key_words(key)
    if _FORBIDDING.match(words):
        return Telling.FORBIDS if depth == 0 else Telling.WARNS
    if _STATE.match(words) or _SUCCESS.match(words):
        return Telling.STATE if depth == 0 else Telling.REMARK
    if _FAULT.match(words) or _TELLING.match(words):
        return Telling.NOTE if depth == 0 else Telling.REMARK
    return Telling.VALUE if depth == 0 else Telling.DETAIL


def telling_of_record(key: str, record: Mapping[str, object], depth: int, *, has_trouble: bool) -> Telling:
    """Of an object within the whole, under this key, with these short fields."""
    called = telling(key, depth - 1)
    if called <= Telling.NOTE:
        return called
    if has_trouble:
        return Telling.TROUBLE
    is_told = any(telling(name, 1) is Telling.REMARK for name in _all_keys(record))
    return Telling.REMARK if is_told else Telling.DETAIL


def telling_of_sentence(sentence: str, key: str, depth: int, *, has_trouble: bool) -> Telling:
    """By its words and its field's name; deep within the whole it forbids something of one of its parts."""
    called = telling(key, depth)
    called = Telling.TROUBLE if has_trouble and called is Telling.REMARK else called
    return min(called, _telling_of_words(sentence, depth))


def _telling_of_words(sentence: str, depth: int) -> Telling:
    if _FORBIDS.search(sentence):
        return Telling.FORBIDS if depth < 2 else Telling.WARNS
    return Telling.WARNS if _WARNS.search(sentence) else Telling.DETAIL


def _all_keys(record: Mapping[str, object]) -> Iterator[str]:
    for key, value in record.items():
        yield key
        yield from value if isinstance(value, Mapping) else ()


def key_words(key: str) -> str:
    """`nextAction`, `next_action` → `next action`."""
    return " ".join(_KEY_WORDS.split(key[:MAX_NAME_CHARACTERS])).lower().strip()


def named(fields: Mapping[str, object]) -> tuple[str, str]:
    """The field that names the object, and the name, after the field's where that is no title; two empty texts: none
    does.
    """
    named = [
        key
        for key, value in fields.items()
        if isinstance(value, str | int)
        and not isinstance(value, bool)
        and 0 < len(str(value).strip()) <= MAX_NAME_CHARACTERS
    ]
    if title := next((key for key in named if _TITLE.match(key_words(key))), ""):
        return title, plain(str(fields[title]))
    key = next((key for key in named if _IDENTITY.match(key_words(key))), "")
    return (key, f"{key} {plain(str(fields[key]))}") if key else ("", "")


def is_trouble(fields: Mapping[str, object]) -> bool:
    """Whether its state, or a fault that is told, says that something went wrong."""
    return any(_says_trouble(key_words(key), value) for key, value in fields.items())


def _says_trouble(words: str, value: object) -> bool:
    if isinstance(value, Mapping) and is_flat(value) and is_trouble(value):
        return True
    if value in (None, "", 0, [], {}):
        return bool(value is False and _SUCCESS.match(words))
    is_said = isinstance(value, str) and (_STATE.match(words) or _TELLING.match(words))
    return bool(_FAULT.match(words) or (is_said and _TROUBLE.match(key_words(str(value)))))


def count(values: Sequence[object], objects: Sequence[Mapping[str, object]]) -> str:
    """`4 items, status: 2 ok, 1 failed, 1 skipped`; of no objects the first ones."""
    count = f"{len(values)} item{'s' * (len(values) != 1)}"
    if len(objects) < len(values):
        shown = [show(value) for value in values[:3] if not isinstance(value, Mapping | list)]
        return f"{count}, the first: {', '.join(filter(None, shown))}" if any(shown) else count
    for key in _state_keys(objects):
        states = Counter(show(each[key]) for each in objects if isinstance(each.get(key), str | bool))
        if 0 < len(states) <= MAX_STATES:
            told = ", ".join(f"{number} {state}" for state, number in states.most_common())
            return f"{count}, {key}: {told}"
    shared = [key for key in objects[0] if all(key in each for each in objects)] if objects else []
    return f"{count}, each with {', '.join(shared)}" if 0 < len(shared) <= MAX_FIELDS else count


def counts_states(count: str) -> bool:
    return ": " in count and "the first: " not in count


def _state_keys(objects: Sequence[Mapping[str, object]]) -> list[str]:
    """Fields that say how each stands, those that are true or false last."""
    keys = dict.fromkeys(key for each in objects[:MAX_ITEMS] for key in each)
    states = [key for key in keys if _STATE.match(key_words(key))]
    return states + [key for key in keys if all(isinstance(each.get(key), bool) for each in objects)]


def join_fields(record: Mapping[str, object]) -> str:
    """The most telling first, so that a cut loses figures."""
    ordered = sorted(record.items(), key=lambda each: (each[0] != "", telling(each[0], 0)))
    shown = ((key, show(value)) for key, value in ordered[:MAX_FIELDS])
    return ", ".join(f"{key}: {value}" if key else value for key, value in shown if value)


def show(value: object) -> str:
    """On one line; empty for what is no word to a reader: a digest, an image."""
    if isinstance(value, Mapping):
        return join_fields(value)
    if isinstance(value, list):
        return ", ".join(filter(None, map(show, value)))
    if isinstance(value, str):
        text = plain(value[:MAX_VALUE_CHARACTERS], keep_code=True)
        return text if " " in text or len(text) <= 2 * MAX_NAME_CHARACTERS else ""
    return json.dumps(value)


def is_flat(fields: Mapping[str, object]) -> bool:
    return len(fields) <= MAX_FIELDS and not any(isinstance(value, dict | list) for value in fields.values())


def is_listed(values: Sequence[object]) -> bool:
    """Whether it is told as it is: a few short values."""
    is_short = len(values) <= MAX_LISTED and not any(isinstance(value, dict | list) for value in values)
    return is_short and len(show(values)) <= MAX_SHORT_CHARACTERS


def is_prose(value: str) -> bool:
    return len(value.split(None, MIN_PROSE_WORDS)) >= MIN_PROSE_WORDS


def is_remark(value: str) -> bool:
    """Whether it is one sentence that forbids nothing: it is told with the other fields of its object."""
    is_short = len(value) <= MAX_SHORT_CHARACTERS and "\n" not in value.strip()
    return is_short and len(split_sentences(value)) == 1 and not _FORBIDS.search(value)

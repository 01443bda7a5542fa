"""What is asked for by the code of a lock, and what may be one. English alone."""

import re

_LOCKED = (
    r"(?:door|gate|safe|alarm|entry|access|lock|padlock|barrier|garage|shed|locker|vault|box|case|bike|security|post|zip"
    r"|area|dialling|discount|voucher)"
)
_CODE = r"(?:code|pin|combination)"
_OF_LOCK = rf"(?:{_LOCKED}(?:['’]s)? {_CODE}|{_CODE} (?:for|of|to) (?:the|our|my) (?:\w+ )?{_LOCKED})"
ASKS_CODE = re.compile(
    r"^\W*(?:(?:and|so|ok)\W+)*(?:what(?:['’]?s| is| was)?|which|tell me|remind me of|give me)\b(?! changed\b)"
    rf"[^?.]{{0,80}}\b{_OF_LOCK}\b",
    re.IGNORECASE,
)
_NO_CODE = r"(?!(?:19|20)\d\d\b|\d+(?:st|nd|rd|th|am|pm|h|m|kg|km|cm|min)\b)"
"""A year, a day, an hour, a measure."""
STATES_CODE = re.compile(
    rf"\b{_CODE}(?: \w{{1,20}}){{0,4}}\W{{1,3}}\w{{0,9}}\d"
    rf"|(?<![\w:.,/-]){_NO_CODE}(?:\d{{3,12}}|(?=[a-z]{{0,9}}\d)(?=\d{{0,9}}[a-z])\w{{3,12}})\b(?![:.,/-]\d)"
    r"|(?<![\w-])\d\d(?:[- ]\d\d){1,4}\b|\b(?-i:[A-Z]{3,12})\b|[“\"‘'][^”\"’'\n]{2,20}[”\"’']",
    re.IGNORECASE,
)
"""Behind the word, or what looks like one: `A7K9`, `2208`, `12-34-56`, `“heron”`."""

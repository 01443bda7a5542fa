"""Whether a text may stand as a level: its size, its form, and that it claims only what the content says."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from stones.levels.facts import IDENTIFIER, NUMERAL, PATH, code_spans
from stones.levels.limits import LIMITS, CountTokens, Fault, Limits
from stones.levels.sentences import sentence_count
from texts.inline import plain

_STRUCTURE = re.compile(r"^\s{0,3}(?:#{1,6}\s|[-*+•]\s|\d{1,3}[.)]\s|\||```|~~~|>)", re.M)
# At the beginning of a word alone, each looked at once: a capital within one makes no name.
_NAME = re.compile(r"(?<![^\W\d_])[^\W\d_a-z]++[a-z][^\W\d_]*+(?:['’]s)?")
_SENTENCE_START = re.compile(r"(?:^|[.!?:]\s+|\n\s*(?:[-*+]\s+|#{1,6}\s+|\d+\.\s+)?|[\"“(]\s?|\*\*|—\s)$")
_SUBJECT_VERB = re.compile(
    r"\s(?:is|was|has|had|says?|said|asks?|asked|will|wants?|agreed|decided|proposes?|proposed|wrote|owns?|"
    r"needs?|reports?)\b"
)
_ENGLISH_WORDS = (
    "i monday tuesday wednesday thursday friday saturday sunday january february march april may june "
    "july august september october november december english files commands decisions decision state "
    "status open questions question next steps numbers notes summary overview context background risks "
    "tests known done remaining blocked"
)
MOST_CLAIMS = 2_000
"""Each is looked for in the whole content. A level that is not too long has a few hundred."""
_ENGLISH = frozenset(_ENGLISH_WORDS.split())
_COMMON_SUBJECTS_WORDS = (
    "it this that they he she we you there everything everyone nobody nothing one another what who "
    "which all both each some none someone work next now then here"
)
_COMMON_SUBJECTS = frozenset(_COMMON_SUBJECTS_WORDS.split())


def check_levels(
    levels: Sequence[str], content: str, *, count_tokens: CountTokens, limits: Limits = LIMITS
) -> list[Fault]:
    """All that is wrong with `levels` (LOD-0 first) as levels of `content`; empty: they may stand."""
    source = Source(content)
    content_tokens = count_tokens(content)
    faults: list[Fault] = []
    for level, text in enumerate(levels):
        faults += _form_faults(level, text, limits, count_tokens(text), content_tokens)
        faults += [
            Fault(level, code, f"{what!r} does not stand in the content.")
            for code, what in source.missing(text)
        ]
    return faults


def _form_faults(level: int, text: str, limits: Limits, tokens: int, content_tokens: int) -> Iterator[Fault]:
    if not text.strip():
        yield Fault(level, "empty", "The level is empty.")
        return
    most = limits.of(level, content_tokens)
    if tokens > most:
        yield Fault(level, "too_long", f"It has {tokens} tokens; at most {most} are allowed.")
    if level == 0 and sentence_count(text) > limits.scan_sentences:
        yield Fault(
            level, "sentences", f"It has {sentence_count(text)} sentences; at most {limits.scan_sentences}."
        )
    if level < 2 and ("\n" in text.strip() or _STRUCTURE.search(text)):
        yield Fault(
            level,
            "not_prose",
            "It must be one paragraph of prose without headings, lists, tables or code blocks.",
        )


class Source:
    """A content, ready to be asked whether something stands in it."""

    def __init__(self, content: str) -> None:
        # Both as written and as read: `**4** tests` holds "4 tests" for everybody but a string search.
        self._text = f"{content}\n{plain(content)}".lower().replace("’", "'")
        self._words = set(re.findall(r"[^\W\d_]{3,}", self._text))
        self._digits = self._text.replace(",", "")

    def holds(self, what: str) -> bool:
        """Whether it stands there as a whole: `15` not inside `2150`, `api` not inside `rapid`."""
        needle = what.lower().replace("’", "'").strip("`'\"., :;")
        return _stands(needle, self._text) or (
            needle.replace(",", "").isdigit() and _stands(needle.replace(",", ""), self._digits)
        )

    def missing(self, text: str) -> list[tuple[str, str]]:
        """(code, text) of each number, path, command, identifier and name that the content lacks; each once.

        Of the first MOST_CLAIMS of them.
        """
        found: dict[str, tuple[str, str]] = {}
        for code, what in islice(dict.fromkeys(_claims(text)), MOST_CLAIMS):
            key = what.lower()
            if key not in found and not self.holds(what) and not (code == "name" and self._knows_word(what)):
                found[key] = (code, what)
        return list(found.values())

    def _knows_word(self, word: str) -> bool:
        """Whether it is a form of a word of the content: `Migrating` where that says `migrate`."""
        bare = word.lower().removesuffix("'s").removesuffix("’s")
        stem = bare[: max(4, len(bare) - 3)]
        return bare in self._words or (
            len(bare) >= 6 and any(known.startswith(stem) for known in self._words)
        )


def _stands(needle: str, text: str) -> bool:
    at = text.find(needle)
    behind = at + len(needle)
    if at < 0 or not (
        _joins(text[at - 1 : at], needle[:1]) or _joins(text[behind : behind + 1], needle[-1:])
    ):
        return at >= 0
    # One search for the rest: `find` prepares itself anew at each place, which takes the length of the needle.
    before, after = _neighbours(needle[0]), _neighbours(needle[-1])
    whole = re.compile(f"(?<!{before}){re.escape(needle)}(?!{after})")
    return whole.search(text, at + 1) is not None


def _joins(neighbour: str, edge: str) -> bool:
    """Whether two characters belong to one word or one number."""
    return neighbour.isalnum() and edge.isalnum() and neighbour.isascii() == edge.isascii()


def _neighbours(edge: str) -> str:
    """A pattern of the characters that `_joins` this one."""
    if not edge.isalnum():
        return "(?!)"
    return "[0-9A-Za-z]" if edge.isascii() else r"[^\W_\x00-\x7f]"


def _claims(text: str) -> Iterator[tuple[str, str]]:
    for span in code_spans(text):
        if " " in span.strip():
            yield "command", span
    for match in PATH.finditer(text):
        yield "path", match[0]
    for match in IDENTIFIER.finditer(text):
        yield "identifier", match[0]
    for match in NUMERAL.finditer(text):
        yield "number", match[0].rstrip(".,:/-")
    for match in _NAME.finditer(text):
        if _is_name(text, match):
            yield "name", match[0]


def _is_name(text: str, match: re.Match[str]) -> bool:
    """A capital inside a sentence is a name; at its start only where something is said of somebody."""
    word = match[0].lower()
    if word in _ENGLISH or (
        match.start() and (text[match.start() - 1].isalnum() or text[match.start() - 1] in "_./-`")
    ):
        return False
    if not _SENTENCE_START.search(text[max(0, match.start() - 12) : match.start()]):
        return True
    return word not in _COMMON_SUBJECTS and bool(_SUBJECT_VERB.match(text[match.end() : match.end() + 12]))

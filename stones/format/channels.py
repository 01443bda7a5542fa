"""Which channel a plain text belongs to, from its wording and shape. docs/stone-format.md, section 10."""

import re

from stones.format.fortune import HEAD_CHARACTERS
from stones.format.marks import canonical

_DATA_SHARE = 0.6  # of the lines that must look like records
_QUERY_WORDS = 150  # a longer text that asks something also says something
_HEADER_LINES = 8  # where a text says what it is

_HANDOFF_TITLE = re.compile(
    r"\bhand-?(?:off|over)\b|\bhanding (?:off|over)|\bnext[ -]session|\bsession summary"
)
_HANDOFF_PHRASES = (
    "next steps",
    "next session",
    "next agent",
    "left off",
    "picking up",
    "pick up where",
    "what's left",
    "what is left",
    "still to do",
    "remaining work",
    "current state",
    "current status",
    "work completed",
    "in progress",
    "not merged",
    "not pushed",
    "open questions",
    "to continue",
    "handoff",
    "hand-off",
    "blocked on",
    "done so far",
    "what's done",
)
_HANDOFF_ENOUGH = 3

_RECORD = re.compile(
    r"""\s*(?:
        [\[\]{}]                                            # JSON, brackets
      | "[^"]*"\s*:                                         # JSON, members
      | [\w.-]+\s*=\s*\S                                    # key=value
      | <[/?!]?[A-Za-z]                                     # XML
      | \[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d                     # logs
      | (?:DEBUG|INFO|WARN|WARNING|ERROR|FATAL)\b           # logs
      | Traceback\ \(|File\ "|at\ \S+\ ?\(                  # stack traces
      | \|.*\|\s*$                                          # Markdown tables
      | [-+]?\d[\d.,eE+-]*\s*$                              # numbers
    )""",
    re.VERBOSE,
)
_ASK = re.compile(
    r"(?:who|whom|whose|what|what's|which|when|where|why|how|is|are|was|were|does|do|did|has|have|should|will|"
    r"can we|explain|tell me|describe)\b"
)
_REQUEST = re.compile(r"(?:can|could|would|will) you (?!explain|tell|describe|say\b)")
_COURTESY = re.compile(r"(?:hi|hello|hey|ok|okay|so|now|then|please|kindly|task|todo)\b[\s,:!-]*")
_IMPERATIVE = re.compile(
    r"(?:add|adjust|apply|audit|build|bump|change|check|clean|clone|commit|configure|"
    r"convert|copy|correct|create|debug|delete|deploy|disable|do not|don't|document|draft|"
    r"enable|ensure|extend|extract|find|finish|fix|format|generate|implement|import|"
    r"improve|increase|install|integrate|investigate|make|merge|migrate|move|open|"
    r"optimi[sz]e|port|prepare|publish|push|reduce|refactor|release|remove|rename|"
    r"reorgani[sz]e|replace|reproduce|resolve|restore|review|revert|rewrite|run|send|set|"
    r"ship|simplify|split|start|stop|summari[sz]e|switch|sync|test|translate|try|turn|"
    r"update|upgrade|use|validate|verify|wire|write)\b"
)
_OBLIGATION = re.compile(
    r"\b(?:we|you|i) (?:need|have|want)(?: you)? to\b|\bplease\b|\bacceptance criteria\b"
)
_OPEN_BOX = re.compile(r"^\s{0,8}[-*] \[ \]", re.MULTILINE)
_OPEN_BOXES = 3
_MARKUP = re.compile(r"^[\s>#*_+-]*(?:\d{1,3}[.)]\s+)?")


def detect_channel(content: str) -> str:
    """The channel of a content: handoff, data, query, task, or context where none of these shows."""
    head = canonical(content[:HEAD_CHARACTERS])
    lines = [line for line in head.split("\n") if line.strip()]
    if not lines:
        return "context"
    words = head.lower()
    if _is_handoff(lines, words):
        return "handoff"
    if _is_data(lines):
        return "data"
    opening = _COURTESY.sub("", _MARKUP.sub("", lines[0].lower()), count=3)
    if _is_query(opening, words):
        return "query"
    if _is_task(opening, head, words):
        return "task"
    return "context"


def _is_handoff(lines: list[str], words: str) -> bool:
    titles = "\n".join(lines[:_HEADER_LINES]).lower()
    if _HANDOFF_TITLE.search(titles):
        return True
    return sum(phrase in words for phrase in _HANDOFF_PHRASES) >= _HANDOFF_ENOUGH


def _is_data(lines: list[str]) -> bool:
    records = sum(_RECORD.match(line) is not None for line in lines)
    return records >= _DATA_SHARE * len(lines) or _is_table(lines)


def _is_table(lines: list[str]) -> bool:
    """Whether most lines hold the same number of separators, as CSV and its like do."""
    if len(lines) < 3:
        return False
    for separator in (",", "\t", ";"):
        counts = [line.count(separator) for line in lines]
        if counts[0] and sum(count == counts[0] for count in counts) >= 0.9 * len(lines):
            return True
    return False


def _is_query(opening: str, words: str) -> bool:
    if len(words.split()) > _QUERY_WORDS or _REQUEST.match(opening):
        return False
    text = words.rstrip()
    return text.endswith("?") or _ASK.match(opening) is not None


def _is_task(opening: str, head: str, words: str) -> bool:
    if _REQUEST.match(opening) or _IMPERATIVE.match(opening):
        return True
    if len(_OPEN_BOX.findall(head)) >= _OPEN_BOXES:
        return True
    return len(words.split()) <= _QUERY_WORDS and _OBLIGATION.search(words) is not None

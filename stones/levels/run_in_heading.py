"""A heading that opens a paragraph as if it were its first sentence, "What must not be done.
Nobody restarts …", or is a paragraph of its own; and labels, "8.2 Service level. 99.5% per month"."""

import re

from stones.levels.markers import markers

MAX_WORDS = 6
MAX_CHARACTERS = 120
"""Read: more than the longest heading has."""
_HEADING = re.compile(
    r"\s*(?P<marks>[*_]{0,3})(?P<title>(?:"
    r"(?i:what|who) (?:must|may|should|is|was|are|were|has|have|still|we|you|[iI]|not|to|needs|remains|"
    r"failed|works|worked)|(?i:how|why|where) (?:it|we|you|they|[iI]|this|to)|"
    r"Was (?:nicht|noch|wir|ihr|ist|sind|war|wurde|zu|bleibt|fehlt|offen)|(?i:lo que|ce qu[ei'’])"
    r")\b[^.!?:;,\n]{0,60})(?:\.(?P=marks)(?=\s|$)|(?P=marks)$)"
)
_BOLD_LINE = re.compile(
    r"\s*(?P<marks>\*\*|__)(?P<title>[^*_\s.!?:]+(?: [^*_\s.!?:]+)+)(?P=marks)[ \t]*\n(?=[^\W_])"
)
"""A first line that is bold as a whole: of several such paragraphs each is about another thing."""
_VERB = re.compile(r"\b(?:is|are|was|were|ist|sind|war|waren|es|son|est|sont)\b", re.I)
"""One may follow the first word; a second verb makes a sentence of it: "What we need is speed."."""


_CLAUSE = r"(?:§ ?)?\d{1,3}(?:\.\d{1,3})+[.)]?\s+(?=[^\W\d_a-zà-ÿ])"
CLAUSE_NUMBER = re.compile(r"\s*\(\d{1,3}\)\s+(?=[A-ZÀ-ÖØ-Þ])")
"""Of a clause as contracts and statutes have it, "(2) Notice is given in writing.": no remark in brackets. What stands
at "(a)" is mostly one of several under a line that leads in."""
_CLAUSE_LINE = re.compile(rf"\s*(?:{_CLAUSE}|{CLAUSE_NUMBER.pattern})")
_LABEL = re.compile(
    rf"\s*(?:{_CLAUSE}(?:[^\s.!?:;,]+\s){{0,5}}[^\s.!?:;,]+\.|"
    r"(?P<marks>\*\*|__)(?P<title>(?:[^\s.!?:;,*_]+\s){0,2}[^\s.!?:;,*_]+)(?:\.(?P=marks)|(?P=marks)\.))\s*"
)

_ORDERS = (markers("units", "imperative", opening=True), markers("units", "negation", opening=True))
"""In bold they are sentences: "**Confirm each edit.** …"."""


def is_label(sentence: str) -> bool:
    """Whether the first sentence of a paragraph is the label of the next: "8.2 Service level.", "**Term.**"."""
    match = _LABEL.fullmatch(sentence) if len(sentence) <= MAX_CHARACTERS else None
    return match is not None and not any(order.match(match["title"] or "") for order in _ORDERS)


def is_clause_line(line: str, before: str) -> bool:
    """Whether a line begins a numbered clause: "8.2 Service level. …"; `before` is the line above it."""
    return before.rstrip().endswith((".", ";", ":")) and _CLAUSE_LINE.match(line) is not None


def match_run_in_heading(text: str) -> re.Match[str] | None:
    """At the beginning of a paragraph; its group `title` has no marks. None for a whole sentence."""
    if bold := _BOLD_LINE.match(text[:MAX_CHARACTERS]):
        return bold
    match = _HEADING.match(text[:MAX_CHARACTERS])
    if match is None or len(words := match["title"].split()) > MAX_WORDS:
        return None
    return None if any(map(_VERB.fullmatch, words[2:-1])) else match

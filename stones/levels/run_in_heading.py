"""A heading that opens a paragraph as if it were its first sentence, "What must not be done.
Nobody restarts …", or is a paragraph of its own."""

import re

MAX_WORDS = 6
MAX_CHARACTERS = 120
"""Read: more than the longest heading has."""
_HEADING = re.compile(
    r"\s*(?P<marks>[*_]{0,3})(?P<title>(?:"
    r"(?i:what|who) (?:must|may|should|is|was|are|were|has|have|still|we|you|i|not|to|needs|remains|"
    r"failed|works|worked)|"
    r"Was (?:nicht|noch|wir|ihr|ist|sind|war|wurde|zu|bleibt|fehlt|offen)|(?i:lo que|ce qu[ei'’])"
    r")\b[^.!?:;,\n]{0,60})(?:\.(?P=marks)(?=\s|$)|(?P=marks)$)"
)
_VERB = re.compile(r"\b(?:is|are|was|were|ist|sind|war|waren|es|son|est|sont)\b", re.I)
"""One may follow the first word; a second verb makes a sentence of it: "What we need is speed."."""


def match_run_in_heading(text: str) -> re.Match[str] | None:
    """At the beginning of a paragraph; its group `title` has no marks. None for a whole sentence."""
    match = _HEADING.match(text[:MAX_CHARACTERS])
    if match is None or len(words := match["title"].split()) > MAX_WORDS:
        return None
    return None if any(map(_VERB.fullmatch, words[2:-1])) else match

"""A heading that opens a paragraph as if it were its first sentence: "What must not be done. Nobody restarts …"."""

import re

MAX_WORDS = 6
_HEADING = re.compile(
    r"\s*(?P<marks>[*_]{0,3})(?P<title>(?:what|who|why|how|when|where|which|was|wer|wie|warum|wann|wo|lo que|"
    r"ce qu[ei'’]|cómo|cuándo|por qué|pourquoi|comment)\b[^.!?:;,\n]{2,60})\.(?P=marks)(?=\s|$)",
    re.I,
)
_VERB = re.compile(r"\b(?:is|are|was|were|ist|sind|war|waren|es|son|est|sont)\b", re.I)
"""One may follow the first word; a second verb makes a sentence of it: "What matters is speed."."""


def match_run_in_heading(text: str) -> re.Match[str] | None:
    """At the beginning of a paragraph; its group `title` has no marks. None for a whole sentence."""
    match = _HEADING.match(text[:80])
    if match is None or len(words := match["title"].split()) > MAX_WORDS:
        return None
    return None if any(map(_VERB.fullmatch, words[2:-1])) else match

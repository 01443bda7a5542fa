"""Values on a scale, a pH, a level, a score, a rating, a grade: which questions ask for one, and whether a text states
it. English alone.
"""

import re

from core.text.bm25_words import split_words

SCALE = "the value"
"""As a quotation is said to lack it."""
_SCALE = r"(?:ph(?: (?:value|level))?|level(?!s (?:are|exist))s?|scores?|ratings?|grades?|marks)"
_BEFORE_SCALE = r"(?:(?!of\b|for\b|between\b|with\b|behind\b|to\b|on\b|in\b|and\b)[\w.'’-]+ ){0,4}"
ASKS_SCALE = re.compile(
    rf"\b(?:what|which)(?:(?:['’]?s| is| was| are| were) {_BEFORE_SCALE}| (?:\w+ )?){_SCALE}"
    r"(?=\W*$| (?:of|for|in|on|at|did|do|does|is|was|were|are|am|has|have|had|should|must|can|after|before|by|with|from"
    r"|to|i|we|you|he|she|they|it|the|my|our|now|today)\b)"
    r"|\bhow (?:did|do|does|would) (?:i|we|you|he|she|they|[a-z]+) (?:rate|score|grade)\b",
    re.I,
)
"""Wants a figure, or a word of degree: "What is the pH of the soil?", "How did we rate the inn?"."""
_COUNTED = r"two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
STATES_SCALE = re.compile(
    rf"(?<![\w.,:/#-])\d|[½★⭐]|\b(?:zero|{_COUNTED}|(?:fir|seco|thi|four|fif|six|seven|eigh|nin|ten)(?:st|nd|rd|th))\b"
    r"|(?:\b(?:grade|graded|rated|scored|got|gave|class|level|an?|as|:|=)|[:=|]) (?-i:[A-F][+-]?)(?![\w'’]| [a-z])"
    r"|(?<![\w.])(?-i:[A-F][+-](?=\W*(?:$|[.,;:)]))|[A-Z]\d{1,4}|[A-Z]{3,}(?: [A-Z]{3,})*)(?!\w)"
    r"|\b(?:low(?:er)?|high(?:er)?|medium|middl(?:e|ing)|moderate|full|empty|normal|none|minimum|maximum|basic|beginners?"
    r"|elementary|(?:upper|lower )?intermediate|advanced|experts?|fluent|native|neutral|acidic|alkaline|excellent|good"
    r"|fair|satisfactory|poor|bad|pass(?:ed)?|fail(?:ed)?|merit|distinction|honou?rs|gold|silver|bronze|premium|standard"
    r"|ground|top|bottom)\b",
    re.I,
)
_OFF_SCALE = re.compile(
    rf"(?<![\w.,/-])(?:\d+|{_COUNTED}) (?!(?:points|stars|marks|degrees|thumbs|is|was|as)\b)(?-i:[a-z]{{3,}}s)\b",
    re.I,
)
"""So many things."""


def on_scale(text: str, said: str) -> str:
    """The text without figures that are none of a scale: so many things, and what was `said` before."""
    known = re.findall(r"\d+", said)
    text = _OFF_SCALE.sub(" ", text)
    return re.sub(rf"(?<![\d.,])(?:{'|'.join(known)})(?![\d.,/]*\d)", " ", text) if known else text


_ASKS_DEGREE = re.compile(
    r"\bhow (?!(?:many|much|long|old|tall|high|deep|wide|thick|far|big|large|broad|heavy|hot|cold|warm|often|soon|come"
    r"|about|else|ever|exactly|to)\b)([a-z]{3,}) (?:is|are|was|were)\b",
    re.I,
)


def lacks_degree(query: str, quoted: str) -> bool:
    """Whether the question is how good, safe or busy something is, and neither the word nor a value is stated."""
    asked = _ASKS_DEGREE.search(query)
    if asked is None:
        return False
    is_said = not set(split_words(asked[1])).isdisjoint(split_words(quoted))
    return not (is_said or STATES_SCALE.search(on_scale(quoted, query)))

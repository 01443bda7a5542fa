"""Whether what a question takes for done is only told as a plan, a task or a habit: "we buy two", "to buy", "will buy"
for "what did we buy?". English.
"""

import re

from core.text.bm25_words import split_words
from core.text.filler_words import ASKING, LIGHT, OPENING
from core.text.irregular_forms import base_form, is_past

_SUBJECT = (
    r"(?:i|we|you|they|he|she|it|(?-i:[A-Z][\w'’-]+(?: [A-Z][\w'’-]+)?)"
    r"|(?:the|my|our|your|his|her|their|its) [\w'’-]+)"
)
_BETWEEN = r"(?:(?:not|ever|finally|already|yet|actually|really|also|been|\w+ly) )*"
_DID = re.compile(rf"\bdid(?:n['’]t)? {_SUBJECT} {_BETWEEN}([a-z]{{3,}})\b", re.I)
_HAVE_DONE = re.compile(rf"\b(?:have|has|had)(?:n['’]t)? (?:{_SUBJECT} )?{_BETWEEN}([a-z]{{3,}})\b", re.I)
_UNCHANGED = frozenset(
    split_words(
        "beat bet bid burst cast cost cut hit hurt let put quit read set shed shut spit split spread thrust upset"
    )
)
"""Their past is written as their present."""
_OTHER_PASTS = dict(
    zip(
        split_words("felt left lit learnt dreamt sewn sown mown bit ran slid wound spelt spilt knelt bred"),
        split_words("feel leave light learn dream sew sow mow bite run slide wind spell spill kneel breed"),
        strict=True,
    )
)
"""By their bases; `irregular_forms` lacks them, as many are other words, too."""
_REPORTING = frozenset(
    split_words(
        "say tell write report explain mention advise recommend suggest think believe want mean warn claim promise ask"
        " agree prefer like hope fear expect complain offer propose insist note confirm decide plan mind know show"
        " prescribe refuse reject accept approve deny forbid allow"
    )
)
"""What somebody said or thinks is told in the present, too: "she advises rest"."""
_WORD = re.compile(r"[^\W\d_]+")
_IN_PRESENT = re.compile(
    r"(?:\b(?:i|we|you|they|he|she|who|will|shall|should|must|would|can|could|may|might|let['’]s"
    r"|(?<!used )(?<!had )(?<!managed )(?<!able )(?<!got )(?<!went )(?<!came )(?<!not )to|please)|['’]ll)"
    r" (?:(?:also|still|then|now|only|first|soon|have to) )*$",
    re.I,
)
"""Before a verb that tells of nothing done."""
_BECOMES = re.compile(r"(?:->|[→⇒])\s*$")
"""Before what is to become of it: "the boat -> sell"."""
_LOOK_BACK = 40
_NAMED = re.compile(r"(?:^|[\s(])[A-Z][\w'’-]+ $")
_BEGINS = re.compile(r"(?:^|[.!?;:]\s|\n)\s*(?:[-*+•]\s+|\d{1,3}[.)]\s+)?(?:\[ \]\s+)?$")
"""Before an order: "Buy milk"."""
_NO_ORDER = re.compile(r"\W*$|\s*[:–—-]|\s+(?:of|for|from|is|was|are|were|no|number)\b")
_DID_IT = re.compile(r"\bdid(?:n['’]t)? (?:\w+ ){0,2}$", re.I)


_ASKS_HOW = re.compile(rf"{OPENING}(?:why|how)\b(?! (?:many|much|long|often))", re.I)
"""A reason and a way are told in the present, too."""


def only_plans(query: str, quoted: str) -> bool:
    """Whether the verb of what was done stands in the text, and nowhere as done."""
    verb = _verb_done(query)
    if verb is None or verb in ASKING | LIGHT | _UNCHANGED | _REPORTING:
        return False
    verbs = [each for each in _WORD.finditer(quoted) if _base(each[0]) == verb]
    is_done = any(_is_done(each[0]) or _DID_IT.search(_before(each, quoted)) for each in verbs)
    return not is_done and any(_is_planned(each, quoted) for each in verbs)


def _verb_done(query: str) -> str | None:
    """Of which the question takes for done, or asks whether it is; None: of none."""
    if _ASKS_HOW.match(query):
        return None
    if found := _DID.search(query):
        return _base(found[1])
    found = _HAVE_DONE.search(query)
    return _base(found[1]) if found and _is_done(found[1]) else None


def _base(word: str) -> str | None:
    stem = next(iter(split_words(word)), None)
    return (_OTHER_PASTS.get(stem) or base_form(stem)) if stem else None


def _is_done(word: str) -> bool:
    return is_past(word) or not _OTHER_PASTS.keys().isdisjoint(split_words(word))


def _is_planned(verb: re.Match[str], quoted: str) -> bool:
    before = _before(verb, quoted)
    if _IN_PRESENT.search(before) or _BECOMES.search(before):
        return True
    is_third = verb[0].endswith("s")
    if is_third:
        return _NAMED.search(before) is not None
    return _BEGINS.search(before) is not None and not _NO_ORDER.match(quoted[verb.end() :])


def _before(verb: re.Match[str], quoted: str) -> str:
    """So few characters that a text with the verb many times takes no longer than its length."""
    return quoted[max(0, verb.start() - _LOOK_BACK) : verb.start()]

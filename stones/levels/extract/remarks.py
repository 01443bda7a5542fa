"""Sentences that only say how far, or until when, the one before holds: "Not decided yet."."""

import re
from collections.abc import Iterable

from stones.levels.document_parts import PartSentence
from stones.levels.markers import markers

_REMARK = re.compile(
    r"\(?(?:not|not yet|still not|only|noch nicht|nicht|nur|aún no|pas encore)(?: \S+){1,3}$|"
    r"(?:if|wenn|falls|si) (?:(?:it|they|that|this|es|das) (?:is|are|does|do|ist|wird)? ?)?(?:not|so|nicht|no)\b|"
    r"(?:otherwise|in that case|ansonsten|sonst|de lo contrario|sinon)\b|(?:now )?(?:done|fixed|closed|settled)\W*$|"
    r"(?:by|before|until|due|no later than|not before|bis|spätestens)(?: [^\s,]+){1,5}$",
    re.I,
)
"""A sentence that only says how far, or until when, the one before holds, what is excepted, or what follows if not."""
_BRACKETED = re.compile(r"\((?!https?:|www\.)[^()]{8,300}\)\W*|\[[a-z][^\[\]]{3,100}\]\W*")
"""A sentence wholly in brackets is said of the one before."""
_EXCEPTING = markers("units", "excepting", opening=True)
MAX_REMARK_WORDS = 20


def with_remarks(sentences: Iterable[PartSentence]) -> list[PartSentence]:
    """Each with the one behind it, if that is a remark on it ("Not decided yet.")."""
    found: list[PartSentence] = []
    for sentence in sentences:
        if found and _is_remark(sentence.text):
            before = found.pop()
            text, with_code = (
                f"{before.text} {sentence.text}",
                f"{before.text_with_code} {sentence.text_with_code}",
            )
            sentence = before._replace(text=text, text_with_code=with_code)
        found.append(sentence)
    return found


def _is_remark(text: str) -> bool:
    if _BRACKETED.fullmatch(text):
        return True
    is_one = _REMARK.match(text) or _EXCEPTING.match(text)
    return is_one is not None and len(text.split()) <= MAX_REMARK_WORDS

"""Remarks ("Not decided yet.") joined to the sentences that they are about."""

import re
from collections.abc import Iterable, Iterator

from stones.levels.document_parts import PartSentence
from stones.levels.markers import markers

_REMARK = re.compile(
    r"(?:not|not yet|still not|only|noch nicht|nicht|nur|aún no|pas encore)(?: \S+){1,3}$|"
    r"(?:if|wenn|falls|si) (?:(?:it|they|that|this|es|das) (?:is|are|does|do|ist|wird)? ?)?(?:not|so|nicht|no)\b|"
    r"(?:otherwise|in that case|ansonsten|sonst|de lo contrario|sinon)\b",
    re.I,
)
"""A sentence that only says how far the one before holds, or what follows if not."""
_STATE = markers("context", "state", opening=True, whole=True)
"""A sentence that is the state of what the one before says: "DONE."."""
MAX_REMARK_WORDS = 15


def with_remarks(sentences: Iterable[PartSentence]) -> Iterator[PartSentence]:
    """Each with the one behind it, if that is a remark on it."""
    before: PartSentence | None = None
    for sentence in sentences:
        is_remark = _REMARK.match(sentence.text.lstrip("(")) or _STATE.match(sentence.text.rstrip(" .!)✅"))
        if before and is_remark and len(sentence.text.split()) <= MAX_REMARK_WORDS:
            with_code = f"{before.text_with_code} {sentence.text_with_code}"
            yield PartSentence(f"{before.text} {sentence.text}", before.line, with_code)
            before = None
            continue
        if before:
            yield before
        before = sentence
    if before:
        yield before

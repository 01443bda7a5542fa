"""Whether a text only denies, asks or proposes what a question takes for said, or leaves out who did it."""

import re

from core.text.bm25_words import split_words
from core.text.filler_words import ASKING, NEGATED, NEGATIONS

SENTENCE_END = re.compile(
    r"(?<=[.!?])(?<!\b\d\.\d\.)(?<!\b\d\d\.\d\.)(?<!\b\d\.\d\d\.)(?<!\b\d\d\.\d\d\.)\s+"
)
"""Not behind `25.4.`."""
_TAKEN_FOR_FACT = re.compile(
    r"\s*(?:(?:and|but|so|in|at|from|to|by) )?(?:wh[aeio]\w*|how (?!do\b|can\b|to\b))\b", re.I
)
"""How a question begins that asks for more about something, not whether it is so."""
_DENIED = re.compile(
    r"\b(?:not|never|no longer|without|(?:decided|voted|advised) against|instead of|rather than|cannot|\w+n['’]t)"
    r" (?:(?:to|be|been|being|have|ever|yet|going|even) )*([\w’-]+)",
    re.I,
)
_PERSON = r"(?-i:(?:(?:Dr|Mr|Mrs|Ms|Prof)\.? )?[A-Z][\w-]+(?: [A-Z][\w-]+)?)"
_WANTS_TO_KNOW = re.compile(
    r"\b(?:(?:like|wants?|wanted|needs?|needed|has|have|had|try|trying) to (?:know|ask|find out|hear|check)"
    rf"|wonder(?:s|ed|ing)?|ask(?:s|ed|ing)?)(?: (?:him|her|them|us|you|me|{_PERSON}))?"
    r" (?:who|whose|what|which|when|where|why|how|whether|if)\b[^.;,:!?()–—\n]*",
    re.I,
)
"""Somebody else's question, in a statement."""
_ANSWERED = re.compile(rf"{_WANTS_TO_KNOW.pattern}(?:: | ?[–—] | - )", re.I)
_PROPOSES = re.compile(
    r"(?<!\bas )\b(?!as )[\w.]+ (?:propos(?:e|es|ed)|suggest(?:s|ed)?(?= (?:\w+ing|we|they|you)\b))\b(?! by\b)"
    r"|\bschl(?:ägt|ug)\b[^.;\n]{1,80}\bvor(?=\W*(?:$|[.;,\n]))|\bvorgeschlagen\b",
    re.I,
)
_SETTLED = re.compile(
    r"(?<!\bnot )(?<!\bnot yet )(?<!\bnever )\b(?:accept(?:ed|s)|agree[ds]?|adopted|approved|carried|decided"
    r"|unanimous(?:ly)?|in force|angenommen|beschlossen|einstimmig)\b",
    re.I,
)
_ASKS_PROPOSAL = re.compile(r"\b(?:propos|suggest|idea|plan|want|vorschl|vorgeschl)\w*", re.I)


def denies(query: str, quoted: str) -> bool:
    """Whether a question that takes something for a fact has a word of it that is only denied there."""
    if not _TAKEN_FOR_FACT.match(query) or NEGATED.search(query) or set(split_words(query)) & NEGATIONS:
        return False
    denied = {stem for found in _DENIED.finditer(quoted) for stem in split_words(found[1])}
    said = set(split_words(_DENIED.sub(" ", quoted)))
    return not denied.isdisjoint(set(split_words(query)) - said - ASKING)


def only_asks(query: str, quoted: str) -> bool:
    """Whether it ends with somebody's question, or tells of one, which alone holds a word of this one: "Hi all. Who
    does the door?", "we would like to know who pays".
    """
    if not _WANTS_TO_KNOW.search(query):
        rest = _WANTS_TO_KNOW.sub(" ", quoted)
        is_only_question = rest != quoted and not _shared(query, quoted).issubset(split_words(rest))
        # "Ann asked who pays the rent: Ben does."
        if is_only_question and not _ANSWERED.search(quoted):
            return True
    sentences = SENTENCE_END.split(quoted.strip(" \n*_\"'”’)"))
    own = _shared(query, quoted)
    return sentences[-1].endswith("?") and not own.issubset(split_words(" ".join(sentences[:-1])))


def only_proposes(query: str, quoted: str) -> bool:
    """Whether a sentence that proposes something alone holds a word of the question, and nothing says that it was
    accepted: "Ann proposes 24 hours ahead rather than 48."
    """
    if _ASKS_PROPOSAL.search(query) or _SETTLED.search(quoted):
        return False
    rest = " ".join(each for each in SENTENCE_END.split(quoted) if not _PROPOSES.search(each))
    return rest != quoted and not _shared(query, quoted).issubset(split_words(rest))


def _shared(query: str, quoted: str) -> set[str]:
    return (set(split_words(query)) & set(split_words(quoted))) - ASKING

"""Sentences that open with "so" or "therefore": what they ask or decide is so without its reasons."""

import re

from stones.levels.document_parts import PartSentence
from stones.levels.markers import markers

_CONCLUDING = re.compile(
    r"(?:So|Therefore|Thus|Hence|Consequently|As a (?:result|consequence)|For (?:this|that) reason|"
    r"That(?: i|['’])s why|Donc|Par conséquent|C['’]est pourquoi|Por (?:lo )?tanto|Por eso|Así que|En consecuencia|"
    r"(?:Also|Deshalb|Daher|Darum)(?= bitte\b)|Portanto|Por isso)[,:]?\s+|"
    r"(?:所以|因此|したがって、|よって、)[，,]?(?![这那它])"
)
_ACTS = re.compile(
    r"(?:i|we|you (?:must|may|should|can|need)|nobody|no one|nothing|every(?:one|body)|please|do(?: not|n['’]t)|never|"
    r"the (?:answer|decision|recommendation|result|verdict)|"
    r"je|j['’]\w+|nous|tu|vous|on|personne|n['’]\w+|ne|il (?:ne )?faut|merci de|"
    r"nadie|no (?:se|hay|debe\w*|puede\w*)|hay que|recomendamos|proponemos|por favor|bitte|não|ninguém)\b",
    re.I,
)
"""So goes on what is decided, asked or forbidden; of a mere statement the reasons are most of it."""
_ACTS_EAST_ASIAN = re.compile(r"不要|不得|禁止|请|必须|我们|ください|しないで|してはいけ")
_REFERS = re.compile(
    r"\b(?:this|these|those|there(?! (?:is|are))|such|then|here|cela|ça|cette|ces|ils?(?! faut)|elles?|lui|leur|"
    r"es[ot]o|est[ea]s?|ell[oa])\b|[这那它其]|それ|これ",
    re.I,
)
_PRONOUN = re.compile(r"\b(?:it|its|they|them|their|he|she|him|his|her)\b")
_NAMED = re.compile(r"(?i:\b(?:the|an?|our|my|your|each|every|no)\s)\w|\S\s+[A-Z0-9]")
"""What a pronoun further on may stand for."""
_BY_AUTHOR = re.compile(r"(?:I|We) (?:can|do|will|would|am|are|cannot|won|don)\b")
"""What an author says to be done with "this" is said of the text's own subject: "So I can't approve this."."""
_IMPERATIVE = markers("units", "imperative", opening=True)
_OPENS = re.compile(r"[STHCFDPAE所因しよ]")


def without_connective(sentence: PartSentence) -> PartSentence:
    """The same sentence; what follows from the one before without the word that says so, if it can stand alone."""
    if not _OPENS.match(sentence.text) or sentence.text.endswith(("?", "？")):
        return sentence
    if (opening := _CONCLUDING.match(sentence.text)) is None:
        return sentence
    rest, with_code = sentence.text[opening.end() :], sentence.text_with_code
    is_act = _ACTS.match(rest) or _ACTS_EAST_ASIAN.search(rest) or _IMPERATIVE.match(rest)
    if not is_act or _leans(rest) or not with_code.startswith(opening[0]):
        return sentence
    with_code = with_code[opening.end() :]
    return sentence._replace(text=_capitalized(rest), text_with_code=_capitalized(with_code))


def _leans(rest: str) -> bool:
    pronoun = _PRONOUN.search(rest)
    is_open = pronoun is not None and _NAMED.search(rest[: pronoun.start()]) is None
    return not _BY_AUTHOR.match(rest) and (is_open or _REFERS.search(rest) is not None)


def _capitalized(text: str) -> str:
    return text[:1].upper() + text[1:]

"""Whether a sender's clause says, nearly in the text's own words, what a sentence of the text denies."""

import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass

from stones.levels.summary.clauses import Clause, read_clauses
from stones.levels.summary.denials import DenialKind
from stones.levels.summary.denied_statements import DeniedStatement, key_stems
from stones.levels.summary.denying_sentences import WORDS, DenyingSentence, DenyingSentences, without_denials

COVERED = 0.75
"""Share of a claim's stems that stand in the denying sentence or beside it."""
COVERED_BY_SENTENCE = 0.6
"""Share that stands in the denying sentence itself, if that has little else than `it is not …`."""
SCOPE = 4
"""Stems of what is denied that are compared."""
CORE_SHARE = 0.5
"""Share of them that a claim must name."""
ABOUT_SHARE = 0.75
"""The same of the subject, where a single word is denied."""
MAX_CLAIMS = 200
"""Clauses of a sender that are compared; a paragraph that is not too long has twenty."""
_CONDITION = re.compile(
    r"\b(before|until|till|unless|without|after|once|when|while|if|only|except|during|from|outside|instead|rather|"
    r"between|within)\b"
)
_RESERVED = re.compile(
    r"\b(?:not?|never|none|nobody|nothing|neither|nor|cannot|\w+n't|hardly|barely|un\w+(?:ed|able)|avoid\w*|"
    r"forb[ia]d\w*|prohibit\w*|ban(?:s|ned)?|barred|off limits|refus\w*|reject\w*|declin\w*|rul(?:es?|ed) out|"
    r"excluded?|lacks?|lacked|lacking|missing|fail\w*|stays?|kept|keeps?|leav\w+ (?:\S+ ){1,4}alone|left|"
    r"remain\w*|open|pending|undecided|unclear|unknown|needs?|requires?|required|would|could|might|whether|why|"
    r"asks?|asked|wants?|wanted|at most|up to|maximum|against|impossible|too|stop\w*|hands off|withdrawn|dropped|"
    r"ends|ended?|replac\w*|cancel\w*|postponed|wait\w*)\b"
)
"""Of a sender's clause that may well make the denial in another way."""
_PAST = re.compile(
    r"\b(?:was|were|had|been|originally|earlier|previous\w*|former\w*|old|moved?|changed?|first|once)\b"
)
"""Of one that tells what another thing has replaced."""
_HAS = re.compile(
    r"\b(?:has|have|having|with|contains?|includes?|there (?:is|are)|exists?|possible|available|is|are|gets?)\b"
)
_IS = re.compile(r"\b(?:is|are|was|were|be)\b")
_SUBORDINATE = re.compile(
    r"(?:if|when|whenever|where|to|such|which|who|because|since|using|as|while|whether|does|do|is|are|can|how|what|why)\b"
)
"""So begins a clause that claims nothing itself."""
_PERMITS = re.compile(
    r"\b(?:may|can|allowed|permitted|free to|go ahead|will|going to|to be|now|is|are|gets?)\b|"
    r"^(?:please |then |and )*(?!the |an? |we |it |they )\w+(?<!ing)(?<!ed)(?<!s)\s"
)
"""`The table may be dropped`, `drop the table`."""
_FUTURE = re.compile(
    r"\b(?:will|going to|still|ahead|yet|due|planned|plans?|to be|next|later|tomorrow|needs?|has to|have to|must|let's|"
    r"please|before|until|after|once|may|can)\b"
)
_FINITE = re.compile(r"\b(?:is|are|was|were|has|have|had|did|does|do|it's|\w+ed|\w+s)\b")
_LATER = re.compile(r"\b(?:before|without|prior to|ahead of)\s(.{2,100})")
MIN_WORDS = 4
"""Of a claim that repeats the text."""
_STATUS = frozenset(key_stems("status state now"))
_WORD = re.compile(r"\w+")
_PRONOUN = re.compile(r"\b(?:it|them|this|that|these|those)\b")


@dataclass(frozen=True, slots=True)
class Reversal:
    statement: str
    source: DenyingSentence
    needed: frozenset[str] = frozenset()

    @property
    def quotation(self) -> str:
        """The clause of the text that denies it, with what follows."""
        for clause in read_clauses(self.source.text):
            if self.needed and self.needed <= frozenset(key_stems(clause.text)):
                return self.source.text[max(self.source.text.find(clause.text), 0) :]
        return self.source.text


def find_reversals(sentences: Sequence[str], text: DenyingSentences) -> Iterator[Reversal]:
    """At most one for each clause of the sender's sentences."""
    clauses = [(sentence, clause) for sentence in sentences for clause in read_clauses(sentence)]
    denied = frozenset(stem for _, clause in clauses if _denies(clause) for stem in key_stems(clause.text))
    for sentence, clause in clauses[:MAX_CLAIMS]:
        words = clause.text.lower()
        if _denies(clause) or clause.is_listed or _RESERVED.search(words) or _SUBORDINATE.match(words):
            continue
        claim = _Claim.of(clause.text, sentence)
        found = (
            Reversal(clause.text, source, each.needed)
            for source, each in text.denied_of(claim.stems)
            if (not each.needed or not each.needed <= denied)
            and (_puts_later(claim, each, source) if each.is_order else _reverses(claim, each, source))
            and not _is_affirmed(claim, each, source, text)
        )
        if reversal := next(found, None) or _repetition(claim, text):
            yield reversal


def _denies(clause: Clause) -> bool:
    return any(denial.kind is not DenialKind.PARTLY for denial in clause.denials)


@dataclass(frozen=True, slots=True)
class _Claim:
    original: str
    text: str
    """In lower case."""
    stems: frozenset[str]
    numbers: frozenset[str]
    named: frozenset[str]
    """With those of its sentence, if a pronoun stands for some of them."""
    conditions: frozenset[str]

    @classmethod
    def of(cls, clause: str, sentence: str) -> "_Claim":
        text, stems = clause.lower(), frozenset(key_stems(clause))
        named = stems | frozenset(key_stems(sentence)) if _PRONOUN.search(text) else stems
        conditions = frozenset(match[1] for match in _CONDITION.finditer(text))
        return cls(clause, text, stems, _numbers(stems), named, conditions)


def _repetition(claim: _Claim, text: DenyingSentences) -> Reversal | None:
    """A run of words of the text whose denial alone is left out."""
    words = tuple(WORDS.findall(claim.text))
    if len(words) < MIN_WORDS:
        return None
    for source in text.all:
        if not claim.stems <= source.stems:
            continue
        there, denials = without_denials(source.text)
        starts = (at for at in range(len(there) - len(words) + 1) if there[at : at + len(words)] == words)
        is_there = any(at <= denial < at + len(words) for at in starts for denial in denials)
        others = (each.sentence for each in text.affirming if each.sentence != source.text)
        if is_there and not any(claim.text in other.lower() for other in others):
            return Reversal(claim.original, source)
    return None


def _puts_later(claim: _Claim, each: DeniedStatement, source: DenyingSentence) -> bool:
    """`Merge before the review` where the text has `merge only after the review`."""
    match = _LATER.search(claim.text)
    if match is None:
        return False
    first, then = frozenset(key_stems(match[1])), frozenset(key_stems(claim.text[: match.start()]))
    return (
        len(first & frozenset(each.core)) > CORE_SHARE * len(first)
        and not then.isdisjoint(each.about)
        and len(claim.stems & (source.stems | source.around)) >= COVERED * len(claim.stems)
    )


def _is_named_so(claim: _Claim, each: DeniedStatement) -> bool:
    """`It is the cause`: the denied noun follows the verb."""
    found = (match.end() for match in _IS.finditer(claim.text))
    return any(not each.needed.isdisjoint(key_stems(claim.text[at : at + 40])[:3]) for at in found)


def _numbers(stems: Set[str]) -> frozenset[str]:
    return frozenset(stem for stem in stems if stem[0].isdigit())


def _reverses(claim: _Claim, each: DeniedStatement, source: DenyingSentence) -> bool:
    known = source.stems | source.around
    return (
        each.needed <= claim.stems
        and each.excusing.isdisjoint(claim.stems)
        and each.limits <= set(_WORD.findall(claim.text))
        and len(claim.named) > 1
        and claim.numbers <= known
        and len(claim.stems & known) >= COVERED * len(claim.stems)
        and (each.is_universal or len(claim.named & source.stems) > 1)
        and (not each.is_conditional or bool(claim.conditions) or _PERMITS.search(claim.text) is not None)
        and (not each.is_noun or not each.is_fact or _is_named_so(claim, each))
        and (
            not each.has_pronoun
            or len(each.core) > 1
            or len(claim.stems & source.stems) >= COVERED_BY_SENTENCE * len(claim.stems)
        )
        and _names_core(claim, each)
        and claim.conditions <= set(_WORD.findall(source.text.lower()))
        and not (each.is_replaced and _tells_both(claim, each, source))
        and not (each.is_fact and _is_request(claim, each))
        and not (each.is_thing and not _HAS.search(claim.text))
    )


def _names_core(claim: _Claim, each: DeniedStatement) -> bool:
    scope, numbers = frozenset(each.core[:SCOPE]), _numbers(each.about.union(each.core))
    if claim.numbers and numbers and claim.numbers.isdisjoint(numbers):
        return False
    if (
        len(scope) == 1
        and not (each.is_thing or each.is_replaced)
        and len(each.about & claim.stems) < ABOUT_SHARE * len(each.about)
    ):
        return False
    return len(scope & claim.named) > CORE_SHARE * len(scope)


def _tells_both(claim: _Claim, each: DeniedStatement, source: DenyingSentence) -> bool:
    """Or is about nothing else of the sentence."""
    others = source.stems - each.needed - each.excusing - _STATUS
    return (bool(others) and claim.stems.isdisjoint(others)) or _PAST.search(claim.text) is not None


def _is_request(claim: _Claim, each: DeniedStatement) -> bool:
    """`Run the tests` where they have not been run, or `they will be run`: nothing is reversed."""
    is_order = not each.needed.isdisjoint(key_stems(claim.text)[:1])
    return is_order or _FUTURE.search(claim.text) is not None or _FINITE.search(claim.text) is None


def _is_affirmed(
    claim: _Claim, each: DeniedStatement, source: DenyingSentence, text: DenyingSentences
) -> bool:
    common = each.needed | (claim.named & frozenset(each.core))
    shared = max(2, len(claim.named & source.stems))
    return any(
        common <= clause.stems
        and len(claim.named & clause.stems) >= shared
        and (not each.needed or not each.needed <= clause.denied)
        for clause in text.affirming
        if clause.sentence != source.text and (clause.position > source.position or not each.is_replaced)
    )

"""Whether an answer's words come from what it cites: a coarse measure that prefers misses to false alarms."""

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass

from brain.checking.citation_marks import find_citation_marks, remove_citation_marks
from brain.reservation import without_headings
from core.text.bm25_words import STOP_WORDS, split_words
from core.text.sentence_ends import sentence_ends

MIN_COVERAGE = 0.25
"""Share of its stems in the cited text below which a sentence says something else."""
MIN_STEMS = 4
DRAWS_ON_COVERAGE = 0.6
"""Share from which on a sentence counts as resting on a text."""
DRAWS_ON_STEMS = 3
MAX_CHARACTERS = 60_000
"""Read of an answer."""
MAX_UNSUPPORTED = 20
_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_NAME = re.compile(r"(?<=[a-z,;] )[A-Z][\w'’-]+")
_NO_PROSE = re.compile(r"[#>*_`|\[\]()-]+")
_WORDS = re.compile(r"[^\W\d_]+")
_ENGLISH = 0.1
"""Share of stop words from which on a text counts as English; other languages have hardly any of these."""


@dataclass(frozen=True, slots=True)
class AnswerSupport:
    """How an answer's sentences are supported; sentences that say the sources lack something are not counted."""

    unsupported: tuple[str, ...] = ()
    """The first MAX_UNSUPPORTED sentences without support, whole, as `split_answer_sentences` gives them."""
    rests_on_citations: bool = True
    """False: the citations of every sentence were dropped. Merely differing words do not count."""


def measure_support(
    answer: str, cited: str, *, query: str = "", valid_numbers: Collection[int] = ()
) -> AnswerSupport:
    """Judge each sentence by `cited`, the text of what the answer cites.

    A sentence is unsupported if all of its citations were dropped (none of its numbers is in `valid_numbers`), if it
    shares too little with `cited`, if it has a number or a name that `cited` lacks, or if nothing is cited at all.
    Words of `query` count as known. Words are not compared across languages.
    """
    answer = without_headings(answer)
    is_unsupported = _comparison(answer, cited, query) if cited.strip() else lambda sentence: True
    uncited = set(_uncited_sentences(answer, valid_numbers))
    claims = [each for each in split_answer_sentences(answer) if not admits_ignorance(each)]
    unsupported = [sentence for sentence in claims if sentence in uncited or is_unsupported(sentence)]
    return AnswerSupport(
        unsupported=tuple(unsupported[:MAX_UNSUPPORTED]),
        rests_on_citations=not claims or not uncited.issuperset(claims),
    )


def _comparison(answer: str, cited: str, query: str) -> Callable[[str], bool]:
    """A predicate: whether a sentence differs from `cited`."""
    known_stems = set(split_words(cited)) | set(split_words(query))
    numbers = set(_NUMBER.findall(f"{cited} {query}"))
    names = {name.casefold() for name in _WORDS.findall(f"{cited} {query}")}
    # Neither words nor names can be compared across languages; German capitalises every noun.
    same_language = _is_english(answer) == _is_english(cited)

    def is_unsupported(sentence: str) -> bool:
        if same_language and (_covers_little(sentence, known_stems) or _names_unknown(sentence, names)):
            return True
        return any(number not in numbers for number in _NUMBER.findall(sentence))

    return is_unsupported


def _uncited_sentences(answer: str, valid_numbers: Collection[int]) -> Iterator[str]:
    """Sentences that had citations of their own, none of which held."""
    examined = answer[:MAX_CHARACTERS]
    marks = list(find_citation_marks(examined))
    spans = list(_sentence_spans(remove_citation_marks(examined)))
    cited: list[list[int]] = [[] for _ in spans]
    at = 0
    for mark in marks:
        # A mark after the full stop belongs to the sentence before it, one before its first word to that sentence.
        while at < len(spans) and spans[at][1] < mark.at:
            at += 1
        is_between = at == len(spans) or mark.at < spans[at][0]
        # Alone on its line it belongs to the sentence above.
        if (owner := max(0, at - 1) if is_between else at) < len(spans):
            cited[owner] += mark.numbers
    for (_, _, sentence), numbers in zip(spans, cited, strict=True):
        if numbers and not any(number in valid_numbers for number in numbers):
            yield sentence


def draws_on(answer: str, text: str, *, query: str = "") -> bool:
    """Whether some sentence of the answer is mostly in the text's words, words of the question not counted."""
    known_stems, query_stems = set(split_words(text)), set(split_words(query))
    for sentence in split_answer_sentences(answer):
        sentence_stems = set(split_words(sentence)) - query_stems
        shared = sentence_stems & known_stems
        if sentence_stems and (
            shared == sentence_stems
            or len(shared) >= max(DRAWS_ON_STEMS, DRAWS_ON_COVERAGE * len(sentence_stems))
        ):
            return True
    return False


def split_answer_sentences(answer: str) -> Iterator[str]:
    """Without Markdown syntax and citation numbers."""
    return (sentence for _, _, sentence in _sentence_spans(remove_citation_marks(answer[:MAX_CHARACTERS])))


def _sentence_spans(text: str) -> Iterator[tuple[int, int, str]]:
    """(start, end, sentence) each, without Markdown syntax."""
    begin = 0
    for line in text.split("\n"):
        stop = begin + len(line)
        start = begin
        for end in sentence_ends(text, begin, stop):
            sentence = " ".join(_NO_PROSE.sub(" ", text[start:end]).split())
            if sentence:
                yield start, end, sentence
            start = end
        begin = stop + 1


def declines_to_answer(answer: str) -> bool:
    """Whether the answer begins by saying that the sources do not have it: anything before that would be a claim."""
    for sentence in split_answer_sentences(answer):
        if admits_ignorance(sentence):
            return True
        if not _IGNORANCE.search(sentence):
            return False
    return False


def admits_ignorance(sentence: str) -> bool:
    """Whether it says that the sources lack something."""
    return any(pattern.search(sentence) for pattern in _ADMISSIONS) and not _DENIAL.search(sentence)


_HOLDERS = (
    r"(?:notes?|sources?|materials?|excerpts?|context|documents?|profile|passages?|texts?|knowledge base|brain"
    r"|(?:provided|given|available|supplied) information)"
)
_NEGATED = r"(?:n['’]t|not|never|nothing|no|none|neither|nowhere|without)"
_HOLD = (
    r"(?:hold|contain|cover|mention|say|tell|state|answer|include|address|describe|discuss|provide|specify|support"
    r"|give|explain|reveal|have|find|found|information|details?|anything|enough)"
)
_ADMISSIONS: Sequence[re.Pattern[str]] = (
    re.compile(rf"\b{_HOLDERS}\b[^.!?\n]{{0,40}}{_NEGATED}\b[^.!?\n]{{0,30}}\b{_HOLD}", re.IGNORECASE),
    re.compile(
        rf"\b{_HOLDERS}\b[^.!?\n]{{0,20}}\b{_HOLD}\w*\s+(?:nothing|none|no\s+(?:information|details?|answer))\b",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(?:\b(?:nothing|none|nowhere)\b[^.,;!?\n]{{0,60}}|(?:n['’]t|\b{_NEGATED})\b[^.,;!?\n]{{0,40}}\b{_HOLD}"
        rf"[^.,;!?\n]{{0,40}}|\b{_NEGATED}\s+)\b(?:in|of|from|by)\s+(?:\w+\s+){{0,3}}{_HOLDERS}\b",
        re.IGNORECASE,
    ),
    re.compile(
        r"(?:Notizen|Quellen|Unterlagen|Texte|Profil)\b[^.,;!?\n]{0,40}\b(?:nicht|nichts|kein\w*)\b"
        r"|\b(?:nicht|nichts|kein\w*)\b[^.,;!?\n]{0,40}\b(?:Notizen|Quellen|Unterlagen|Texte|Profil)"
        r"|\b(?:notes|sources)\b[^.,;!?\n]{0,20}\bn(?:e\b|['’])"
        r"|\b(?:pas|rien|aucune?)\b[^.,;!?\n]{0,40}\b(?:notes|sources)\b"
        r"|\bno\b[^.!?\n]{0,40}\b(?:notas|fuentes|textos)\b|\b(?:notas|fuentes)\b[^.!?\n]{0,20}\bno\b"
        r"|\bniet\b[^.!?\n]{0,40}\b(?:notities|bronnen)\b|\b(?:notities|bronnen)\b[^.!?\n]{0,40}\b(?:niet|geen)\b"
        r"|(?:笔记|資料|资料|来源|ノート|メモ)[^。！？\n]{0,20}(?:没有|沒有|不包含|ありません|ない)",
        re.IGNORECASE,
    ),
)


_IGNORANCE = re.compile(
    r"\b(?:do|does|can|could)(?:n['’]t|\s+not|not)\b[^.!?\n]{0,20}\b(?:know|tell|answer|say)\b|\bsorry\b",
    re.IGNORECASE,
)
"""May precede an admission."""
_DENIAL = re.compile(r"\b(?:contradict|disput|doubt|den(?:y|ies)\b|disagree|against\b)", re.IGNORECASE)
"""If nothing in the notes speaks against a claim, the claim is still one."""


def _covers_little(sentence: str, known_stems: set[str]) -> bool:
    stems = set(split_words(sentence))
    return len(stems) >= MIN_STEMS and len(stems & known_stems) < MIN_COVERAGE * len(stems)


def _names_unknown(sentence: str, names: set[str]) -> bool:
    """Whether a capital inside the sentence begins a word that is not known."""
    parts = (part for name in _NAME.findall(sentence) for part in _WORDS.findall(name))
    return any(part.casefold() not in names for part in parts)


def _is_english(text: str) -> bool:
    found = [word.lower() for word in _WORDS.findall(text[:4_000])]
    return bool(found) and sum(word in STOP_WORDS for word in found) >= _ENGLISH * len(found)

"""Whether the words of an answer come from what it cites: a coarse measure, meant to miss rather than to accuse."""

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass

from brain.checking.marks import marks_in, without_marks
from texts.sentences import sentence_ends
from texts.words import STOP_WORDS, words

LEAST_COVERED = 0.25
"""Below this share of its stems found in the cited text, a sentence says something else."""
LEAST_STEMS = 4
DRAWN_COVERED = 0.6
"""From this share on, a sentence is taken to rest on a text."""
DRAWN_STEMS = 3
MOST_CHARACTERS = 60_000
"""Of an answer, looked at."""
MOST_TOLD = 20
_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_NAME = re.compile(r"(?<=[a-z,;] )[A-Z][\w'’-]+")
_NO_PROSE = re.compile(r"[#>*_`|\[\]()-]+")
_WORDS = re.compile(r"[^\W\d_]+")
_ENGLISH = 0.1
"""Share of stop words from which a text is taken for English; other languages have hardly any of these."""


@dataclass(frozen=True, slots=True)
class Support:
    """What an answer's sentences rest on; those that admit that the sources do not hold something are left aside."""

    unsupported: tuple[str, ...] = ()
    """The first MOST_TOLD of the sentences without support, whole, as `sentences_of` gives them."""
    rests_on_citations: bool = True
    """False: the citations of every sentence were dropped. Words that merely differ from the source's are no reason."""


def support_of(answer: str, cited: str, *, query: str = "", held: Collection[int] = ()) -> Support:
    """Look at each sentence: is it supported by `cited`, the text of what the answer cites?

    Not where all citations of the sentence were dropped (`held`: the numbers of those that were not), where it shares
    too little with `cited`, brings a number or a name that it has not, or where nothing is cited at all. What the
    question itself says counts as known; words are not compared over two languages.
    """
    is_lacking = _comparison(answer, cited, query) if cited.strip() else lambda sentence: True
    uncited = set(_without_citation(answer, held))
    claims = [sentence for sentence in sentences_of(answer) if not admits(sentence)]
    lacking = [sentence for sentence in claims if sentence in uncited or is_lacking(sentence)]
    return Support(
        unsupported=tuple(lacking[:MOST_TOLD]),
        rests_on_citations=not claims or not uncited.issuperset(claims),
    )


def _comparison(answer: str, cited: str, query: str) -> Callable[[str], bool]:
    """Whether a sentence says something else than `cited`."""
    known = set(words(cited)) | set(words(query))
    numbers = set(_NUMBER.findall(f"{cited} {query}"))
    names = {name.casefold() for name in _WORDS.findall(f"{cited} {query}")}
    # Over two languages neither words nor names can be compared; German writes every noun like a name.
    same_language = _is_english(answer) == _is_english(cited)

    def is_lacking(sentence: str) -> bool:
        if same_language and (_covers_little(sentence, known) or _names_unknown(sentence, names)):
            return True
        return any(number not in numbers for number in _NUMBER.findall(sentence))

    return is_lacking


def _without_citation(answer: str, held: Collection[int]) -> Iterator[str]:
    """Sentences that had citations of their own, of which none held."""
    looked_at = answer[:MOST_CHARACTERS]
    marks = list(marks_in(looked_at))
    spans = list(_sentence_spans(without_marks(looked_at)))
    cited: list[list[int]] = [[] for _ in spans]
    at = 0
    for mark in marks:
        # A mark behind the full stop belongs to the sentence before it, one before its first word to the sentence.
        while at < len(spans) and spans[at][1] < mark.at:
            at += 1
        is_between = at == len(spans) or mark.at < spans[at][0]
        # Alone on its line it belongs to the sentence above.
        if (owner := max(0, at - 1) if is_between else at) < len(spans):
            cited[owner] += mark.numbers
    for (_, _, sentence), numbers in zip(spans, cited, strict=True):
        if numbers and not any(number in held for number in numbers):
            yield sentence


def draws_on(answer: str, text: str, *, query: str = "") -> bool:
    """Whether some sentence of the answer is told mostly in the text's words, those of the question left aside."""
    known, asked = set(words(text)), set(words(query))
    for sentence in sentences_of(answer):
        told = set(words(sentence)) - asked
        shared = told & known
        if told and (shared == told or len(shared) >= max(DRAWN_STEMS, DRAWN_COVERED * len(told))):
            return True
    return False


def sentences_of(answer: str) -> Iterator[str]:
    """Without Markdown's signs and without the numbers that point to citations."""
    return (sentence for _, _, sentence in _sentence_spans(without_marks(answer[:MOST_CHARACTERS])))


def _sentence_spans(text: str) -> Iterator[tuple[int, int, str]]:
    """(start, end, sentence) each, without Markdown's signs."""
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


def declines(answer: str) -> bool:
    """Whether it begins by saying that the sources do not hold what was asked for: what is told before that is told."""
    for sentence in sentences_of(answer):
        if admits(sentence):
            return True
        if not _IGNORANCE.search(sentence):
            return False
    return False


def admits(sentence: str) -> bool:
    """Whether it says that the sources do not hold something."""
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
"""What may stand before an admission."""
_DENIAL = re.compile(r"\b(?:contradict|disput|doubt|den(?:y|ies)\b|disagree|against\b)", re.IGNORECASE)
"""Where nothing in the notes speaks against a claim, that claim is still one."""


def _covers_little(sentence: str, known: set[str]) -> bool:
    stems = set(words(sentence))
    return len(stems) >= LEAST_STEMS and len(stems & known) < LEAST_COVERED * len(stems)


def _names_unknown(sentence: str, names: set[str]) -> bool:
    """Whether a capital inside the sentence begins a word that is not known."""
    parts = (part for name in _NAME.findall(sentence) for part in _WORDS.findall(name))
    return any(part.casefold() not in names for part in parts)


def _is_english(text: str) -> bool:
    found = [word.lower() for word in _WORDS.findall(text[:4_000])]
    return bool(found) and sum(word in STOP_WORDS for word in found) >= _ENGLISH * len(found)

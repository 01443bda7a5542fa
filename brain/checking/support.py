"""Whether the words of an answer come from what it cites: a coarse measure, meant to miss rather than to accuse."""

import re
from collections.abc import Iterator, Sequence

from brain.checking.marks import without_marks
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
_SHOWN_CHARACTERS = 300
_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_NAME = re.compile(r"(?<=[a-z,;] )[A-Z][\w'’-]+")
_NO_PROSE = re.compile(r"[#>*_`|\[\]()-]+")
_WORDS = re.compile(r"[^\W\d_]+")
_ENGLISH = 0.1
"""Share of stop words from which a text is taken for English; other languages have hardly any of these."""


def unsupported_sentences(answer: str, cited: str, *, query: str = "") -> tuple[str, ...]:
    """Sentences that share too little with `cited`, or bring a number or a name that it has not.

    What the question itself says counts as known. Nothing is said where nothing is cited, and words are not compared
    over two languages.
    """
    known = set(words(cited)) | set(words(query))
    if not known:
        return ()
    numbers = set(_NUMBER.findall(f"{cited} {query}"))
    names = {name.casefold() for name in _WORDS.findall(f"{cited} {query}")}
    # Over two languages neither words nor names can be compared; German writes every noun like a name.
    same_language = _is_english(answer) == _is_english(cited)
    told = []
    for sentence in sentences_of(answer):
        if admits(sentence):
            continue
        if (same_language and (_covers_little(sentence, known) or _names_unknown(sentence, names))) or any(
            number not in numbers for number in _NUMBER.findall(sentence)
        ):
            told.append(sentence[:_SHOWN_CHARACTERS])
        if len(told) == MOST_TOLD:
            break
    return tuple(told)


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
    for line in without_marks(answer[:MOST_CHARACTERS]).split("\n"):
        start = 0
        for end in sentence_ends(line, 0, len(line)):
            sentence = " ".join(_NO_PROSE.sub(" ", line[start:end]).split())
            start = end
            if sentence:
                yield sentence


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

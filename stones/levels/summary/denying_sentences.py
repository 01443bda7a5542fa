"""The sentences of a text that deny something, and the clauses that deny nothing."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import islice

from stones.levels.document_parts import DocumentPart, PartKind, Standing
from stones.levels.split_sentences import split_sentences
from stones.levels.summary.clauses import read_clauses
from stones.levels.summary.denied_statements import DeniedStatement, find_denied, key_stems, may_reverse

MAX_SENTENCES = 2_000
"""Of a text that deny something, read for all claims."""
MAX_CLAUSES = 5_000
"""Of a text that affirm something, read for all claims."""
WORDS = re.compile(r"\w+(?:[-'.:,]\w+)*")
_DENIALS = frozenset(("not", "never"))
_AFFIRMED = {"don't": "", "can't": "can", "won't": "will", "not": "", "never": ""}


@dataclass(frozen=True, slots=True)
class DenyingSentence:
    text: str
    line: int
    position: int
    denied: tuple[DeniedStatement, ...]
    stems: frozenset[str]
    around: frozenset[str]
    """Stems of its paragraph, of the line that leads in and of the headings above."""


@lru_cache(maxsize=MAX_SENTENCES)
def without_denials(sentence: str) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Its words in lower case without `not` and the like, and the places where these stood."""
    words: list[str] = []
    places: list[int] = []
    for word in WORDS.findall(sentence.replace("’", "'").lower()):
        if word in _DENIALS or word.endswith(("n't", "cannot")):
            if word == "not" and words[-1:] == ["do"]:
                words.pop()
            places.append(len(words))
            word = _AFFIRMED.get(word, word.removesuffix("not").removesuffix("n't"))
        words += [word] if word and word not in _DENIALS else []
    return tuple(words), tuple(places)


@dataclass(frozen=True, slots=True)
class AffirmingClause:
    """Of the text; it denies nothing itself."""

    position: int
    sentence: str
    stems: frozenset[str]
    denied: frozenset[str]
    """Stems of what its sentence denies."""


class DenyingSentences:
    """Of the parts that are neither code nor superseded."""

    def __init__(self, parts: Sequence[DocumentPart]) -> None:
        self._parts = parts

    @cached_property
    def all(self) -> tuple[DenyingSentence, ...]:
        return tuple(islice(self._read(), MAX_SENTENCES))

    def denied_of(self, stems: Iterable[str]) -> Iterator[tuple[DenyingSentence, DeniedStatement]]:
        """What may be about these stems, in the order of the text; an order of two things always may."""
        places = sorted({at for stem in (*stems, "") for at in self._by_stem.get(stem, ())})
        return (self._denied[at] for at in places)

    @cached_property
    def _denied(self) -> list[tuple[DenyingSentence, DeniedStatement]]:
        return [(sentence, each) for sentence in self.all for each in sentence.denied]

    @cached_property
    def _by_stem(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for at, (_, each) in enumerate(self._denied):
            found.setdefault(min(each.needed, default=""), []).append(at)
        return found

    @cached_property
    def affirming(self) -> list[AffirmingClause]:
        return list(islice(self._affirming(), MAX_CLAUSES))

    def _affirming(self) -> Iterator[AffirmingClause]:
        for at, part in enumerate(self._parts):
            for sentence in _sentences(part) if _is_read(part) else ():
                denied = _denied_stems(sentence)
                for clause in read_clauses(sentence):
                    if not clause.denials and not clause.is_listed:
                        yield AffirmingClause(at, sentence, frozenset(key_stems(clause.text)), denied)

    def _read(self) -> Iterator[DenyingSentence]:
        for at, part in enumerate(self._parts):
            if not _is_read(part) or not may_reverse(part.plain):
                continue
            around = frozenset(key_stems(" ".join((part.plain, part.parent, *part.trail))))
            for sentence in _sentences(part):
                if may_reverse(sentence):
                    stems = frozenset(key_stems(sentence))
                    yield DenyingSentence(
                        sentence, part.line, at, tuple(find_denied(sentence)), stems, around
                    )


def _denied_stems(sentence: str) -> frozenset[str]:
    found = find_denied(sentence) if may_reverse(sentence) else ()
    return frozenset(stem for each in found for stem in each.core)


def _is_read(part: DocumentPart) -> bool:
    return part.kind is not PartKind.CODE and part.standing not in (Standing.SUPERSEDED, Standing.EXAMPLE)


def _sentences(part: DocumentPart) -> list[str]:
    return [part.plain] if part.kind in (PartKind.ROW, PartKind.HEADING) else split_sentences(part.plain)

"""The prohibitions of a text that has few: each is meant for its reader, wherever it stands, in a record, too.

Narrower than `find_prohibition`: "it should not happen" and "avoid long lines" are no reason to remind a sender.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from stones.levels.document_parts import DocumentPart, PartKind, Standing
from stones.levels.split_sentences import split_sentences
from stones.levels.summary.demand_words import HYPOTHETICAL, MAY_DEMAND, PAST, find_prohibition
from stones.levels.summary.demands import (
    MAX_RULE_CHARACTERS,
    Demand,
    DemandKind,
    quote_clause,
    subject_of,
)

MAX_LONE = 3
"""With more of them a text is a set of rules, of which those near its top or set apart are named."""
WEIGHT = 4.0
"""As much as one near the top that is also set apart."""
_RECORDS = frozenset(("", "log", "json", "yaml", "diff", "csv", "text", "txt"))
"""Labels of fences that hold what somebody noted, not code."""
_STATEMENT = re.compile(
    r"\W*(?:(?:should|avoid|refrain|shall not (?!be )|must not cause|(?:do|does) not recommend)|you (?:do not|don't)|"
    r"(?:(?:and|so|or|please|always) )?never (?:\w+ed|shown|seen|known|done|given|taken|made|found)\b|"
    r"(?:(?:and|so|or|please|always) )?(?:do not|don't|never) (?:\w+ly )?"
    r"(?:hesitate|worry|mind|panic|forget|miss|fear|be (?:afraid|shy|alarmed|surprised)|get|expect|like|care|feel|"
    r"understand|remember|believe|support|match|require|contain|include|exceed|apply|appear)\b)",
    re.I,
)
"""A piece of advice, of courtesy, or of what is so."""
_RELATIVE = re.compile(r"(?:^|\s)(?:that|which|who|whose|where|because|if|when)(?:\s|$)", re.I)
_CHANGE = re.compile(r"(?:\(| )#\d{2,6}\W*$|\bby @\w")
"""An entry of a changelog ends so."""
_FORBIDDING_WORD = re.compile(
    r"(?:niemals|keinesfalls|auf keinen fall|verboten|untersagt|darf|dürfen|sollen?|nunca|jamás|prohibido|"
    r"proibido|interdite?s?)(?!\w)",
    re.I,
)
_LOOSE_LANGUAGE = re.compile(r"\W*(?:nicht|keine?n?|no)\s|[^,]*,.*(?:nicht|keine?n?)$", re.I)
_PLAIN = re.compile(
    r"\W*no\s[\w `/-]{2,40} (?:without|until|before|unless)\b|"
    r"\W*no\s(?:(?:l[oae]s?|se|me|nos|os)\s)?(?!ten|sab|hab|est)(?:\w{2,14}(?:[aei]r|áis|éis|ad)(?:l[oae]s?)?|"
    r"(?:toque|use|abra|cierre|cambie|borre|elimine|reinicie|ejecute|despliegue|publique|mande|mueva|modifique|"
    r"desconecte|conecte|encienda|apague|pague|firme|haga|ponga|diga|vaya|ofrezca|entre|suba|baje|quite|pulse)[sn]?|"
    r"(?:deben?|se (?:debe|puede|permite)))(?!\w)",
    re.I,
)
_OVERRIDING = re.compile(
    r"\b(?:overrides?|takes precedence over|outranks|prevails over|hat vorrang vor|prevalece sobre|anula)\s"
    r"(?:every|all|any|allen|jede\w*|tod[oa]s?|cualquier)\b",
    re.I,
)
_MARKS = " \t#/*+-;"
"""Before the words of a comment, or of a line of a diff."""
_LINE_START = re.compile(r"\n|\s(?=\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d)")
"""Of a log, which may be read as one paragraph, each line begins with its time."""


def find_lone_prohibitions(parts: Sequence[DocumentPart]) -> list[Demand]:
    """By line; of a text with more than MAX_LONE none. What overrides all else is a warning, and counts for itself."""
    sentences = list(_sentences(parts))
    found = [
        demands
        for read in (_read_prohibition, _read_override)
        if len(demands := list(islice(_read_all(sentences, read), MAX_LONE + 1))) <= MAX_LONE
    ]
    return sorted((demand for demands in found for demand in demands), key=lambda demand: demand.line)


def _sentences(parts: Sequence[DocumentPart]) -> Iterator[tuple[str, int]]:
    """(a sentence, its line) of what may forbid something and is what the document says."""
    for part in parts:
        is_record = (
            part.standing is Standing.EXAMPLE and part.kind is PartKind.CODE and part.label in _RECORDS
        )
        if not part.is_current and not is_record:
            continue
        if not MAY_DEMAND.search(part.plain):
            continue
        for sentence in part.sentences():
            for at, line in enumerate(_LINE_START.split(sentence.text)):
                said = split_sentences(line.lstrip(_MARKS))
                yield from ((each[:MAX_RULE_CHARACTERS], sentence.line + at) for each in said)


def _read_all(
    sentences: Sequence[tuple[str, int]], read: Callable[[str, int], Demand | None]
) -> Iterator[Demand]:
    return (demand for sentence, line in sentences if (demand := read(sentence, line)))


def _read_prohibition(sentence: str, line: int) -> Demand | None:
    text = sentence.replace("’", "'")
    match = find_prohibition(text)
    if match is None or _forbids_nothing_here(text, match) or HYPOTHETICAL.match(text) or PAST.search(text):
        return None
    # What is forbidden may precede the word that forbids it: "Das Öffnen ist untersagt".
    is_whole = _FORBIDDING_WORD.match(match[0].strip()) is not None
    excerpt = quote_clause(text, match.start(), from_its_start=is_whole)
    subject = "" if is_whole else subject_of(text, match)
    return Demand(DemandKind.PROHIBITION, excerpt, text, line, WEIGHT, subject=subject)


def _forbids_nothing_here(text: str, match: re.Match[str]) -> bool:
    """A statement, a rule that a sentence only tells of, an entry of a changelog, or words that forbid only loosely."""
    if _STATEMENT.match(text, match.start()) or _CHANGE.search(text):
        return True
    if _RELATIVE.search(subject_of(text, match)):
        return True
    return bool(_LOOSE_LANGUAGE.match(match[0])) and not _PLAIN.match(text, match.start())


def _read_override(sentence: str, line: int) -> Demand | None:
    if (match := _OVERRIDING.search(sentence)) is None:
        return None
    excerpt = quote_clause(sentence, match.start(), from_its_start=True)
    return Demand(DemandKind.WARNING, excerpt, sentence, line, WEIGHT, match[0])

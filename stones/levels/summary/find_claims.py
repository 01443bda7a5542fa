"""Finds verifiable claims of a text: numbers, paths, commands, identifiers, names."""

import re
from collections.abc import Iterator

from stones.levels.summary.number_matching import NUMERAL, trim_number

PATH = re.compile(
    r"(?<![\w/.:@-])(?:~?/|\.{1,2}/)?(?:[\w@.+-]{1,80}/){1,12}[\w@.+-]{0,80}\w|"
    r"(?<![\w/.:@-])[\w-]{1,60}\.(?:py|pyi|js|jsx|ts|tsx|go|rs|md|rst|toml|"
    r"ya?ml|json|jsonl|sh|sql|html|css|txt|ini|cfg|lock|c|h|cpp|hpp|java|kt|rb|php|swift|pl|lean|mod|env|"
    r"csv|ipynb|xml|proto|tf|ex|exs|lua|vue|svelte)\b"
)  # fmt: skip
_ADDRESS = re.compile(
    r"(?<![\w+.-])(?:(?:https?|ftp|file)://|(?:mailto|javascript):)[^\s<>()\[\]`|]{1,2000}", re.I
)
_IDENTIFIER = re.compile(
    r"`[^`\n]{1,80}`|\b[A-Za-z]\w*_\w+\b|\b[a-z]+[A-Z]\w+\b|\b[A-Z][a-z]+[A-Z]\w*\b|\b\w+\(\)|"
    r"\b[A-Za-z][A-Za-z0-9]{0,20}-\d(?:[\w.]{0,40}\w|\b)|\b[A-Z][A-Z0-9]+\b|(?<![\w-])--[a-z][\w-]+"
)
# Only at the beginning of a word, each examined once: a capital within a word makes no name.
_NAME = re.compile(r"(?<![^\W\d_])[^\W\d_a-z]++[a-z][^\W\d_]*+(?:['’]s)?(?!\d)")
_SENTENCE_START = re.compile(r"(?:^|[.!?:]\s+|\n\s*(?:[-*+]\s+|#{1,6}\s+|\d+\.\s+)?|[\"“(]\s?|\*\*|—\s)$")
_SUBJECT_VERB = re.compile(
    r"\s(?:is|was|has|had|says?|said|asks?|asked|will|wants?|agreed|decided|proposes?|proposed|wrote|owns?|"
    r"needs?|reports?|approves?|approved|confirms?|confirmed|signed|must|should)\b"
)
_NO_NAME_WORDS = (
    "jan feb mar apr jun jul aug sep sept oct nov dec "
    "uhr mon tue tues wed thu thur thurs fri sat sun "
    "i mr mrs ms dr monday tuesday wednesday thursday friday saturday sunday january february march april may june "
    "july august september october november december english files commands decisions decision state "
    "status open questions question next steps numbers notes summary overview context background risks "
    "tests known done remaining blocked"
)
_NO_NAMES = frozenset(_NO_NAME_WORDS.split())
_COMMON_SUBJECTS_WORDS = (
    "it this that they he she we you there everything everyone nobody nothing one another what who "
    "which all both each some none someone work next now then here"
)
_COMMON_SUBJECTS = frozenset(_COMMON_SUBJECTS_WORDS.split())
_TRADE_WORDS = (
    "AI ADR API CLI UI UX PR RFC PRD CI CD QA ID URL TODO FAQ MVP WIP ETA EOL OK README NOT NO NEVER "
    "DO MUST ONLY ALL ANY WARNING NOTE ACTION OPEN NEXT DONE BLOCKED STOP ASK BEFORE AFTER FIRST "
    "CRITICAL IMPORTANT NICHT NUNCA JAMAIS"
)
_TRADE = frozenset(_TRADE_WORDS.lower().split())
"""Kinds of documents and emphasis: words of the trade, which claim nothing."""
_GERMAN = re.compile(
    r"(?<!\w)(?:und|der|das|ist|sind|nicht|mit|von|vom|blieb|wurden?|müssen|soll|wird|für|auf|den|dem|im|zu|zur|"
    r"zum|bei|hat|kein|noch)(?!\w)"
)
_GERMAN_ALONE = frozenset(("und", "ist", "sind", "nicht", "wurde", "wurden", "müssen", "wird", "für", "bei"))
"""One of them is enough."""
_ENGLISH_ONLY = re.compile(r"(?<!\w)(?:the|and|of|is|are|not|to|with|for|it|on|has)(?!\w)")
_LONG_WORD = re.compile(r"(?<!\w)[^\W\d_]{4,}(?!\w)")
_PERSON_BEFORE = re.compile(r"(?<!\w)(?:durch|fragt?|Frau|Herrn?)\s$")
_PERSON_AFTER = re.compile(
    r"\s(?:hat|ist|will|soll|sollte|muss|meint|sagt|prüft|entscheidet|bestätigt|übernimmt|fragen)\b"
)
_NOUN_ENDING = re.compile(r"(?:ung|ungen|heit|keit|ion|ionen|tät|schaft|nis|ment|en|er|e|s)$")


def find_claims(text: str) -> Iterator[tuple[str, str, int]]:
    """(code, text, offset), by code."""
    for span, at in code_spans(text):
        if " " in span.strip():
            yield "command", span, at
    for match in _ADDRESS.finditer(text):
        yield "path", match[0].rstrip(".,;:!?'\"*_"), match.start()
    for match in PATH.finditer(text):
        if _is_path(match[0]):
            yield "path", match[0], match.start()
    for match in _IDENTIFIER.finditer(text):
        is_command = match[0][0] == "`" and " " in match[0].strip("` ")
        if not is_command and match[0].lower().removesuffix("s") not in _TRADE:
            yield "identifier", match[0], match.start()
    for match in NUMERAL.finditer(text):
        if (number := trim_number(match[0])) and not _is_plural(text, match):
            yield "number", number, match.start()
    is_german = _is_german(text[:4_000])
    for match in _NAME.finditer(text) if not _is_title_case(text[:4_000]) else ():
        if _is_name(text, match) and (not is_german or _is_german_name(text, match)):
            yield "name", match[0], match.start()


def _is_path(text: str) -> bool:
    """Not `5/10`, and not `merged/pushed`, which are two words."""
    return any(char.isalpha() for char in text) and (
        text.count("/") != 1 or not text.replace("/", "").isalpha() or text[0] == "/"
    )


def _is_title_case(text: str) -> bool:
    """Whether most long words are capitalised, so that a capital does not indicate a name."""
    long = set(_LONG_WORD.findall(text))
    return len(long) > 7 and sum(word[0].isupper() for word in long) > 0.6 * len(long)


def _is_german(text: str) -> bool:
    words = text.lower()
    found = {*_GERMAN.findall(words)}
    is_sure = len(found) > 1 or not found.isdisjoint(_GERMAN_ALONE)
    return is_sure and len(found) > len({*_ENGLISH_ONLY.findall(words)})


def code_spans(text: str) -> Iterator[tuple[str, int]]:
    """The text between backticks, and its offset; a line with an odd number of them has none."""
    start = 0
    for line in text.split("\n"):
        parts = line.split("`")
        at = start
        for number, part in enumerate(parts):
            if number % 2 and len(parts) % 2 and part.strip():
                yield part, at
            at += len(part) + 1
        start += len(line) + 1


def _is_plural(text: str, match: re.Match[str]) -> bool:
    """`+1s` are votes."""
    return match[0].endswith("s") and text[match.start() - 1 : match.start()] == "+"


def _is_name(text: str, match: re.Match[str]) -> bool:
    """A capital inside a sentence is a name; at its start only if it is the subject of a statement."""
    word = match[0].lower()
    if (
        not match[0][0].isupper()
        or word.removesuffix("'s").removesuffix("’s") in _NO_NAMES
        or word.removesuffix("s") in _TRADE
    ):
        return False
    if match.start() and (text[match.start() - 1].isalnum() or text[match.start() - 1] in "_./-`"):
        return False
    if not _SENTENCE_START.search(text[max(0, match.start() - 12) : match.start()]):
        return True
    if word.removesuffix("'s").removesuffix("’s") in _COMMON_SUBJECTS:
        return False
    return word.endswith(("'s", "’s")) or (
        not word.endswith(("ing", "ed", "s", "ure", "ion", "ity", "ment", "ance", "ence"))
        and bool(_SUBJECT_VERB.match(text[match.end() : match.end() + 12]))
    )


def _is_german_name(text: str, match: re.Match[str]) -> bool:
    """German capitalises every noun: a name acts, or something is done by, with or of it."""
    return not _NOUN_ENDING.search(match[0]) and bool(
        _PERSON_BEFORE.search(text[max(0, match.start() - 8) : match.start()])
        or _PERSON_AFTER.match(text[match.end() : match.end() + 16])
    )

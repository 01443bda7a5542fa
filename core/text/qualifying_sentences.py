"""Sentences that must not be quoted without their neighbour: "Not decided." turns round what stands before it.

Told by how they begin, by single words and by their length, in English and German: reading them would need a parser. A
short sentence too many costs a few tokens, one too few says the opposite.
"""

import re
from itertools import pairwise

from core.text.calendar_words import WEEKDAY
from core.text.line_breaks import LABEL, is_break_meant
from core.text.sentence_ends import sentence_ends

FRAGMENT_WORDS = 3
"""A sentence of so few words seldom stands alone: "Not decided.", "Only on staging.", "Maybe." """
VERDICT_WORDS = 8
"""A longer sentence with a verdict has one of its own subject."""
QUALIFIER_WORDS = 14
MAX_STEPS = 2
"""Sentences taken along on each side."""
MAX_FRAGMENTS = 2
_LEANING = (
    r"after(?:wards| that)|then|next|but|however|otherwise|instead|so|it|this|that|these|those|they|he|she|his|her|its"
    r"|their|both|neither|danach|dann|aber|sonst|stattdessen|es|das|dies(?:e[rs]?)?|er|sie"
)
_QUALIFYING = (
    r"not|no|never|only|except|unless|if|provided|though|although|but|however|yet|still|until|maybe|perhaps|probably"
    r"|possibly|it|this|that|these|those|otherwise|nicht|kein\w*|nie|nur|außer|falls|vielleicht|wahrscheinlich|aber"
    r"|jedoch|das|dies(?:e[rs]?)?"
)
_VERDICT = (
    r"undecided|unconfirmed|rejected|cancell?ed|called off|withdrawn|dropped|abandoned|postponed|superseded|outdated"
    r"|obsolete|deprecated|revoked|retracted|reverted|refused|declined|denied|pending|tentative|unclear|untrue|wrong"
    r"|false|no longer|not yet|not any ?more|not decided|not true|to be confirmed|abgelehnt|abgesagt|verschoben"
    r"|verworfen|veraltet|unklar|offen"
)
_TAKES_BACK = re.compile(
    r"\b(?:rejected|dropped|abandoned|withdr[ae]wn?|declined|refused|discarded|(?:decided|voted) against)"
    r" (?:this|that|it|them|these|the (?:idea|plan|proposal))\b"
    r"|\b(?:this|that|it|they|these|das|dies|es) (?:\w+ ){0,3}"
    r"(?:no longer|not any ?more|rejected|withdrawn|superseded|nicht mehr|verworfen|abgelehnt)\b",
    re.IGNORECASE,
)
"""Of a sentence of any length: "Mina and I considered this and rejected it: too much for three events"."""
_SUCCEEDS = re.compile(
    r"\bin (?:his|her|their|its|\w+['’]s) (?:place|stead)\b|\b(?:to replace|replaces|replaced by|takes? over from)\b"
    r"|\btook over from\b|\bsuccessor\b|\ban (?:seiner|ihrer|deren) stelle\b|\bnachfolger(?:in)?\b",
    re.IGNORECASE,
)
"""Behind who leaves or what goes: "Elected in her place: Ruta Kalns." """
_REFERS_BACK = re.compile(
    r"\W*[^\W\d_]+(?: [^\W\d_]+)? (?:on|in|under|with|behind|inside|beside|for|of) (?:it|them|him|her)\b[^.:?!]{0,20}:",
    re.IGNORECASE,
)
"""Says more of what stands before it: "Found on it: two lamps." """
_SUBJECTLESS = re.compile(r"\W*(?:has|must|needs|is|was|were|should)\b[^?]*$", re.IGNORECASE)
"""What it says it of stands before it: "Has to be 16." """
_NAMES = re.compile(
    r"\W*(?i:(?:(?:we|i|they|let['’]s|wir|ich) )?(?:call|name|label|dub|christen|nenn)\w{0,3}"
    rf" (?:it|this|that|es|sie|ihn|das|dies) (?!{WEEKDAY}))\W?(?:[A-Z][\w'’-]*\W{{1,2}}){{1,3}}(?:\w+\W*)?$"
)
"""What it names stands before it: "Call it Marigold." """
_THEN_ON = re.compile(
    r"\W*(?:from|as of|starting|since|until|till|ab|seit|bis)\b[^.:;]{0,30}[\d:]", re.IGNORECASE
)
"""How a value follows that holds from another day on: "Rent until May: 900. From 1 June: 950." """
_RULE = re.compile(
    r"\b(?:not|never|no|nobody|must|only|always|each|every|all|don't|nicht|nie(?:mals|mand)?|kein\w*|muss|müssen|nur"
    r"|immer|jede\w*|alle\w*)\b",
    re.IGNORECASE,
)
_EXCEPTION = re.compile(
    r"\W*(?:only|except(?:ions?|ed)?|unless|ausnahmen?|ausgenommen|außer|nur|es sei denn)\b", re.IGNORECASE
)
_BEGINS_LEANING = re.compile(rf"\W*(?:{_LEANING}|{_QUALIFYING})\b", re.IGNORECASE)
_BEGINS_QUALIFYING = re.compile(rf"\W*(?:{_QUALIFYING})\b", re.IGNORECASE)
_HAS_VERDICT = re.compile(rf"\b(?:{_VERDICT})\b", re.IGNORECASE)
_WORD = re.compile(r"\w+(?:['’.,:-]\w+)*")
_ENDS_LEANING = re.compile(r"\b(?:ones?|any|either|too|instead|welche|keine[ns]?)\W*$", re.IGNORECASE)
"""Of a short sentence: "Please don't send one." """
_ENDS_POINTING = re.compile(
    r"\b(?:before|after|since|until|by|of|for|with|than|about|on|to|from) (?:that|this|these|those)\W*$",
    re.IGNORECASE,
)
"""Of any length: "Ann wants to pay off 8,000 of it before that." """
_BARE_ANSWER = re.compile(r"\W*(?:no|nope|yes|never|not (?:yet|any ?more)|nein|ja|nie)\W*", re.IGNORECASE)
"""Turns, or grants, what the sentence behind it goes on with: "No. And one page for a turn." """
_MARK = re.compile(r"[ \t]*(?:(?:>|[-*+•]|\d{1,3}[.)])[ \t]+)+(?:\[[ xX]\][ \t]+)?")
"""Of an item or a quotation, before which nothing stands in its line."""
ITEM = re.compile(r"[ \t]*(?:[-*+•]|\d{1,3}[.)])[ \t]")
MAX_WRAPPED = 8
"""Lines on which a sentence runs on."""
MIN_WRAPPED = 50
"""Characters of a line that may be wrapped before a word in capitals."""
_ENDS = re.compile(r"[.!?:;…|][\W_]*$")
_NO_PROSE = re.compile(r"\s*(?:#|>|\||```|~~~|[-*+•]\s|\d{1,3}[.)]\s)")
"""Headings, quotations, tables, code and list items begin anew."""


def leans(sentence: str) -> bool:
    """Whether it says little without the sentence before it."""
    if _is_fragment(sentence) or any(
        each.match(sentence) for each in (_BEGINS_LEANING, _SUBJECTLESS, _NAMES)
    ):
        return True
    return _ENDS_LEANING.search(sentence) is not None and len(_WORD.findall(sentence)) <= VERDICT_WORDS


def qualifies(sentence: str) -> bool:
    """Whether the sentence before it is not to be quoted without it."""
    words = len(_WORD.findall(sentence))
    return not announces(sentence) and bool(
        _is_fragment(sentence)
        or _TAKES_BACK.search(sentence)
        or (words <= VERDICT_WORDS and _HAS_VERDICT.search(sentence))
        or (words <= QUALIFIER_WORDS and _BEGINS_QUALIFYING.match(sentence))
        or (words <= VERDICT_WORDS and _THEN_ON.match(sentence))
        or (words <= QUALIFIER_WORDS and (_SUCCEEDS.search(sentence) or _REFERS_BACK.match(sentence)))
    )


def qualified_span(text: str, start: int, end: int) -> tuple[int, int]:
    """text[start:end], a sentence or several, with the neighbours that belong to it: those before it while it leans
    on them, those behind it that qualify it, and up to the exception from a rule, MAX_STEPS of each; before
    it MAX_FRAGMENTS more that are fragments.
    """
    left = MAX_STEPS
    for _ in range(MAX_STEPS + MAX_FRAGMENTS):
        first = _first_sentence(text, start, end)
        left -= 0 if _is_fragment(first) else 1
        is_whole = not (leans(first) or _ENDS_POINTING.search(first))
        before = _sentence_before(text, start)
        if left < 0 or before is None or (is_whole and not _BARE_ANSWER.fullmatch(text, before, start)):
            break
        start = before
    return start, max(qualified_end(text, end), _exception_end(text, start, end))


def qualified_end(text: str, end: int) -> int:
    """Where the sentences end that qualify what ends at `end`; `end` where none does."""
    for _ in range(MAX_STEPS):
        after = sentence_after(text, end)
        if after is None or not qualifies(text[slice(*after)]):
            break
        end = after[1]
    return end


def announces(sentence: str) -> bool:
    return sentence.rstrip(" \n*_").endswith(":")


def _exception_end(text: str, start: int, end: int) -> int:
    """Where the exception from the rule text[start:end] ends: it may stand behind the rule's reason."""
    at = end
    for _ in range(MAX_STEPS if _RULE.search(text, start, end) else 0):
        if (after := sentence_after(text, at)) is None:
            break
        at = after[1]
        if _EXCEPTION.match(text[slice(*after)]):
            return at
    return end


def _is_fragment(sentence: str) -> bool:
    return 0 < len(_WORD.findall(sentence)) <= FRAGMENT_WORDS


def _first_sentence(text: str, start: int, end: int) -> str:
    return text[start : next(sentence_ends(text, start, end))]


def sentence_after(text: str, end: int) -> tuple[int, int] | None:
    """(start, end) of the next sentence, without white space around it; None behind a blank line, or for no prose."""
    rest = text[end:]
    start = end + len(rest) - len(rest.lstrip())
    if start == len(text) or _begins_anew(text, end, start) or _NO_PROSE.match(text[start:]):
        return None
    stop = next(sentence_ends(text, start, wrapped_end(text, start)))
    return start, start + len(text[start:stop].rstrip())


def wrapped_end(text: str, start: int) -> int:
    """Where the line of text[start:] ends, or one of the lines behind it on which its sentence runs on."""
    end = line_end(text, start)
    for _ in range(MAX_WRAPPED):
        if next(sentence_ends(text, start, end)) < end or not _runs_on(text, end):
            break
        end = line_end(text, end + 1)
    return end


def _wrapped_start(text: str, at: int) -> int:
    """Where the line of text[at] begins, or one of the lines before it that run on to it."""
    start = text.rfind("\n", 0, at) + 1
    for _ in range(MAX_WRAPPED):
        if not start or not _runs_on(text, start - 1):
            break
        start = text.rfind("\n", 0, start - 1) + 1
    return start


def _runs_on(text: str, at: int) -> bool:
    """Whether the line break text[at] only wraps a sentence."""
    line, following = text[text.rfind("\n", 0, at) + 1 : at], text[at + 1 : line_end(text, at + 1)]
    if not following.strip() or _ENDS.search(line) or _NO_PROSE.match(following):
        return False
    is_wrapped = len(line) >= MIN_WRAPPED or following.lstrip()[:1].islower()
    return is_wrapped and not is_break_meant(text, at)


def line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end


def _begins_anew(text: str, end: int, start: int) -> bool:
    """Whether a blank line stands between text[:end] and text[start:], or a line break before a label."""
    breaks = text.count("\n", end, start)
    return breaks > 1 or (breaks == 1 and LABEL.match(text, start) is not None)


def _sentence_before(text: str, start: int) -> int | None:
    """The start of the sentence before; None in front of a blank line, or for no prose."""
    if _MARK.fullmatch(text, text.rfind("\n", 0, start) + 1, start):
        return None
    stop = len(text[:start].rstrip())
    line_start = _wrapped_start(text, stop)
    if not stop or _begins_anew(text, stop, start):
        return None
    if _NO_PROSE.match(text[line_start:stop]):
        # Within an item the sentence before belongs to it.
        item = ITEM.match(text, line_start, stop)
        if item is None or "\n" in text[stop:start]:
            return None
        line_start = item.end()
    begin, _ = list(pairwise([line_start, *sentence_ends(text, line_start, stop)]))[-1]
    return begin + len(text[begin:stop]) - len(text[begin:stop].lstrip())

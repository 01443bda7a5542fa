"""Shortens spans at clause borders, and only if what is dropped does not turn the meaning of the rest."""

import re
from functools import lru_cache

from core.text.cut_to_tokens import last_fitting
from core.text.passages import CountTokens
from core.text.written_dates import days_of
from stones.levels.ended_records import ENDED
from stones.levels.extract.late_predicates import CONDITION, late_predicate, with_predicate
from stones.levels.markers import markers

_BORDER = re.compile(
    r"[;；]\s*|:\s+(?=`|[a-z][^.:]{0,60},)|\s+[—–]\s+|\s+-{1,2}\s+|\s+\((?=[^()]{3,400}\))|，(?=.)|"
    r",\s+(?=(?:and|which|while|because|since|where|with|plus|then|so|as|(?:or )?else|otherwise|"
    r"und|weil|da|wobei|sonst|andernfalls|sinon|"
    r"et(?! al\b)|car|y|porque|e)\b)"
)
_TURNS = re.compile(
    r"\b(?:but|unless|except|until|only|without|not|never|no|however|though|although|instead|just|merely|aber|"
    r"außer|sofern|ohne|allerdings|jedoch|lediglich|nicht|nur|kein\w*|"
    r"mais|sauf|sans|pas|cependant|toutefois|seulement|simplement|pero|salvo|sino|eso sí|sin embargo|mas|exceto|"
    r"sem|não)\b|n['’]t\b|但|除非|不|未|ただし|ない",
    re.I,
)
_GOES_ON = re.compile(
    r"(?:and |und |y |et )?(?:then|yet|dann|puis|luego|entonces)\b|"
    r"(?:that|this|the) (?!is\b)\w+ (?:was|were|has|have) (?:\w+ ){0,2}?"
    r"(?:made|taken|given|done|found|lifted|solved|fixed)\b",
    re.I,
)
"""What came of it stands behind the border."""
_BECOMES = re.compile(r"[^.!?→]{0,120}?\s→\s")
"""What is in front of it is no more."""
_NAMES_NONE = re.compile(r"\W*(?:no|none|neither|kein\w*|ningun\w*|ningún|aucune?|sin)\b", re.I)
_THOUGHT = re.compile(
    r"\b(?:at first|initially|suspect(?:s|ed)?|thought|believed?|assumed?|claim(?:s|ed) (?:that|to)|"
    r"zunächst|zuerst|anfangs|vermutete?n?|dachten?|glaubten?|d['’]abord|soupçonn\w+|cro(?:yait|yaient|it)|pensait|"
    r"primero|al principio|sospech\w+|cre(?:ía|ían|e)|pensaba)\b",
    re.I,
)
"""What may turn out otherwise."""
_DENIES = re.compile(r"n['’]t\b|\b(?:not|never|nicht|pas)\b", re.I)
_OPENS_QUESTION = re.compile(
    r"(?:.*[.:>] )?\W*(?:and |but |so |und |et |y )?(?:who|whom|whose|what|which|when|where|why|how|is|are|was|"
    r"were|do|does|did|"
    r"has|have|had|can|could|may|might|must|shall|should|will|would|\w+n['’]t|"
    r"wer|wen|wem|was|welche\w*|wann|wo\w*|warum|wie|ist|sind|hat|haben|kann|können|soll\w*|muss|müssen|darf|"
    r"dürfen|wird|"
    r"qui|que|quoi|quel\w*|quand|où|pourquoi|comment|combien|est-ce|quién|qué|cuál\w*|cuándo|dónde|cómo)\b",
    re.I,
)
"""What is asked stands there, and not behind a border."""
_STRONG_BORDERS = (";", "；")
_REASON = re.compile(r"(?:because|as(?! (?:is|are|do|does)\b)|weil|da|porque|parce que)\b", re.I)
_EXCEPTS = re.compile(
    r"\b(?:but|unless|except|until|although|though|however|aber|außer|sofern|pero|salvo|mais|sauf)\b", re.I
)
_SAYS_END = re.compile(rf"(?:\w+ )?(?:status|state|stand|estado|statut|état): {ENDED}", re.I)
"""That is all of it: the rest says why."""
_OVERRULES = re.compile(
    r"\b(?:moved|postponed|rescheduled|cancell?ed|rejected|declined|refused|reverted|withdrawn|withdrew|"
    r"abandoned|dropped|replaced|changed|"
    r"overruled|verschoben|verlegt|abgesagt|abgelehnt|verworfen|zurückgezogen|geändert|reporté|déplacé|annulé|"
    r"rejeté|refusé|"
    r"aplazad[oa]|cancelad[oa]|rechazad[oa]|retirad[oa])\b",
    re.I,
)
"""What the beginning of the sentence says was planned or proposed."""
_STANDS_STILL = re.compile(
    r"(?:\w+ ){0,2}?(?:blocked|on hold|stalled|fail(?:ed|s|ing)|pending|not started|stopped|blockiert|gesperrt|"
    r"fehlgeschlagen|gescheitert|bloquée?|échouée?|bloquead[oa]|fallid[oa])\b",
    re.I,
)
"""Opens what is behind the border: how the thing in front of it stands."""
_ASKS = markers("rules", "ask")
_ASKS_ON = re.compile(
    r"\b(?:if|can|could|should|would|will|shall|may|do|does|did|please|who|what|how|why|by|until|before|today"
    r"|tomorrow|noon|falls|wenn|kannst|könn\w+|soll\w*|bitte|wer|was|wie|bis|vor|heute|morgen"
    r"|si|avant|merci|qui|comment|antes|por favor)\b",
    re.I,
)
"""What is asked further on, when, or on what condition."""
_STATED = re.compile(r",\s+(?:that(?! is\b)|whether|dass|daß|ob)\b", re.I)
_LEADS_ON = re.compile(r"\b(?:this|these|that|following|follows|below|here|so|are|is)$", re.I)
MAX_BEFORE_LIST = 300
"""Characters in front of that colon."""
LAST_WORD = 20
"""Characters in which the last word stands."""
MIN_LISTED_WORDS = 6
"""Of what stands in front of a colon with a list behind it."""
LOOK_AHEAD = 80
"""Characters of the dropped text that are searched for a word that turns the meaning."""
MAX_DATED = 1_200
"""Characters of a sentence in which its days are looked for."""
NEXT_WORD = 12
"""The same for a list that shows that it goes on."""
_LAST_LISTED = re.compile(r",\s+(?:and|or|und|oder|et|ou|y|o|e)\b")
_LISTED = re.compile(r",\s+(?:\S+\s+){0,2}\S+$")
"""One of at least two things before the comma of the last: "a, b, and c"."""
_MIN_WORDS = 4
"""Words of a clause that can stand alone."""
_OTHER_LETTER = re.compile(r"(?![\x00-\x7f\d])\w")
"""Scripts that part no words have one; a sign as "▶" is none."""
_OPEN_END = re.compile(
    r"\b(?:an?|the|of|to|in|on|at|by|for|from|with|into|than|as|via|per|between|and|or|is|are|was|were|be|"
    r"der|die|das|den|dem|ein|eine|von|mit|für|auf|zu|und|oder|ist|sind|de|la|le|les|du|des|avec|pour|et|"
    r"el|los|las|con|por|para|y|em|do|da|com)$",
    re.I,
)
"""What needs a word after it."""
_LONGEST_OPEN_END = 8
"""Characters of its longest match and one before."""
_NAMED_OPERANDS = re.compile(r"\b(?:is|are|was|were|ist|sind|es|est) [A-Z]\S{0,30} - [A-Z]$")
"""A hyphen between two of them takes one from the other: "Used is Total - Free"."""
_DANGLING = re.compile(r"[\s,;:—–\-(\[/&+=<>→⇒|]+$")
"""What leads on to something that is cut away."""
_SENTENCE_ENDED = re.compile(r"[.!?…。！？:：;][\"'”’)\]]*$")
_SENTENCE_BORDER = re.compile(r"[.!?…]\s+")
_FIGURE = re.compile(r"\d")
_NUMBERING = re.compile(r"^(?:\W*\d{1,3}\.\s+|[^\w`\"'(\[<@#/.§]+)")

_BRACKETED_END = re.compile(r"(?<=\w) \([^()]{1,60}\)$")


def cut(text: str, max_tokens: int, count_tokens: CountTokens) -> str:
    """The longest beginning of whole clauses that fits `max_tokens`; of a sentence whose verb stands far behind its
    subject both, with "…" between them; empty if none does.
    """
    if count_tokens(text) <= max_tokens:
        return text
    best = ""
    is_question = text.endswith(("?", "？"))
    becomes = text.count("→") == 1
    if predicate := late_predicate(text):
        text = with_predicate(text, predicate)
        best = text if count_tokens(text) <= max_tokens else ""
    for border in _BORDER.finditer(text[: max_tokens * 12]):
        head = text[: border.start()].rstrip(" ,;:—–-")
        if border[0].lstrip().startswith("(") and not _closes_at_end(text, border.end()):
            continue
        if _SAYS_END.fullmatch(head) and not _EXCEPTS.search(text, border.end(), border.end() + LOOK_AHEAD):
            best = head if count_tokens(head) <= max_tokens else best
            continue
        if border[0].strip() == "-" and _NAMED_OPERANDS.search(text, 0, border.end() + 1):
            continue
        is_far = border[0][0] == ":" and border.start() > MAX_BEFORE_LIST
        if is_far or _is_half(head, border):
            continue
        turns = _turns_after(text, border.end(), LOOK_AHEAD) and not _gives_reason(text, border.end())
        if turns or _states_after(text, border) or not _is_whole(head):
            continue
        if _OVERRULES.search(text, border.end()) or _STANDS_STILL.match(text, border.end()):
            continue
        if _GOES_ON.match(text, border.end()) or (becomes and _BECOMES.match(text, border.start())):
            continue
        if _LAST_LISTED.match(text, border.start()) and _LISTED.search(head):
            continue
        if _asks_after(text, border) or _dates_after(text, border):
            continue
        if is_question and not _OPENS_QUESTION.match(head):
            continue
        head = f"{head}{text[-1]}" if is_question else head
        if count_tokens(head) > max_tokens:
            break
        best = head
    return best


def cut_list(text: str, room: int, count_tokens: CountTokens) -> str:
    """The beginning that fits, up to a comma, with "…": for a sentence that must be told and ends in a long list."""
    if late_predicate(text) or _NAMES_NONE.match(text):
        return ""
    borders = re.finditer(r",\s", text[: room * 12])
    ends = [
        border.start()
        for border in borders
        if not _turns_after(text, border.end(), NEXT_WORD)
        and not _states_after(text, border)
        and not _asks_after(text, border)
        and not _dates_after(text, border)
    ]
    best = text[: last_fitting(ends, lambda end: count_tokens(text[:end]) < room)]
    is_long = len(best.split()) >= 2 * _MIN_WORDS
    # Of "Can you come? If not, …" the first words of the second say nothing.
    is_begun = CONDITION.match(_SENTENCE_BORDER.split(best)[-1]) is not None
    return f"{best}…" if is_long and not is_begun and _is_whole(best) else ""


def cut_words(text: str, max_tokens: int, count_tokens: CountTokens) -> str:
    """The beginning that fits, at a word border, with "…": for a necessary text without a clause that fits."""
    text = text[: max_tokens * 12]
    if count_tokens(text) <= max_tokens:
        return text
    words = text.split(" ")
    while len(words) > 1 and count_tokens(" ".join(words)) >= max_tokens:
        words.pop()
    head = " ".join(words)
    while head and count_tokens(head) >= max_tokens:
        head = head[: len(head) * 3 // 4]
    return _DANGLING.sub("", head) + "…"


def shorten_title(title: str, max_tokens: int, count_tokens: CountTokens) -> str:
    title = _NUMBERING.sub("", title).rstrip(" .。:：")
    unbracketed = _BRACKETED_END.sub("", title)
    bracket = title[len(unbracketed) :]
    is_aside = not any(turns.search(bracket) for turns in (_TURNS, _OVERRULES, _EXCEPTS))
    if is_aside and count_tokens(title) > max_tokens >= count_tokens(unbracketed):
        return unbracketed
    return cut(title, max_tokens, count_tokens) or cut_words(title, max_tokens, count_tokens)


def end_sentence(text: str) -> str:
    """With a full stop, if nothing ends it: what follows on the same line is another sentence."""
    if not text or _SENTENCE_ENDED.search(text):
        return text
    is_east_asian = text[-1].isalnum() and not text[-1].isascii() and text[-1].lower() == text[-1].upper()
    return f"{text}{'。' if is_east_asian else '.'}"


def _is_half(head: str, border: re.Match[str]) -> bool:
    """Whether what is thought or denied there is told right or wrong, given its reasons, or named, only behind the
    border.
    """
    if border[0][0] == ":" and (len(head.split()) < MIN_LISTED_WORDS or _LEADS_ON.search(head[-LAST_WORD:])):
        return True
    is_thought = border[0].lstrip()[:1] in _STRONG_BORDERS and _THOUGHT.search(head) is not None
    return is_thought or _DENIES.search(head.rpartition(": ")[0]) is not None


def _turns_after(text: str, at: int, characters: int) -> bool:
    return _TURNS.search(text[at : at + characters]) is not None


def _gives_reason(text: str, at: int) -> bool:
    """Whether what follows only says why: a negation there leaves the rest as it is."""
    return _REASON.match(text, at) is not None and _EXCEPTS.search(text, at, at + LOOK_AHEAD) is None


def _states_after(text: str, border: re.Match[str]) -> bool:
    """Whether what is decided, said or asked comes only behind the border: "We decided, with Olga, that …"."""
    return _STATED.search(text, border.start(), border.end() + LOOK_AHEAD) is not None


def _asks_after(text: str, border: re.Match[str]) -> bool:
    """Whether a question, or an ask, goes on behind the border."""
    is_ask = text.endswith(("?", "？")) or _ASKS.search(text[: border.start()]) is not None
    return is_ask and _ASKS_ON.search(text, border.end()) is not None


def _dates_after(text: str, border: re.Match[str]) -> bool:
    """Whether a day is named before the border and another one behind it: "due on 3 May, now on 10 May"."""
    days = _days_in(text[:MAX_DATED])
    before = {day for day, start in days if start < border.start()}
    return bool(before) and any(day not in before for day, start in days if start >= border.end())


@lru_cache(maxsize=200)
def _days_in(text: str) -> tuple[tuple[tuple[int, int], int], ...]:
    """Each border of a text asks for them."""
    return tuple((day, start) for day, start, _ in days_of(text)) if _FIGURE.search(text) else ()


def _closes_at_end(text: str, start: int) -> bool:
    """Whether nothing follows the brackets that open there: they are an aside, not in the middle of a phrase."""
    end = text.find(")", start, start + 400) + 1
    return end > 0 and not text[end : end + 2].strip(" .,;:—–")


def _is_whole(head: str) -> bool:
    """Whether it can stand alone: no bracket, quotation, code or phrase left open, and more than a label."""
    is_closed = head.count("(") == head.count(")") and head.count("[") == head.count("]")
    is_long = len(head.split()) >= _MIN_WORDS or (len(head) >= 8 and _OTHER_LETTER.search(head) is not None)
    after_label = head.rpartition(": ")[2]
    return (
        not CONDITION.match(head)
        and not _OPEN_END.search(head, max(0, len(head) - _LONGEST_OPEN_END))
        and is_closed
        and is_long
        and head.count('"') % 2 == 0
        and head.count("`") % 2 == 0
        and (after_label == head or len(after_label.split()) >= 3)
    )

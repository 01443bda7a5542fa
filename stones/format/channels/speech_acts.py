"""Whether a sentence asks, orders, or neither, by its form, in several languages."""

import re
from functools import lru_cache
from itertools import pairwise

from stones.format.channels import channel_phrases
from stones.format.channels.phrase_matching import normalize
from stones.format.channels.prose_sentences import ProseSentence
from stones.format.channels.word_classes import (
    AUXILIARIES,
    ELLIPTIC,
    FINITE,
    NON_VERBS,
    OBJECTS,
    OPENING_AUXILIARIES,
    PRONOUNS,
    QUESTION_WORDS,
    SUBORDINATE,
    VERBS,
)

_COURTESY = re.compile(
    r"(?:(?:hi|hello|hey|ok|okay|so|now|then|also|and|please|pls|kindly|task|todo|bitte|dann|also|und|sorry|yes|no|but"
    r"|hallo|hola|bonjour|salut|ciao|merci|por favor|s'il te plaît|s'il vous plaît)\b[\s,:!-]*){1,3}",
    re.IGNORECASE,
)
_OTHER_IMPERATIVE = re.compile(
    r"(?:\w{3,}(?:ez|issez)(?:-\w+)?\b(?! vous)|\w{2,}(?:e|en|iere|ieren) sie"
    r"|mach|schick|nimm|gib|lies|schreib|prüf|lass|setz|stell|schau|sieh|leg|bau|räum|ruf|trag"
    r"|ajoute|corrige|envoie|mets|fais|vérifie|supprime|regarde|rends"
    r"|añade|corrige|envía|revisa|cambia|borra|haz|pon|busca|prepara|manda"
    r"|adiciona|corrija|envie|verifique|apague|mude|faça|aggiungi|togli|controlla|correggi"
    r"|voeg|stuur|controleer|verwijder|pas|zet|maak|lägg|skicka|ta bort|ändra|fixa"
    r"|dodaj|usuń|sprawdź|napraw|wyślij|добавьте?|исправьте?|проверьте?|удалите?|сделайте?|отправьте?"
    r"|добавь|исправь|проверь|удали|сделай|отправь)\b"
)
_EAST_ASIAN_QUESTION = re.compile(
    "吗|呢|什么|怎么|为什么|为何|是否|多少|哪[里个些种]|如何|还是.{1,30}[？?]|(?:です|ます|でしょう|ません)か[。？]?$|[나까]요?[?.]?$"
)
_EAST_ASIAN_ORDER = re.compile(
    "^(?:请(?!问)|把|将|帮|给我|麻烦|确保|务必)|(?:て|で)ください|お願いします|주세요|하십시오|(?:一下|改成|改为)"
)
_QUESTION_MARKS = ("?", "？", "؟", "?)", "??", "?!")


def is_question(sentence: ProseSentence) -> bool:
    """Whether a sentence wants an answer: directly, or like "I wonder whether"."""
    _, words, is_request = _without_courtesy(sentence.text)
    if is_request:
        return False
    if sentence.text.rstrip('"”») ').endswith(_QUESTION_MARKS):
        return True
    if channel_phrases.ASK_INDIRECTLY.found_in(words) or channel_phrases.EXPLAIN.begin(words):
        return True
    if not sentence.text.isascii() and _EAST_ASIAN_QUESTION.search(sentence.text):
        return True
    return _is_inverted(words.split(), sentence.text)


@lru_cache(maxsize=256)
def _without_courtesy(text: str) -> tuple[str, str, bool]:
    """The text, its words, and whether these request an action: asked twice of each sentence."""
    body = text[found.end() :] if (found := _COURTESY.match(text)) else text
    words = normalize(body)
    return body, words, requests_action(words)


def requests_action(words: str) -> bool:
    """Whether a normalized sentence asks for an action rather than for an answer."""
    if channel_phrases.PROPOSE.found_in(words):
        return True
    is_about_what = not QUESTION_WORDS.isdisjoint(words.split(maxsplit=1)[:1])
    return (
        channel_phrases.ASK_POLITELY.found_in(words)
        and not is_about_what
        and not channel_phrases.ABOUT_KNOWING.found_in(words)
    )


def _is_inverted(words: list[str], text: str) -> bool:
    """Whether a sentence without a question mark has the word order of a question: "how do I", "does it", "where is
    the".
    """
    if text.endswith((":", "!")) or len(words) < 3:
        return False
    first, second, third = words[:3]
    if first in OPENING_AUXILIARIES:
        return second in PRONOUNS or (first not in ("do", "have", "will") and second not in ELLIPTIC)
    if first not in QUESTION_WORDS or first in PRONOUNS:
        return False
    if second in ("do", "does", "did", "happens") or (second == "to" and first in ("how", "where", "when")):
        return True
    return any(
        verb in AUXILIARIES and (subject in PRONOUNS or (verb == second and subject in OBJECTS))
        for verb, subject in pairwise(words[1:5])
    ) or (
        first in ("what's", "where's", "who's", "how's")
        and third not in AUXILIARIES
        and not text.endswith(".")
    )


def is_order(sentence: ProseSentence) -> bool:
    """Whether a sentence tells somebody to do something: an imperative, or a request in the form of a question."""
    body, words, is_request = _without_courtesy(sentence.text)
    if is_request:
        return True
    if body.rstrip('"”») ').endswith(_QUESTION_MARKS):
        return False
    if not body.isascii() and _EAST_ASIAN_ORDER.search(body):
        return True
    if ", " in body and not SUBORDINATE.isdisjoint(words.split(maxsplit=1)[:1]):
        body = body.split(", ", 1)[1]
        words = normalize(body)
    return _is_imperative([word for word in words.split()[:6] if not word.isdigit()], body)


def _is_imperative(words: list[str], body: str) -> bool:
    opening = f" {' '.join(words)} "
    if not words or channel_phrases.EXPLAIN.begin(opening) or channel_phrases.NOTE.begin(opening):
        return False
    if _OTHER_IMPERATIVE.match(body.lower()):
        return True
    first, second = words[0], words[1] if len(words) > 1 else ""
    if first in VERBS:
        return second not in FINITE and (len(words) < 3 or words[2] not in FINITE - {"in", "for", "of", "at"})
    if "'" in first:
        return False
    # An unknown verb is recognised by its object: "squash the fixups", "peel an onion".
    return first not in NON_VERBS and second in OBJECTS and not first.endswith(("ing", "ed", "ly", "s"))

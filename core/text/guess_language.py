"""Which language a text is in, by its script and its commonest words; no answer where these do not tell.

For "this collection is in English": a guess that is wrong misleads, so a short text without common words has none, and
words that two languages share count for neither.
"""

import re
from collections import Counter

NAMES = {
    "en": "English",
    "de": "German",
    "fr": "French",
    "es": "Spanish",
    "it": "Italian",
    "nl": "Dutch",
    "pt": "Portuguese",
    "ru": "Russian",
    "el": "Greek",
    "he": "Hebrew",
    "ar": "Arabic",
    "zh": "Chinese",
    "ja": "Japanese",
    "ko": "Korean",
    "hi": "Hindi",
    "th": "Thai",
}
MAX_CHARACTERS = 20_000

_COMMON = {
    "en": (
        "the and is are was were of to in for with how what when where which who why does do did can "
        "could should would i you my your it this that from by not have has be an on or if there any "
        "get make use need"
    ),
    "de": (
        "der die das und ist sind war ein eine einen einer eines wie was wann wo wer warum welche "
        "welcher kann ich du wir mein meine nicht mit für von zu zum zur auf auch aus bei nach werden "
        "wird habe hat haben gibt es oder wenn den dem des im am man sich über"
    ),
    "fr": (
        "le la les des est sont une un et je tu nous vous mon ma mes pour avec dans sur pas que qui "
        "quoi où quand comment pourquoi quel quelle peut peux puis faire du au aux ce cette il elle "
        "ne ou faut y"
    ),
    "es": (
        "el los las es son una unos y yo mi mis para con en por que qué cómo cuándo dónde quién cuál "
        "puedo puede hacer del al no se un lo esta este hay más están tiene tengo"
    ),
    "it": (
        "il lo gli è sono una un e io mio mia per con di che chi come quando dove perché quale posso "
        "può fare del della al nel non si questo questa ho ha i"
    ),
    "nl": (
        "de het een en is zijn hoe wat wanneer waar wie waarom welke kan ik jij mijn niet met voor "
        "van naar op ook uit bij worden wordt heb heeft als er dit dat te"
    ),
    "pt": (
        "o os as é são uma um e eu meu minha para com em por que como quando onde quem qual posso "
        "pode fazer do da ao no na não se este esta há você tem"
    ),
}
_LANGUAGES = {
    word: [language for language, words in _COMMON.items() if word in words.split()]
    for word in " ".join(_COMMON.values()).split()
}
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_SCRIPTS = (
    ("ja", re.compile(r"[\u3040-\u30ff]")),
    ("ko", re.compile(r"[\uac00-\ud7af]")),
    ("zh", re.compile(r"[\u4e00-\u9fff]")),
    ("ru", re.compile(r"[\u0400-\u04ff]")),
    ("el", re.compile(r"[\u0370-\u03ff]")),
    ("he", re.compile(r"[\u0590-\u05ff]")),
    ("ar", re.compile(r"[\u0600-\u06ff]")),
    ("hi", re.compile(r"[\u0900-\u097f]")),
    ("th", re.compile(r"[\u0e00-\u0e7f]")),
)
_OF_SCRIPT = 0.3
"""Share of a text's letters from which on a script says its language; a name in another script does not."""
_OWN, _SHARED = 4, 1
"""Points of a word that one language alone has, and of one that others have, too."""
_LEAST, _LEAD = _OWN + _SHARED, 1.5
"""Points that a language needs, and how many times those of the next."""
_LETTERS = {
    "de": "äöüß",
    "fr": "àâæçéèêëîïôœùûüÿ",
    "es": "áéíñóúü",
    "it": "àèéìíòóù",
    "nl": "éëïóöü",
    "pt": "áâãàçéêíóôõú",
}
"""Beyond a to z. English has none of its own."""
_ENDINGS = {
    "de": "ung ungen heit heiten keit keiten schaft ieren iert lich liche isch ische",
    "fr": "eux euse euses",
    "es": "dad dades ciones mente miento mientos",
    "it": "zione zioni mente mento menti aggio ità",
    "nl": "heid heden lijk lijke eren",
    "pt": "dade dades mente mento agem agens",
}
"""Of words that English has next to none of."""
_BY_LENGTH = sorted({each for listed in _ENDINGS.values() for each in listed.split()}, key=len, reverse=True)
_LONG = 7
"""Characters of a word whose ending tells: "young" and "dad" are English."""
_ENGLISH_TOO = (
    "am as chi com come comment con da den die dove e em fare ha hat hay ho io les ma man met mi mia mon no "
    "non o op os pas per pour si son sur te um un van war wo y yo"
)
_ALSO_ENGLISH = frozenset(_ENGLISH_TOO.split())
"""Of the common words of others."""


def guess_language(text: str) -> str:
    """Its ISO 639-1 code, a key of NAMES; empty where it cannot be told."""
    examined = text[:MAX_CHARACTERS]
    letters = sum(map(str.isalpha, examined))
    for language, script in () if examined.isascii() else _SCRIPTS:
        # Kana beside many Han is Japanese; a few Han in a Latin text are a name.
        if letters and len(script.findall(examined)) >= _OF_SCRIPT * letters * (
            0.3 if language == "ja" else 1
        ):
            return language
    found: Counter[str] = Counter()
    for word in _WORD.findall(examined.lower()):
        languages = _LANGUAGES.get(word, ())
        for language in languages:
            found[language] += _OWN if len(languages) == 1 else _SHARED
    (first, most), (_, next_most) = [*found.most_common(2), ("", 0), ("", 0)][:2]
    return first if most >= _LEAST and most >= _LEAD * next_most else ""


def common_words(language: str) -> str:
    """Of a language by its code: articles, prepositions, auxiliaries and what asks; empty where they are not known."""
    return _COMMON.get(language, "")


def looks_foreign(words: str, language: str) -> bool:
    """Whether one of these words, too few to tell theirs, is hardly of that language: by its letters, as a common word
    of others alone, or by its ending.
    """
    own_letters = _LETTERS.get(language, "")
    own_endings = _ENDINGS.get(language, "").split()
    for word in _WORD.findall(words[:MAX_CHARACTERS].lower()):
        if not all(letter.isascii() or letter in own_letters for letter in word):
            return True
        languages = _LANGUAGES.get(word, ())
        if languages and language not in languages and not (language == "en" and word in _ALSO_ENGLISH):
            return True
        ending = next((each for each in _BY_LENGTH if word.endswith(each)), "")
        if len(word) >= _LONG and ending and ending not in own_endings:
            return True
    return False

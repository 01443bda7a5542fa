"""Whether a text is about the opposite of what a question asks for: importing where it asks about exporting.

Vectors put the two side by side. What tells them apart is the action, so actions alone are compared: pairs of words,
words that only a prefix divides ("lock", "unlock"), what stands after "turn", "log" and their like ("on", "off"), what
a thing is made ("longer"), and what a question wants prevented (`prevented_actions`). A text that also holds the
question's action, or a word that means it, is no opposite. English; other languages have none.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from core.text.bm25_words import split_words
from core.text.prevented_actions import prevented_action, prevented_stems, wants_prevented


@dataclass(frozen=True, slots=True)
class OppositeAction:
    """Both as stems (`bm25_words`); `requested` with "not" where it is to be prevented."""

    requested: str
    found: str


@dataclass(frozen=True, slots=True)
class _Side:
    words: frozenset[str]
    """Each says that a text is about this action."""
    clearing: frozenset[str]
    """Words that may mean it, but say too little to tell what a text is about."""


_LEND_TO_ASKER = re.compile(
    r"(?P<who>\b(?:you|we|they) (?:(?:also|ever|still|even) )?)lend\b(?! (?:my|your|our|his|her|their)\b)"
    r"|\blends\b|\blend(?= (?:me|us)\b)",
    re.IGNORECASE,
)
_BORROW_OF_ASKER = re.compile(r"\bborrow(?= my\b)", re.IGNORECASE)


def _side(text: str) -> _Side:
    words, _, clearing = text.partition(":")
    stems = frozenset(split_words(words))
    return _Side(stems, stems | frozenset(split_words(clearing)))


_PAIRS = tuple(
    (_side(one), _side(other))
    for one, other in (
        ("export: save download output write convert", "import: load read upload ingest"),
        (
            "create add insert: make making new build generate write put set define register implement attach invite",
            "delete remove erase destroy: drop clear clean purge rid discard strip cancel uninstall close",
        ),
        ("enable activate: on allow add set use", "disable deactivate: off remove prevent block"),
        (
            "start launch: run begin boot execute",
            "stop halt terminate: end kill quit cancel exit pause interrupt",
        ),
        ("remember store: save keep record write add", "forget: delete remove erase drop clear"),
        ("upload: import put send", "download: export get save fetch"),
        ("encrypt: protect password", "decrypt: open unlock"),
        ("encode", "decode"),
        ("compress: zip pack", "decompress uncompress: unzip unpack extract"),
        ("public publish: share release everybody anyone", "private unpublish: secret"),
        ("show unhide: display list print visible see", "hide: invisible collapse"),
        ("open: view launch", "close: shut exit"),
        (
            "increase enlarge: larger bigger more raise higher grow",
            "decrease reduce: smaller less lower shrink fewer",
        ),
        ("send: deliver write post mail", "receive: get read fetch"),
        (
            "grant allow permit: give share enable",
            "revoke deny forbid: remove prevent block restrict protect",
        ),
        ("accept approve", "reject decline refuse"),
        ("join: enter", "leave: quit exit"),
        ("subscribe", "unsubscribe: cancel stop"),
        ("book reserve request order register enrol enroll", "cancel withdraw unregister: drop refund undo"),
        ("merge combine: join union together", "split divide: separate"),
        ("archive", "restore unarchive: recover undo bring back"),
        ("makebackup", "restore recover: bring back revert"),
        ("push", "pull: fetch"),
        ("buy purchase", "sell"),
        ("deposit: top put add", "withdraw: take get"),
        ("borrow: rent hire loan", "lend: give share loan"),
        ("arrive return: come back", "depart leave: go start"),
        ("attach", "detach"),
        ("signin: sign authenticate", "signout"),
        ("lengthen: longer extend down out", "shorten: shorter cut trim hem up"),
        ("widen: wider out", "narrow: narrower tighten in"),
        ("tighten: tighter", "loosen: looser relax"),
        ("thicken: thicker", "thin: thinner dilute"),
        ("strengthen: stronger", "weaken: weaker"),
        ("lighten: lighter bleach", "darken: darker"),
        ("soften: softer", "harden: harder"),
        ("optin", "optout"),
        ("checkin: arrive", "checkout: leave depart"),
    )
)
_PREFIXES = ("un", "dis", "de")
_SHORTEST = 4
_BY_CHANCE = frozenset(
    split_words("define design display discover discount decode depend detail deploy default density descend")
)
"""Words that only look like one with such a prefix."""
_PARTICLE = re.compile(
    r"\b(turn|switch|log|sign|opt|check)(?:s|ed|ing|ged|ging|ted|ting|ched|ching)?\b((?:\s+[\w'’-]+){0,4}?)\s+(on|off|in|out)\b",
    re.IGNORECASE,
)
_AS_ONE = {
    ("turn", "on"): "enable",
    ("turn", "off"): "disable",
    ("switch", "on"): "enable",
    ("switch", "off"): "disable",
    ("log", "in"): "signin",
    ("log", "out"): "signout",
    ("sign", "in"): "signin",
    ("sign", "out"): "signout",
    ("log", "off"): "signout",
    ("check", "in"): "checkin",
    ("check", "out"): "checkout",
    ("opt", "in"): "optin",
    ("opt", "out"): "optout",
}
_AS_VERB = {
    "longer": "lengthen",
    "shorter": "shorten",
    "wider": "widen",
    "narrower": "narrow",
    "tighter": "tighten",
    "looser": "loosen",
    "thicker": "thicken",
    "thinner": "thin",
    "stronger": "strengthen",
    "weaker": "weaken",
    "lighter": "lighten",
    "darker": "darken",
    "softer": "soften",
    "harder": "harden",
    "bigger": "enlarge",
    "larger": "enlarge",
    "smaller": "reduce",
}
_MAKE = re.compile(
    rf"\bm(?:ak(?:es?|ing)|ade)\b((?:\s+[\w'’-]+){{0,4}}?)\s+({'|'.join(_AS_VERB)})\b(?!\s+than)",
    re.IGNORECASE,
)
_BACK_UP = re.compile(
    r"(?:^\W*|\b(?:to|i|we|you|one|please|and) )back(?:ing)?"
    r"(?:[ -]?up\b| (?:the|an?|my|our|it|this|all)(?: [\w-]+){0,3} up\b)"
    r"|\b(?:mak|tak|creat|schedul)(?:e|es|ing) (?:(?:an?|the|my|our|new|full|daily|nightly) ){0,2}back-?ups?\b",
    re.IGNORECASE,
)
"""Says that one is made, not "from a backup"."""
_COME_BACK = re.compile(
    r"\b(?:com(?:es?|ing)|came|go(?:es|ing)?|went|gets?|getting|drives?) back\b", re.IGNORECASE
)
_LOGIN = re.compile(r"\b(log|sign|check)-?(in|out)s?\b", re.IGNORECASE)
_REQUEST = re.compile(r"\b(?:show|tell|send|give) (?:me|us)\b|\ballow me\b", re.IGNORECASE)
_DONE = re.compile(r"\b(?!(?:en|dis)abl)[^\W\d_]{2,}(?:ed|able)\b", re.IGNORECASE)
"""A state, or what has happened ("my account is locked"): not an action."""
_NEGATED = re.compile(
    r"(?:\b(?:without|not|never|no longer|instead of|rather than|avoid|undo(?:ing)?|before|after"
    r"|(?:prevent|stop|keep)\w*(?:\s+[\w-]+){1,3}?"
    r"\s+from)|n['’]t)\s+(?:(?:be|being|been|having|to|ever)\s+)?[\w-]+",
    re.IGNORECASE,
)
"""An action that is not wanted, or that only says when."""


def opposite_action(
    question: str, wordings: Sequence[str], rest: Iterable[str] = ()
) -> OppositeAction | None:
    """The action of the question whose opposite the text is about; None if it is about the same, or about neither.

    `wordings` say what the text is about: its title, its ways of asking. `rest` is looked at last, and only for the
    asked action: an iterator may load it.
    """
    text = " . ".join(wordings)
    question_stems, text_stems = _action_stems(question), _action_stems(text)
    found = next(_opposites(question_stems, text_stems, _all_stems(text)), None)
    if found is None:
        prevented = prevented_action(_joined(question), [*map(_joined, wordings)], rest)
        return OppositeAction(f"not {prevented}", prevented) if prevented else None
    own = _meanings(found.requested)
    return None if any(own & _all_stems(text) for text in rest) else found


def has_action(question: str) -> bool:
    """Whether a text can be about the opposite of it at all."""
    stems = _action_stems(question)
    if wants_prevented(_joined(question)):
        return True
    return any(stems & side.words for pair in _PAIRS for side in pair) or any(map(_without_prefix, stems))


def turns_round(title: str) -> bool:
    """Whether a text may be about the opposite of a question that itself has no action: "unlock", "keep … from"."""
    return bool(prevented_stems(_joined(title))) or any(map(_without_prefix, _action_stems(title)))


def _opposites(
    question_stems: frozenset[str], text_stems: frozenset[str], all_stems: frozenset[str]
) -> Iterator[OppositeAction]:
    """`all_stems`: every stem of the text, states included."""
    for pair in _PAIRS:
        for side, other in (pair, pair[::-1]):
            own, against = question_stems & side.words, text_stems & other.words
            if own and against and not question_stems & other.words and not all_stems & side.clearing:
                yield OppositeAction(min(own), min(against))
    for stem in sorted(question_stems - text_stems):
        base = _without_prefix(stem)
        if base in text_stems and base not in question_stems:
            yield OppositeAction(stem, base)
    for stem in sorted(text_stems - question_stems):
        base = _without_prefix(stem)
        if base in question_stems and base not in text_stems:
            yield OppositeAction(base, stem)


def _meanings(stem: str) -> frozenset[str]:
    return frozenset({stem}).union(*(side.words for pair in _PAIRS for side in pair if stem in side.words))


def _without_prefix(stem: str) -> str:
    """The rest of a word with a prefix that turns it round; empty for any other."""
    if stem in _BY_CHANCE:
        return ""
    rests = (stem.removeprefix(prefix) for prefix in _PREFIXES if stem.startswith(prefix))
    return next((rest for rest in rests if len(rest) >= _SHORTEST), "")


def _action_stems(text: str) -> frozenset[str]:
    """Of what is to be done: without states, and without what is only named as not wanted."""
    return frozenset(split_words(_DONE.sub(" ", _NEGATED.sub(" ", _REQUEST.sub(" ", _joined(text))))))


def _all_stems(text: str) -> frozenset[str]:
    return frozenset(split_words(_joined(text)))


def _joined(text: str) -> str:
    """With "turn … off", "log out", "make … longer" and their like as one word."""
    one_word = _LOGIN.sub(lambda found: _AS_ONE[found[1].lower(), found[2].lower()], _as_asker_does(text))
    one_word = _COME_BACK.sub(" return ", _BACK_UP.sub(" makebackup ", one_word))
    made = _MAKE.sub(lambda found: f"{_AS_VERB[found[2].lower()]}{found[1]}", one_word)
    return _PARTICLE.sub(_join_particle, made)


def _join_particle(found: re.Match[str]) -> str:
    one = _AS_ONE.get((found[1].lower(), found[3].lower()))
    return f"{one}{found[2]}" if one else found[0]


def _as_asker_does(text: str) -> str:
    """With "borrow" where others lend to who asks ("Do you lend boats?"), and "lend" where they borrow what is his."""
    return _LEND_TO_ASKER.sub(lambda found: f"{found['who'] or ''}borrow", _BORROW_OF_ASKER.sub("lend", text))

"""What a sentence denies, as the statement that would reverse it.

`No client may be pointed at the server` denies that clients may be, `by radio, not by mail` that it is by mail, and
`moved from June to May` that it is in June. English alone: other languages put the denial elsewhere.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from stones.levels.summary.word_stems import FUNCTION_WORDS, stem

MAX_CHARACTERS = 600
"""Of a sentence, read."""
MAX_ALTERNATIVE_WORDS = 6
"""Of the Y of `X, not Y`."""
_TOKEN = re.compile(r"\d+(?:[.,:]\d+)*(?!\w)|[^\W_]+(?:[-'][^\W_]+)*")
_GENERIC_WORDS = (
    "allow allowed permit permitted possible option okay fine acceptable everywhere anywhere attempt try want need "
    "possibly simply really actually there's it's that's let's able go have get make made take use free soon today "
    "however even itself themselves"
)
_GENERIC = frozenset(map(stem, _GENERIC_WORDS.split()))
"""They say nothing of what is allowed or denied."""
_END = re.compile(
    r"[;!?()\[\]|\n\"“”→]|[.:](?=\s|$)|\s[–—-]+\s|,(?=\s)|"
    r"\b(?:but|because|since|so that|which|although|though|as it|even)\b"
)
_DENIAL = re.compile(
    # "It isn't the cable": something else is.
    r"\b(?:(?:(?<!\bit )(?<!\bthis )(?<!\bthat )(?:is|was)|are|were|do|does|did|must|(?<!or )may|should|shall|can|will|"
    r"has|have|had|need)(?: not|n't)|cannot|can't|won't|never|not(?= to be\b))"
    r"(?!\s(?:just|only|all|every|always|necessarily|yet sure|why|to(?! be))\b)"
)
_FACT = re.compile(r"does|did|is|are|was|were|has|have|had")
_ADVERB = re.compile(r"\b\w{2,20}ly\b")
_ORDERS = re.compile(
    r"\W*(?:(?:please|and|or|then|so|also|you|always|agents|warning|important|note|therefore)\W*)*"
)
"""What may precede `do not` of an order."""
_SUBORDINATE = re.compile(
    r"\b(?:if|when|whenever|where|whether|unless|in case|until|till|why|how|what|who|that|as long as|while|like)\b"
)
"""Before a denial: it is a condition or a question."""
_IF = re.compile(r"\b(?:if|when|whenever|unless|in case)\b")
_NOUN = re.compile(r"\s(?:an?|the|any|my|your|our|their|his|her|its)\s")
_PRONOUN = re.compile(r"\W*(?:it|this|that|they|these|those|he|she|which)\s*")
_REFLEXIVE = re.compile(r"\b(?:itself|themselves|himself|herself)\b")
"""`Pools do not pause themselves`: somebody else does it."""
_LIMIT = re.compile(
    r"\b(?:above|below|beyond|over|under|more|less|longer|later|earlier|outside|past|further)\b"
)
_UNTIL = re.compile(
    r"\b(?:until|till|before|unless|without|if|when|once|while|except|during|yet|as long as)\b"
)
_WISH = re.compile(r"\s(?:want|wish|like|allow|permit|let|recommend|advise|accept|agree|approve)\b")
_NO_SUBJECT = re.compile(
    r"\b(?:(?P<none>nobody|no one|nothing|none)(?: of \w+)?|(?:no|neither) (?P<thing>[\w' /-]{2,50}?))"
    r"(?:, (?:not even|including|whether)[^,]{1,40},)?"
    r"\s(?P<verb>may|can|could|must|will|shall|should|is|are|was|were|has|have|had)\s(?P<rest>[^\n]{2,200})"
)
_NO_THING = re.compile(
    r"\b(?:there(?:'s| is| are| was| were| will be) no|ha(?:s|ve|d) no|lacks?|lacked|(?:is|are) missing)"
    r"(?! such)\s"
    r"(?P<thing>[^\n]{2,120})"
)
_OUT = re.compile(
    r"\b(?:(?:is|are|was|were)(?: not|n't) (?:an option|allowed|permitted|acceptable|on the table)|"
    r"(?:is|are) (?:strictly )?(?:forbidden|prohibited|banned|off limits|off the table|ruled out|out of the question)|"
    r"(?:is|are) no option)\b"
)
_INSTEAD = re.compile(
    r"(?:(?:,|,? and|,? but|\() ?not|\brather than|\binstead of|(?P<missing>\bbut no|, and no))\s"
    r"(?!(?:just|only|even|yet|all|every|always|necessarily|because|since|if|when|until|before|after|unless|that|to|"
    r"be|been|a single|later than|earlier than|more than|less than|at all)\b)(?P<other>[^\n]{1,60})"
)
_MOVED = re.compile(
    r"\b(?:moved|changed|postponed|shifted|rescheduled|raised|lowered|increased|reduced|cut|switched|pushed|extended|"
    r"brought forward|renamed|corrected|goes|went|handed over|transferred)(?: \w+){0,3}?\sfrom\s"
    r"(?P<old>[^,.;()\n]{1,40}?)\sto\s(?P<new>[^,.;()\n]{1,40})"
)
_AS = re.compile(r"\s(?:as|for)\s")
_EITHER = re.compile(r"\s?/\s?|\s(?:or|nor)\s")
_ORDER = re.compile(
    r"\b(?:only (?:after|once|when|with|if)\s(?P<only>[^;:,()\n]{2,80})|"
    r"(?:after|once)\s(?P<after>[^;:,()\n]{2,80}), (?:and |but )?(?:not|never) before)"
)
_PREPOSITION = re.compile(r"(?:by|in|on|at|to|from|with|for|via|through|under|of)\s")
_LETTER = re.compile(r"(?<=\w )([A-HJ-Z])(?![\w'’])")
"""As a name: `hall A`. It is doubled, to be no function word."""
_OPTIONAL = re.compile(r"\((\w{1,12})\)(?=\w)")
_MAY_DENY = re.compile(
    r"\b(?:only|no|not|never|nobody|nothing|none|neither|cannot|lacks?|lacked|missing|forbidden|"
    r"prohibited|banned|off|ruled|out|from|instead|rather)\b|n['’]t\b",
    re.I,
)


@dataclass(frozen=True, slots=True)
class DeniedStatement:
    needed: frozenset[str]
    """Stems without which a claim is not about it."""
    core: tuple[str, ...]
    """Stems of what is denied, `needed` among them."""
    about: frozenset[str]
    """Stems of the rest of its clause."""
    excusing: frozenset[str] = frozenset()
    """Stems of what holds in its place: a claim with one of them may well tell both."""
    is_replaced: bool = False
    """Something else holds in its place: what the text says of it before counts no more."""
    limits: frozenset[str] = frozenset()
    """Words like `above`: up to there it may be allowed."""
    is_fact: bool = False
    """`Was not run`: it forbids nothing."""
    is_conditional: bool = False
    """`Until the review`: what follows may be allowed."""
    is_universal: bool = False
    """`Nobody`, `nothing`: any subject will do."""
    is_noun: bool = False
    """`Is not a cause`."""
    has_pronoun: bool = False
    """As its subject."""
    is_thing: bool = False
    """`There is no rollback`, `lacks the fix`."""
    is_order: bool = False
    """Of what must come first: a claim that puts it later reverses it."""


def may_reverse(text: str) -> bool:
    """A cheap test: False is certain."""
    return _MAY_DENY.search(text) is not None


def key_stems(text: str) -> tuple[str, ...]:
    """Stems of the content words in order; a version, a time and a word with a hyphen are one each."""
    return tuple(each for word in _TOKEN.findall(_normal(text)) if (each := _key(word)))


@lru_cache(maxsize=20_000)
def _key(word: str) -> str:
    word = word.removesuffix("'s")
    if word in FUNCTION_WORDS or word.endswith("n't") or (len(word) == 1 and not word.isdigit()):
        return ""
    found = word if "-" in word else stem(word).removesuffix("y")
    return "" if found in _GENERIC else found


def find_denied(sentence: str) -> Iterator[DeniedStatement]:
    """Of one sentence; none of a question."""
    text = _OPTIONAL.sub(r"\1", _normal(sentence[:MAX_CHARACTERS]))
    if text.rstrip().endswith("?"):
        return
    yield from _denied_acts(text)
    yield from _denied_subjects(text)
    yield from _denied_things(text)
    yield from _ruled_out(text)
    yield from _replaced(text)
    yield from _moved(text)
    yield from _ordered(text)


def _normal(text: str) -> str:
    return _LETTER.sub(r"\1\1", text).replace("’", "'").lower()


def _denied_acts(text: str) -> Iterator[DeniedStatement]:
    for match in _DENIAL.finditer(text):
        before, after = _since_end(text, match.start()), _until_end(text, match.end())
        predicate = key_stems(after)
        # "Have not been independently checked" denies the check.
        verb = key_stems(_ADVERB.sub("", after))[:1] or predicate[:1]
        is_condition = _SUBORDINATE.search(before) or _follows_condition(text, match.start())
        if not predicate or is_condition or _REFLEXIVE.search(after):
            continue
        is_wish = _WISH.match(after) is not None
        is_statement = _FACT.match(match[0]) or (match[0].startswith("do") and not _ORDERS.fullmatch(before))
        yield DeniedStatement(
            frozenset(verb),
            predicate,
            frozenset(() if is_wish else key_stems(before.rpartition(" and ")[2])),
            is_fact=bool(is_statement) and not is_wish,
            is_conditional=_UNTIL.search(after) is not None,
            limits=frozenset(_LIMIT.findall(after)),
            is_noun=_NOUN.match(after) is not None,
            has_pronoun=_PRONOUN.fullmatch(before.rpartition(" and ")[2]) is not None,
        )


def _follows_condition(text: str, at: int) -> bool:
    """`If it is full, nothing is added`."""
    start = max(text.rfind(mark, 0, at) for mark in ";:.!?(")
    return _IF.search(text, start + 1, at) is not None


def _denied_subjects(text: str) -> Iterator[DeniedStatement]:
    for match in _NO_SUBJECT.finditer(text):
        thing = key_stems(match["thing"] or "")
        rest = key_stems(_until_end(text, match.start("rest")))
        before = _since_end(text, match.start())
        if rest and not _SUBORDINATE.search(before) and not _follows_condition(text, match.start()):
            is_fact = _FACT.match(match["verb"]) is not None
            yield DeniedStatement(
                frozenset(rest[:1]),
                (*rest, *thing),
                frozenset(key_stems(before)),
                is_fact=is_fact,
                is_conditional=_UNTIL.search(match["rest"]) is not None,
                is_universal=bool(match["none"]),
            )


def _denied_things(text: str) -> Iterator[DeniedStatement]:
    for match in _NO_THING.finditer(text):
        thing = key_stems(_until_end(text, match.start("thing")))
        before = _since_end(text, match.start())
        if thing and not _SUBORDINATE.search(before):
            about = frozenset(key_stems(before))
            yield DeniedStatement(frozenset(thing[:2]), thing, about, is_thing=True)


def _ruled_out(text: str) -> Iterator[DeniedStatement]:
    for match in _OUT.finditer(text):
        before = _since_end(text, match.start())
        if subject := key_stems(before):
            after = frozenset(key_stems(_until_end(text, match.end())))
            is_conditional = _UNTIL.search(before) is not None
            yield DeniedStatement(frozenset(subject[:1]), subject, after, is_conditional=is_conditional)


def _replaced(text: str) -> Iterator[DeniedStatement]:
    for match in _INSTEAD.finditer(text):
        other = _AS.split(_until_end(text, match.start("other")))[0]
        before = _since_end(text, match.start())
        if len(other.split()) > MAX_ALTERNATIVE_WORDS:
            continue
        for each in _EITHER.split(other):
            if needed := frozenset(key_stems(each)):
                holds = frozenset(() if match["missing"] else key_stems(_counterpart(before, other))) - needed
                about = frozenset(key_stems(before)) - needed - holds
                yield DeniedStatement(
                    needed, key_stems(each), about, holds, is_replaced=True, is_universal=not about
                )


def _counterpart(before: str, other: str) -> str:
    """What stands in place of `other`: from the same preposition on, or the same number, or as many words."""
    if preposition := _PREPOSITION.match(other):
        at = f" {before}".rfind(f" {preposition[0]}")
        if at >= 0:
            return before[at:]
    words = before.split()
    if re.match(r"\d", other):
        at = next((at for at in range(len(words) - 1, -1, -1) if words[at][0].isdigit()), len(words))
        return " ".join(words[at : at + 1])
    return " ".join(words[-len(other.split()) :])


def _moved(text: str) -> Iterator[DeniedStatement]:
    for match in _MOVED.finditer(text):
        old, new = frozenset(key_stems(match["old"])), frozenset(key_stems(match["new"]))
        about = frozenset(key_stems(_since_end(text, match.start())))
        if old - new and about:
            yield DeniedStatement(old, tuple(old), about, new - old, is_replaced=True)


def _ordered(text: str) -> Iterator[DeniedStatement]:
    for match in _ORDER.finditer(text):
        first = key_stems(match["only"] or match["after"])
        then = frozenset(key_stems(_since_end(text, match.start())))
        if first and then:
            yield DeniedStatement(frozenset(), first, then, is_order=True)


def _until_end(text: str, start: int) -> str:
    end = _END.search(text, start)
    return text[start : end.start() if end else len(text)]


def _since_end(text: str, end: int) -> str:
    """The clause before; the one before that where a comma alone separates them from each other."""
    start = 0
    for match in _END.finditer(text, 0, end):
        if match[0] != "," or text[match.end() : end].strip():
            start = match.end()
    return text[start:end]

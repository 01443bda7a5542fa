"""Sentences that turn the one before them round, by how they open: a verdict on it, its retraction, whose claim it was;
and sentences that say what somebody else proposes or claims, which need what came of it.
"""

import re
from dataclasses import replace
from functools import lru_cache

from stones.levels.document_parts import DocumentPart, PartKind
from stones.levels.extract.references import NAMES_MATTER
from stones.levels.markers import markers

MAX_WORDS = 24
"""Of a verdict; a longer sentence has a matter of its own."""
MAX_CLAIM_CHARACTERS = 300
MAX_VERDICT_CHARACTERS = 40
MAX_MATTER_CHARACTERS = 160
_UNANIMOUS = r"(?:unanimously|einstimmig|à l['’]unanimité|por unanimidad|\d+[-–:]\d+)"
_CARRIED = re.compile(
    rf"\W*(?:(?:the )?(?:motion|proposal|vote)(?: is| was)? )?(?:{_UNANIMOUS} )?"
    r"(?:carried|passed|agreed|approved|accepted|adopted|rejected|defeated|failed|declined|withdrawn|tabled|postponed|"
    r"deferred|angenommen|abgelehnt|beschlossen|vertagt|adoptée?|rejetée?|reportée?|aprobad[oa]|rechazad[oa]|"
    rf"aplazad[oa])(?: {_UNANIMOUS})?\W*",
    re.I,
)
_VOTE = re.compile(r"votes?|vote result|motion|abstimmung|votación|votations?", re.I)
_NEGATIVE = (
    r"(?:wrong|false|untrue|incorrect|mistaken|an? (?:mistake|error|misreading|misunderstanding|myth|leap)|nonsense|"
    r"rejected|refused|declined|turned down|ruled out|dropped|abandoned|withdrawn|discarded|vetoed|"
    r"disproved|refuted|off the table|out of the question|illegal|impossible|premature|failed|"
    r"no majority|(?:not|n['’]t) (?:hold|happen|true|help|work)\b|"
    r"falsch|ein irrtum|abgelehnt|verworfen|vom tisch|widerlegt|hinfällig|unzulässig|"
    r"keine rede|kam es nicht|nicht durch|abgekommen|"
    r"faux|fausse|une erreur|refusé|rejeté|abandonné|écarté|renoncé|pas (?:été )?retenue?|"
    r"falso|un error|rechaz\w+|descart\w+|no se hará)"
)
_ANAPHOR = (
    rf"(?:it|this|that|these|those|they|so|both|das|dies|es|sie|davon|dazu|daraus|damit|cela|c['’]est|ça|on y|se|eso|"
    rf"esto|{NAMES_MATTER})"
)
_GROUP = (
    r"(?:we|they|i|he|she|ops|nobody|no one|everyone|(?:the|our) [\w-]+(?: [\w-]+)?|wir|niemand|d(?:er|ie) [\w-]+|"
    r"personne|nous|nadie)"
)
_TURNS = re.compile(
    rf"\W*(?:(?:but|in fact|actually|well|nun|en fait|en realidad),? )?(?:"
    rf"{_ANAPHOR}(?:['’]s)?\b(?: [^\s.;]+){{0,4}}? ?{_NEGATIVE}\b|"
    r"(?:it|this|that|they) (?:was|were|is|are|did|does|do|has|have)(?: not|n['’]t)(?: at all| so| the case)?[.!]|"
    r"(?:wrong|false|not so|nonsense|rejected|declined|refused|actually no|not true|untrue|falsch|irrtum|faux|falso)"
    r"\b(?=[.,;:!])|"
    r"(?:i|we) (?:was|were) (?:mistaken|wrong)\b|"
    rf"(?:or )?so (?:it (?:seemed|appeared|looked)|{_GROUP} (?:claimed|said|thought|believed|hoped|assumed))\b|"
    r"that(?:['’]s| is| was) (?:at least )?what (?:we|they|i|he|she|everyone) "
    r"(?:thought|believed|said|hoped|assumed)\b|"
    r"(?:that|this|it) (?:at least )?(?:was|had been) (?:only |just )?(?:(?:the|our|my|their) )?"
    r"(?:first |initial |early )?(?:guess|assumption|theory|hope|suspicion|impression)\b|"
    r"none of (?:it|this|that|these|them|those) (?:is|are|was|were|has|have|exists?|works?)\b|"
    r"nada de (?:es[oa]|est[oa]) (?:est[aá]|es|existe|funciona|fue|se)\b|"
    r"nichts davon (?:ist|war|wurde|läuft|funktioniert|gibt)\b|rien de (?:tout )?(?:cela|ça) n['’]|"
    r"(?:das|dies|es) (?:stimmt|gilt|geht|trifft) (?:\w+ )?nicht\b|(?:das|dies) machen wir nicht\b|"
    r"(?:das war|war) (?:es|sie|er|das) (?:aber |jedoch )?nicht\b|(?:es|das) war (?:aber |jedoch )?nicht "
    r"(?:so|der fall|die ursache)\b|"
    r"ce n['’](?:est|était) pas (?:vrai|exact|retenu|le cas|ça|cela|la cause)|"
    r"(?:pero )?no (?:es (?:cierto|verdad|así)|se hará|(?:lo )?(?:era|fue) ?(?=[.;,])|lo (?:era|fue|es|son|eran)|"
    r"era (?:eso|así|la causa))\b|"
    r"(?:it|this|that|they)(?:['’]s| is| was|['’]re| are) (?:only|just|merely)\b|"
    rf"{_GROUP} (?:said no|say no|refused|declined|voted against|decided against|advise against|disagreed|objected|"
    r"(?:was|were|is|are) (?:against|not in favour)|(?:was|is) in favour|"
    r"(?:won['’]t|will not|can['’]t|cannot) (?:do|have|accept) (?:it|this|that)|"
    r"(?:machen|wollen) das nicht|war dafür|n['’]était d['’]accord|estuvo a favor)\b(?! to\b)"
    r")",
    re.I,
)
_CLAIMS = re.compile(
    r"\b(?:(?<!be )(?<!been )(?<!is )(?<!are )(?:propos(?:ed|es)|suggest(?:ed|s)) (?:to|that|we|an?|the|\d+|"
    r"\w+ing)\b|"
    r"(?:promis(?:ed|es)|claim(?:ed|s)|alleg(?:ed|es)) (?:that|to|us|[\"'“„«]|\d|the|an?)|rumou?r has it|"
    r"schl(?:ug|ägt)\b[^.]{0,200}\bvor\b|(?:wurde|wird) vorgeschlagen|behaupte(?:t|n|te|ten)\b|verspr(?:icht|ach)|"
    r"(?:a|ont) (?:proposé|promis)|prétend|propuso|ha propuesto|prometió|propôs)",
    re.I,
)
_CLAIM_STEMS = re.compile(
    "propos|suggest|promi|prome|prop[uô]s|prét|claim|alleg|umou?r|schl|vorgeschl|behaupt|verspr"
)
"""Most sentences have none: one search tells so."""
_CONSIDERS = re.compile(
    r"\W*(?:(?:we|i|they|he|she|the [\w-]+)(?:['’](?:ve|d))?"
    r"(?: (?:ha[dsv]e?|also|first|briefly|even|originally|long))* "
    r"(?:considered|contemplated|envisaged|toyed with|thought (?:about|of) \w+ing)|"
    r"(?:wir|ich) (?:haben|hatten|habe|hatte)\b[^.;]{0,160} (?:erwogen|überlegt|in betracht gezogen)|"
    r"(?:nous|on|j['’])\s?(?:avi?ons|avait|avais|a|ai) (?:d['’]abord )?envisagé|"
    r"(?:hemos|habíamos|se (?:ha|había)) (?:considerado|planteado|barajado)|(?:consideramos|barajamos) )\b"
    r"(?!.*\b(?:but|decided|rejected|chose|dropped|aber|jedoch|mais|pero|sino)\b)",
    re.I,
)
_WISHES = re.compile(
    r"\b(?:want(?:s|ed) to|would like to|offer(?:ed|s)|ask(?:s|ed) (?:for|to|us)|plan(?:s|ned) to|recommends?|"
    r"möchten?|"
    r"will|bietet|demande|souhaite|quiere|pide)\b"
)
_OWN = re.compile(r"\W*(?:we|i|you|it|this|wir|ich|nous|je)\b", re.I)


_QUOTES = '"“„«”'
_QUOTATION = re.compile(r"[\"“„«”][^\"“”„«»]+[\"“”»](?:\s\([^()]{1,80}\))?[.!?]?")
_MISCONCEPTION = markers("names", "misconception")
MAX_NAME_CHARACTERS = 60


def turns_round(text: str) -> bool:
    """Whether it says that what stands before it is not so, or will not be."""
    return _TURNS.match(text) is not None and len(text.split()) <= MAX_WORDS


def is_of_others(text: str) -> bool:
    """Whether it says what somebody else proposes, promises or claims."""
    excerpt = text[:MAX_CLAIM_CHARACTERS]
    if not _CLAIM_STEMS.search(excerpt) or _OWN.match(excerpt):
        return False
    return _CLAIMS.search(excerpt) is not None


def considers(text: str) -> bool:
    """Whether it says what was thought of, and not what came of it: "We considered a second lift."."""
    return _CONSIDERS.match(text[:MAX_CLAIM_CHARACTERS]) is not None


def wishes(text: str) -> bool:
    """Whether somebody else wants something: a later verdict may be on that."""
    excerpt = text[:MAX_CLAIM_CHARACTERS]
    return _WISHES.search(excerpt) is not None and _OWN.match(excerpt) is None


def is_quotation(text: str) -> bool:
    """Whether it is somebody's words and nothing else, but for where they stand."""
    return text[:1] in _QUOTES and _QUOTATION.fullmatch(text) is not None


@lru_cache(maxsize=2_000)
def is_misconception(name: str) -> bool:
    """Whether a heading or a label calls what it names one: `Frequent misunderstandings`, `Myth`."""
    return _MISCONCEPTION.search(name[:MAX_NAME_CHARACTERS]) is not None


def names_vote(part: DocumentPart) -> bool:
    """Whether its label says that it is how a meeting voted on what the heading above names."""
    return part.kind is not PartKind.ROW and len(part.trail) > 1 and _VOTE.fullmatch(part.label) is not None


def with_verdict_named(part: DocumentPart) -> DocumentPart:
    """The same part; an item that is a mere verdict, "motion carried", says on what: the item above."""
    is_mere = part.kind is PartKind.ITEM and part.depth > 0 and len(part.plain) <= MAX_VERDICT_CHARACTERS
    if not is_mere or len(part.parent) > MAX_MATTER_CHARACTERS or not _CARRIED.fullmatch(part.plain):
        return part
    matter = part.parent.rstrip(".:： ")
    return replace(part, text=f"{matter}: {part.text}", plain=f"{matter}: {part.plain}")


def is_named_verdict(part: DocumentPart) -> bool:
    matter = part.parent.rstrip(".:： ") if part.kind is PartKind.ITEM else ""
    return matter != "" and part.plain.startswith(f"{matter}: ")

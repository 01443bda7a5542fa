"""How sentences open that say nothing alone: without a subject, as a mere "No answer yet.", with what was at first."""

import re

_AT_FIRST = re.compile(
    r"\W*(?:at first|in the beginning|to begin with|originally|initially|anfangs|anfänglich|ursprünglich|"
    r"zunächst (?=hatten?|dachten?|wollten?|sah|schien|vermuteten?|glaubten?|war)|"
    r"zuerst (?=hatten?|dachten?|wollten?|sah|schien|vermuteten?|glaubten?|war)|al principio|al comienzo|"
    r"en un principio|"
    r"inicialmente|d['’]abord|au début|initialement)\b,? |\W*first (?:we|i|they) (?!need|must|should|will|"
    r"have to)\w+",
    re.I,
)
"""So opens what was thought or done before something else, which stands behind it."""
_ELLIPSIS = re.compile(
    r"(?:[A-Z]\w+(?:ed|en)|Put|Seen|Built|Made|Found|Kept|Left|Held|Sent|Done|Gone|Lost|Given|Taken|Known) "
    r"(?:only |again |just |back )?(?:by|in|on|from|at|for|with|as|to|if|when|until|off|out|since|because)\b|"
    r"(?:Goes|Comes|Happens|Occurs|Affects|Depends|Fails|Breaks|Crashes|Hangs|Works|Stays|Remains|Needs|"
    r"Means|Costs|Lasts|Applies|Looks|Seems|Would|Could|Might) (?!or\b|and\b)[a-z]|"
    r"(?:Not|Only|Never) (?:yet )?(?:until|before|after|present|reproduced|seen|reproducible|possible|in|on|at|"
    r"with|for|"
    r"by|from|if|when|since)\b(?!.*[,;:] )|"
    r"(?:Nicht|Nur|Erst|Noch nicht|Bisher nur|Bisher nicht) (?:in|auf|an|bei|mit|vor|nach|seit|ab|am|im|"
    r"reproduzierbar)\b|"
    r"(?:S[oó]lo|No antes de|Todavía no|Aún no) (?:en|con|desde|hasta|a)\b|"
    r"Est(?:á|án|aba|aban|uvo) (?!prohibid|permitid)\w+[ao]s?\b(?! (?:el|l[ao]s?|un[ao]?s?|que)\b)|"
    r"No (?!debe|puede|haya?\b|existe|queda|falta)[a-z]{2,}[ae] (?:el|l[ao]s?|un[ao]?s?|nada|ning[uú]n\w*)\b"
)
"""So opens one whose subject is not said."""
_BARE_NUMBER = re.compile(
    r"(?!(?:1[89]|20)\d\d )\d[\d,.]* (?:ha[dsv]e?|was|were|is|are|did|do|could|can|will|would|must|"
    r"waren|sind|haben|hatten|wurden|werden|ont|étaient|sont|han|eran|son|fueron)\b"
)
"""So opens one whose things another sentence names: "15 were late."."""
_BARE_NEGATION = re.compile(
    r"(?:No|None|Nothing|Keine?|Noch keine?|Ninguna?|Sin|Aucune?) (?:\S+ ){0,2}\S+\W*$"
)
"""All of a sentence: "No answer yet."."""
_ITSELF = re.compile(
    r"(?:this|the present) (?:rfc|adr|release|pr|pull request|change|patch|proposal|version|commit|update|upgrade|"
    r"migration|refactor(?:ing)?|hotfix) (?:also )?(?!is\b|was\b|has\b|does\b)[a-z]{2,}s\b|"
    r"this (?:repo(?:sitory)?|project|package|library|module|branch|document) (?:is|has been) (?:now )?"
    r"(?:frozen|archived|deprecated|abandoned|retired|obsolete|superseded|unmaintained|read-only|"
    r"no longer (?:maintained|developed))\b|"
    r"diese[rs]? (?:version|änderung|vorschlag|commit|patch|antrag) (?!ist\b|hat\b)[a-zäöü]{2,}t\b",
    re.I,
)
_FIELD = re.compile(r"[^\W\d_][\w-]{1,12} ?: (?:\S+ ?){1,5}")


def opens_as_former(text: str) -> bool:
    """Whether it says what was so, or was thought, before that changed: "At first we blamed the switch."."""
    return _AT_FIRST.match(text) is not None


def is_without_subject(text: str) -> bool:
    """Whether it says something of what another sentence or a heading names: "Put on hold, as …"."""
    return _ELLIPSIS.match(text) is not None or _BARE_NUMBER.match(text) is not None


def is_bare_negation(text: str) -> bool:
    return _BARE_NEGATION.match(text) is not None


def says_what_it_is(text: str) -> bool:
    """Whether it says what the text itself does: "This release adds …"."""
    return _ITSELF.match(text) is not None


def is_bare_field(text: str) -> bool:
    """Whether it is a field of what an item is about: "Gate: Ida paints it. ETA: end of May."."""
    return _FIELD.fullmatch(text) is not None

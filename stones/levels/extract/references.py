"""Words that say nothing without an earlier sentence: "the matter", "one of them", "that version", "se suspende"."""

import re

_MATTER = (
    r"(?:matter|proposal|motion|idea|suggestion|offer|explanation|theory|assessment|claim|objection|"
    r"vorschlag|antrag|idee|angebot|erklärung|vermutung|annahme|behauptung|"
    r"proposition|motion|idée|offre|explication|hypothèse|"
    r"propuesta|moción|oferta|explicación|hipótesis)"
)
"""What a text calls something that it said before."""
_ARTICLE = r"(?:the|this|that|d(?:er|ie|as)|diese[rs]?|l[ae] |l['’]|cet(?:te)? |ce |el|est[ea]|es[ea])"
_NOT_OF = r"(?! (?:to|of|that|for|from|by|about|on|in|de|du|des|d['’]|que|zu|von|für|des|der|dass)\b)"
NAMES_MATTER = rf"{_ARTICLE} ?{_MATTER}\b{_NOT_OF}"
_OPENS = re.compile(
    rf"(?:[^;]{{0,120}}; )?(?!this\b|diese|est[ea]\b){NAMES_MATTER}|"
    r"(?:(?:no|si|if|falls|wenn) [^,;]{1,60}, )?(?:no )?se \w+[ae]n?(?=[.;,:]|$)|"
    r"(?:all|both|the|the other|the remaining|alle|beide|die|die anderen|les|los) (?:of them|(?:\d+|two|three|four|"
    r"five|zwei|drei|deux|trois|dos|tres) (?:of them |davon )?"
    r"(?:are|were|is|was|have|had|sind|waren|wurden|sont|ont|son|fueron|han)\b)",
    re.I,
)
"""Not "this proposal", which may be the text itself; a verb of Spanish without a subject."""
_REST = re.compile(
    r"(?:the (?:remaining|other|last)|die (?:restlichen|übrigen|anderen|verbleibenden)|l[ao]s (?:otr[ao]s|"
    r"restantes|demás)|"
    r"les autres) (?:\d+|two|three|four|five|six|seven|eight|nine|ten|zwei|drei|vier|fünf|sechs|sieben|dos|tres|"
    r"cuatro|"
    r"deux|trois|quatre)\b|(?:the rest|der rest|el resto|le reste) (?!of\b|de\b|von\b|der\b|des\b|du\b)|"
    r"l[ao]s \d+ restantes|les \d+ autres",
    re.I,
)
_AFTER_THAT = re.compile(
    r"(?:after|before|until|since|by|from) (?:that|this|then)\b(?! (?:[a-z]+ )?(?:release|version|chapter|"
    r"section|page|document|file)\b)|"
    r"from then on|(?:danach|davor|seitdem|bis dahin|ab da|"
    r"después(?: de es[oe])?(?! de)|hasta entonces|desde entonces|a partir de (?:ahí|entonces)|ensuite|après cela|"
    r"jusque[- ]là|depuis lors)\b",
    re.I,
)
_POSSESSIVE = re.compile(
    r"(?:Their|Its|His|Her|Deren|Dessen|Leurs?)\b",
)
_THAT = re.compile(r"\b(?:that|those|jenen?|aquel(?:la)?|es[ae]s?) [^\W\d_]{4,}\W*\Z", re.I)
MAX_LAST_CHARACTERS = 40
"""Of the last two words."""
_THEM = re.compile(r"of th(?:em|ese|ose|is|at)\b|davon|von ihnen|de (?:ell|es[oa]|est[oa])")
_OF_THEM = re.compile(
    r"\b(?:one|both|each|all|some|none|any|either|neither|most|half) of (?:them|these|those|the two)\b|"
    r"(?<![\w,.])\d+ of (?:them|these|those)(?! [^\W\d_]{3,}s\b)\b|"
    r"\b(?:none|nothing) of (?:this|that)\b|\b(?:nada|ning[uú]n[oa]?) de (?:es[oa]s?|est[oa]s?)\b|"
    r"\b(?:eine[rs]?|beide|keine[rs]?|nichts) (?:davon|von ihnen)\b|\b(?:un[oa]?|ambos|ningun[oa]) de ell[oa]s\b",
    re.I,
)
_ANTECEDENT = re.compile(
    r"(?i:\b(?:the|an?|every|no|two|three|which|what)\s)|\d|\S\s+[A-Z`@/<]|"
    r"\b(?!(?i:always|unless|perhaps|sometimes|besides)\b)\w{4,}s\b"
)
"""What "of them" may stand for."""
_GERMAN_OBJECT = re.compile(r"(?:[^\s,;:]+ ){1,4}?(?:sie|ihn|ihm|ihnen|das(?= (?:nicht|nie|so|auch|aber)))\b")
"""Of lower case: "Wir drucken sie nicht."; "Sie" is the reader."""
_GERMAN_NOUN = re.compile(r"\S\s+[A-ZÄÖÜ]|\b(?:wenn|weil|dass|ob|da|als|bevor|damit|sobald)\b")
_OWN = (
    r"(?:file|doc(?:ument)?|page|guide|readme|section|report|summary|handoff|note|list|table|repo(?:sitory)?|"
    r"project|package|library|module|tool|plug-?in|extension|app(?:lication)?|program|software|framework|"
    r"release|version|branch|ticket|issue|change|letter|mail|message|thread|meeting|session|call|contract|agreement|"
    r"policy|chapter|article|book|paper|week(?:end)?|month|year|quarter|season|spring|summer|autumn|winter|morning|"
    r"afternoon|evening|time|day|date|point|way|case|reason|kind|sort|stage|site|website|system|is|was|are|were|has|"
    r"have|will|can|may|must|should|would|could|does|did)s?"
)
"""What a text calls itself, or the time that it is written at."""
_THAT_NOUN = re.compile(
    r"(?:\S+ ){0,10}?(?:use|using|used|on|in|at|for|with|from|to|of|by|touch|delete|open|restart|call|run|into) "
    rf"that (?!{_OWN}\b)(?:[A-Z]+\b|[a-z]{{3,}})(?=[.,;:]| (?:as|until|before|after|again|and|or|for|because|"
    rf"while|if|when)\b)"
)
"""An object that some sentence before names: "Use that PC as little as possible."."""
_THIS = re.compile(
    r"(?:\S+\s+){1,8}?(?:(?:this|these)(?=[.,;!?]|\s(?:in|on|at|for|with|from|to|by|if|when|after|before|until|since|"
    r"because|and|but|or|as|so)\b)|th(?:at|ose)(?=[.;!?]|,?\s(?:since|because|until|and|but)\b))"
)
"""An object that some sentence before names: "Somebody has to renew that."."""
_THIS_NOUN = re.compile(rf"(?:\S+\s+){{1,8}}?(?:this|these) (?!{_OWN}\b)[a-z]{{3,}}")
"""The same with a noun: "Add this command."."""
_SPANISH_OBJECT = re.compile(r"(?:\S+\s+){0,8}?[a-zñáéíóú]{2,12}[aeií]rl[oae]s?(?!\w)")
"""Of an infinitive: "Paco propone subirla."."""
_FRENCH_OBJECT = re.compile(
    r"(?:Après [^,]{2,40}, )?(?P<before>(?:\S+\s+){1,9}?)(?:(?:ça|cela|ceci)(?![\w-])|"
    r"(?:de|à|pas|jamais|sans|faut|peut|doit|veut|va|vont|peuvent|doivent|veulent) l(?:es? |a |['’])"
    r"(?!(?:\w+ ){0,2}(?:de|du|des)\b)\w{2,}(?:er|ir|dre|tre|ire)(?!\w))"
)
"""Of an infinitive, or "ça": "On décide de ne pas la changer."."""
_IS_FRENCH = re.compile(r"\b(?:ça|cela|ceci)\b| l(?:es?|a) | l['’]")
_FRENCH_NOUN = re.compile(
    r"(?i:\b(?:l[ea]s?|une?|du|des|aux?|ce(?:tte|s)?|nos|vos|son|sa|ses)\s|\b[ld]['’])|\d"
)
_SPANISH_NOUN = re.compile(r"(?i:\b(?:el|l[ao]s?|un[ao]?s?|sus?|cada|est[ea]s?|es[ea]s?|del|al)\s)|\d")


def points_to_unsaid(text: str) -> bool:
    """Whether nothing in it says what it speaks of."""
    this = _THIS.match(text) if " th" in text else None
    if this and not _ANTECEDENT.search(this[0].rpartition(" th")[0]):
        return True
    spanish = _SPANISH_OBJECT.match(text) if "rl" in text else None
    if spanish and not _SPANISH_NOUN.search(spanish[0]):
        return True
    french = _FRENCH_OBJECT.match(text) if _IS_FRENCH.search(text) else None
    if french and not _FRENCH_NOUN.search(french["before"]):
        return True
    german = _GERMAN_OBJECT.match(text)
    if (german and not _GERMAN_NOUN.search(german[0])) or _OPENS.match(text):
        return True
    if _REST.match(text) or _AFTER_THAT.match(text) or _POSSESSIVE.match(text):
        return True
    that = _THAT_NOUN.match(text) if " that " in text else None
    if that and not _ANTECEDENT.search(that[0].rpartition(" that ")[0]):
        return True
    of_them = _OF_THEM.search(text) if _THEM.search(text) else None
    return of_them is not None and not _ANTECEDENT.search(text[: of_them.start()])


def ends_in_reference(text: str) -> bool:
    """Whether its last words are "that version"."""
    return _THAT.search(text[-MAX_LAST_CHARACTERS:]) is not None


def names_this(text: str) -> bool:
    """Whether its object is "this command", of which it says nothing before."""
    this = _THIS_NOUN.match(text) if " th" in text else None
    return this is not None and not _ANTECEDENT.search(this[0].rpartition(" th")[0])

"""The words of `changes`: patterns of English and German, all of lower case."""

import re

from core.text.bm25_words import split_words
from core.text.calendar_words import GERMAN_WEEKDAY, SHORT_WEEKDAY, WEEKDAY
from core.text.grouped_patterns import group_alternatives
from core.text.stated_measures import CURRENCY, LENGTH, MASS, TIME

_VERBS = (
    r"moved|changed|postponed|shifted|rescheduled|raised|lowered|increased|reduced|decreased|extended|corrected|"
    r"revised|updated|upgraded|downgraded|renamed|switched|cut|delayed|deferred|brought forward|pushed back|verschoben|"
    r"verlegt|geändert|erhöht|gesenkt|korrigiert|verlängert|verkürzt"
)
_VERB = f"(?:{_VERBS})"
_CHANGES = (
    r"chang\w*|mov\w*|go\w*|went\w*|rais\w*|ris\w*|rose\w*|lower\w*|increas\w*|reduc\w*|cut\w*|shift\w*|"
    r"switch\w*|postpon\w*|extend\w*"
)
_IS = r"(?:is|are|was|were|has been|have been|will be|ist|sind|wird|wurden?)"
_VALUE = r"(?:[^.,;:!?()—–]|[.,:](?=\d)|(?<=\d)\.(?= \w)){1,80}?"
_END = r"(?=$|\W*$|[.,;:!?()—–] ?| (?:as|because|since|in|for|so|after all|wie|weil)\b)"
_ARTICLE = r"(?:(?:the|an?|any|our|my|your|d(?:er|ie|as|en|em|es)) )?"
_SOME_WORDS = r"(?:\S+ ){1,6}?"
_CLAUSE = r"(?:.*[,;:.—–] )?\W*"
_DAY = r"(?:jan|feb|mar|mär|apr|may|mai|jun|jul|aug|sep|o[ck]t|nov|de[cz]|mon|tue|wed|thu|fri|sat|sun)[a-zä]{0,7}\b"
"""A month or a day of the week."""
_WEEKDAY = f"(?:{WEEKDAY}s?|{GERMAN_WEEKDAY}s?|{SHORT_WEEKDAY})"
_NUMBER = r"[*_]{0,2}\d[\d.,:/]*(?<!\.)(?<!,)[*_]{0,2}"
_UNIT = r"(?:[%£$€]|[^\W\d_]{1,12}\b)"
_FIGURE = rf"(?:[£$€] ?)?\d[\d.,:/]*(?<!\.)(?<!,)(?: ?{_UNIT})??"
_SHORT_VALUE = rf"[*_]{{0,2}}(?:{_FIGURE}|{_WEEKDAY})[*_]{{0,2}}"
"""`36`, `£12.50`, `14 cm`, `weds`."""
_NEW_VALUE = rf"(?P<new>(?<![\w.,:]){_SHORT_VALUE})"
_SINCE = (
    rf"\b(?:now|since|any ?more|again|{_VERBS}|chang\w+|update|correction|from (?:\d|now on|today|next \w+|{_DAY})"
    r"|jetzt|nun|ab|seit|änderung|korrektur)\b"
)
"""What makes of "A not B" with figures a change: they may be two of a kind, "room 5 not 3"."""
_WAS = r"\((?:it )?(?:was|were|previously|formerly|before|(?:up|down) from|war|waren|vorher|früher|bisher|zuvor)\b"
_NEW_NAMED = r"new (?:date|day|deadline|time|price|limit|budget|target|number|address|rent|owner)"

REPLACED = [
    re.compile(pattern)
    for pattern in (
        rf"\b{_VERB}\b.{{0,40}}?\b(?:from|von|vom) (?P<old>{_VALUE}) (?:to|auf(?: den)?) (?P<new>\S.*)",
        rf"\bvo[mn] (?P<old>{_VALUE}) auf {_ARTICLE}(?P<new>{_VALUE}) {_VERB}\b",
        rf"\breplac(?:ed|ing) {_ARTICLE}(?P<old>{_VALUE}) (?:with|by) (?P<new>\S.*)",
        rf"(?:^|[,;:] ){_ARTICLE}(?P<old>{_SOME_WORDS}){_IS} replaced (?:with|by) (?P<new>\S.*)",
        rf"(?:^|[,;:] ){_ARTICLE}(?P<old>{_SOME_WORDS})(?:wird|wurde) durch (?P<new>{_VALUE}) (?:ersetzt|abgelöst)\b",
        rf"\b(?:replaces|t(?:akes|ook) over from|steps in for|ersetzt|übernimmt von) {_ARTICLE}(?P<old>{_VALUE}){_END}",
        rf"^(?!.*\b(?:that|which|who|whose|if|when|once|where|until|wenn|falls|sobald)\b.*\b(?:longer|mehr)\b)"
        rf".*?\b(?:no longer|nicht mehr|nicht länger) {_ARTICLE}(?P<old>{_VALUE}){_END}",
        rf"\b(?:do|does|is|are)(?:n['’]t| not) (?P<old>{_VALUE}) any ?more\b",
        rf"{_NEW_VALUE} (?:instead of|statt) (?P<old>{_SHORT_VALUE})(?![\w/])",
        rf"^(?=.*{_SINCE}).*?{_NEW_VALUE}(?<! and)(?<! und) (?:not|nicht) (?P<old>{_SHORT_VALUE})(?![\w/])",
        rf"\b(?P<new>{_WEEKDAY}) (?:not|nicht) (?P<old>{_WEEKDAY})(?!\w)",
        rf"(?<![\w.,:])(?P<new>{_NUMBER} ?(?P<unit>{_UNIT})) (?:not|nicht) (?P<old>{_NUMBER} ?(?P=unit))(?!\w)",
        rf"(?<![\w.,:])(?P<new>(?P<sign>[£$€]) ?{_NUMBER}) (?:not|nicht) (?P<old>(?P=sign) ?{_NUMBER})(?![\w/])",
        rf"(?<![\w.,:])(?P<new>(?:[£$€] ?)?{_NUMBER}(?: ?(?P<unit>{_UNIT}))?|{_WEEKDAY})[^\d()]{{0,30}}{_WAS}:? "
        rf"(?P<old>(?:[£$€] ?)?{_NUMBER}(?: ?(?:(?P=unit)|[%£$€]|{CURRENCY}|{TIME}|{LENGTH}|{MASS}))?|{_WEEKDAY})\)",
    )
]
REPLACED_STEMS = re.compile(
    group_alternatives(
        "from |vo[nm] |replac|durch|over from|steps in|ersetz|übernimm|longer|länger|mehr|more| not | nicht |instead|"
        r"statt|\("
    )
)
"""Each of them has one: most sentences with a `SIGN` have none. So for the others below."""
MISQUOTED = re.compile(
    r"\bi (?:wrote|said|noted|put) (?P<old>[^,;!?()]{0,30}?\d[^,;!?()]{0,20}?) "
    r"(?:above|earlier|before|yesterday|by mistake)\b"
)
INSTEAD = re.compile(
    r"(?:^|,? )(?:instead of|rather than|in place of|statt|anstatt|anstelle von|"
    rf"(?P<not>(?<=, )(?:and )?(?:not|nicht))) {_ARTICLE}(?P<old>{_VALUE}){_END}"
)
INSTEAD_STEMS = re.compile(
    group_alternatives("instead of|rather than|in place of|statt|anstelle|, (?:and )?(?:not|nicht)")
)
BEFORE_INSTEAD = re.compile(r"[^.;:!?—–]{1,80}$")
CHANGE_WORD = re.compile(rf"\b(?:{_VERB}|changes?|change of plan|correction|update|änderung|korrektur)\b")
"""What makes of "A, not B" without figures a change: it may be any contrast."""
LOOSELY_REPLACED = [
    re.compile(pattern)
    for pattern in (
        rf"\b(?:{_CHANGES}|up|down|now)\b[^.;!?]{{0,40}}"
        rf"\bfrom (?P<old>{_VALUE}) to\b",
        rf"\bvo[nm] (?P<old>{_VALUE}) auf\b",
    )
]
_RISES = "rises|rose|falls|fell|drops|climbs|increases|decreases"
SET = re.compile(
    rf"\W*(?:(?:\S+ ){{1,6}}?(?:that|dass) )?(?P<subject>{_SOME_WORDS})(?:{_IS} )?(?:now )?"
    rf"(?:{_VERB} (?:(?:again|by [^,.;]{{1,30}}?) )?(?:to|until|auf)|"
    r"(?:goes|(?:has |have )?gone|went) (?:(?:up|down) to|to(?= [£$€]?\d))"
    r"|ha(?:s|ve) (?:been )?changed[,:;]|ha(?:t|ben) sich geändert[,:;]|slip(?:s|ped) to"
    rf"|(?:is|are) (?:up|down) to|(?:{_RISES}) to|(?:is |are )?now|jetzt|nun|steigt auf|sinkt auf) (?P<new>\S.*)"
)
SET_BY_SOMEBODY = re.compile(
    rf"\b(?:{_VERBS}|doubled|halved|verdoppelt|halbiert) {_ARTICLE}(?P<subject>{_SOME_WORDS})(?:to|auf) (?P<new>\S.*)"
)
"""`we raised the rent to 900`."""
NEW_NAMED = re.compile(rf"\b(?:{_NEW_NAMED}|neue[rs]? (?:termin|frist|preis|datum|nummer|adresse))\b")
MARKED = re.compile(
    r"^\W*(?:(?:a |one |eine )?(?:small |short |late |kleine )?(?:chang(?:ed?|e of plan)|updated?|correct(?:ion|ed)|"
    r"änderung|korrektur|korrigiert)\b(?:[^:.]|(?<=\d)[:.](?=\d)){0,40}:|correction\b)"
    r"|\b(?:(?:than|als) (?:originally |ursprünglich )?(?:planned|announced|"
    r"agreed|geplant|angekündigt|vereinbart)|on second thoughts?|change of plan|(?<!^)after all|it turn(?:s|ed) out|"
    r"(?:i|we) meant|i was wrong|(?:that|this) (?:was|is) (?:wrong|a (?:mistake|typo))|my mistake(?=[.,:;!]|$)|"
    r"make (?:it|that)(?= .{0,20}\d)|ich meinte|irrtum|"
    r"(?:as of|^from|ab) (?:(?:release |version |v)\d[\w.]*|now on|today|tomorrow|next \w+|sofort|heute|"
    rf"morgen|(?:\d\d?(?:st|nd|rd|th|\.)? )?{_DAY}(?: \d\d?)?)(?! (?:to|until|till|bis|through)\b| ?[-–])|"
    r"(?:is|are|['’]s|['’]re) (?:down|up) to|doch (?:erst|schon|nur|lieber|auf|im|am))(?!\w)"
)
"""Signs of a change that names neither what was nor, perhaps, its subject."""
LOOSELY_SET = re.compile(
    r"^\W*(?:changed?|update|correction|new|now|änderung|neu|korrektur|jetzt)\s*:|"
    r"\b(?:from now on|ab sofort|changes to|(?:moved|changed|postponed|shifted|raised|lowered|increased|"
    r"reduced|cut|brought forward|pushed back|extended) to|goes (?:up|down) to|goes to (?=[£$€]?\d)|(?:is|are) now|"
    r"now (?:is|are|costs?|on|at)|(?:ist|sind|beträgt|kostet|gilt) jetzt|(?:steigt|sinkt) auf)\b"
)
WITHDRAWN = [
    re.compile(pattern)
    for pattern in (
        rf"\W*(?:[\w ]{{1,20}}: )?(?P<subject>{_SOME_WORDS})(?<!that )(?<!which )(?<!who )(?:{_IS} (?:now |therefore |"
        r"hereby |jetzt |leider )?(?:dropped|cancell?ed|withdrawn|off the table|called off|given up|abandoned|"
        r"superseded|revoked|retracted|void|scrapped|shelved|lifted|moot|obsolete|in after all|back in|out after all|"
        r"(?:no longer|not(?=.*any ?more)) (?:planned|needed|wanted|valid|offered|applies)|"
        r"nicht mehr (?:nötig|geplant|gültig)|hinfällig|"
        r"gestrichen|abgesagt|zurückgezogen|verworfen|aufgehoben|vom tisch)|no longer applies|(?:does not|doesn['’]t|"
        r"won['’]t|will not) (?:take place|happen)|(?:has |have )?(?:(?:backed|pulled|dropped) out|stepped down|"
        r"resigned)|f(?:ell|alls|allen) through|gilt nicht mehr|"
        r"fällt (?:aus|weg|flach)|entfällt|findet nicht statt|hat abgesagt)(?=\W|$)",
        rf"\W*(?P<subject>(?:\S+ ){{0,2}}?(?:\d|{_DAY})\w*(?: \w+)?) (?:is|are) (?:now )?off\b",
        r"\W*(?:[\w ]{1,20}: )?(?P<subject>\d\d?(?:st|nd|rd|th|\.)? "
        r"(?:jan|feb|mar|mär|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez)\w*) "
        r"(?:dropped(?! out)|cancell?ed|called off|abandoned|withdrawn|shelved|scrapped|gestrichen|abgesagt)\b",
        rf"{_CLAUSE}(?:please |so |bitte )?(?:never mind|forget(?: about)?|scrap|scratch|strike(?: out)?|disregard|"
        rf"no need for|vergiss|vergesst|streiche?n?(?: wir)?) {_ARTICLE}(?P<subject>{_VALUE}){_END}",
        rf"\W*(?P<subject>{_SOME_WORDS})(?:is|are|was|were|has|have|costs?|needs?|takes?)\b.*\b(?:drop(?:ped|ping)?|"
        r"cancel\w*|scrap\w*|skip(?:ped|ping)?|abandon\w*|call(?:ed|ing)?) (?:it|them)(?! in\b)(?= off\b|\W*$|[,;.])",
        rf"{_CLAUSE}there (?:will be|is|are) no (?P<subject>{_VALUE}) "
        r"(?:this (?:year|time|week|month)|any ?more|now)\b",
        rf"{_CLAUSE}no (?:more )?(?P<subject>{_VALUE}) (?:any ?more|from now on)\b",
        rf"{_CLAUSE}(?P<subject>[^,;:]{{0,60}}?(?:\bnot|n['’]t|\bno) [^,;:]{{3,60}}?) after all\b",
        rf"{_CLAUSE}(?P<subject>[^,;:]{{3,60}}? doch (?:nicht|keine?[nrms]?)\b[^,;:.]{{0,40}})",
        rf"{_CLAUSE}(?:we|they|i|he|she|the \w+)(?: have| has|['’]ve)?(?: now| since)? (?:abandoned|scrapped|shelved|"
        r"called off|cancell?ed|gave up(?: on)?|given up(?: on)?|decided against|withdrew) (?!th[ie]s|that|those|it\b)"
        rf"{_ARTICLE}(?P<subject>{_VALUE}){_END}",
        r"\W*(?P<subject>(?:(?!not\b|nicht\b)[^.:;!?]){3,40}: (?:please |bitte )?(?:do not|don['’]t|nicht|keine?n?) "
        r"\w+)",
    )
]
WITHDRAWN_STEMS = re.compile(
    group_alternatives(
        "drop|cancel|withd|off|up|abandon|supersed|revok|retract|void|scrap|shelv|lifted|moot|obsolet|after all|"
        "back in|longer|mehr|hinfällig|gestrichen|abgesagt|zurückgez|verworfen|aufgehoben|tisch|take place|happen|out|"
        "stepped|resigned|through|fällt|findet nicht|never mind|forget|scratch|strike|disregard|need for|verg[ie]s|"
        "streich|skip|call|there |more|from now on|doch|decided against|: "
    )
)
_SIGN_WORDS = group_alternatives(
    rf"{_VERBS}|{_CHANGES}|doubled|halved|verdoppelt|halbiert|instead|"
    r"rather than|in place|longer|any ?more|now|(?:up|down) (?:to|from)|after all|second thoughts?|correction|update|"
    r"turn\w* out|slip(?:s|ped)|planned|announced|agreed|geplant|angekündigt|vereinbart|through|"
    rf"there \w+ (?:be )?no|{_RISES}|meant|wrong|mistake|wrote|said|noted|put|make (?:it|that)|as of|cancel\w*|"
    r"drop(?:ped|ping)?|withd\w+|off|skip\w*|call\w*|given?|gave|abandon\w*|sich|superseded|revoked|retracted|void|"
    r"scrap\w*|shelved|lifted|moot|obsolete|back|out|place|happen|stepped|resigned|never mind|forget|scratch|strike|"
    r"disregard|need for|decided against|replac\w+|takes|took|steps|"
    rf"applies|{_NEW_NAMED}|änderung|korrektur|statt|anstatt|anstelle|mehr|länger|jetzt|nun|neue?[rs]?|steigt|sinkt|doch|"
    r"irrtum|meinte|ab|auf|ersetzt|abgelöst|übernimmt|vergiss|vergesst|streich\w*|hinfällig|gestrichen|abgesagt|"
    r"zurückgezogen|verworfen|aufgehoben|tisch|fällt|entfällt"
)
SIGN = re.compile(
    rf"\b(?:{_SIGN_WORDS})\b|^\W*from|(?<=, )(?:and )?(?:not|nicht)\b|"
    r": (?:please |bitte )?(?:do not|don['’]t|nicht|kein)|^\W*(?:new|neu)\s*:"
    rf"|\b(?:not|nicht) (?:[*_£$€]{{0,3}}\d|{_WEEKDAY}\b)|{_WAS}"
)
"""One search tells that most sentences say of no change."""
DENIAL = re.compile(
    r"\b(?:not|never|no|cannot|neither|nicht|kein\w*|nie|nunca|tampoco|ne|pas|jamais)\b|n['’]t\b"
)
DENIED_CLAUSE = re.compile(r"\b(?:not|cannot|nicht|kein\w*)\b[^,;:.]*|\w+n['’]t\b[^,;:.]*", re.IGNORECASE)
CONDITION = re.compile(r"\W*(?:if|when|once|whenever|unless|should|wenn|falls|sobald)\b")
PRONOUN = re.compile(r"\W*(?:it|they|we|i|es|sie|wir|ich)\b")
WEEKDAYS = frozenset(split_words("monday tuesday wednesday thursday friday saturday sunday"))
FILLER = WEEKDAYS | frozenset(
    split_words(
        "please bitte not never no don't won't isn't aren't let's line note point sentence item part idea plan rule "
        "request thing things stuff he she it's now new after before above change changed changes correction update "
        "moved raised instead "
        "longer going gone goes doch nicht kein keine keinen keiner wir ich sie er es wird werden wurde der die das "
        "den dem ein eine ist sind war im am in zu mit also dann jetzt neu nun statt "
        "january february march april june july august september october november december "
        "euro euros dollars pounds percent prozent seconds minutes hours days weeks months years times each uhr "
        "minuten stunden tage wochen monate jahre"
    )
)
"""They say nothing of what a change is about."""
CLAUSE_BORDER = re.compile(r"[,;:()—–]+ |[()]")

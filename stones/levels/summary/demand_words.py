"""How English, German, Spanish, Portuguese, French, Chinese and Japanese warn, forbid and ask.

Every pattern is bounded: sentences of 600 characters are searched.
"""

import re

from stones.levels.steps import is_step

_START = r"(?:^|(?<=[.;:,—–(“\"!|→])\s{0,2}|\b(?i:and|or|then|please|so|also|always|you)\s)"
_ENGLISH = re.compile(
    _START + r"(?:"
    r"(?i:do not|don't)(?!\s(?i:have|need|know|see|think|exist|want|work|seem|yet)\b)|"
    # `never drops`, `never a solver call`, `never been` state facts and forbid nothing.
    r"(?i:never)(?!\s(?i:an?|the|been|had|was)\b|\s\w+(?<!s)s\b)|"
    r"(?i:avoid|refrain from)|(?i:leave)\s(?:\S+\s){1,3}(?i:alone)\b)(?=\s)|"
    r"\b(?:NEVER (?!been)|DO NOT|DON'T|MUST NOT)\b|\b(?:do|must|should|shall|may) NOT\b|"
    r"\b(?i:(?:do|does) not recommend)\b|"
    r"\b(?i:must not|mustn't|should not|shouldn't|shall not)\b|"
    r"\b(?i:(?:is|are) (?:strictly )?(?:not allowed|not permitted|forbidden|prohibited|off[- ]limits))\b|"
    r"\b(?i:no) (?=[\w `/-]{2,40} (?i:without|until|before|unless|except)\b)"
)
_ENGLISH_STEMS = re.compile(r"no[t ]|n't|never|avoid|refrain|leave|forbid|prohib|off[- ]lim")
"""Of lower case: it forbids by one of them."""
_OTHERS = (
    (
        re.compile(r"(?<!\w)(?:der|die|das|den|dem|nicht|und|ist|werden|bitte|keine?n?|auf|im)(?!\w)", re.I),
        re.compile(
            r"(?<!\w)(?i:niemals|keinesfalls|auf keinen fall|verboten|untersagt)(?!\w)|"
            r"(?<!\w)(?i:darf|dürfen|sollen?|bitte)(?!\w)[^.;]{0,60}?(?<!\w)(?:nicht|keine?n?)(?!\w)|"
            r"(?<!\w)(?i:nicht|keine?n?)\s(?:[\w.`/-]{1,30}\s){0,5}(?!worden|werden)\w{2,20}(?:en|ern|eln)"
            r"(?=\s*(?:[.!,;:(]|$))|"
            r"^\W*(?i:keine?n?)\s(?!.*\b(?:hat|haben|ist|sind|wird|wurden?|waren?|kann|können|muss|müssen|wollen?|"
            r"soll|sollte|hatten?|konnten?)\b)(?:[\w.`/-]{1,30}\s){1,10}(?!worden|werden)[a-zäöü]{2,20}(?:en|ern|eln)"
            r"(?=\s*(?:[.!,;:(]|$))"
        ),
    ),
    (
        re.compile(
            r"(?<!\w)(?:el|la|los|las|de|del|en|que|para|una?|se|con|por|lo|al|les|hasta|sin|não|uma?)(?!\w)",
            re.I,
        ),
        re.compile(
            r"(?:^|(?<=[.;:,—–(¡!|])\s?|\b(?:y|o|por favor)\s)(?i:no)\s"
            r"(?:(?i:se\s(?:debe|puede|permite)|deben?)|[a-záéíóúñ]{2,14}(?:ar|er|ir|es|as|an|en|e|a|lo|la|[áé]is)|"
            r"(?i:(?:l[oae]s?|se|me)\s(?!(?:h[ae]n?|has|hay|hemos|había\w*|est\w+|tien\w+|"
            r"sab\w+)\s)[a-záéíóúñ]{2,14}))(?=\s)|"
            r"(?<!\w)(?i:nunca|jamás|prohibid[oa]s?|proibid[oa]s?)(?!\w)|"
            r"(?<!\w)(?i:não (?:deve|devem|use|faça|altere|execute|fazer|usar))(?!\w)"
        ),
    ),
    (
        re.compile(r"(?<!\w)(?:le|les|des|du|une?|est|ne|pas)(?!\w)", re.I),
        re.compile(r"(?<!\w)(?i:interdite?s?|il ne faut|ne [\wàâéèêîôû']{2,15} (?:pas|jamais))(?!\w)"),
    ),
    (
        re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]"),
        re.compile(
            r"不要(?![求点素因件領旨語物品な])|不得|禁止|切勿|请勿|严禁|しないで|してはいけ|しないこと|ないでください|厳禁"
        ),
    ),
)
_CONDITIONAL = re.compile(
    r"\b(?:if|when|where|whether|unless|because|that|which|who|what) you \w+(?: not)?$", re.I
)
_WITHOUT_VERB = re.compile(r"(?<=never)\s(?:\w+ly|by|in|on|at|for|from|with|through|to|via|as)(?!\w)", re.I)
MODAL = re.compile(r"(?:must|should|shall|may)(?:\snot|n't)|(?:is|are)\s", re.I)
"""So begins a prohibition whose subject precedes it."""
DENIED = re.compile(
    r"^\W*(?i:no|never|nothing|nobody|no one|none|kein\w*|nie|niemand|nichts)\b|"
    r"\b(?i:(?:is|are) not to be|(?:may|can|must) not|cannot|can't|(?:is|are)n't (?:to be|allowed|permitted))\b"
)
"""Of an item under `Prohibitions`: what it denies is forbidden."""
UNDONE = re.compile(
    r"\b(?i:not (?:(?:yet|been|meant|to be|to|be|safe|ready|for) ){0,4}(?:merged?|pushed|committed|deployed?|"
    r"tested|verified|approved|confirmed|released|published|execut\w{1,4}|production|reviewed|completed?|fixed|"
    r"implemented|finished|working))\b|"
    r"\b(?i:noch nicht|(?:ist|sind|wurde) nicht) (?:\w+ ){0,2}(?:ge\w+[tn]|freigegeben|veröffentlicht)\b|"
    r"\b(?i:(?:aún|todavía) no|sin) (?:se ha )?(?:\w+[ai]do|publicar|probar|aprobar|fusionar)\b|"
    r"尚未|还没有|未(?:合并|发布|测试|验证|完了|検証|テスト|公開|マージ)"
)
BANNER = re.compile(
    r"\b(?:SUPERSEDED|OBSOLETE|READ-ONLY|DEPRECATED|VERALTET|OBSOLETO)\b|"
    r"\b(?i:is|are|now|been|ist|sind|está|es) (?i:now |jetzt )?(?i:superseded|obsolete|read-only|deprecated|frozen|"
    r"veraltet|überholt|obsoleto|schreibgeschützt)\b|"
    r"\b(?i:lower bound|go(?:es)? stale|hard to reverse|irreversible)\b|废弃|只读|廃止"
)
LABEL = re.compile(
    r"⚠|🚨|❗|⛔|🛑|🚫|\b(?:WARNING|CAUTION|DANGER|ACHTUNG|WARNUNG|CUIDADO|ADVERTENCIA|ATTENTION|IMPORTANT|CRITICAL)\b|"
    r"^\W{0,9}(?i:warning|caution|danger|achtung|warnung|vorsicht|cuidado|advertencia|atención|attention|aviso)"
    r"\s?[:!—-]|^\W{0,9}(?:注意|警告|重要)"
)
ASKING = re.compile(
    r"(?:^|[.;:!]\s)(?i:please|bitte|por favor|your (?:task|job) is|i need you to|(?:can|could|would) you|"
    r"könnt(?:e|est) (?:du|ihr)|puedes|podrías)\b|^请|お願い|してください"
)
HYPOTHETICAL = re.compile(
    r"^\W{0,9}(?i:if|what|why|how|when|in case|note that if|falls|wenn|si|cuando|e\.g\.|example|instead of)\b"
)
PAST = re.compile(r"\b(?i:fixed|resolved|closed|shipped|used to|previously)\b|✅|~~")
HARD_ENDS = frozenset(";。；!！.|")
CLAUSE_END = re.compile(
    r"[;。；!！|]|\.(?=\s|$)|\s[—–-]\s|\s?[()]|:\s|,\s(?=(?:so|because|since|as|which|but|and then|it)\b)"
)
MAY_DEMAND = re.compile(
    r"\b(?:(?:do|does|must|should|shall|may) not|don['’]t|never|avoid|refrain|leave|mustn|shouldn|"
    r"not (?:allowed|permitted|yet|been|meant|to be|safe|ready|merged?|pushed|committed|deployed?|tested|"
    r"verified|approved|confirmed|released|published|execut\w{1,4}|production|reviewed|completed?|fixed|"
    r"implemented|finished|working)|"
    r"no [\w `/-]{2,40}(?:without|until|before|unless|except)|forbidden|prohibited|off[- ]limits|"
    r"superseded|obsolete|read-only|deprecated|frozen|lower bound|stale|reverse|irreversible|"
    r"warning|caution|danger|important|critical|please|your task|your job|need you|(?:can|could|would) you|"
    r"nicht|keine?n?|niemals|verboten|untersagt|veraltet|überholt|schreibgeschützt|achtung|warnung|vorsicht|"
    r"bitte|könnte?s?t?|no (?=\w{2,14}(?:[aei]r|es|as|[ae]n|[ea])\b)|nunca|jamás|prohibid[oa]s?|sin|aún|todavía|"
    r"no (?:l[oae]s?|se|me) \w+|no \w{2,14}(?:[áé]is|ad)\b|overrid\w*|overrides?|precedence|outranks|"
    r"obsoleto|cuidado|advertencia|atención|por favor|puedes|podrías|não|proibid[oa]s?|interdite?s?|ne|attention|"
    r"aviso)\b|[⚠🚨❗⛔🛑🚫不未禁切请勿严废只廃厳注警重]|しない|しては|ないで|お願い|してください",
    re.I,
)


def find_prohibition(text: str) -> re.Match[str] | None:
    """Where the first prohibition begins; English comes before other languages."""
    english = _ENGLISH.finditer(text) if _ENGLISH_STEMS.search(text.lower()) else ()
    if match := next((each for each in english if not _forbids_nothing(text, each)), None):
        return match
    found = (pattern.search(text) for language, pattern in _OTHERS if language.search(text))
    return next(filter(None, found), None)


def _forbids_nothing(text: str, match: re.Match[str]) -> bool:
    """`if you do not object`, and `never locally` beside a statement, which it limits."""
    is_conditional = _CONDITIONAL.search(text, max(0, match.start() - 10), match.end()) is not None
    return is_conditional or (_WITHOUT_VERB.match(text, match.end()) is not None and not is_step(text))

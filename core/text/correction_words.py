"""The words by which somebody takes back or corrects what was said before, most often without saying what.

Patterns of several languages, all of lower case.
"""

import re

_OPENS = r"(?:^|[.;:!?—–] )[\W\d]*"
"""A sentence, or what stands behind the name or the time of a speaker."""
_STOPS = r"(?=\s?[.,;:!—–)]|\s*$)"
_NOT = r"do(?:n['’]t| not)"
_WAIT = (
    r"(?:no,? )?(?:wait|stop|hold on|hang on|halt|stopp|moment|warte|esper[ae]d?|attend(?:s|ez))[ ,.!:—–-]+"
)
_SORRY = r"(?:actually|sorry|oops)[ ,.!:—–-]+"

TAKES_BACK = re.compile(
    r"(?<![\"'“„«‘])\b(?:i (?:hereby )?(?:take|took) (?:it|that|this) back|i (?:withdraw|retract) (?:it|that|this)|"
    r"(?:scratch|strike) that|(?:i|we) (?:should (?:not|never)|shouldn['’]t|ought (?:not|never) to) have (?:said|"
    r"written|asked|told you|suggested|promised|proposed)|"
    rf"(?:never ?mind|(?:forget|cancel) (?:it|that)|vergiss es|vergesst (?:das|es)){_STOPS}|"
    r"forget what i (?:said|wrote|asked)|(?:forget|ignore|disregard) my (?:last|previous|earlier|first) (?:\w+ )?"
    r"(?:message|mail|e-mail|request|note|remark|question)|"
    rf"(?:ignore|disregard) (?:that|this|the above|what i (?:said|wrote|asked)[\w ]{{0,50}}){_STOPS}|"
    r"(?:das|dies) nehme ich zurück|das hätte ich nicht (?:sagen|schreiben|fragen) sollen|vergiss (?:das|was ich)|"
    r"retiro lo (?:dicho|que)|olvid(?:a|ad|e|en) (?:eso|lo anterior|lo que (?:dije|puse))|"
    r"je retire ce que|oublie[zr]? (?:ça|cela|ce que j))(?!\w)"
    rf"|{_OPENS}(?:(?:ok|hey|sorry|please|no|wait),? )*hold off(?: for now| please| on (?:that|this|it))?{_STOPS}"
    rf"|{_OPENS}(?:{_WAIT}|{_SORRY})(?:please |bitte )?"
    rf"(?:(?:no|non|{_NOT}(?: do (?:that|it|this))?|(?:doch )?nicht|stop){_STOPS}|"
    r"hold off\b|scratch\b|cancel (?:that|it|this)\b)"
    rf"|{_OPENS}{_WAIT}(?:please )?{_NOT} \w+ (?:it|that|this|them)\b"
)
"""What was said right before, or by the same speaker last."""
_WHEN = r"(?: \(?\d[\d:./ apm-]{0,18}\)?| \([^()]{1,30}\))?"
CORRECTS = re.compile(
    r"\W*(?:(?:correction|corrección|correzione|korrektur|korrigiere|berichtigung|richtigstellung|rectificación|"
    rf"rectificatif|retraction|errat(?:um|a))(?: (?:to|of|on|zu|de|von|vom) [^:.()]{{1,40}}?)?{_WHEN}\s?[:—–]|"
    rf"(?:corrijo|rectifico|ich korrigiere|je corrige|i stand corrected|i was wrong)\b|edit(?:ed|ado)?{_WHEN}\s?:|"
    rf"(?:stop|wait|halt|hold on)(?:[:!—–-]| [—–-]) ?(?:please )?{_NOT}\b"
    r"(?!.*\b(?:while|until|before|unless|without|when|if|during)\b))"
)
"""So opens what corrects something before it."""
UPDATES = re.compile(
    rf"\W*(?:late |latest |last )?(?:update|nachtrag|aktualisierung|actualización|mise à jour){_WHEN}\s?[:—–]"
)
"""So opens what may correct something before it, and often does not."""
FORBIDS = re.compile(
    rf"(?:(?:^|[.,;:!?—–(] ?|\b(?:so|please|and|but|then|right|ok|yes|no) )(?:{_NOT}|never)|"
    r"\b(?:you|we) (?:(?:must|should|may) not|(?:must|should)n['’]t|can(?:not|['’]t))|"
    r"\bno(?:body| one) (?:may|must|should)) (?:please |yet |ever |just )?(?P<verb>\w{2,})"
)
"""In a talk: what somebody shall not do."""

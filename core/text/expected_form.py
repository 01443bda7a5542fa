"""What an answer must hold by the form of its question: a phone number, an email or IP address, a date, a number.

Read from English questions; of other languages nothing is expected, neither of questions nor of sentences.
"""

import re
from dataclasses import dataclass, replace

from core.text.bm25_words import split_words
from core.text.calendar_words import FEAST, MONTH_OR_SHORT, SHORT_WEEKDAY, WEEKDAY
from core.text.filler_words import OPENING
from core.text.guess_language import guess_language
from core.text.link_addresses import mask_addresses, mask_targets

_NUMBERS = (
    r"one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen"
    r"|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|hundreds?|thousands?|millions?|dozens?|half|quarter|first|second"
    r"|third|\w+[tx]h\b(?= of)"
)
_TIMES = (
    rf"{SHORT_WEEKDAY}|{WEEKDAY}s?|weekdays?"
    rf"|weekends?|{MONTH_OR_SHORT}|spring|summer|autumn|winter|fall|seasons?|{FEAST}|holidays?"
    r"|vacations?|today|tonight|tomorrow|yesterday|now|currently|recently|soon|later|earlier|ago|mornings?|noon"
    r"|midday|afternoons?|evenings?|nights?|midnight|dawn|dusk|sunrise|sunset|lunch|breakfast|dinner|seconds?"
    r"|minutes?|hours?|days?|weeks?|fortnights?|months?|quarters?|years?|decades?|centur(?:y|ies)|daily|nightly"
    r"|weekly|monthly|yearly|annually|hourly|always|never|every|each|once|twice|next|last|when(?:ever)?|while|before"
    r"|after(?:wards)?|until|till|during|since|if|as soon as|times?|dates?|deadlines?|scheduled?|immediately|first"
    r"|not? (?:yet|decided|fixed|known)|open|overdue|due|start(?:ing)? of|end of|beginning of"
)
_YEAR = r"(?:1\d|20)\d\d\b"
_TENS = (
    r"(?:(?:thir|four|fif|six|seven|eigh|nine)teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty(?:-\w+)?"
    r"|(?:a|one|two) hundred)"
)
_BEING = r"(?:am|is|was|are|were|be|turn(?:s|ed)?|becomes?)"
_ORDINAL = (
    r"\b(?:\d+(?:st|nd|rd|th)|\w+(?:ie|[nvxfh])th"
    r"|(?:\w+-)?(?:first|second|third|fourth|fifth|eighth|ninth|twelfth))"
)
_MAKING = (
    r"(?:born|built|made|found|founded|established|erected|planted|cast|printed|written|laid|bought|came)"
)
_AMOUNTS = (
    r"several|many|few|some|most|all|none|nobody|nothing|every|each|both|once|twice|double|triple|free|enough|a lot"
    r"|lots|never|unlimited|single|pair|couple|not (?:yet|decided|fixed|known)"
    r"|,[^.;]* and"
)


HOW_OFTEN = "how often"


@dataclass(frozen=True, slots=True)
class ExpectedForm:
    name: str
    """As a reader calls it: "phone number"."""
    holds: re.Pattern[str]
    """Found in every English sentence that may answer."""
    stems: frozenset[str]
    """Of the question's words that ask for it; the others say for whom or what."""
    is_of_network: bool = False
    """Whether an address that stands there in full may hold it: the port of `http://nas:8080`."""

    def is_in(self, text: str) -> bool:
        """Figures of an address state nothing else. True of a text in another language, too, which these patterns
        cannot judge.
        """
        text = mask_targets(text) if self.is_of_network else mask_addresses(text)
        return self.holds.search(text) is not None or guess_language(text) not in ("en", "")


def _form(name: str, holds: str, words: str) -> ExpectedForm:
    return ExpectedForm(name, re.compile(holds, re.IGNORECASE), frozenset(split_words(f"{name} {words}")))


_ANY_DIGIT = r"\d|[½¼¾]"
DATE_OR_TIME = _form(
    "date or time", rf"{_ANY_DIGIT}|\b(?:{_NUMBERS}|{_TIMES})\b", "day month year weekday exact"
)
_AUXILIARY = (
    r"(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|must|may|might)(?:n['’]t)?"
)
ASKS_PART_OF_TIME = re.compile(
    rf"\b(?:what|which) (?:evening|morning|afternoon|night|week(?:end)?)s?(?=\W*$| (?:of|in|{_AUXILIARY})\b)",
    re.IGNORECASE,
)
"""Not "which evening class"."""
_PART_OF_TIME = replace(
    DATE_OR_TIME,
    stems=DATE_OR_TIME.stems.union(split_words("evening morning afternoon night week weekend")),
)
_ENDING = re.compile(
    r"\b(?:phone|mobile|number)\b.*\bends? (?:in|with)\b|\blast (?:\w+ )?digits?\b", re.IGNORECASE
)
_NUMBERED = (
    r"certificate|policy|licen[cs]e|permit|order|invoice|account|contract|registration|serial|reference|passport|case|patent"
    r"|part|model|frame|chassis|engine|batch|membership|meter"
)
_BETWEEN = r"(?:(?!of\b|for\b|between\b|with\b|behind\b|to\b|on\b|in\b|and\b)[\w.'-]+ )"


def _asks_for(noun: str) -> re.Pattern[str]:
    """ "What is the router's IP address", "which port does", "IP address of": the noun is what is asked for."""
    return re.compile(
        rf"\b(?:what|which)(?:(?:'s| is| was| are| were) {_BETWEEN}{{0,4}}| ){noun}\b"
        rf"|^{OPENING}(?:(?:tell|give) me )?(?:the )?{noun} (?:of|for)\b",
        re.IGNORECASE,
    )


_LISTENS = r"(?:runs?|running|us(?:es?|ing)|listen\w*|bind\w*|bound|expos\w+)"
_AT_SEA = r"\b(?:ships?|boats?|ferr(?:y|ies)|cruise|yacht)\b"
_OF_NETWORK = (
    (
        _asks_for(r"IP(?:v[46])?(?: address(?:es)?|(?=\W*$| (?:do|does|has|is|of|for)\b))"),
        _form(
            "IP address",
            r"\b\d{1,3}(?:\.\d{1,3}){2}\.(?:\d{1,3}|x)\b|(?:\b[\da-f]{1,4})?(?::{1,2}[\da-f]{1,4}){2,}"
            r"|\baddress(?:es)? (?:is|are) (?:in|on|not|kept|written)\b",
            "ipv4 ipv6 addresses",
        ),
    ),
    (
        _asks_for(r"MAC address(?:es)?"),
        _form(
            "MAC address",
            r"\b[\da-f]{2}(?:[:-][\da-f]{2}){5}\b|\b[\da-f]{4}(?:\.[\da-f]{4}){2}\b",
            "addresses",
        ),
    ),
    (
        re.compile(
            rf"{_asks_for('port number').pattern}"
            rf"|\b(?:what|which) (?:TCP |UDP )?ports? (?:do|does|is|are)\b(?!.*{_AT_SEA}).*\b{_LISTENS}\b",
            re.IGNORECASE,
        ),
        _form(
            "port",
            r"(?<!\d):\d{2,5}\b(?![:.\d])|\bports?\b[^.;\n]{0,25}?\d|\b\d{2,5}/(?:tcp|udp)\b"
            r"|(?<![\d.,/-])(?!(?:19\d|20[0-3])\d\b)\d{4,5}(?![\d.,/-]?\d)",
            "ports number tcp udp",
        ),
    ),
    (
        re.compile(
            rf"{_asks_for('version number').pattern}|\b(?:what|which) versions?\b(?! of the \w*(?:contract|law|policy))"
            r".*\b(?:runs?|running|us(?:es?|ing)|install\w*|requires?)\b",
            re.IGNORECASE,
        ),
        # The word itself must stand there, too: many a name has a number behind it.
        replace(
            _form(
                "version",
                r"\bv?\d+(?:\.\d+)+|\bv\d|\b(?-i:[A-Za-z])[\w.-]* (?!(?:19|20)\d\d\b)\d+\b(?![-/.:]\d)|\blatest\b",
                "",
            ),
            stems=frozenset(),
        ),
    ),
    (
        _asks_for(r"host ?names?"),
        _form(
            "host name",
            r"\bhost ?-?(?:names?|record)\b|\b(?:called|named)\b|\b[\w-]+(?:\.[\w-]+)+\.[a-z]{2,}\b",
            "host hostname hostnames",
        ),
    ),
)
_NUMBER_OF_NOTHING_ELSE = (
    r"(?:\b(?:phone|mobile|cell|fax|the|his|her|their|my|our|your|its|old|new|\w+['’]s?) "
    r"|(?:^|[^\w\s]\s*))numbers?"
)
"""Not that of a chip, or of a house."""
_FORMS = (
    *((asks, replace(form, is_of_network=True)) for asks, form in _OF_NETWORK),
    (
        _ENDING,
        _form(
            "phone number",
            r"\bends? (?:in|with) \d|\bdigits?\b[^.;]{0,20}\d|(?:\d[\s()/.+-]*){5}",
            "telephone mobile cell cellphone fax end last digit",
        ),
    ),
    (
        re.compile(
            r"\b(?:(?:tele)?phone|mobile|cell(?:phone)?|fax) numbers?\b|\bnumber (?:of|for) (?-i:[A-Z])"
            r"|\bwh(?:at|ich)(?:'s| is| was)? [\w'. -]+'s? number\W*$"
            r"|\bwh(?:at|ich) number (?:do|can|should|must|to) (?:\w+ )?(?:dial|call|ring|phone|text)\b",
            re.IGNORECASE,
        ),
        _form(
            "phone number",
            # No day or months: "04/07/2026", "2025-09".
            r"(?<!\d)(?<!\d[/.-])(?!(?:19|20)\d\d[-/.–]\d{1,4}(?![-/.]?\d))(?!\d{1,4}([-/.])\d\d?\1\d{2,4}(?![-/.]?\d))(?:\d[\s()/.+-]*){5}"
            rf"|{_NUMBER_OF_NOTHING_ELSE} (?:is|are|stands?|can)\b",
            "telephone mobile cell cellphone fax",
        ),
    ),
    (
        re.compile(
            rf"\b(?:what|which)\b.*\b(?:{_NUMBERED}) (?:number|no)\b"
            r"|\bnumber of (?:the|our|my|his|her|its|their|this|that) (?:[\w'-]+ ){0,3}[\w'-]*[^s\W]\W*$",
            re.IGNORECASE,
        ),
        _form(
            "identifying number",
            r"(?-i:\b[A-Z]{1,5})[-/]?\d{2,}|\b(?!\d{4}-\d\d-)\d+[-/](?-i:[A-Z\d]*[A-Z])|\b\d{5,}\b|#\d"
            r"|\b(?:no|nr|numbers?)\b[.:]? ?(?:is |are |was )?[A-Z]{0,3}\d|\bnumbers? (?:is|are|stands?|can)\b",
            "no nr",
        ),
    ),
    (
        re.compile(r"\be-?mail address(?:es)?\b|\bwh(?:at|ich)\b.*\be-?mail\W*$", re.IGNORECASE),
        _form("email address", r"\w@\w|\baddress(?:es)? (?:is|are|stands?|can)\b", "e-mail"),
    ),
    (
        re.compile(
            rf"^{OPENING}(?:(?:since|until|till|by|from) )?when\b"
            r"(?! (?:should|can|could|may|must|would|do you|do i|to)\b)"
            r"|\b(?:(?:what|which) (?:date|day|month|year|weekday)|what time)\b",
            re.IGNORECASE,
        ),
        DATE_OR_TIME,
    ),
    (ASKS_PART_OF_TIME, _PART_OF_TIME),
    (
        re.compile(r"\bhow old\b|\bwhat age\b", re.IGNORECASE),
        _form(
            "age",
            r"(?<!\bfor )(?<!\bperiod of )(?<!\bwithin )(?<!\bevery )(?<!\bafter )"
            rf"\b(?!half\b|quarter\b|first\b|second\b|third\b)(?:\d+|{_NUMBERS})(?: and a half)?[ -]*"
            r"(?:years?|months?|weeks?|days?|y(?:ea)?rs?|y\.?o)\b|\bborn\b|(?:^|[.!?] )\d{1,2}(?=, )"
            r"|\bturn(?:s|ed) (?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b"
            rf"|{_ORDINAL} birthdays?\b|\bbirthday, \d{{1,3}}\b|\bbirthdays?\b[^.;]{{0,40}}\b{_YEAR}|\baged?\b"
            rf"|\b{_BEING} (?:\w+ )?(?:{_TENS}\b|\d{{1,3}}\b(?![:.,%]?\d))"
            r"(?!\s?(?:[cmk]?m|[km]?g|m?l|ha|miles?|met(?:re|er)s?|lit(?:re|er)s?|hours?|minutes?|euros?|pounds?|degrees?|[%€£°])(?!\w))"
            r"|\b(?-i:[A-Z])[\w’'-]{1,30}(?:, (?:1[01]\d|\d\d?)(?=[.;)]|,(?!\d)|$)| \((?:1[01]\d|\d\d?)\))"
            rf"|(?:(?:^|[:(,]) ?|\b(?:{_BEING}|dat(?:es?|ed|ing)|goes back) (?:back )?(?:from|to|of) "
            rf"|\b{_MAKING}\b[^.;]{{0,40}}\b){_YEAR}",
            "old years",
        ),
    ),
    (
        re.compile(r"\bhow (?:often|frequently)\b", re.IGNORECASE),
        _form(
            HOW_OFTEN,
            r"\b(?:every|each|once|twice|times|per|daily|nightly|(?:bi-?)?weekly|fortnight(?:ly|s)?|(?:bi-?)?monthly|quarterly"
            rf"|yearly|(?:semi-?)?annual(?:ly)?|hourly|never|always|when(?:ever)?|rarely|seldom|regularly|occasionally"
            rf"|{WEEKDAY}s?|as needed|on demand|\d\d?(?:st|nd|rd|th)|an? (?:day|week|month|year|quarter))\b",
            "often frequently",
        ),
    ),
    (
        re.compile(
            r"\bwhat(?:['’]?s| is| are| was)? (?:the|my|our|your) (?:max(?:imum)?|min(?:imum)?)\b"
            r"|\bthe (?:most|least|fewest)(?: [\w'-]+s)? (?:i|we|you|one|people|anyone) (?:can|could|may|might|must)\b",
            re.IGNORECASE,
        ),
        _form(
            "number",
            rf"{_ANY_DIGIT}|\b(?:{_NUMBERS}|unlimited|no (?:limit|max\w*|min\w*)|as many|any number)\b",
            "max maximum min minimum most least fewest",
        ),
    ),
    (
        re.compile(rf"^{OPENING}how (?:many\b|much\b(?! (?:more|less|\w+er)\b))", re.IGNORECASE),
        _form("number", rf"{_ANY_DIGIT}|\b(?:{_NUMBERS}|{_AMOUNTS})\b", "left"),
    ),
)


def expected_form(question: str) -> ExpectedForm | None:
    """None where the form of the question says nothing about that of its answer."""
    text = " ".join(question.replace("’", "'").split())
    return next((form for asks, form in _FORMS if asks.search(text)), None)

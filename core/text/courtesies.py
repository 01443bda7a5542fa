"""What a question says to whom it is put, and not of its matter: "Hello, quick question:", "Thanks in advance!"."""

import re

_ASKING = (
    r"(?:how|what|when|where|who|whose|which|why|can|could|do|does|did|is|are|was|were|will|would|should|may|must|has"
    r"|have|had|if|whether|wie|was|wann|wo|wer|welche[rsn]?|warum|wieso|kann|können|gibt|ist|sind|muss|darf|ob)"
)
_GREETING = (
    r"(?:hi|hello|hey|hallo|moin|good (?:morning|afternoon|evening|day)|guten (?:morgen|tag|abend)|bonjour|hola)"
    r"(?: (?:there|again|all|everyone|everybody|team|folks|zusammen))?"
)
_THANKS = (
    r"(?:(?:great|ok|okay|cool|perfect|super)[, ]+)?"
    r"(?:many thanks|thanks|thank you|thx|cheers|danke|vielen dank|merci|gracias)"
    r"(?: (?:a lot|a million|so much|very much|again|in advance|for (?:that|this|the (?:help|info|answer))|schön|sehr"
    r"|im voraus|dir|euch))?"
)
_UNDERSTOOD = (
    r"(?:ok(?:ay)?|alright|all right|right|great|perfect|cool|nice|good|fine|super|prima|gut|got it|i see|understood"
    r"|sorry|excuse me|pardon|entschuldigung|well|so|hm+|ah|oh)"
)
_ANNOUNCED = (
    r"(?:(?:just|only) )?(?:(?:i have|i've got|ich habe) )?(?:(?:an?|one|another|eine|noch eine) )?"
    r"(?:(?:quick|short|small|simple|silly|stupid|dumb|last|kurze|kleine) )+(?:question|one|frage)"
    r"|(?:just )?(?:i(?: was|'m| am)? )?(?:just )?wondering(?=,? (?-i:[a-z]))"
    r"|i wonder(?=,? (?-i:[a-z]))|i(?:'d| would) (?:like|love) to know|i (?:just )?want(?:ed)? to (?:know|ask)"
)
_OPENING = re.compile(
    rf"(?:{_GREETING}|{_THANKS}|{_ANNOUNCED}) *[,.!:;–—-]+\s+(?:but )?"
    rf"|{_UNDERSTOOD} *[,.!]+\s+"
    rf"|(?:{_GREETING}|ok(?:ay)?|so|{_ANNOUNCED})\s+(?={_ASKING}\b)",
    re.IGNORECASE,
)
_CLOSING = re.compile(rf"(?<=[,.!?;])(?:\s*[–—-])?\s+{_THANKS}[\s.!:)]*$", re.IGNORECASE)
_WORDS = re.compile(r"\w+\W+\w")


def without_courtesies(question: str) -> str:
    """The question without greetings, thanks and announcements around it, else as it was; all of it, where hardly a
    word is left. English and German.
    """
    bare = _CLOSING.sub("", question.strip())
    while (found := _OPENING.match(bare)) and _WORDS.search(bare, found.end()):
        bare = bare[found.end() :]
    return bare if _WORDS.search(bare) else question

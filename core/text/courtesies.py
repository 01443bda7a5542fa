"""What a question says to whom it is put, and not of its matter: "Hello, quick question:", "Thanks in advance!"."""

import re

_ASKING = (
    r"(?:how|what|when|where|who|whose|which|why|can|could|do|does|did|is|are|was|were|will|would|should|may|must|has"
    r"|have|had|if|whether|wie|was|wann|wo|wer|welche[rsn]?|warum|wieso|kann|können|gibt|ist|sind|muss|darf|ob)"
)
_GREETING = (
    r"(?:hi|hello|hey|hallo|moin|good (?:morning|afternoon|evening|day)|guten (?:morgen|tag|abend))"
    r"(?: (?:there|again|all|everyone|everybody|team|folks|zusammen))?"
)
_THANKS = (
    r"(?:(?:great|ok|okay|cool|perfect|super)[, ]+)?"
    r"(?:many thanks|thanks|thank you|thx|cheers|danke|vielen dank)"
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
_NEXT = (
    rf"(?:(?:and|but|so|then|also|now|i|my|something|another|tell|show|give|please|und|aber)\b|{_ASKING}\b)"
)
_OPENING = re.compile(
    rf"(?:{_GREETING}|{_THANKS}) *[,.!–—-]+\s+|(?:{_ANNOUNCED}) *[,.!:;–—-]+\s+(?:but )?"
    rf"|{_UNDERSTOOD} *[,.!]+\s+(?={_NEXT})"
    rf"|(?:{_GREETING}|ok(?:ay)?|so|{_ANNOUNCED})\s+(?={_ASKING}\b)",
    re.IGNORECASE,
)
MAX_OPENINGS = 4
_ABOUT_WORDS = re.compile(
    r"\b(?:says?|said|spell(?:ed)?|means?|meaning|translat\w+|words?|phrases?|greetings?|formal|polite|wort|heißt|bedeutet)\b",
    re.IGNORECASE,
)
"""Asks about words: a greeting may be its matter."""
_CLOSING = re.compile(rf"(?<=[,.!?;])(?:\s*[–—-])?\s+{_THANKS}[\s.!:)]*$", re.IGNORECASE)
_WORDS = re.compile(r"\w+\W+\w")


def without_courtesies(question: str) -> str:
    """The question without greetings, thanks and announcements around it, else as it was; all of it, where hardly a
    word is left. English and German.
    """
    if _ABOUT_WORDS.search(question):
        return question
    bare = _CLOSING.sub("", question.strip())
    for _ in range(MAX_OPENINGS):
        if (found := _OPENING.match(bare)) is None or not _WORDS.search(bare, found.end()):
            break
        bare = bare[found.end() :]
    return bare if _WORDS.search(bare) else question

"""What somebody said, in the words of a third: `I think it is slow` by Ann becomes `Ann thinks it is slow`."""

import re

from stones.levels.wording import finished, without_opening

_FILLER = re.compile(
    r"(?<![\w-])(?:u[hm]+|mm+-?hmm+|h+mm+|er+m?|you know|I mean|sort of|kind of|I guess)(?![\w-])[,.]?\s*",
    re.I,
)
_STUTTER = re.compile(r"\b(\w{1,12})((?:,? \1\b)+)", re.I)
_FALSE_START = re.compile(r"(?<![\w'’.-])(?![aAI]\b)[b-hj-zB-HJ-Z](?=\s[A-Za-z])\s(?!\d)")
_OPENING = re.compile(
    r"^(?:(?:and|but|so|well|yeah|yes|yep|no|okay|ok|oh|right|now|then|because|'cause|anyway|sure|actually|"
    r"basically|also|"
    r"hi|hello|hey|dear)\b[,.]?\s+)+(?=\S)",
    re.I,
)
_ADDRESS = re.compile(r"^(?:(?:hi|hello|dear|hey)\s+)?(?:@[\w-]+|all|everyone|folks)\s?[,:]?\s+(?=\S)", re.I)
_QUOTE_MARK = re.compile(r"(?:^|(?<=\s))(?:>\s?)+(?=\S)")
_VOCATIVE = re.compile(
    r"^[A-Z][a-z]{2,12}(?: and [A-Z][a-z]{2,12})?(?:\s?\([^()]{1,60}\))?(?::\s+|,\s+(?=[A-Z]|you\b|can "
    r"you\b|thanks\b|thank\b|yes\b|please\b))"
)
_PRESENT = (
    "think|believe|suggest|propose|agree|disagree|want|need|hope|wonder|prefer|doubt|suspect|expect|"
    "recommend|feel|know|understand|"
    "assume|see|like|support|notice|find|plan|intend|object|note|vote|ask|say|mean|remember|consider|"
    "consent|favor|favour|appreciate|use|"
    "work|get|keep|read|write|run|look|seem|question|argue|claim|conclude|concur|dislike|still think|also "
    "think|really think|don't"
)
_FIRST_PERSON = (
    (re.compile(r"^I(?:'ve|’ve| have)\b"), "{} has"),
    (re.compile(r"^I haven't\b"), "{} has not"),
    (re.compile(r"^I(?:'m|’m| am)\b"), "{} is"),
    (re.compile(r"^I(?:'ll|’ll| will)\b"), "{} will"),
    (re.compile(r"^I(?:'d|’d| would)\b"), "{} would"),
    (re.compile(r"^I (?:do not|don't|don’t)\b"), "{} does not"),
    (re.compile(rf"^I ((?:\w+ly )?(?:{_PRESENT}))\b"), "{} {}s"),
    (re.compile(r"^I ((?:\w+ly )?(?:was|wasn't|did|didn't|did not|had|hadn't|can|could|couldn't|"
                r"should|may|might|must|cannot|can't|won't|"
                r"\w+ed|wrote|found|made|sent|put|got|saw))\b"), "{} {}"),
)  # fmt: skip
_PRONOUNS = {
    "i'm": "they are", "i am": "they are", "i was": "they were", "i wasn't": "they were not",
    "i've": "they have", "i'll": "they will", "i'd": "they would",
    "i": "they", "my": "their", "mine": "theirs", "me": "them", "myself": "themselves",
}  # fmt: skip
_PRONOUN = re.compile(
    r"(?<![\w'’/.-])(?:I(?:['’](?:m|ve|ll|d)| am| was(?:n['’]t)?)?|[Mm]y|mine|me|myself)(?![\w'’/-])"
)
_COMMAND = re.compile(
    r"^(?:please|let's|let|check|see|look|use|try|do|don't|add|make|take|send|read|note|remember|consider|"
    r"go|get|have|give|put|"
    r"keep|run|click|visit|open|feel|imagine|suppose|ask|tell|start|thanks|thank)\b",
    re.I,
)


def spoken(sentence: str) -> str:
    """Without fillers, stutters and an opening `Well, so`; as it was when nothing else is left."""
    text = _QUOTE_MARK.sub(" ", sentence)
    text = _STUTTER.sub(r"\1", _FALSE_START.sub("", _FILLER.sub("", text)))
    text = _STUTTER.sub(r"\1", " ".join(text.split()))
    text = _VOCATIVE.sub("", _ADDRESS.sub("", _OPENING.sub("", text)).lstrip(" ,.;-—>"))
    text = _OPENING.sub("", text).lstrip(" ,.;-—>")
    return finished(without_opening(text)) if len(text.split()) >= 3 else sentence


def reported(sentence: str, name: str) -> str:
    """`sentence`, said by `name`, told by a third person. The names and numbers in it stay as they are."""
    text = spoken(sentence)
    for pattern, form in _FIRST_PERSON:
        if match := pattern.match(text):
            start = form.format(name, *match.groups()).replace(" don'ts", " does not")
            return start + _third_person(text[match.end() :])
    if text.endswith("?"):
        return f"{name} asks: {text}"
    lowered = _lower_first(_third_person(text))
    if _COMMAND.match(text) or (lowered[0].isupper() and not _keeps_capital(text)):
        return f"{name} says: {text}"
    return f"{name} says that {lowered}"


def _keeps_capital(text: str) -> bool:
    """Whether the first word seems to be a name or an identifier, and not only the first of its sentence."""
    first, _, rest = text.partition(" ")
    return first[1:] != first[1:].lower() or not first.isalpha() or rest[:1].isupper() or first == "I"


def _third_person(text: str) -> str:
    text = text.replace(" and am ", " and is ").replace(" but am ", " but is ")
    return _PRONOUN.sub(lambda m: _PRONOUNS.get(m[0].lower().replace("’", "'"), m[0]), text)


_LOWERED_WORDS = (
    "the a an this that these those it we they there if in on at for from to with when while as all any "
    "some most many our their its he she you your what how why where who one two each every both no not "
    "after before since although though because by about is are was were does do did can could will "
    "would should may might it's that's there's they're we're you're of"
)
_LOWERED = frozenset(_LOWERED_WORDS.split())


def _lower_first(text: str) -> str:
    first, _, rest = text.partition(" ")
    return f"{first[0].lower()}{first[1:]} {rest}" if first.lower() in _LOWERED else text

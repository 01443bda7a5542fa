"""Whether a question wants something done that a text does not do: deleting, where it tells how to restore.

Vectors put whatever is about one thing side by side, and most of the words of a question may be missing from what
answers it. A verb from this table may not: none of those that mean it stands there, or only of something else. English.
"""

import re
from collections.abc import Iterable, Sequence

from core.text.bm25_words import split_words
from core.text.lending import as_asker_does
from core.text.unnamed_words import topic_stems

_ACTIONS = tuple(
    frozenset(split_words(words))
    for words in (
        "restart reboot reset relaunch",
        "delete remove erase destroy uninstall purge wipe discard clear clean drop",
        "update upgrade patch new newer newest latest edit change modify adjust",
        "create build make making generate new add",
        "add insert append attach create new",
        "rename",
        "move relocate migrate transfer",
        "copy clone duplicate",
        "replace swap exchange change",
        "encrypt",
        "decrypt",
        "backup archive snapshot copy",
        "restore recover undelete undo revert cancel back",
        "install setup deploy",
        "export download extract save",
        "import upload load",
        "share publish",
        "print",
        "sort order rank",
        "schedule",
        "merge combine join",
        "split divide separate",
        "repair fix mend replace",
        "translate",
        "resize shrink enlarge",
        "sell sold sale buy bought purchase",
        "rent rental hire lease lent loan borrow",
        "lend lent loan share give",
        "refund refundable reimburse reimbursement repay repaid",
        "cancel cancellation unsubscribe withdraw terminate end stop",
        "reserve reservation book booking",
        "park parking garage",
        "photograph photo picture film video camera",
        "donate donation give gift",
    )
)
_TOO_WIDE = frozenset(
    split_words(
        "make making new newer newest latest add change adjust save load clear clean drop back order copy fix"
        " end stop give gift withdraw"
    )
)
"""Words that may stand for an action, but say too little to tell what is wanted."""
_ADVERBS = r"(?: (?:best|then|also|safely|quickly|easily|just|only|properly|simply|ever|even|still))*"
_DOER = r"(?:i|we|you|they|one|someone|somebody|anyone|anybody|people)"
_DONE = (
    r"(?:get|have|make|do|take|give|offer|provide|claim|request|receive|ask for)(?: (?:an?|any|some|full|partial))* "
    r"(?=(?:refund|reimbursement|cancellation|reservation|booking|loan|rental|hire|lease|donation|purchase|sale"
    r"|exchange|transfer|repair|replacement|translation|upgrade|backup|parking)s?\b)"
    r"|take(?: (?:an?|any|some))* (?=(?:photo|photograph|picture|video)s?\b)"
)
"""Before a noun that says what is done: "get a refund". Not "get the book"."""
_WANTED = re.compile(
    rf"\b(?:how to|(?:how |where |when )?(?:do|does|can|could|may|might|will|would|should) {_DOER}"
    rf"|(?:i|we)(?: want| need|['’]d like| would like) to|(?:way|steps) to){_ADVERBS}"
    rf"(?: (?:need|have|want|like|allow(?:ed)?|able) to)?{_ADVERBS} (?:{_DONE})?(back ?up\b|set ?up\b|[\w-]+)"
    r"|\b(?:is|are|can|could|may)(?: [\w'’-]+){1,3}? (?:be )?(\w{2,}ed|sold|bought|lent)\b",
    re.IGNORECASE,
)
_ALSO_WANTED = re.compile(rf"\b(?:and(?: then)?|then) (?:{_DONE})?([\w-]+)", re.IGNORECASE)
"""Behind what is wanted first: "return it and get a refund"."""
_TWO_WORDS = re.compile(r"\b(back|set)(?:s|ed|ing|ting)? up\b", re.IGNORECASE)


def wanted_actions(question: str) -> list[frozenset[str]]:
    """For each thing that it wants done the stems of the words that mean it; none of what is not in the table."""
    question = as_asker_does(question)
    found = _WANTED.search(question)
    if not found:
        return []
    verbs = [found[1] or found[2], *_ALSO_WANTED.findall(question, found.end())]
    stems = (_stems(verb) - _TOO_WIDE for verb in verbs)
    actions = (frozenset().union(*(words for words in _ACTIONS if words & each)) for each in stems)
    return [action for action in actions if action]


def lacks_action(question: str, wordings: Sequence[str], rest: Iterable[str]) -> bool:
    """Whether it wants anything done that none of the texts has a word for, unless it is done to something else.

    `wordings` say what they are about: there wide words count, too, as "new" for creating. `rest`: single sentences;
    one counts that has, with the wordings, half of what the question is about.
    """
    actions = wanted_actions(question)
    topic = topic_stems(as_asker_does(question)).difference(*actions)
    texts = [*rest] if actions else []
    return any(_lacks(action, topic, wordings, texts) for action in actions)


def _lacks(action: frozenset[str], topic: set[str], wordings: Sequence[str], rest: Iterable[str]) -> bool:
    if not all(action.isdisjoint(_stems(text)) for text in wordings):
        return False
    known = topic.intersection(split_words("\n".join(wordings)))
    return all(
        (action - _TOO_WIDE).isdisjoint(stems := _stems(text)) or 2 * len(known | topic & stems) < len(topic)
        for text in rest
    )


def _stems(text: str) -> frozenset[str]:
    return frozenset(split_words(_TWO_WORDS.sub(r"\1up", as_asker_does(text))))

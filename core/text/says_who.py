"""Whether a sentence tells who somebody is (beside the name stands a role, a relation, or what the person does as one),
and whether it names anybody at all.

By the constructions in which English names somebody's part, of which few need a list of roles: an apposition on either
side ("our caretaker Oskar", "Oskar, head of sales"), a clause with "is", a label, and verbs of office. English alone.
"""

import re

from core.text.bm25_words import STOP_WORDS, split_words

_DETERMINER = r"(?:my|our|your|the|an?|his|her|their|its|(?-i:[A-Z])[\w-]+['’]s)"
_BEFORE = r"(?:(?:mr|mrs|ms|miss|dr|prof|sir|dame)\.? )?(?-i:(?:[A-Z][\w’'-]+ ){0,2}?)"
"""What may stand before the name as a part of it."""
_BEHIND = r"(?-i:(?: [A-Z][\w’'-]+){0,2})"
_NO_NOUN = (
    r"(?!(?:with|for|to|from|of|by|and|or|at|on|in|into|about|after|before|than|that|which|who|when|where|while|if|as"
    r"|because|is|was|are|were|has|had|says?|said|asked|told|gave|lets?|but|so|then|not|only|next|same|rest)\b)"
)
_NOUNS = rf"(?:{_NO_NOUN}[\w’'-]+ ){{0,2}}{_NO_NOUN}[\w’'-]+(?: and {_NO_NOUN}[\w’'-]+)?"
_ROLE_NOUN = (
    r"(?!(?:\w+ )?(?:never|over|under|after|later|rather|together|either|there|another)\b)(?:[a-z][\w-]+ ){0,2}"
    r"[a-z][\w-]*(?:er|or|ist|ian|man|woman|ant)\b(?=[.,;:()–—]|$| (?:at|of|for|in|and|since)\b)"
)
"""Without a determiner: "product owner"."""
_OFFICE = (
    r"(?:(?:runs?|ran|leads?|led|heads?|manages?|chairs?|conducts?|directs?|owns?|teaches|coaches|founded|represents?"
    r"|organi[sz]es|looks after|takes care of|took over|succeed(?:s|ed)|replace[sd])"
    rf" (?:{_DETERMINER}|(?-i:[A-Z]))|works? (?:as|at|for|in)\b"
    r"|(?:is|was) (?:now )?(?:in charge of|responsible for|head of|member of|married to|one of))"
)
_LABEL = r"^\W*(?!(?:note|todo|to|from|cc|with|see|ask|call)\b)[^\W\d_](?:[^\W\d_]|[ -]){2,25}: "
_PERSON = re.compile(
    r"\b(?:I|we|he|she|they|me|us|him|them|mine|ours|hers|theirs|whoever|(?:no|any|every|some)(?:body| ?one)|team"
    r"|family|father|mother|dad|mum|mom|parents|brother|sister|son|daughter|wife|husband|aunt|uncle|cousin|neighbou?rs?"
    rf"|(?:^|(?<=[.;:,] )|(?<=\b(?:by|is|to) )){_DETERMINER} (?:[\w-]+ )?"
    r"\w+(?:er|or|ist|ian|ant|man|men|woman|women)s?)\b",
    re.IGNORECASE,
)
"""A pronoun, a relative, or one who does something: "the caretaker"."""
_NAME = re.compile(r"\b[A-ZÀ-Þ][a-zß-ÿ][\w’'-]*")


def names_somebody(question: str, text: str) -> bool:
    """Whether a person stands there whom the question does not name itself: by a name, a pronoun or a role."""
    question_stems = {*split_words(question)}
    names = (each for each in _NAME.findall(text) if each.lower() not in STOP_WORDS)
    people = (found[0] for found in _PERSON.finditer(text))
    return any(question_stems.isdisjoint(split_words(each)) for each in (*names, *people))


def says_who(name: str, sentence: str) -> bool:
    """`name`: one word of it, in any case."""
    sentence = sentence.replace("**", "").replace("__", "")
    person = rf"\b{re.escape(name)}\b"
    before, behind = f"{_BEFORE}{person}", f"{person}{_BEHIND}"
    patterns = (
        # My sister Hedda; the plumber (Wendell); our vet is Dr. Moreau. "In the morning Ann" is none.
        rf"(?<!\bin )(?<!\bat )(?<!\bon )\b{_DETERMINER} {_NOUNS}"
        rf"(?:,? (?:called |named )?| \(|: | (?:is|was) ){before}",
        # Runa, our speaker; Yusuf, who tests; Tanaka from the second floor. "Thanks, Sam, the cake" is none.
        rf"(?<!, ){behind}(?:,| \(| [–—-]) ?(?:{_DETERMINER} \w|who(?:se)?\b|(?-i:(?:[a-z][\w-]+ ){{1,2}}(?:at|of)\b))",
        rf"{behind} (?:from|of) (?:the |our |my )?[\w’'-]{{3,}}",
        # Priya is the nurse; Farouk is product owner; Greta runs the pipeline.
        rf"{behind} (?:is|was|became) (?:now |also |still )?(?:{_DETERMINER} \w|(?-i:{_ROLE_NOUN}))",
        rf"{behind} (?:now |also |still )?{_OFFICE}",
        # Oskar: has the keys. "Oskar: I have them" is a dialogue.
        rf"^\W*{before}{_BEHIND}: (?-i:[a-z])",
        # Caretaker: Oskar.
        rf"{_LABEL}{before}{_BEHIND}(?=\W*$|[,;(]| \(|\W+\d)",
    )
    return any(re.search(pattern, sentence, re.I) for pattern in patterns)

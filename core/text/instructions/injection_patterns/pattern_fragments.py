"""Fragments that the injection patterns are built from."""

import re

MODEL = (
    r"(?:a\.?i\.?|llms?|(?:large )?language models?|(?:ai|virtual|helpful|digital) (?:assistants?|agents?"
    r"|models?|systems?)"
    r"|assistants?|chat ?bots?|chatgpt|gpt(?:-\w+)?|claude|gemini|copilot|summari[sz]ers?)"
)
FIRST = r"(?:^|[.!?:;,\])>\"”*–—-]\s*)"
POLITE = (
    r"(?:(?:please|then|also|and|always|instead|only|just|simply|now|next|finally|but|kindly|make sure to"
    r"|be sure to"
    r"|remember to|you (?:must|should|shall|will|have to|need to|are to)|must|should|it is (?:vital"
    r"|important) to)"
    r"(?: (?:always|also|only|instead|never|now))?[,:]? )*"
)
ORDER = rf"(?:{FIRST}|\b(?:and|then|please|must|should|now|always|instead)\s+){POLITE}"
QUOTED = r"[\"“”'‘’«»`]"


def any_of(*patterns: str) -> re.Pattern[str]:
    """One pattern for all. A pattern that opens with `\b` must open every one of its alternatives with it.

    Such patterns are tried only where a word begins, and the shared opening of orders is matched once: tried one by
    one at each character they took four times as long.
    """
    words = [pattern for pattern in patterns if pattern.startswith(r"\b")]
    orders = [pattern.removeprefix(ORDER) for pattern in patterns if pattern.startswith(ORDER)]
    others = [pattern for pattern in patterns if not pattern.startswith((r"\b", ORDER))]
    alternatives = [(r"\b(?=\w)", words), (ORDER, orders), ("", others)]
    return re.compile(
        "|".join(f"{begin}(?:{'|'.join(each)})" for begin, each in alternatives if each), re.MULTILINE
    )

"""What the signs are made of."""

import re


def any_of(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns), re.MULTILINE)


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

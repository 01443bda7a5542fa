"""Phrases by which people ask about themselves; the profile answers those.

"What did I write about foam?" asks for notes, "what am I doing wrong?" for help: neither asks for biography.
"""

import re

_WITH_NOTES = (
    "add ask bookmark clip collect cover decide discuss find highlight import jot keep know learn list mean mention "
    "miss need note plan put quote read record remember save say see store summarise summarize take tell think want "
    "write asked bookmarked clipped collected covered decided discussed highlighted imported jotted kept known "
    "learned learnt listed meant mentioned missed needed noted planned quoted recorded remembered saved said seen "
    "stored summarised summarized taken told thought wanted written"
)
_FOR_HELP = (
    "able allowed doing getting going given looking lose losing making missing right seeing supposed trying using "
    "wrong"
)
_MINE = (
    "achievements accomplishments award awards background bio biography birthday birthplace bosses career "
    "certificate certificates certification certifications clients colleagues credentials "
    "degree degrees diploma doctorate dissertation education employer employers employment experience experiences "
    "expertise headline hobbies hometown honors honours internship job jobs languages linkedin nationality occupation "
    "patents phd position positions profession profile publications qualifications role roles skill skills skillset "
    "specialities specialties strengths studies teaching thesis university volunteering"
)
_LISTED_THINGS = "skills languages instruments degrees titles jobs qualifications"
_HELD = "speak hold have know play own offer live work teach study do"


def _any(words: str) -> str:
    return "|".join(words.split())


_PHRASES = (
    rf"(?<!why )(?:did|have|had|was|were|am) i\b"
    rf"(?! (?:ever |already |just |once |last |not |only )*(?:{_any(_WITH_NOTES)}|{_any(_FOR_HELP)})\b)",
    rf"my (?:[\w-]+ ){{0,2}}?(?:{_any(_MINE)})\b",
    rf"(?:what|which) (?:(?:\w+ ){{0,2}}(?:{_any(_LISTED_THINGS)}) )?do i (?:{_any(_HELD)})"
    r"(?: for (?:a living|work)| professionally)?(?=\s*(?:\?|$))",
    r"(?:experience|degrees|children|jobs|companies) do i have\b",
    r"where do i (?:live|work|teach|study|come from)\b",
    r"who am i\b",
    r"(?:tell|know|say|says|write|wrote) (?:me |us )?(?:something |anything |everything )?about (?:me|myself)\b",
    r"my (?:own )?(?:résumé|resume|cv|curriculum vitae)\b",
    r"(?:on|in) (?:the|my) (?:résumé|resume|cv)\b",
    r"i (?:graduated|founded|co-founded|studied|majored|was born|used to work)\b",
)
_ABOUT_ME = re.compile("|".join(rf"\b{phrase}" for phrase in _PHRASES))


_OF_FIRST_PERSON = {"is": "am", "does": "do", "has": "have"}
WHO_AM_I = "Who am I?"
_ABOUT_ALL = re.compile(
    r"\W*(?:who am i|introduce me|describe me|(?:what do you know|(?:please )?(?:tell|say)(?: me| us)?"
    r"(?: something| anything| everything| more)?) about (?:me|myself))\W*",
    re.IGNORECASE,
)
_VERBS = "is|was|does|did|do|has|have|had|will|would|can|could|should"
_OF_MINE = re.compile(
    r"\b(?:my|mine|myself|our|ours)\b|\b(?:am|was|did|have|had) i\b|\bi (?:am|was|have|had|did)\b|\bi'(?:m|ve|d)\b"
)


def in_first_person(question: str, name: str) -> str:
    """The question as the one whom the profile is of would ask it, if it names them in full as who does or has
    something: "What did Ann Lee study?" is "What did I study?", "Tell me about Ann Lee" WHO_AM_I. Another question, and
    one to a profile whose name is one word, which may be anybody's, as it was.
    """
    own = question
    if " " in name:
        named = rf"{re.escape(name)}(?!\w|-|\s+(?-i:[A-Z]))"
        if _ABOUT_ALL.fullmatch(re.sub(named, "me", question, flags=re.IGNORECASE)):
            return WHO_AM_I
        as_subject = rf"\b(?:(?P<verb>{_VERBS}) |(?P<asking>who|where|what|how)['’]s )?{named}(?P<of>['’]s?)?"
        own = re.sub(as_subject, _first_person, question, flags=re.IGNORECASE)
    return WHO_AM_I if _ABOUT_ALL.fullmatch(own) else own


def _first_person(found: re.Match[str]) -> str:
    verb = found["verb"] or ""
    if found["of"]:
        asking = f"{found['asking']} is " if found["asking"] else ""
        return f"{asking}{verb} my".lstrip() if verb else f"{asking}my"
    if found["asking"]:
        return f"{found['asking']} am I"
    return f"{_OF_FIRST_PERSON.get(verb.lower(), verb)} I" if verb else found[0]


def is_personal(question: str) -> bool:
    """Whether it is about the asker's own affairs at all: then it must not be sent to external sources."""
    return bool(_OF_MINE.search(" ".join(question.lower().replace("’", "'").split())))


def asks_about_me(question: str) -> bool:
    """Whether a phrase asks about the asker, so that the profile should answer."""
    return bool(_ABOUT_ME.search(" ".join(question.lower().replace("’", "'").split())))

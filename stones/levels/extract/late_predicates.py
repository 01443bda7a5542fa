"""A main verb that stands far behind its subject: "Hosts that …, as far as …, must not be restarted"."""

import re

_VERBS = (
    r"is|are|was|were|has|have|had|must|may|can(?:not)?|should|shall|will|would|does|did|needs?|"
    r"muss|müssen|darf|dürfen|soll|sollen|kann|können|ist|sind|wird|werden|debe|deben|puede|pueden"
)
FINITE = re.compile(rf"\b(?:{_VERBS})\b", re.I)
_INSERTED = re.compile(r"\s(?:which|who|whose|that)\s|,\s", re.I)
_PREDICATE = re.compile(rf",\s+(?=(?:(?:still|now|always|never|also|nicht)\s)?(?:{_VERBS})\b)", re.I)
_DEPENDENT = re.compile(
    r"\b(?:which|who|whose|that|as|if|when|while|because|die|der|das|que)\b|^(?:and|or|und|oder|y|o)\s", re.I
)
_RELATIVE = re.compile(r"\s(?:die|der|das|den|dem|deren|dessen|welche\w*)\b")
MAX_SENTENCE_HEAD = 120
"""Characters in which a sentence's verb is looked for."""
CONDITION = re.compile(
    r"\W*(?:if|when|while|during|after|before|once|although|though|because|since|as|for|in|to|on|at|by|with|"
    r"selecting|wenn|falls|"
    r"während|nachdem|weil|si|quand|lorsque|cuando|mientras|quando|se)\b",
    re.I,
)


def late_predicate(text: str) -> re.Match[str] | None:
    """Where the verb of the main clause stands, if only inserted clauses or a list part it from its subject."""
    opening = _INSERTED.search(text[:MAX_SENTENCE_HEAD])
    if (
        text.endswith(("?", "？"))
        or opening is None
        or CONDITION.match(text)
        or FINITE.search(text, 0, opening.start())
    ):
        return None
    predicate = _PREDICATE.search(text, opening.end())
    inserted = text[: predicate.start()].split(", ") if predicate else []
    is_main = any(FINITE.search(clause) and not _DEPENDENT.search(clause) for clause in inserted)
    return None if is_main else predicate


def with_predicate(text: str, predicate: re.Match[str]) -> str:
    """The subject up to its first comma, in German with the relative clause that limits it, and the predicate."""
    subject, _, inserted = text[: predicate.start()].partition(",")
    if _RELATIVE.match(inserted):
        subject = f"{subject},{inserted.partition(',')[0]}"
    return f"{subject} … {text[predicate.end() :]}"

"""Notices beside quotations; a model says such things itself."""

from brain.services.collect_context import Context
from brain.standard_response import StandardResponse
from core.text.unnamed_words import unnamed_words

ASK_ALONE = "Not meant? Ask the whole question."
"""How a notice ends; a page has a button in its place."""


def extractive_notices(context: Context, response: StandardResponse) -> tuple[str, ...]:
    """Which question it was read with, and why nothing answers, or which part of the question nothing answers."""
    follows = context.retrieved.follows
    read_with = (f"Read as following “{follows}”. {ASK_ALONE}",) if follows else ()
    if not context.retrieved.covers:
        return (*read_with, context.retrieved.why_not) if context.retrieved.why_not else read_with
    quoted = "\n".join(each.excerpt or "" for each in response.metadata.citations)
    # What was quoted for one part may answer another, too.
    unanswered = [part for part in context.open_parts if unnamed_words(part, quoted)]
    return (
        *read_with,
        *(f"Perhaps open: nothing in your notes clearly answers “{part}”." for part in unanswered),
    )

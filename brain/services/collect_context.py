"""The context of a question: notes, the profile, external sources where wanted, and the conversation's history; what
of it is traced, and what the asker is told of it.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from django.conf import settings
from django.contrib.auth.models import User

from brain.answer_sources import AnswerSource, SourceType
from brain.answer_trace import Trace, TracedSource, describe_sent
from brain.checking.guarded_sources import guard_sources
from brain.exceptions import AnswerNotInSchema, InvalidQuery, ModelUnavailable
from brain.models import Conversation, Profile
from brain.prompting import context_tokens, fit_sources
from brain.retrieval.personal_questions import in_first_person, is_personal
from brain.services.answer_from_rows import NoteRows, find_note_rows
from brain.services.manage_conversations import history_of
from brain.services.retrieve_parts import retrieve_parts
from brain.services.retrieve_sources import RetrievedSources
from brain.services.search_external import ExternalResults, is_external_enabled, search_external
from brain.standard_response import StandardResponse
from core.llm import count_tokens
from core.rest.agent_tokens import refuse_tokens
from core.text.courtesies import without_courtesies
from core.text.describe_missing import describe_missing
from core.text.follow_up import named_by_pronoun, with_topic
from core.text.stated_form import asks_value, unstated_form
from core.text.storable_text import storable_line
from core.text.unnamed_words import unnamed_words

MAX_QUERY = 2_000
"""Characters."""
RESERVED_TOKENS = 4_400
"""Of the model's window: rules, the schema in words, history, question and answer."""
DEFAULT_QUERY = "What information do you have in this brain?"
_COUNTS = re.compile(r"^how many\b", re.IGNORECASE)
_QUOTED_LACKS = "; what is quoted does not say"
_MAY_ANSWER = "; what is quoted may answer it"
ASK_ALONE = "Not meant? Ask the whole question."
"""How a notice ends; a page has a button in its place."""


@dataclass(frozen=True, slots=True)
class Context:
    """`sources` as a model may be given them, best first: notes, then the profile, then external pages.

    `withheld`: what in them looks like an instruction to a model.
    """

    query: str
    """As it was asked, on one line."""
    question: str
    """What is searched: without greetings and thanks, in the first person where it names whom the profile is of."""
    searched: tuple[str, ...]
    """The query, or its parts that something answers; each with the topic of the question that it leans on."""
    open_parts: tuple[str, ...]
    """Parts of the query that nothing answers, as far as can be told."""
    is_blank: bool
    """The query was blank: it is now DEFAULT_QUERY, and the sources are the latest notes."""
    sources: tuple[AnswerSource, ...]
    retrieved: RetrievedSources
    note_rows: NoteRows | None
    """Where the query is about the notes themselves."""
    history: str
    steps: tuple[str, ...]
    notices: tuple[str, ...]
    """Notices for the asker about external sources, besides who received the question."""
    sent_to: tuple[str, ...]
    withheld: tuple[str, ...]

    @property
    def own_words(self) -> str:
        """The asker's, where the one question that is searched has the topic of another before them; else empty."""
        if not self.retrieved.follows or len(self.searched) != 1:
            return ""
        named = named_by_pronoun(self.question, self.retrieved.follows)
        return with_topic(self.question, named) if named else self.question

    @property
    def questions(self) -> list[tuple[str, str]]:
        """What is searched, each in the asker's own words and with the topic that it leans on."""
        return [(self.own_words or each, each) for each in self.searched]


def collect_context(
    *, account: User, query: str, conversation: Conversation | None, use_external: bool | None
) -> Context:
    """Collect everything. Slow if external sources are asked: never call it in a transaction.

    `use_external` None: the account's preference. A blank query asks for an overview. Raises InvalidQuery,
    TokenInContent.
    """
    asked = validate_query(query)
    is_default = asked.casefold() == DEFAULT_QUERY.casefold()
    question = "" if is_default else in_first_person(without_courtesies(asked), _name_of(account))
    parts = retrieve_parts(account=account, query=question, conversation=conversation)
    found = parts.sources
    steps = list(found.steps)
    # Nothing but tags is a blank query, too.
    is_blank = not found.query
    note_rows = None if is_blank else find_note_rows(account, question)
    external = ExternalResults()
    if not is_blank and (is_external_enabled(account) if use_external is None else use_external):
        external = _search_outside(account, found, note_rows, steps)
    guarded = guard_sources([*found.sources, *external.sources])
    budget = settings.LLM_CONTEXT_TOKENS - RESERVED_TOKENS
    fitting = fit_sources(guarded.sources, max_tokens=budget, count_tokens=count_tokens)
    if left_out := len(guarded.sources) - len(fitting):
        steps.append(f"The model's window does not hold the last {left_out} of the sources: left out.")
    return Context(
        query=asked or DEFAULT_QUERY,
        question=question,
        searched=parts.searched,
        open_parts=parts.open_parts,
        is_blank=is_blank,
        sources=fitting,
        retrieved=found,
        note_rows=note_rows,
        history=history_of(conversation) if conversation else "",
        steps=tuple(steps),
        notices=external.notices,
        sent_to=external.sent_to,
        withheld=guarded.withheld,
    )


def extractive_notices(context: Context, response: StandardResponse) -> tuple[str, ...]:
    """Which question it was read with, and why nothing answers, or which part of the question nothing answers."""
    follows = context.retrieved.follows
    read_with = (f"Read as following “{follows}”. {ASK_ALONE}",) if follows else ()
    if not context.retrieved.covers:
        return (*read_with, context.retrieved.why_not) if context.retrieved.why_not else read_with
    quoted = [each.excerpt or "" for each in response.metadata.citations]
    return (*read_with, *filter(None, (_perhaps_open(part, quoted) for part in context.open_parts)))


def _perhaps_open(part: str, quoted: Sequence[str]) -> str:
    """What is to be said of a part of the question that the search found no answer to: what was quoted for the other
    part may answer it, too; empty where it does.
    """
    missing = unnamed_words(part, "\n".join(quoted))
    if not missing:
        return ""
    # "Up to 10 kids" may be the number for "how many children", which words cannot tell.
    form = _COUNTS.findall(part)[:1] or [part]
    if not asks_value(part) or all(unstated_form(form[0], each, context=part) for each in quoted):
        return f"Perhaps open: nothing in your notes clearly answers “{part}”."
    words = [word for word in missing if word != unstated_form(part, "", context=part)]
    lacks = describe_missing(words, _QUOTED_LACKS) or _MAY_ANSWER
    return f"Perhaps open: “{part}”{lacks}."


def _name_of(account: User) -> str:
    """Whom its profile is of; empty where that is not known."""
    return Profile.objects.filter(account=account).values_list("name", flat=True).first() or ""


@contextmanager
def report_sent_queries(context: Context) -> Iterator[None]:
    """Adds to an error raised after the question was sent outside that it was sent, so that the asker learns it."""
    try:
        yield
    except (ModelUnavailable, AnswerNotInSchema) as error:
        if not context.sent_to:
            raise
        message = " ".join([error.message, *describe_sent(context.sent_to)])
        raise type(error)(message, **error.extra) from error


def build_trace(context: Context, *, prompt_tokens: int, completion_tokens: int, attempts: int) -> Trace:
    """Without the citations: those come from the check."""
    return Trace(
        retrieved=_traced_sources(context),
        how=context.retrieved.how,
        confidence=context.retrieved.confidence,
        steps=context.steps,
        notices=context.notices,
        sent_to=context.sent_to,
        context_tokens=context_tokens(context.sources, count_tokens=count_tokens),
        history_tokens=count_tokens(context.history),
        prompt_tokens=prompt_tokens,
        completion_tokens=completion_tokens,
        attempts=attempts,
        withheld=context.withheld,
    )


def _traced_sources(context: Context) -> tuple[TracedSource, ...]:
    """The notes as retrieval ranked them, then the other sources of the prompt, with the tokens of each."""
    tokens = {
        source.id: sum(count_tokens(each.text) for each in source.passages) for source in context.sources
    }
    kinds = {source.id: source.type for source in context.sources}
    ranked = context.retrieved.ranked
    ranked_ids = {each.id for each in ranked}
    return (
        *(
            TracedSource(
                kinds.get(each.id, SourceType.NOTES), each.id, each.title, each.score, tokens.get(each.id, 0)
            )
            for each in ranked
        ),
        *(
            TracedSource(source.type, source.id, source.title, source.score, tokens[source.id])
            for source in context.sources
            if source.id not in ranked_ids
        ),
    )


def validate_query(query: str) -> str:
    """The question on one line. Raises InvalidQuery, TokenInContent."""
    words = storable_line(query)
    if "\x00" in query and not words:
        raise InvalidQuery("The question has no words. Nothing was asked.")
    query = words
    if len(query) > MAX_QUERY:
        raise InvalidQuery(f"Ask something of at most {MAX_QUERY:,} characters. Nothing was asked.")
    # Turns are stored, and models and external sources read them.
    refuse_tokens(query, where="query")
    return query


def _reason_not_external(found: RetrievedSources, note_rows: NoteRows | None) -> str:
    if note_rows:
        return "the question is about the notes themselves"
    if found.profile_reason:
        return "the question is about the profile"
    if is_personal(found.query):
        return "the question is about you or what is yours"
    return "the notes cover the question" if found.covers else ""


def _search_outside(
    account: User, found: RetrievedSources, note_rows: NoteRows | None, steps: list[str]
) -> ExternalResults:
    """What outside sources have, unless there is a reason not to ask them. Appends what happened to `steps`."""
    if reason := _reason_not_external(found, note_rows):
        steps.append(f"Nothing was sent outside: {reason}.")
        return ExternalResults()
    external = search_external(account=account, query=found.query)
    steps.append(_describe_external(external.sent_to, external.sources))
    return external


def _describe_external(sent_to: Sequence[str], sources: Sequence[AnswerSource]) -> str:
    if not sent_to:
        return "No outside source was asked anew."
    pages = "1 page" if len(sources) == 1 else f"{len(sources)} pages"
    return f"The query was sent to {' and '.join(sent_to)}: {pages} came back."

"""The trace of a question's context and of the tokens spent on its answer."""

from brain.answer_sources import SourceType
from brain.answer_trace import Trace, TracedSource
from brain.prompting import context_tokens
from brain.services.collect_context import Context
from core.llm import count_tokens


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

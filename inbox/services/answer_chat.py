"""Chat with the account's assistant, which answers from the account's stones and memory. No turn is stored."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import structlog
from django.conf import settings

from core.llm import ChatModel, LLMError, count_tokens, get_chat_model
from inbox.exceptions import AssistantNotFound, AssistantUnavailable, InvalidChat
from inbox.helpers.chat_prompt import (
    ATTACHED_TOKENS,
    HISTORY_TOKENS,
    SOURCES_TOKENS,
    ChatSource,
    ChatTurn,
    Reply,
    chat_messages,
    drop_unknown_citations,
    fit_sources,
    put_attached_first,
    quote_sources,
)
from inbox.models import Agent, AgentKind
from inbox.services.find_chat_sources import find_sources
from inbox.services.manage_agents import site_agent
from inbox.services.record_chat_reads import record_model, record_quotes

log = structlog.get_logger(__name__)

ASSISTANT = "assistant"
MAX_MESSAGE = 2_000
MAX_TURNS = 20
MAX_TURN = 4_000
MAX_CONTEXT_BYTES = 4_096
ROLES = ("user", ASSISTANT)
COMPLETION_TOKENS = 1_000
# Of the window, for the rules and the answer.
RESERVED_TOKENS = 1_800
MIN_SOURCES = 500


@dataclass(frozen=True)
class ChatAnswer:
    """`mode`: "model" wrote it, or it is "retrieval" alone, and says so. `sources` are those that it rests on."""

    agent_name: str
    text: str
    mode: str
    sources: list[ChatSource]
    tokens: int


def chat(
    *,
    agent: Agent,
    message: str,
    history: Sequence[Mapping[str, str]] = (),
    context: object = None,
    agent_id: str = ASSISTANT,
    inbox: Agent | None = None,
    only_delivered: bool = False,
    attached: Sequence[ChatSource] = (),
) -> ChatAnswer:
    """Ask the assistant of the agent's account. Slow where a model is configured. Writes ledger entries alone.

    `history` is what was said before, oldest first; `context` any JSON value. `inbox` is another
    agent whom `agent_id` may name, as the caller may use its inbox. `only_delivered`: for a token that may read this
    inbox and no stones; only stones that others sent to that agent are searched. `attached` are stones that
    the caller sends along, named c1, c2 …, with their texts: as untrusted as the other sources. Raises
    AssistantNotFound for an `agent_id` that names no assistant of the asker, InvalidChat, and AssistantUnavailable
    when the model fails.
    """
    assistant = _find_assistant(agent, inbox or agent, agent_id)
    question, turns, situation = _clean_message(message), _clean_turns(history), _context_json(context)
    delivered_to = (inbox or agent) if only_delivered else None
    sources = find_sources(agent=agent, question=question, delivered_to=delivered_to, attached=attached)
    model = _model(agent)
    if model is None:
        text, used = quote_sources(sources, count_tokens=count_tokens)
        record_quotes(agent, used)
        return ChatAnswer(assistant.name, text, "retrieval", used, count_tokens(text))
    text, used = _write_answer(model, agent, sources, len(attached), question, turns, situation)
    return ChatAnswer(assistant.name, text, "model", used, count_tokens(text))


def _write_answer(
    model: ChatModel,
    agent: Agent,
    sources: list[ChatSource],
    attached: int,
    question: str,
    turns: list[ChatTurn],
    situation: str,
) -> tuple[str, list[ChatSource]]:
    """The model's answer and the sources it rests on, `attached` the number of attached ones. Books the cost."""
    room = settings.LLM_CONTEXT_TOKENS - RESERVED_TOKENS - HISTORY_TOKENS - count_tokens(question + situation)
    max_tokens = min(SOURCES_TOKENS + attached * ATTACHED_TOKENS, max(room, MIN_SOURCES))
    sources = put_attached_first(
        sources, max_tokens=min(ATTACHED_TOKENS, max_tokens), count_tokens=count_tokens
    )
    sources = fit_sources(sources, max_tokens=max_tokens, count_tokens=count_tokens)
    prompt = chat_messages(question, sources, history=turns, context=situation, count_tokens=count_tokens)
    try:
        reply = model.parse(prompt, Reply, purpose="chat", max_completion_tokens=COMPLETION_TOKENS)
    except LLMError as error:
        log.warning("chat_failed", kind=error.kind)
        record_model(agent, sources, (), error.usage.total if error.usage else 0)
        raise _unavailable(error) from error
    text, used = drop_unknown_citations(reply.value, sources, count_tokens)
    record_model(agent, sources, used, reply.spent)
    if not text:
        raise AssistantUnavailable("The assistant's model gave an empty answer. Ask again.")
    return text, used


def _find_assistant(agent: Agent, inbox: Agent, agent_id: str) -> Agent:
    """The account's assistant, called "assistant", by its own name, or by that of the agent or inbox it serves."""
    assistant = site_agent(agent.account, AgentKind.ASSISTANT)
    if agent_id not in (ASSISTANT, assistant.name, agent.name, inbox.name):
        raise AssistantNotFound(
            f"There is no assistant {agent_id[:64]!r}: agent_id is {assistant.name!r}, your own name, {agent.name!r}, "
            "or that of another inbox which your token opens."
        )
    return assistant


def _clean_message(message: str) -> str:
    text = _clean(message)
    if not text or len(text) > MAX_MESSAGE:
        raise InvalidChat(f"The message must have 1 to {MAX_MESSAGE:,} characters.")
    return text


def _clean_turns(history: Sequence[Mapping[str, str]]) -> list[ChatTurn]:
    if len(history) > MAX_TURNS:
        raise InvalidChat(
            f"The history has {len(history)} turns; at most {MAX_TURNS} are taken: send the last ones."
        )
    turns = []
    for number, turn in enumerate(history, start=1):
        role, content = turn.get("role"), turn.get("content")
        if role not in ROLES or not isinstance(content, str) or len(content) > MAX_TURN:
            raise InvalidChat(
                f"Turn {number} of the history must be {{role, content}}: role user or assistant, content a text of at "
                f"most {MAX_TURN:,} characters."
            )
        turns.append(ChatTurn(role, _clean(content)))
    return turns


def _context_json(context: object) -> str:
    if context in (None, {}, [], ""):
        return ""
    text = json.dumps(context, ensure_ascii=False)
    if len(text.encode(errors="replace")) > MAX_CONTEXT_BYTES:
        raise InvalidChat(f"The context has more than {MAX_CONTEXT_BYTES:,} bytes as JSON.")
    return _clean(text)


def _clean(text: str) -> str:
    """Replace lone surrogates and NUL, which neither the database nor a model takes."""
    return text.encode(errors="replace").decode().replace("\x00", " ").strip()


def _model(agent: Agent) -> ChatModel | None:
    try:
        return get_chat_model(account=agent.account_id)
    except LLMError as error:
        raise _unavailable(error) from error


def _unavailable(error: LLMError) -> AssistantUnavailable:
    later = "Ask again later." if error.retryable else "Whoever runs the site has to mend it."
    return AssistantUnavailable(f"The assistant's model did not answer: {error} {later}")

"""Chat with the account's assistant, which answers from the stones, memory and messages. No turn is stored."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import structlog
from django.conf import settings

from answering.answer_kinds import AnswerKind
from answering.models import WrittenAnswer
from answering.services.request_answer import request_answer
from core.llm import ChatModel, Draft, LLMError, Stopped, count_tokens, get_chat_model
from core.text.courtesies import without_courtesies
from core.text.follow_up import MAX_REMEMBERED, leans_on_previous, standing_question, with_topic
from core.text.storable_text import storable
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
    worth_quoting,
)
from inbox.helpers.message_question import is_about_inbox
from inbox.models import Agent, AgentKind
from inbox.services.find_chat_sources import find_sources
from inbox.services.manage_agents import site_agent
from inbox.services.record_chat_reads import record_model, record_quotes

log = structlog.get_logger(__name__)

CHAT_ANSWER = AnswerKind("chat", errors=(AssistantUnavailable,))
ASSISTANT = "assistant"
MAX_MESSAGE = 2_000
MAX_TOPIC = 500
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
    """`mode`: "model" wrote it, or it is "retrieval" alone, and says so. `sources` are those that it rests on.

    `follows`: the earlier question that this one was taken to follow; empty where it was searched as it stands.
    """

    agent_name: str
    text: str
    mode: str
    sources: list[ChatSource]
    tokens: int
    follows: str = ""


@dataclass(frozen=True)
class ChatQuestion:
    """A question that was checked. `delivered_to`: only stones that others sent to this agent are searched."""

    assistant: str
    question: str
    turns: list[ChatTurn]
    situation: str
    attached: list[ChatSource]
    delivered_to: int | None

    @property
    def follows(self) -> str:
        """The earlier question of the conversation that this one leans on; empty where it stands alone, and with
        attached stones: "it" is such a stone then. A long message is no question to lean on.
        """
        said = [turn.content for turn in reversed(self.turns) if turn.role == "user"]
        if self.attached or not leans_on_previous(without_courtesies(self.question)):
            return ""
        return standing_question([each for each in said[:MAX_REMEMBERED] if len(each) <= MAX_TOPIC])

    @property
    def searched(self) -> str:
        bare = without_courtesies(self.question)
        return with_topic(bare, self.follows)[-MAX_MESSAGE:] if self.follows else bare


def chat(
    *,
    agent: Agent,
    requester: str,
    message: str,
    history: Sequence[Mapping[str, str]] = (),
    context: object = None,
    agent_id: str = ASSISTANT,
    inbox: Agent | None = None,
    only_delivered: bool = False,
    attached: Sequence[ChatSource] = (),
) -> ChatAnswer | WrittenAnswer:
    """Ask the assistant of the agent's account. Where a model writes, the answer is a row that `requester` may see, and
    is written in the background (`chat_answer_of`). Writes ledger entries alone.

    `history` is what was said before, oldest first; `context` any JSON value. `inbox` is another
    agent whom `agent_id` may name, as the caller may use its inbox. `only_delivered`: for a token that may read this
    inbox and no stones; only stones that others sent to that agent are searched. `attached` are stones that
    the caller sends along, named c1, c2 …, with their texts: as untrusted as the other sources. Raises
    AssistantNotFound for an `agent_id` that names no assistant of the asker, InvalidChat, TooManyAnswers, and
    AssistantUnavailable for settings of a model that are wrong.
    """
    chat_question = ChatQuestion(
        assistant=_find_assistant(agent, inbox or agent, agent_id).name,
        question=_clean_message(message),
        turns=_clean_turns(history),
        situation=_context_json(context),
        attached=list(attached),
        delivered_to=(inbox or agent).pk if only_delivered else None,
    )
    if _model(agent) is not None:
        request = asdict(chat_question) | {"agent": agent.pk}
        return request_answer(account=agent.account, kind=CHAT_ANSWER, requester=requester, request=request)
    found = worth_quoting(_find_sources(agent, chat_question), chat_question.searched)
    of_inbox = not attached and is_about_inbox(chat_question.searched)
    text, used = quote_sources(found, chat_question.searched, of_inbox=of_inbox, count_tokens=count_tokens)
    record_quotes(agent, used)
    return ChatAnswer(
        chat_question.assistant, text, "retrieval", used, count_tokens(text), chat_question.follows
    )


@CHAT_ANSWER.writes
def write_chat_answer(answer: WrittenAnswer, draft: Draft) -> ChatAnswer:
    """Raises AssistantUnavailable when the model fails."""
    fields = dict(answer.request)
    agent = Agent.objects.select_related("account").filter(pk=fields.pop("agent")).first()
    model = None if agent is None else _model(agent)
    if agent is None or model is None:
        raise AssistantUnavailable("The agent or the model that was to answer is not there any more.")
    fields["turns"] = [ChatTurn(**turn) for turn in fields["turns"]]
    fields["attached"] = [ChatSource(**source) for source in fields["attached"]]
    chat_question = ChatQuestion(**fields)
    text, used = _write_answer(model, agent, chat_question, _find_sources(agent, chat_question), draft)
    return ChatAnswer(chat_question.assistant, text, "model", used, count_tokens(text), chat_question.follows)


@CHAT_ANSWER.saves
def save_chat_answer(answer: WrittenAnswer, written: ChatAnswer) -> dict[str, Any]:
    """No turn is stored: the answer stands with its row, for some hours, and its sources by their names."""
    return asdict(replace(written, sources=[replace(each, text="", quote="") for each in written.sources]))


def chat_answer_of(answer: WrittenAnswer) -> ChatAnswer:
    """An answer that is done. Its sources have no texts."""
    assert answer.result is not None
    fields = dict(answer.result)
    return ChatAnswer(**fields | {"sources": [ChatSource(**source) for source in fields["sources"]]})


def _find_sources(agent: Agent, chat_question: ChatQuestion) -> list[ChatSource]:
    delivered_to = (
        None if chat_question.delivered_to is None else Agent.objects.get(pk=chat_question.delivered_to)
    )
    return find_sources(
        agent=agent,
        question=chat_question.searched,
        delivered_to=delivered_to,
        attached=chat_question.attached,
    )


def _write_answer(
    model: ChatModel, agent: Agent, chat_question: ChatQuestion, sources: list[ChatSource], draft: Draft
) -> tuple[str, list[ChatSource]]:
    """The model's answer and the sources it rests on. Books the cost."""
    question, situation, attached = (
        chat_question.question,
        chat_question.situation,
        len(chat_question.attached),
    )
    room = settings.LLM_CONTEXT_TOKENS - RESERVED_TOKENS - HISTORY_TOKENS - count_tokens(question + situation)
    max_tokens = min(SOURCES_TOKENS + attached * ATTACHED_TOKENS, max(room, MIN_SOURCES))
    sources = put_attached_first(
        sources, max_tokens=min(ATTACHED_TOKENS, max_tokens), count_tokens=count_tokens
    )
    sources = fit_sources(sources, max_tokens=max_tokens, count_tokens=count_tokens)
    prompt = chat_messages(
        question, sources, history=chat_question.turns, context=situation, count_tokens=count_tokens
    )
    try:
        reply = model.parse(
            prompt, Reply, purpose="chat", max_completion_tokens=COMPLETION_TOKENS, draft=draft
        )
    except LLMError as error:
        log.warning("chat_failed", kind=error.kind)
        record_model(agent, sources, (), error.usage.total if error.usage else 0)
        if isinstance(error, Stopped):
            raise
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
    text = storable(message).strip()
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
        turns.append(ChatTurn(role, storable(content).strip()))
    return turns


def _context_json(context: object) -> str:
    if context in (None, {}, [], ""):
        return ""
    text = json.dumps(context, ensure_ascii=False)
    if len(text.encode(errors="replace")) > MAX_CONTEXT_BYTES:
        raise InvalidChat(f"The context has more than {MAX_CONTEXT_BYTES:,} bytes as JSON.")
    return storable(text).strip()


def _model(agent: Agent) -> ChatModel | None:
    try:
        return get_chat_model(account=agent.account_id)
    except LLMError as error:
        raise _unavailable(error) from error


def _unavailable(error: LLMError) -> AssistantUnavailable:
    later = "Ask again later." if error.retryable else "Ask the site's administrator to fix this."
    return AssistantUnavailable(f"The assistant's model did not answer: {error} {later}")

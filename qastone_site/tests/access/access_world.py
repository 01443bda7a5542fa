"""Two accounts; the first has an object of every kind, each with a word that nobody else may see."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from functools import cache, cached_property
from typing import Any

from django.contrib.auth.models import User
from django.db import connection
from django.db.models import Count, Model, Q, Value
from django.utils import timezone

from answering.answer_kinds import AnswerKind
from answering.models import WrittenAnswer
from answering.queries.find_answers import PERSON
from answering.services.request_answer import request_answer
from assistant.menus import SHIPPED
from assistant.models import OWN_APP, App, Menu, MenuChange
from brain.answer_trace import Trace
from brain.models import Conversation, Interface, Mode, Note, OutsidePreference, Profile, Turn
from brain.services.manage_conversations import add_turn, build_turn, open_conversation
from brain.services.request_brain_answer import BRAIN_ANSWER, SCHEMA_ANSWER
from brain.standard_response import Citation, Metadata, StandardResponse
from brain.tests.factories import make_note, make_profile
from clipboard.models import CaptureMethod, ClipboardEntry, Fingerprints
from clipboard.services import record_copy
from core.jobs.models import Job
from core.pages.models import SavedSearch
from inbox.models import Agent, AgentToken, Delivery, HelperJob, Memory, Message, Webhook, WebhookCall
from inbox.scopes import SCOPES
from inbox.services import create_agent, issue_token, site_agent
from inbox.services.answer_chat import CHAT_ANSWER
from inbox.services.expire_deliveries import dead_letter_deliveries
from inbox.services.manage_contacts import add_contact
from inbox.services.manage_webhooks import add_webhook
from inbox.services.memory import remember
from inbox.services.send_messages import Outgoing, send_message, send_stone
from inbox.services.spawn_helpers import spawn_helper
from quickstart.models import AskConversation, Collection, Entry, Node, Question, Review, Skill
from quickstart.services.request_phrasing import PHRASING
from quickstart.tests.factories import make_collection, make_entry, make_skill
from quickstart.tests.waiting.question_rows import ask
from quickstart.tree_paths import key_of
from stones.models import Content, LedgerEntry, Level, Share, Stone
from stones.services import StoneDraft, store_stone

CANARY = "canary-7f3a"
# Of what waits for review: only who may change it in the admin is shown it, there and in lists; nobody here may.
DRAFT = "fledgling-7f3a"
APP_KEY, APP_ORIGIN = "qaw_7f3a", "https://embedded.example.org"
TEXT = "\n\n".join(
    f"## Part {n}\n\nThe {CANARY} job {n} writes to /var/export/{n}.csv every night on port {7000 + n}."
    for n in range(40)
)


@dataclass(frozen=True)
class World:
    """`koda` is the agent that calls; everything named here is its account's."""

    owner: User
    other: User
    koda: Agent
    prax: Agent
    thief: Agent
    stone: Stone
    message: Message
    dead: Message
    helper: HelperJob
    memory: Memory
    webhook: Webhook
    call: WebhookCall
    collection: Collection
    entry: Entry
    skill: Skill
    question: Question
    note: Note
    turn: Turn
    copied: ClipboardEntry

    @cached_property
    def people(self) -> dict[str, User]:
        """Who has a session, by the names of the table."""
        named = {"staff": "root", "member": "mira", "deactivated": "gone"}
        others = {who: User.objects.get(username=name) for who, name in named.items()}
        return {"owner": self.owner, "other account": self.other, **others}

    @property
    def open_token(self) -> AgentToken:
        """A token of prax."""
        return self.prax.tokens.first() or issue_token(agent=self.prax).row

    @property
    def delivery(self) -> Delivery:
        return self.message.deliveries.get()

    @property
    def letter(self) -> Message:
        """A message to the person."""
        return Message.objects.get(deliveries__agent__kind="person", account=self.owner)

    @property
    def app(self) -> App:
        return App.objects.get(account=self.owner)

    @property
    def menu_change(self) -> MenuChange:
        return MenuChange.objects.get(account=self.owner)

    def written(self, kind: AnswerKind, requester: str | None = None) -> WrittenAnswer:
        """An answer that a model is to write, as its requester asked for it: koda, if nobody is named."""
        rows = WrittenAnswer.objects.filter(account=self.owner, kind=kind.name)
        return rows.get(requester=requester or str(self.koda.pk))

    @property
    def saved_search(self) -> SavedSearch:
        return SavedSearch.objects.get(account=self.owner)

    @property
    def border_hash(self) -> str:
        return self.stone.content.border_hash

    def token(self, agent: Agent, scopes: Iterable[str] | None = None, *, expired: bool = False) -> str:
        life = timedelta(seconds=-1) if expired else timedelta(days=1)
        return issue_token(agent=agent, scopes=SCOPES if scopes is None else scopes, life=life).text

    def revoked(self, agent: Agent) -> str:
        token = issue_token(agent=agent)
        token.row.revoked = timezone.now()
        token.row.save(update_fields=["revoked"])
        return token.text


def new_world() -> World:
    owner = User.objects.create(username="ann", is_staff=True)
    other = User.objects.create(username="mallory")
    User.objects.create(username="root", is_staff=True, is_superuser=True)
    User.objects.create(username="gone")
    koda, prax = (create_agent(account=owner, name=name) for name in ("koda", "prax"))
    thief = create_agent(account=other, name="koda")
    stone = store_stone(account=owner, draft=StoneDraft(content=TEXT, source_agent="koda")).stone
    Share.objects.create(stone=stone, account=User.objects.create(username="mira"))
    webhook, _ = add_webhook(agent=koda, url="https://hooks.example.com/qastone")
    send_stone(sender=prax, stone=stone.content.border_hash, outgoing=Outgoing(recipients=["koda"]))
    message = send_message(
        sender=prax, payload=f"{CANARY}: which port has job 7?", outgoing=Outgoing(recipients=["koda"])
    ).message
    cairn = create_agent(account=owner, name="cairn")
    dead = send_message(
        sender=koda, payload=f"{CANARY}: hello", outgoing=Outgoing(recipients=["cairn"])
    ).message
    dead_letter_deliveries(agent=cairn, reason=("expired", "Nobody read it in time."))
    add_contact(account=owner, username=other.username)
    collection = make_collection(owner, name="tools", title=f"The {CANARY} tools")
    place = [f"{CANARY} ports"]
    Node.objects.create(
        account=owner, collection=collection, label=place[0], path=place, key=key_of(place), note=CANARY
    )
    entry = make_entry(
        collection,
        entry_id="qa_port",
        question=f"Which port has the {CANARY} job?",
        variants=[f"port of the {CANARY} job"],
        answer=f"The {CANARY} job has port 7007.",
        tree_path=place,
    )
    for review in (Review.DRAFT, Review.RETIRED):
        text = f"Which port has the {DRAFT} job, {review}?"
        make_entry(collection, question=text, answer=text, tree_path=place, review=review)
        make_skill(collection, title=text, body=text, triggers=[text], tree_path=place, review=review)
    embed_assistant(owner, prax)
    SavedSearch.objects.create(account=owner, list_name="stones:list", name=CANARY, query="q=port")
    note = make_note(
        owner, title=f"The {CANARY} ports", body=f"The {CANARY} job has port 7007.", tags=[CANARY]
    )
    make_profile(owner, {"full_name": f"Ann {CANARY}"})
    request_answers(owner, koda)
    return World(
        owner,
        other,
        koda,
        prax,
        thief,
        stone,
        message,
        dead,
        spawn_helper(agent=koda, border_hash=stone.content.border_hash, task=f"{CANARY}: which port?"),
        remember(agent=koda, text=f"The {CANARY} port is 7007.", key="port").memory,
        webhook,
        WebhookCall.objects.filter(webhook=webhook)[0],
        collection,
        entry,
        make_skill(
            collection,
            skill_id="skill_ports",
            title=f"Ports of the {CANARY} jobs",
            body=f"# Ports\n\nAsk the {CANARY} table.\n",
        ),
        ask(collection, f"Where is the {CANARY} log?", offered=["entry:qa_port"]),
        note,
        new_turn(owner, note),
        record_copy(
            account=owner, content=f"The {CANARY} job has a copied port.", capture_method=CaptureMethod.PAGE
        ).entry,
    )


def embed_assistant(owner: User, prax: Agent) -> None:
    """The assistant in a page elsewhere, a proposal for its menus, and a message to the person."""
    App.objects.create(account=owner, name=CANARY, origin=APP_ORIGIN, key=APP_KEY)
    before = list(SHIPPED["selection"])
    MenuChange.objects.create(
        account=owner,
        app=OWN_APP,
        context="selection",
        kind="reorder",
        item=before[-1],
        reason=f"Used by {CANARY}.",
        before=before,
        after=before[::-1],
    )
    person = site_agent(owner, "person")
    send_message(sender=prax, payload=f"{CANARY}: hello", outgoing=Outgoing(recipients=[person.name]))


def request_answers(owner: User, koda: Agent) -> None:
    """One of each kind for the agent, and those that the person asked for, on a page and in the panel."""
    asked = [(kind, str(koda.pk)) for kind in (BRAIN_ANSWER, SCHEMA_ANSWER, CHAT_ANSWER, PHRASING)]
    for kind, requester in [*asked, (BRAIN_ANSWER, PERSON), (BRAIN_ANSWER, f"assistant {OWN_APP}")]:
        request_answer(account=owner, kind=kind, requester=requester, request={"query": CANARY})


def new_turn(owner: User, note: Note) -> Turn:
    """A question to the brain, with an answer that cites a note."""
    cited = [Citation(note_id=note.pk, note_title=note.title, excerpt=note.body)]
    turn = build_turn(
        account=owner,
        query=f"Which port has the {CANARY} job?",
        response=StandardResponse(answer=note.body, metadata=Metadata(has_sources=True, citations=cited)),
        mode=Mode.EXTRACTIVE,
        trace=Trace(steps=(CANARY,)),
        model="",
        tokens=0,
        asked_by="ann",
    )
    conversation = open_conversation(account=owner, interface=Interface.PAGE, name=f"{CANARY} conversation")
    return add_turn(conversation=conversation, turn=turn)


COUNTED = (
    Stone,
    Content,
    Level,
    LedgerEntry,
    Job,
    Agent,
    Message,
    HelperJob,
    Memory,
    Webhook,
    WebhookCall,
    Collection,
    Entry,
    Skill,
    Node,
    AskConversation,
    Note,
    Profile,
    Conversation,
    Turn,
    OutsidePreference,
    ClipboardEntry,
    Fingerprints,
    App,
    Menu,
    WrittenAnswer,
)
# What else of a row a refused call must leave as it was.
STATES: dict[type[Model], tuple[str, ...]] = {
    Delivery: ("state", "archived_at", "read_lod"),
    Note: ("version",),
    Profile: ("version",),
    Conversation: ("title",),
    MenuChange: ("decision",),
    ClipboardEntry: ("is_pinned", "expires", "stone"),
    WrittenAnswer: ("state",),
}


def snapshot(world: World) -> list[list[str]]:
    """What the first account has, and in what state: what a refused call must leave as it was."""
    found = []
    with connection.cursor() as cursor:
        for sql, parameters in _queries(world.owner.pk):
            cursor.execute(sql, parameters)
            found.append(sorted(map(repr, cursor.fetchall())))
    return found


@cache
def _queries(account: int) -> list[tuple[str, Any]]:
    """Compiled once: the table looks several thousand times."""
    owned = {"account": account}
    numbers = [
        model._base_manager.filter(**owned).order_by().annotate(of=Value(model.__name__)).values("of")
        for model in COUNTED
    ]
    each = [of_model.annotate(number=Count("pk")).values_list("of", "number") for of_model in numbers]
    questions = Question.objects.filter(Q(**owned) | Q(collection__account=account))
    found = [
        each[0].union(*each[1:], all=True),
        questions.values_list("pk", "verdict", "settled"),
        *(model._base_manager.filter(**owned).values_list("pk", *fields) for model, fields in STATES.items()),
    ]
    return [queryset.query.sql_with_params() for queryset in found]

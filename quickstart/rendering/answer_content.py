"""The answer to a question: one value that the page, the API, the MCP tool and the command render."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from pydantic import TypeAdapter

from quickstart.kinds import AskOutcome, Intent


@dataclass(frozen=True, slots=True)
class EntryRef:
    """An entry by name: enough for a link."""

    entry_id: str
    question: str


@dataclass(frozen=True, slots=True)
class AnswerEntry:
    entry_id: str
    question: str
    level: int
    tree_path: Sequence[str]
    answer: str
    """Curated Markdown."""
    verify_command: str = ""
    command_notes: str = ""
    """Where what its commands use comes from, as Markdown; empty: its text says it, or they use nothing."""
    related_docs: Sequence[str] = ()
    tags: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class AnswerSkill:
    skill_id: str
    file: str
    title: str
    description: str
    tree_path: Sequence[str] = ()
    prerequisites: Sequence[str] = ()
    quick_command: str = ""


@dataclass(frozen=True, slots=True)
class AnswerOption:
    """One of several that may answer, or one of the nearest items if nothing is good enough."""

    kind: str
    """"entry" or "skill"."""
    id: str
    title: str
    """The entry's question, or the skill's title."""
    tree_path: Sequence[str]
    score: float
    """Match quality, 0 to 1."""
    excerpt: str = ""
    """The sentence of the entry's answer or of the skill's description that is nearest to the question, as Markdown."""


@dataclass(frozen=True, slots=True)
class PartAnswer:
    """What answers a part of the question that the answer itself is not for."""

    part: str
    """As it was asked."""
    kind: str
    """"entry" or "skill"."""
    id: str
    title: str
    is_sure: bool = True
    """False: it is the nearest there is, and perhaps answers."""


@dataclass(frozen=True, slots=True)
class ManualRef:
    """A section of the manual (docs/)."""

    document: str
    """Its title."""
    section: str
    """Its heading; the document's title for the document's beginning."""
    url: str
    """From the site's root."""

    @property
    def place(self) -> str:
        return self.document if self.section == self.document else f"{self.document} › {self.section}"


@dataclass(frozen=True, slots=True)
class OverviewOffer:
    """An offer after several questions about one branch: "Three mindmap questions: want the overview?"."""

    branch: str
    count: int
    overview: EntryRef


@dataclass(frozen=True, slots=True)
class PhrasedText:
    """A model's wording of the retrieved entries; every paragraph cites some of them."""

    text: str
    cited: Sequence[str]
    model: str
    tokens: int


@dataclass(frozen=True, slots=True)
class QuickstartAnswer:
    """Parts that do not apply are empty. With `no_answer`, `entry` and `skill` are None."""

    query: str
    collection: str
    intent: Intent
    intent_reason: str
    outcome: AskOutcome
    confidence: float
    """That the answer is right, 0 to 1."""
    is_sure: bool = True
    """False: it is the nearest there is, and perhaps answers."""
    question_id: int | None = None
    """Id in the log, for feedback."""
    intent_chosen: bool = False
    """Whether the asker chose the intent."""
    follows: str = ""
    """The earlier question of this conversation that it was taken to follow; empty: it was read as it stands."""
    answered_part: str = ""
    """Of a question of two parts the one that this answers; empty: it answers both, or there is one."""
    open_parts: Sequence[str] = ()
    """Parts of the question that nothing clearly answers."""
    other_parts: Sequence[PartAnswer] = ()
    """Parts that something else answers, or this perhaps does in other words."""
    why_not: str = ""
    """With `no_answer`: why what comes nearest does not answer, as a sentence; or empty."""
    entry: AnswerEntry | None = None
    skill: AnswerSkill | None = None
    explained_in: EntryRef | None = None
    """If only a skill answers: the entry that explains it."""
    repeated: bool = False
    """Whether this conversation has shown the entry before."""
    unmet_prerequisites: Sequence[EntryRef] = ()
    """Nearest first."""
    go_deeper: Sequence[EntryRef] = ()
    related_skills: Sequence[AnswerSkill] = ()
    related_docs: Sequence[str] = ()
    options: Sequence[AnswerOption] = ()
    """With `ask_back`: what may answer; with an answer that is not sure: what else may."""
    nearest: Sequence[AnswerOption] = ()
    """With `no_answer`: the nearest three."""
    closest_doc: str = ""
    manual: Sequence[ManualRef] = ()
    """Sections that fit, where a question about the product itself has no sure answer."""
    offer: OverviewOffer | None = None
    phrased: PhrasedText | None = None
    by_vectors: bool = True
    """False: compared by words alone, because texts lack vectors or the embedder is away."""
    scores: Sequence[AnswerOption] = field(default=())
    """The best candidates, for the score bar."""


_AS_JSON: TypeAdapter[QuickstartAnswer] = TypeAdapter(QuickstartAnswer)


def to_json(answer: QuickstartAnswer) -> dict[str, Any]:
    """Plain values of all fields in order, empty ones too. Numbers are not rounded."""
    plain: dict[str, Any] = _AS_JSON.dump_python(answer, mode="json")
    return plain


def from_json(stored: object) -> QuickstartAnswer:
    """From `to_json`. Raises ValidationError."""
    return _AS_JSON.validate_python(stored)

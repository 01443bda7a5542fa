"""What a clause commands, forbids or holds back: `merge the branch now` commands `merge` of `branch`."""

import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass

from stones.levels.summary.clauses import Clause
from stones.levels.summary.denials import DenialKind
from stones.levels.summary.word_stems import FUNCTION_WORDS, content_stems, stem

CONDITION = re.compile(
    r"(?<!\w)(?:before|until|till|unless|without|after|once|when|while|if|as soon as|only|except|pending|yet|"
    r"noch|bevor|bis|solange|sofern|nachdem|nach|sobald|wenn|falls|erst|ohne|nur|"
    r"hasta|antes|salvo|cuando|después|sin|si|avant|sauf|quand|après|sans)(?!\w)",
    re.I,
)
"""From here on a clause says under what condition."""
_SEGMENT = re.compile(r",|(?<!\w)(?:and|then|so|und|dann|y|et)(?!\w)", re.I)
_WORD = re.compile(r"[^\W\d_][\w'’-]*")
_OPENING_WORDS = (
    "please just now also first next go ahead you we must should can may need have to therefore finally jetzt "
    "bitte nun ahora por favor maintenant"
)
_OPENING = frozenset(_OPENING_WORDS.split())
_FINITE_WORDS = "is are was were has had will would could might ist sind wurde"
_FINITE = frozenset(_FINITE_WORDS.split())
_LINKING = frozenset(("of", "in", "on", "for", "by", "von", "de"))
_WHEN = frozenset(("today", "tonight", "immediate", "right", "away", "asap", "jetzt", "heut", "sofort"))
"""Stems that say when, not what."""
_STANDING_FOR = frozenset(
    ("it", "them", "this", "that", "these", "those", "all", "everything", "es", "alles", "lo")
)
_INFLECTED = re.compile(r"(?:ed|ing|[^s]s)$")
"""No command: `committed to main`, `commits to main`."""
_PERMISSION = re.compile(
    r"(?<!\w)(?:may|can|(?:is|are) to)(?: now| safely| also)? be (?P<verb>[^\W\d_]+)(?!\w)", re.I
)
_COUNT = re.compile(r"\W*\d")
_INFINITIVE = re.compile(r"\w{2,30}(?:en|ern|eln)")
_HELD = re.compile(
    r"(?<!\w)(?:hold(?: off)?(?: on| with)?|postpone|delay|pause|freeze|suspend|defer|wait with)\s"
    r"(?P<held>[^,.;:]{2,60}?)\s(?:until|till|unless|pending)(?!\w)|"
    r"(?:^|(?<=[.;:,]\s))(?P<halted>[^,.;:]{2,60}?)\s"
    r"(?:(?:is|are|stays?|remains?) (?:still )?(?:on hold|paused|frozen|held|postponed|suspended)|must wait)"
    r"\s(?:until|till|pending|for)(?!\w)",
    re.I,
)
SHARED_OBJECTS = 0.66
"""Share of the objects of a ban that a command names: "push the branch" is not "push the branch to main"."""
_EFFECTIVE_WORDS = (
    "run start restart execute begin launch apply proceed resume continue perform trigger do go merge deploy publish "
    "release ship send submit push delete drop remove install upgrade migrate switch enable activate roll"
)
_EFFECTIVE = frozenset(map(stem, _EFFECTIVE_WORDS.split()))
"""Stems of verbs that set going what may be held back; `review` and `fix` do not."""


@dataclass(frozen=True, slots=True)
class Command:
    verb: str
    """Its stem."""
    objects: frozenset[str]
    """Stems of what it is done to; empty: a pronoun stands for it, or nothing."""
    is_permission: bool = False
    """`the table may be dropped`: it names its object."""


@dataclass(frozen=True, slots=True)
class Ban:
    """`do not merge the branch before …`, or `hold the migration until …`: then `verb` is empty."""

    verb: str
    objects: frozenset[str]
    is_conditional: bool
    clause: Clause

    def forbids(self, command: Command, mentioned: Set[str]) -> bool:
        """`mentioned`: the stems that a pronoun may stand for."""
        if command.verb not in ({self.verb} if self.verb else _EFFECTIVE | self.objects):
            return False
        if command.is_permission and command.objects.isdisjoint(self.clause.stems):
            return False
        shared = command.objects & self.objects
        if not self.objects or not command.objects:
            # Without an object it is about the subject of the text, or about what stands before it.
            about = self.verb or command.verb in self.objects or not self.objects.isdisjoint(mentioned)
            return bool(about) and (self.is_conditional or not (self.objects or command.objects))
        if not self.verb and not command.objects <= self.objects:
            return False  # "send Ann the migration plan" sets no migration going
        return len(shared) >= SHARED_OBJECTS * len(self.objects) or (
            self.is_conditional and shared == command.objects
        )


def read_commands(clause: Clause) -> Iterator[Command]:
    """What the clause tells its reader to do, or lets him do, without a condition."""
    if clause.denials or clause.is_listed or CONDITION.search(clause.text):
        return
    if allowed := _PERMISSION.search(clause.text):
        verb = stem(allowed["verb"].lower())
        yield Command(verb, clause.stems - _WHEN - {verb}, is_permission=True)
        return
    for segment in _SEGMENT.split(clause.text):
        words = [word.lower() for word in _WORD.findall(segment)] if not _COUNT.match(segment) else []
        while words and words[0] in _OPENING:
            words.pop(0)
        if not words or _names_thing(words):
            continue
        stems = frozenset(content_stems(" ".join(words))) - _WHEN
        verbs = [word for word in words[:1] if not _INFLECTED.search(word)]
        verbs += [word for word in words[-1:] if _INFINITIVE.fullmatch(word)]
        for verb in {stem(word) for word in verbs if word not in FUNCTION_WORDS}:
            objects = stems - {verb}
            if objects or len(words) == len(clause.text.split()) or not _STANDING_FOR.isdisjoint(words):
                yield Command(verb, objects)


def _names_thing(words: Sequence[str]) -> bool:
    """`release notes are …`, `merge of …`: the first word is no verb."""
    return not _FINITE.isdisjoint(words[1:3]) or not _LINKING.isdisjoint(words[1:2])


def read_bans(clause: Clause) -> Iterator[Ban]:
    condition = CONDITION.search(clause.text)
    unconditional = frozenset(content_stems(clause.text[: condition.start()] if condition else clause.text))
    for denial in clause.denials:
        if denial.kind is DenialKind.FORBIDS:
            objects = frozenset(denial.stems[1:]) & unconditional
            yield Ban(denial.stems[0], objects, condition is not None, clause)
    if (match := _HELD.search(clause.text)) and not clause.denials:
        yield Ban("", frozenset(content_stems(match["held"] or match["halted"])), True, clause)


def may_hold(text: str) -> bool:
    return _HELD.search(text) is not None

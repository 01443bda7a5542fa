"""Ids that are made of questions: the same question has the same one when it comes again.

Short ones are the question's words, joined by "_". Of a long question, and of one whose words another has too, the end
is a fingerprint.
"""

import hashlib
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from quickstart.parsing.document_names import says_nothing
from quickstart.parsing.parsed_content import ParsedEntry

ID_CHARACTERS = 80
FINGERPRINT_CHARACTERS = 8
MAX_REPEATED = 10
"""Of one question at one place with several answers; more are at fault."""
MARKDOWN_SUFFIXES = (".md", ".markdown")
_WORD = re.compile(r"[^\W_]+")
_ENDS = " .:!?"

KnownQuestion = tuple[str, Sequence[str]]
"""A question of a collection, and its place in the tree."""
KnownQuestions = Mapping[str, Collection[KnownQuestion]]
"""By the ids of their entries, each as it is and as it was before it was edited."""


def is_markdown(file: str) -> bool:
    return file.lower().endswith(MARKDOWN_SUFFIXES)


def made_id(question: str) -> str:
    """The id of a question that no other resembles; empty if it has no words."""
    words = _words(question)
    return words if len(words) <= ID_CHARACTERS else _with_fingerprint(words, _key(question))


def assign_ids(
    entries: Sequence[ParsedEntry], named: Mapping[str, ParsedEntry], known: KnownQuestions
) -> list[ParsedEntry]:
    """The entries with ids made of their questions, in the same order.

    One that is known at its place in the tree keeps its id, wherever it stands in the file; one that moved keeps it
    below the same root. No other takes an id that is known. `named`: entries that bring their ids. Two have one id
    if they are the same.
    """
    owners = dict(named)
    ids: dict[int, str] = {}
    for is_known_as in (_is_at_place, _is_free):
        for number, entry in enumerate(entries):
            for entry_id in () if number in ids else _possible_ids(entry, known):
                owner = owners.get(entry_id)
                is_fit = is_known_as(entry, known.get(entry_id, ()))
                if is_fit and (owner is None or _is_same(owner, entry)):
                    ids[number] = entry_id
                    owners.setdefault(entry_id, entry)
                    break
    # Where none is left the last is taken: another entry of the files has it, which is then at fault.
    return [
        replace(entry, id=ids.get(number) or list(_possible_ids(entry, known))[-1])
        for number, entry in enumerate(entries)
    ]


def _possible_ids(entry: ParsedEntry, known: KnownQuestions) -> Iterator[str]:
    """The shortest first; of a long question one that earlier versions made, where it is still in use."""
    words, question = _words(entry.question), entry.question
    cut = words[:ID_CHARACTERS].strip("_")
    if cut != words and any(_key(asked) == _key(question) for asked, _ in known.get(cut, ())):
        yield cut
    yield made_id(question)
    yield _with_fingerprint(words, _key(question))
    for number in range(1, MAX_REPEATED):
        yield _with_fingerprint(words, *entry.tree_path, _key(question), str(number))


def _is_at_place(entry: ParsedEntry, known: Collection[KnownQuestion]) -> bool:
    return any(
        _key(asked) == _key(entry.question)
        and _is_same_document(entry, path)
        and tuple(path[1:]) == entry.tree_path[1:]
        for asked, path in known
    )


def _is_free(entry: ParsedEntry, known: Collection[KnownQuestion]) -> bool:
    """Whether nobody has the id, or the same question of the same document."""
    return not known or any(
        _key(asked) == _key(entry.question) and _is_same_document(entry, path) for asked, path in known
    )


def _is_same_document(entry: ParsedEntry, path: Sequence[str]) -> bool:
    """A document whose place says nothing may be any: earlier versions gave all of them one."""
    return tuple(path[:1]) == entry.tree_path[:1] or (
        is_markdown(entry.file) and all(map(says_nothing, path[:1]))
    )


def _is_same(one: ParsedEntry, other: ParsedEntry) -> bool:
    """Whether they are one entry: of a FAQ in Markdown with the same answer, of lines the same question is enough."""
    is_asked_alike = _key(one.question) == _key(other.question) and one.tree_path == other.tree_path
    return is_asked_alike and (one.answer == other.answer or not is_markdown(other.file))


def _key(question: str) -> str:
    """Equal for those that differ in nothing but case, spaces and the marks at their ends."""
    return " ".join(question.lower().split()).strip(_ENDS)


def _words(question: str) -> str:
    return "_".join(_WORD.findall(question.lower()))


def _with_fingerprint(words: str, *parts: str) -> str:
    fingerprint = hashlib.sha256("\n".join(parts).encode()).hexdigest()[:FINGERPRINT_CHARACTERS]
    return f"{words[: ID_CHARACTERS - FINGERPRINT_CHARACTERS - 1].strip('_')}_{fingerprint}"

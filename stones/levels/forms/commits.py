"""What `git log`, `git show`, `git diff` and patches say: subjects with their reasons, and which files change how."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from stones.levels.forms.ranked_lines import Rank, RankedLine, split_lines
from stones.levels.markers import markers
from stones.levels.split_sentences import split_sentences

MIN_SUBJECTS = 3
"""Lines of a log of subjects alone."""
HEAD_CHARACTERS = 200
MAX_CHANGE_CHARACTERS = 160
_COMMIT = re.compile(r"commit [0-9a-f]{7,64}(?: \(.*\))?$|From [0-9a-f]{40} \w{3} \w{3} ")
_FIELD = re.compile(r"(?:Author|AuthorDate|Commit|CommitDate|Date|Merge|From|To|Cc|Message-Id|Notes):")
_SUBJECT = re.compile(r"Subject: (?:\[[^\]]*PATCH[^\]]*\] )?(.+)")
_GRAPH = re.compile(r"[*|/\\_ ]*[*|/\\] ?(?: *(?=commit [0-9a-f]{7}))?")
_DIFF = re.compile(
    r"diff (?:--git a/(?P<git>\S+) b/|--(?:cc|combined) (?P<merged>\S+))|--- (?:a/)?(?P<old>\S+)"
)
_HUNK = re.compile(r"@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@ ?(.*)")
_STAT = re.compile(r" .* \| +(?:\d+ ?[+-]*|Bin .*)$| (?P<sum>\d+ files? changed.*)")
_SHORT = re.compile(r"[*|/\\ ]{0,12}(?P<hash>[0-9a-f]{7,40}) (?:\([^)]*\) )?(?P<subject>\S.*)")
_TRAILER = re.compile(r"(?:[A-Z][a-z]+(?:-[a-z]+)*-by|Change-Id|Cc): ")
_IMPORT = re.compile(r"(?:import|from|use|using|require|#include|package)\b")
_WARNS = markers("rules", "warning", "prohibition", "blocker")


@dataclass(slots=True)
class _File:
    path: str
    hunks: list[tuple[str, list[str]]] = field(default_factory=list)
    """What they stand in, and the lines that change."""

    def __str__(self) -> str:
        signs = [line[0] for _, lines in self.hunks for line in lines]
        return f"{self.path} (+{signs.count('+')} -{signs.count('-')})"


@dataclass(slots=True)
class _Commit:
    message: list[str] = field(default_factory=list)
    files: list[_File] = field(default_factory=list)
    sums: list[str] = field(default_factory=list)

    def paragraphs(self) -> list[str]:
        runs = groupby(self.message, lambda line: bool(line) and not _TRAILER.match(line))
        return [" ".join(run) for is_text, run in runs if is_text]


def read_commits(content: str) -> tuple[RankedLine, ...]:
    """Empty if it begins as none of them does."""
    head = content[:HEAD_CHARACTERS].lstrip("\n").partition("\n")[0]
    bare = _GRAPH.sub("", head, count=1) if head[:1] == "*" else head
    if _COMMIT.match(bare) or (
        head.startswith(("diff ", "--- ")) and _DIFF.match(head) and "\n@@ -" in content
    ):
        lines = split_lines(content)
        lines = (
            [_GRAPH.sub("", line, count=1) if line[:1] in "*|" else line for line in lines]
            if bare != head
            else lines
        )
        return tuple(_ranked(_CommitReader(lines).commits))
    if _STAT.match(head):
        return _files_changed(content)
    return _subjects(content) if _SHORT.match(head) else ()


def _subjects(content: str) -> tuple[RankedLine, ...]:
    """Of `git log --oneline`: each line begins with an abbreviated hash."""
    found = [_SHORT.match(line) for line in split_lines(content) if line.strip(" |/\\*")]
    hashes = [each["hash"] for each in found if each]
    # Numbers alone, or words of these letters, are none.
    is_hashed = any(not each.isdigit() and not each.isalpha() for each in hashes)
    if not len(hashes) == len(found) >= MIN_SUBJECTS or not is_hashed:
        return ()
    return tuple(
        RankedLine(each["subject"], Rank.MORE if at else Rank.MAIN) for at, each in enumerate(found) if each
    )


def _files_changed(content: str) -> tuple[RankedLine, ...]:
    """Of `git diff --stat`: the sum, and each file."""
    lines = [line for line in split_lines(content) if line]
    sums = [line for line in lines if (found := _STAT.match(line)) and found["sum"]]
    if not sums or not all(map(_STAT.match, lines)):
        return ()
    files = (RankedLine(" ".join(line.split()), Rank.MORE) for line in lines if line not in sums)
    return (*(RankedLine(line.strip(), Rank.MAIN) for line in sums), *files)


class _CommitReader:
    """Goes once over the lines; those of a diff without a commit are one."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.commits: list[_Commit] = []
        """In the order of the text."""
        self._in_message = self._in_hunk = False
        for line, below in zip(lines, [*lines[1:], ""], strict=True):
            self._read(line, below)

    def _read(self, line: str, below: str) -> None:
        if _COMMIT.match(line) or not self.commits:
            self.commits.append(_Commit())
            # A patch has a head as mails do, with its subject at the end.
            self._in_message, self._in_hunk = line.startswith("commit "), False
        commit = self.commits[-1]
        diff = _DIFF.match(line)
        if diff and (not diff["old"] or below.startswith("+++ ")):
            self._in_message = self._in_hunk = False
            if not diff["old"] or not commit.files or commit.files[-1].hunks:
                commit.files.append(_File(diff["git"] or diff["merged"] or diff["old"]))
        elif (hunk := _HUNK.match(line)) and commit.files:
            self._in_hunk = True
            commit.files[-1].hunks.append((hunk[1].strip(" :"), []))
        elif self._in_hunk:
            if line[:1] in ("+", "-"):
                commit.files[-1].hunks[-1][1].append(line)
        elif stat := _STAT.match(line):
            commit.sums += filter(None, [stat["sum"]])
        elif subject := _SUBJECT.match(line):
            self._in_message = True
            commit.message.append(subject[1])
        elif self._in_message and line == "---":
            self._in_message = False
        elif self._in_message and not _FIELD.match(line) and not _COMMIT.match(line):
            commit.message.append(line.strip())


def _ranked(commits: Sequence[_Commit]) -> Iterator[RankedLine]:
    """The newest one's subject and why first, then the others' subjects, then what they say and change."""
    for at, commit in enumerate(commits):
        subject, *body = commit.paragraphs() or [""]
        is_merge = subject.startswith("Merge ") and len(commits) > 1
        if subject:
            yield RankedLine(subject, Rank.REMARK if is_merge else Rank.MORE if at else Rank.MAIN)
        sentences = [sentence for paragraph in body for sentence in split_sentences(paragraph)]
        for place, sentence in enumerate(sentences):
            is_first = at == place == 0
            is_told = len(commits) == 1 or _WARNS.search(sentence)
            yield RankedLine(sentence, Rank.FIRST if is_first else Rank.MORE if is_told else Rank.REMARK)
        yield from _changes(commit, is_alone=not subject, is_first=at == 0 and not body)


def _changes(commit: _Commit, *, is_alone: bool, is_first: bool) -> Iterator[RankedLine]:
    """Each file with its counts, as `git diff --stat` has them, and of each hunk the first change."""
    counts = ", ".join(map(str, commit.files))
    rank = Rank.MAIN if is_alone else Rank.FIRST if is_first else Rank.REMARK
    for text in [*commit.sums, *filter(None, [counts])][:2]:
        yield RankedLine(text, rank)
        rank = Rank.FIRST if is_alone else Rank.REMARK
    for each in commit.files:
        for within, lines in each.hunks:
            told = [_first_changed(lines, sign) for sign in "-+"]
            text = " ".join(filter(None, [f"{each.path}:", f"{within}:" if within else "", *told]))
            yield RankedLine(text, rank, is_detail=not is_alone)
            rank = Rank.MORE if is_alone else Rank.REMARK


def _first_changed(lines: Sequence[str], sign: str) -> str:
    """That says something: no blank one, if possible no import."""
    found = [line for line in lines if line[0] == sign and any(map(str.isalnum, line))]
    said = [line for line in found if not _IMPORT.match(line[1:].lstrip())]
    return next(iter(said or found), "")[:MAX_CHANGE_CHARACTERS]

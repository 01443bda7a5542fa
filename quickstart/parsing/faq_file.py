"""A FAQ written in Markdown: each heading, summary or bold paragraph that asks something becomes an entry; where there
is none, lines that do, if two or more look alike.

The headings above it are its place in the tree; what is below it is its answer, as it stands. A heading that asks
nothing but stands among questions, with a text, is read too; whatever is not read is told.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from textwrap import dedent

from markdown_it.common.utils import normalizeReference

from core.text.file_faults import Fault
from core.text.front_matter import FrontMatter, split_front_matter
from core.text.limited_markdown import MAX_CHARACTERS, WorkLimitExceeded
from core.text.storable_text import is_storable, plain_lines
from quickstart.parsing.document_names import document_name, says_nothing
from quickstart.parsing.faq_outline import FaqOutline, FaqSection, outline
from quickstart.parsing.faq_questions import without_answer_mark
from quickstart.parsing.parsed_content import Json, ParsedEntry
from quickstart.parsing.qa_fields import FAQ_LEVEL, FAQ_PATH, problems_in
from quickstart.parsing.question_ids import made_id

NO_QUESTION = (
    "holds no question with an answer below it: a heading, a summary or a line with a question mark (## How do I …?),"
    " or a paragraph that begins with **Q: …**"
)
MAX_DECORATION = 200
_CONTENTS = re.compile(
    r"(?:table of )?contents|toc|index|on this page|inhalt(?:sverzeichnis)?", re.IGNORECASE
)
_LINK_LINE = re.compile(r"\s*(?:[-*+]|\d+[.)])\s+\[.*\]\(#[^()]*\)\s*")
_DECORATION = re.compile(
    r"\s*(?:(?:[-*_]\s*){3,}|</?(?:br|hr|p|div|center)\b[^<>]*>|<a\s+(?:name|id)=[^<>]*>\s*(?:</a>)?"
    r"|\[[^\[\]]*\b(?:top|contents)\b[^\[\]]*\]\(#[^()]*\))\s*",
    re.IGNORECASE,
)
"""Lines around an answer that say nothing: rules, anchors, links back to the top."""
_DEFINITION = re.compile(r"^ {0,3}\[([^\[\]\n]{1,200})\]:.*", re.MULTILINE)
_LABEL = re.compile(r"\[([^\[\]\n]{1,200})\](?![(:])")


@dataclass(slots=True)
class FaqFile:
    entries: list[ParsedEntry] = field(default_factory=list)
    """Without ids."""
    unread: list[Fault] = field(default_factory=list)
    """What of the file became no entry, and why."""
    warnings: list[Fault] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)


def read_faq(file: str, text: str) -> FaqFile:
    """The questions of a Markdown file, in its order. A file without any is at fault, and so is a skill.

    Where none is marked as one, lines that ask are: the items of a numbered list, say.
    """
    lined = plain_lines(text)
    front, body = split_front_matter(file, lined)
    if reason := _refusal(front, body):
        return FaqFile(faults=[Fault(file, 0, "", reason)])
    lines_above = lined.count("\n") - body.count("\n")
    try:
        readers = (_FaqReader(file, body, outline(body, plain=plain), lines_above) for plain in (False, True))
        for reader in readers:
            reader.read()
            if reader.faq.entries or reader.faq.faults:
                return reader.faq
    except WorkLimitExceeded:
        return FaqFile(
            faults=[Fault(file, 0, "", "holds Markdown that is too intricate to be read: split it")]
        )
    return FaqFile(faults=[Fault(file, 0, "", NO_QUESTION)])


def _refusal(front: FrontMatter, body: str) -> str:
    if front.text("name") and front.text("description"):
        return "is a skill: its front matter has a name and a description. Upload it with the skills (import_skills)"
    if not is_storable(body):
        return "holds a NUL character or half of a surrogate pair"
    if len(body) > MAX_CHARACTERS:
        return f"is {len(body):,} characters long; {MAX_CHARACTERS:,} are allowed"
    return ""


class _FaqReader:
    def __init__(self, file: str, text: str, found: FaqOutline, lines_above: int) -> None:
        self.file, self.text, self.found, self.lines_above = file, text, found, lines_above
        self.name = document_name(file)
        self.levels = {each.level for each in found.root if each.is_question}
        self.faq = FaqFile()

    def read(self) -> None:
        self._read_section(self.found.root, (), in_question=False)
        for notes in (self.faq.entries, self.faq.unread, self.faq.warnings):
            notes.sort(key=lambda each: each.line)

    def _read_section(self, section: FaqSection, path: tuple[str, ...], *, in_question: bool) -> bool:
        """Whether it is an entry, or holds one."""
        below = (*path, section.title) if section.title else path
        inside = in_question or section.is_question
        holders = [each for each in section.children if self._read_section(each, below, in_question=inside)]
        is_entry = section.is_question or self._is_topic(section, holders, in_question=in_question)
        if is_entry and section.title and (answer := self._answer(section, holders)):
            self._add(section, path, answer)
            return True
        if holders and not in_question:
            self._note_unread(section, holders)
        return bool(holders)

    def _is_topic(self, section: FaqSection, holders: Sequence[FaqSection], *, in_question: bool) -> bool:
        """Whether it asks nothing and stands among questions, with a text."""
        is_among = section.level in self.levels and not in_question and not holders
        return is_among and not self._is_contents(section)

    def _add(self, section: FaqSection, path: tuple[str, ...], answer: str) -> None:
        line, place = self._line(section), self._placed(path)
        fields: dict[str, Json] = {"question": section.title, "tree_path": list(place), "answer": answer}
        problems = [*problems_in(fields | {"id": made_id(section.title), "level": FAQ_LEVEL})]
        if problems:
            self.faq.faults += [Fault(self.file, line, name, reason) for name, reason in problems]
            return
        if not section.is_question:
            reason = (
                f"“{section.title}” is not worded as a question; it becomes one, as it stands among questions"
            )
            self.faq.warnings.append(Fault(self.file, line, "", reason))
        self.faq.entries.append(
            ParsedEntry("", section.title, FAQ_LEVEL, place, answer, file=self.file, line=line)
        )

    def _placed(self, path: tuple[str, ...]) -> tuple[str, ...]:
        """Below the document's name, where its first heading says nothing: two FAQs may ask the same question."""
        if path and not says_nothing(path[0]):
            return path
        return (self.name, *path[1:]) if self.name else path or FAQ_PATH

    def _note_unread(self, section: FaqSection, holders: Sequence[FaqSection]) -> None:
        """What stands beside the questions of a section."""
        if self._answer(section, section.children):
            name = (
                f"the text of “{section.title}” outside its questions"
                if section.title
                else "the text at the top"
            )
            self._note(section, name)
        for each in section.children:
            unanswered = [inner for inner in each if inner.is_question]
            for unread in () if each in holders else unanswered or [each]:
                self._note(unread, f"“{unread.title}” {self._reason(unread)}")

    def _note(self, section: FaqSection, reason: str) -> None:
        self.faq.unread.append(Fault(self.file, self._line(section), "", reason))

    def _reason(self, section: FaqSection) -> str:
        if section.is_question:
            return "has no answer"
        if self._is_contents(section):
            return "is a table of contents"
        return "is no question" if self._answer(section, ()) else "is no question, and has no text"

    def _is_contents(self, section: FaqSection) -> bool:
        lines = [line for line in self._answer(section, ()).split("\n") if line.strip()]
        are_links = len(lines) > 1 and all(map(_LINK_LINE.fullmatch, lines))
        return are_links or _CONTENTS.fullmatch(section.title) is not None

    def _answer(self, section: FaqSection, without: Sequence[FaqSection]) -> str:
        """Its text without these sections, and without what only decorates it."""
        parts, at = [], section.body
        for each in without:
            parts.append(self.text[at : each.start])
            at = each.stop
        parts.append(self.text[at : section.end])
        lines = dedent(without_answer_mark("".join(parts))).strip("\n").split("\n")
        while lines and _only_decorates(lines[-1]):
            del lines[-1]
        while lines and _only_decorates(lines[0]):
            del lines[0]
        answer = "\n".join(lines).rstrip()
        says_something = _DEFINITION.sub("", answer).strip()
        return answer + "".join(self._definitions(answer)) if says_something else ""

    def _definitions(self, answer: str) -> Iterator[str]:
        """The addresses of reference links that stand elsewhere in the file."""
        used = dict.fromkeys(normalizeReference(label) for label in _LABEL.findall(answer))
        lacking = [label for label in used if label in self.found.definitions]
        defined = {
            normalizeReference(label) for label in re.findall(r"^ {0,3}\[([^\[\]\n]+)\]:", answer, re.M)
        }
        for number, label in enumerate(label for label in lacking if label not in defined):
            yield f"{'' if number else chr(10)}\n[{label.lower()}]: {self.found.definitions[label]}"

    def _line(self, section: FaqSection) -> int:
        return self.lines_above + self.text.count("\n", 0, section.start) + 1


def _only_decorates(line: str) -> bool:
    is_short = len(line) <= MAX_DECORATION
    return not line.strip() or (is_short and _DECORATION.fullmatch(line) is not None)

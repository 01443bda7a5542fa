"""Every function that reads a text which anybody may have written, and how much of it is let through to it."""

from collections.abc import Callable

from brain.checking.citations import shown
from brain.checking.folding import find, fold
from brain.checking.guarding import guard
from brain.checking.instructions import instruction_spans
from brain.checking.marks import renumber, without_marks
from brain.checking.support import sentences_of, support_of
from brain.external.plain import plain_text
from brain.history.markdown import one_line, quoted
from brain.reading.note_files import UnreadableNoteError, read_note
from brain.reading.profile_files import UnreadableProfileError, read_profile
from brain.reading.tags import split_tags
from brain.retrieval.biography import is_personal
from brain.retrieval.chunks import split_chunks
from brain.retrieval.tags import divide as divide_tags
from brain.sources import Source, SourceType, Stretch
from llm import count_tokens
from llm.chat.json_text import NotJSON, json_in
from llm.estimate import estimate_tokens
from mcp_tools.text import fence, fit
from pages.marking import Mark, render_marked
from pages.rendering import count_invisible, render, words_of
from pages.templatetags.content import code_spans
from quickstart.answers.embedding import embedded, first_sentence, heading
from quickstart.intent import classify
from quickstart.reading.index import read_index
from quickstart.reading.phrases import phrases_in
from quickstart.reading.qa_lines import read_entries
from quickstart.reading.skills import UnreadableSkillError, read_skill
from quickstart.reading.trees import read_tree
from rest.tokens import find_tokens
from stones.clipboard.marks import mark
from stones.clipboard.secrets import find_secrets
from stones.clipboard.sources import named_source
from stones.format import (
    FormatError,
    canonical,
    detect_channel,
    fortune,
    parse,
    parse_all,
    read_fortune,
    read_header,
)
from stones.format.escaping import escape, unescape
from stones.levels.checks import check_levels
from stones.levels.document import read_document
from stones.levels.extract import provisional_levels, provisional_sentence, write_extract
from stones.levels.model import split_parts
from stones.levels.rules import rules_of
from stones.levels.summary import check_summary
from texts.front_matter import divide as divide_front_matter
from texts.passages import split_passages
from texts.stems import passage_stems, question_stems
from texts.words import words

Parser = Callable[[str], object]


def _guard(text: str) -> object:
    stretch = Stretch(0, len(text), text)
    return guard([Source(type=SourceType.NOTES, id="1", title=text[:100], stretches=(stretch,))])


def _fold(text: str) -> object:
    return find(text[: len(text) // 2], fold(text))


def _marked(text: str) -> object:
    third = len(text) // 3
    return render_marked(text, [Mark(third, third + 100), Mark(0, len(text))])


def _refusing(parser: Parser, *errors: type[Exception]) -> Parser:
    def read(text: str) -> object:
        try:
            return parser(text)
        except errors:
            return None

    return read


PARSERS: dict[str, Parser] = {
    "pages: render": render,
    "pages: render as Markdown": lambda text: render(text, is_known=True),
    "pages: words_of": words_of,
    "pages: render_marked": _marked,
    "pages: count_invisible": count_invisible,
    "pages: code_spans": code_spans,
    "stones: parse": _refusing(parse, FormatError),
    "stones: parse_all": _refusing(parse_all, FormatError),
    "stones: read_header": _refusing(read_header, FormatError),
    "stones: canonical": canonical,
    "stones: escape": lambda text: unescape(escape(text)),
    "stones: detect_channel": detect_channel,
    "stones: fortune": lambda text: fortune(text, "task"),
    "stones: read_fortune": read_fortune,
    "stones: provisional_sentence": lambda text: provisional_sentence(text, count_tokens=count_tokens),
    "stones: provisional_levels": lambda text: provisional_levels(text, count=4, count_tokens=count_tokens),
    "stones: write_extract": lambda text: write_extract(text, count_tokens=count_tokens, count=4),
    "stones: read_document": lambda text: [list(rules_of(part)) for part in read_document(text).parts],
    "stones: check_levels": lambda text: check_levels([text[:1000], text], text, count_tokens=count_tokens),
    "stones: check_summary": lambda text: check_summary(
        text[len(text) // 2 :][:150], text[:4000], text, count_tokens=count_tokens
    ),
    "stones: check_summary of huge words": lambda text: check_summary(
        text, text, text[:10_000], count_tokens=count_tokens
    ),
    "stones: split_parts": lambda text: split_parts(text, most_tokens=4000, count_tokens=count_tokens),
    "clipboard: mark": lambda text: mark(text, salt="1").fingerprints,
    "clipboard: find_secrets": find_secrets,
    "clipboard: named_source": named_source,
    "rest: find_tokens": find_tokens,
    "llm: count_tokens": count_tokens,
    "llm: estimate_tokens": estimate_tokens,
    "llm: json_in": _refusing(json_in, NotJSON),
    "mcp: fit": lambda text: fence(fit(text, 1000).text, sender="a", nonce="b"),
    "texts: split_passages": lambda text: split_passages(text, count_tokens=count_tokens),
    "texts: front matter": lambda text: divide_front_matter("a.md", text),
    "texts: words": words,
    "texts: passage_stems": lambda text: passage_stems(text, key="a", tags=()),
    "texts: question_stems": question_stems,
    "brain: fold": _fold,
    "brain: shown": shown,
    "brain: guard": _guard,
    "brain: instruction_spans": instruction_spans,
    "brain: marks": lambda text: (renumber(text, {1: 2}), without_marks(text)),
    "brain: sentences_of": lambda text: list(sentences_of(text)),
    "brain: support_of": lambda text: support_of(text, text[::2]),
    "brain: plain_text": plain_text,
    "brain: one_line": one_line,
    "brain: quoted": quoted,
    "brain: split_tags": lambda text: split_tags([text]),
    "brain: divide (tags)": divide_tags,
    "brain: is_personal": is_personal,
    "brain: read_note": _refusing(lambda text: read_note("a.md", text), UnreadableNoteError),
    "brain: read_profile": _refusing(lambda text: read_profile("a.yaml", text), UnreadableProfileError),
    "brain: split_chunks": split_chunks,
    "quickstart: embedded": embedded,
    "quickstart: first_sentence": first_sentence,
    "quickstart: heading": heading,
    "quickstart: classify": classify,
    "quickstart: read_index": read_index,
    "quickstart: phrases_in": phrases_in,
    "quickstart: read_entries": lambda text: read_entries("a.jsonl", text),
    "quickstart: read_skill": _refusing(lambda text: read_skill("a.md", text), UnreadableSkillError),
    "quickstart: read_tree": lambda text: read_tree("a", text),
}

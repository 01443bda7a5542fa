"""Every function that reads a text which anybody may have written, and how much of it is let through to it."""

from collections.abc import Callable

from brain.answer_sources import AnswerSource, SourcePassage, SourceType
from brain.checking.citation_marks import remove_citation_marks, renumber
from brain.checking.excerpt_matching import find_excerpt, normalize_text
from brain.checking.guarded_sources import guard_sources
from brain.checking.sentence_support import measure_support, split_answer_sentences
from brain.checking.verify_citations import quote_for_reason
from brain.external.sanitize_text import to_plain_text
from brain.history.markdown_quoting import block_quote, escape_on_one_line
from brain.parsing.normalize_tags import split_tags
from brain.parsing.parse_note import UnreadableNoteError, read_note
from brain.parsing.parse_profile import UnreadableProfileError, read_profile
from brain.retrieval.hashtags import extract_hashtags
from brain.retrieval.note_chunks import split_chunks
from brain.retrieval.personal_questions import is_personal
from clipboard.analysis.fingerprints import hash_text
from clipboard.analysis.secret_detection import find_secrets
from clipboard.analysis.source_names import normalize_source
from core.llm import count_tokens
from core.llm.chat.json_text import NotJSON, json_in
from core.llm.token_estimate import estimate_tokens
from core.mcp.fenced_text import fence, fit_to_budget
from core.pages.mark_text import Mark, render_marked
from core.pages.render_markdown import count_invisible, render, text_of_markdown
from core.pages.templatetags.content import code_spans
from core.rest.agent_tokens import find_tokens
from core.text.bm25_words import passage_stems, question_stems, split_words
from core.text.front_matter import split_front_matter
from core.text.instructions.detect_instructions import instruction_spans
from core.text.passages import split_passages
from quickstart.intent import classify
from quickstart.parsing.faq_file import read_faq
from quickstart.parsing.qa_files import read_entries
from quickstart.parsing.skill_file import UnreadableSkillError, read_skill
from quickstart.parsing.skill_index import read_index
from quickstart.parsing.tree_file import read_tree
from quickstart.parsing.trigger_phrases import phrases_in
from quickstart.rendering.embed_markdown import embed_markdown, escape_heading, first_sentence
from quickstart.rendering.excerpts import excerpts_of
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
from stones.levels.author_rules import rules_of
from stones.levels.check_levels import check_levels
from stones.levels.document_parser import read_document
from stones.levels.extract import provisional_levels, provisional_sentence, write_extract
from stones.levels.model_writer import split_parts
from stones.levels.summary import check_summary

Parser = Callable[[str], object]


def _guard(text: str) -> object:
    stretch = SourcePassage(0, len(text), text)
    return guard_sources([AnswerSource(type=SourceType.NOTES, id="1", title=text[:100], passages=(stretch,))])


def _fold(text: str) -> object:
    return find_excerpt(text[: len(text) // 2], normalize_text(text))


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
    "pages: words_of": text_of_markdown,
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
    "clipboard: mark": lambda text: hash_text(text, salt="1").fingerprints,
    "clipboard: find_secrets": find_secrets,
    "clipboard: named_source": normalize_source,
    "rest: find_tokens": find_tokens,
    "llm: count_tokens": count_tokens,
    "llm: estimate_tokens": estimate_tokens,
    "llm: json_in": _refusing(json_in, NotJSON),
    "mcp: fit": lambda text: fence(fit_to_budget(text, 1000).text, sender="a", nonce="b"),
    "texts: split_passages": lambda text: split_passages(text, count_tokens=count_tokens),
    "texts: front matter": lambda text: split_front_matter("a.md", text),
    "texts: words": split_words,
    "texts: passage_stems": lambda text: passage_stems(text, key="a", tags=()),
    "texts: question_stems": question_stems,
    "brain: fold": _fold,
    "brain: shown": quote_for_reason,
    "brain: guard": _guard,
    "brain: instruction_spans": instruction_spans,
    "brain: marks": lambda text: (renumber(text, {1: 2}), remove_citation_marks(text)),
    "brain: sentences_of": lambda text: list(split_answer_sentences(text)),
    "brain: support_of": lambda text: measure_support(text, text[::2]),
    "brain: plain_text": to_plain_text,
    "brain: one_line": escape_on_one_line,
    "brain: quoted": block_quote,
    "brain: split_tags": lambda text: split_tags([text]),
    "brain: extract_hashtags": extract_hashtags,
    "brain: is_personal": is_personal,
    "brain: read_note": _refusing(lambda text: read_note("a.md", text), UnreadableNoteError),
    "brain: read_profile": _refusing(lambda text: read_profile("a.yaml", text), UnreadableProfileError),
    "brain: split_chunks": split_chunks,
    "quickstart: embedded": embed_markdown,
    "quickstart: first_sentence": first_sentence,
    "quickstart: excerpts": excerpts_of,
    "quickstart: heading": escape_heading,
    "quickstart: classify": classify,
    "quickstart: read_index": read_index,
    "quickstart: phrases_in": phrases_in,
    "quickstart: read_entries": lambda text: read_entries("a.jsonl", text),
    "quickstart: read_faq": lambda text: read_faq("a.md", text),
    "quickstart: read_skill": _refusing(lambda text: read_skill("a.md", text), UnreadableSkillError),
    "quickstart: read_tree": lambda text: read_tree("a", text),
}

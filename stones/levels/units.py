"""A text as candidates for a summary: every sentence with the place that it stands in."""

import re
from bisect import bisect_right
from dataclasses import dataclass

from stones.levels.blocks import Block, Kind, read_blocks
from stones.levels.sentences import split_sentences
from stones.levels.speech import heading_speaker, read_turns
from texts.inline import plain


@dataclass(frozen=True)
class Section:
    heading: str
    depth: int
    line: int


@dataclass(frozen=True)
class Unit:
    """One sentence. `rank` counts from 0 inside its paragraph, `turn` inside a conversation."""

    text: str
    kind: Kind
    section: int
    block: int
    rank: int
    line: int
    speaker: str = ""
    turn: int = -1
    depth: int = 0
    starts_with_code: bool = False
    """Whether it opens with code of its paragraph: a command keeps its small first letter."""


@dataclass(frozen=True)
class Document:
    title: str
    sections: tuple[Section, ...]
    units: tuple[Unit, ...]
    blocks: tuple[Block, ...]
    is_talk: bool


_PROSE = (Kind.PARAGRAPH, Kind.ITEM, Kind.QUOTE)


def read_document(content: str) -> Document:
    turns = read_turns(content)
    if turns:
        units: list[Unit] = []
        for at, turn in enumerate(turns):
            text = plain(_unquoted(turn.text))
            units += [
                Unit(sentence, Kind.PARAGRAPH, 0, at, rank, turn.line, turn.speaker, at)
                for rank, sentence in enumerate(split_sentences(text))
            ]
        return Document("", (Section("", 0, 1),), tuple(units), (), is_talk=True)
    return _read_blocks(content)


def _read_blocks(content: str) -> Document:
    blocks = read_blocks(content)
    sections = [Section("", 0, 1)]
    units: list[Unit] = []
    speaker, turn = "", -1
    for at, block in enumerate(blocks):
        if block.kind is Kind.HEADING:
            heading = plain(block.text)
            sections.append(Section(heading, block.depth, block.line))
            if said_by := heading_speaker(heading):
                speaker, turn = said_by, turn + 1
        elif block.kind in _PROSE:
            codes = _openings(block.text)
            for rank, sentence in enumerate(split_sentences(plain(block.text))):
                units.append(
                    Unit(
                        sentence,
                        block.kind,
                        len(sections) - 1,
                        at,
                        rank,
                        block.line,
                        speaker,
                        turn,
                        block.depth,
                        _opens_with(sentence, codes),
                    )
                )
    return Document(_title(blocks), tuple(sections), tuple(units), tuple(blocks), is_talk=turn >= 1)


_CODE = re.compile(r"`([^`\n]{1,200})`")


def _openings(text: str) -> list[str]:
    """The code in a text, sorted; none of it begins with another."""
    found: list[str] = []
    for code in sorted({code.strip() for code in _CODE.findall(text)} - {""}):
        if not (found and code.startswith(found[-1])):
            found.append(code)
    return found


def _opens_with(sentence: str, codes: list[str]) -> bool:
    at = bisect_right(codes, sentence)
    return at > 0 and sentence.startswith(codes[at - 1])


def _title(blocks: list[Block]) -> str:
    """The heading that all else stands under: first of the text, and of the first rank or alone in its rank."""
    first = next((at for at, block in enumerate(blocks) if block.kind in (Kind.HEADING, *_PROSE)), None)
    if first is None or blocks[first].kind is not Kind.HEADING:
        return ""
    depth = blocks[first].depth
    is_alone = not any(block.kind is Kind.HEADING and block.depth <= depth for block in blocks[first + 1 :])
    return plain(blocks[first].text) if depth == 1 or is_alone else ""


_REPLY_HEAD = re.compile(r"(?:-{3,}\s?Original Message|-{5,}\s?From:|On .{5,80} wrote:)", re.I)


def _unquoted(text: str) -> str:
    """A message without the one that it answers: quoted lines, and what follows `Original Message`."""
    if cut := _REPLY_HEAD.search(text):
        kept = text[: cut.start()]
        text = kept if len(kept.split()) >= 8 else text
    lines = [line for line in text.split("\n") if not line.lstrip().startswith(">")]
    return " ".join(lines) if any(line.strip() for line in lines) else text.replace(">", " ")

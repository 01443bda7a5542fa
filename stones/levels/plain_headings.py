"""Headings without a mark of their own: a line in bold alone between blank ones, as chats write them; or as in a word
processor a short line alone, or directly above its text.

Looked for only where the author marked none, and what is in doubt stays text: a heading is told with what is under it
or not at all.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice, pairwise

from core.text.text_blocks import BOLD_LINE, HEAD_CHARACTERS, LIST_ITEM, Block, BlockKind, read_blocks
from core.text.written_dates import days_of
from stones.levels.letter_lines import is_closing, is_salutation
from stones.levels.markers import group_markers, markers

MAX_BLOCKS = 5_000
MAX_WIDTH = 60
"""Columns of a heading; a character of East Asia takes two."""
MAX_WIDTH_ABOVE = 40
"""The same directly above its text, of which it might be the first line."""
MAX_TITLE_WIDTH = 120
MAX_WORDS = 9
MAX_NAME_WORDS = 3
"""Of a line that names a section, such as "Open questions"."""
LONG_LINE = 60
"""Columns of a line of running text: verses and addresses are shorter."""
MAX_SEARCHED = 2_000
"""Characters of a line that are searched for the end of a sentence."""
MIN_SENTENCE_WORDS = 3
MIN_SECTIONS = 2
"""One short line may be anything, unless it is called as sections are."""
MAX_REPEATED = 1 / 3
"""Share of lines that stand there again: they are the speakers of a talk."""
_ENDS = r"[.,:;!?…。，、；：！？–—-]$"
_NO_HEADING = re.compile(
    rf"[\W_a-zà-öø-ÿα-ωа-я]|.*(?:[@{{}}\[\]<>=|\\;\"$#*_`~^\t“”„«»]|://|www\.|\d:\d\d|\s{{3}}|,.*,|[^\d ]:|{_ENDS}|"
    r"\b(?:a|an|the|and|or|of|to|in|for|with|und|der|die|das|et|de|la|y|el)$)"
)
_NO_TITLE = re.compile(
    rf"\W*$|.*(?:[@{{}}<>=|\\;$^\t]|://|www\.|\d:\d\d|\s{{3}}|{_ENDS})|[^:]{{1,40}}, .*\b\d{{4}}$"
)
_NUMBERED = re.compile(r"(\d{1,2})\.[ \t]+(?=\S)")
_BULLET = re.compile(r"[-*+•][ \t]+\S")
_OF = re.compile(r"\w+ (?:of|for|from|von|des|der) ", re.I)
"""Behind a word that may be an order it is a noun: "Review of the budget"."""
MAX_ORDERS = 1 / 3
"""Share of numbered lines that read as orders: of more they are the steps of a procedure."""
_BEGINS_TEXT = re.compile(r"[^\W\d_a-zà-öø-ÿα-ωа-я]|[a-z]\) ")
_SENTENCE_END = re.compile(r"[.!?:;][\"'”’)\]]*(?:\s|$)|[。！？：]")
_DATE_AROUND = re.compile(r"(?:[^\W\d_]{2,10}, ?)?(?:,? ?\d{4})?")
"""The day of the week, and the year."""
_SAID = markers("letters", "said", opening=True)
_IMPERATIVE = markers("units", "imperative", opening=True)
_METADATA = markers("units", "metadata", whole=True)
_LABELS = markers("units", "headline", whole=True)
_NAMES = (
    *(marker for name, marker in group_markers("names").items() if name != "time"),
    markers("units", "summary"),
    markers("units", "headline"),
)
"""Searched for: a word as "today" is one of a name only if it is all of it."""
_WHOLE_NAMES = (*(markers("names", name, whole=True) for name in group_markers("names")), _LABELS)


def with_plain_headings(lines: list[str]) -> list[str]:
    """The same lines, such headings as Markdown's; unchanged where one is marked already."""
    blocks = []
    for block in islice(read_blocks(lines), MAX_BLOCKS):
        if block.kind is BlockKind.HEADING:
            return lines
        blocks.append(block)
        if is_closing(lines[block.first]):
            break
    bold = dict(_bold_lines(lines, blocks))
    if len(bold) >= MIN_SECTIONS:
        return [bold.get(at, line) for at, line in enumerate(lines)]
    sections = _sections(lines, blocks)
    title = _title(lines, blocks, sections)
    sections.discard(title)
    if len(sections) < MIN_SECTIONS and not any(_is_name(lines[at]) for at in sections):
        sections = set()
    marks = dict.fromkeys(sections, "##") | ({title: "#"} if title >= 0 else {})
    return [f"{marks[at]} {line}" if at in marks else line for at, line in enumerate(lines)]


def _bold_lines(lines: Sequence[str], blocks: Sequence[Block]) -> Iterator[tuple[int, str]]:
    """Lines that are bold as a whole and stand alone above something, as headings: the first of a text is its title."""
    for at, block in enumerate(blocks[:-1]):
        is_alone = block.kind is BlockKind.TEXT and block.first == block.last
        if is_alone and BOLD_LINE.match(lines[block.first][:HEAD_CHARACTERS]):
            yield block.first, f"{'##' if at else '#'} {lines[block.first].strip().rstrip(':').strip('*_')}"


def _sections(lines: Sequence[str], blocks: Sequence[Block]) -> set[int]:
    """The lines that seem to be headings."""
    found = {
        block.first
        for block, following in pairwise(blocks)
        if block.kind is BlockKind.TEXT and block.first == block.last
        if _is_heading(lines[block.first]) and _is_content(lines, following)
    }
    found.update(block.first for block in blocks if _has_heading_above(lines, block))
    days = [block.first for block in blocks if _is_day(lines[block.first])]
    found.update(days if len(days) >= MIN_SECTIONS else ())
    found = {at for at in found if at == 0 or not lines[at - 1].strip()}
    counts = Counter(lines[block.first].strip() for block in blocks)
    repeated = {at for at in found if counts[lines[at].strip()] > 1}
    # Whoever speaks twice is no heading; then those who speak once are none either.
    found = found - repeated if len(repeated) <= MAX_REPEATED * len(found) else set()
    return found.union(_numbered(lines, blocks))


def _title(lines: Sequence[str], blocks: Sequence[Block], sections: set[int]) -> int:
    """The first line, if it stands alone above text or a section and is no section's name; -1: there is none."""
    at = next((i for i, block in enumerate(blocks) if not is_salutation(lines[block.first])), 0)
    if at + 1 >= len(blocks) or blocks[at].kind is not BlockKind.TEXT:
        return -1
    first, line = blocks[at].first, lines[blocks[at].first]
    is_above = blocks[at + 1].first in sections or _is_content(lines, blocks[at + 1])
    is_alone = first == blocks[at].last and is_above
    is_title = is_alone and _is_title(line)
    is_name = any(name.match(line.strip()) for name in _WHOLE_NAMES) or _has_sisters(
        lines, blocks[at], sections
    )
    return first if (first in sections or is_title) and not is_name else -1


def _has_sisters(lines: Sequence[str], block: Block, sections: set[int]) -> bool:
    """Whether it and two others stand directly above a list each."""
    below = (lines[at + 1] if at + 1 < len(lines) else "" for at in {block.first, *sections})
    is_above = LIST_ITEM.match(lines[block.first + 1]) is not None
    return (
        is_above and sum(LIST_ITEM.match(line[:HEAD_CHARACTERS]) is not None for line in below) > MIN_SECTIONS
    )


def _is_title(line: str) -> bool:
    label = line.partition(":")[0] if ":" in line else ""
    is_field = _METADATA.match(label) or _LABELS.match(label)
    is_free = not _NO_TITLE.match(line) and not _SAID.match(line) and not is_field
    return is_free and _width(line) <= MAX_TITLE_WIDTH


def _numbered(lines: Sequence[str], blocks: Sequence[Block]) -> list[int]:
    """Items 1, 2, 3 … with a list of another kind or running text below each: of its own, or directly and not indented.
    Among others that name things one may read as an order: "3. Plan B".
    """
    found: list[int] = []
    orders = 0
    for block, following in pairwise([*blocks, *blocks[-1:]]):
        number = _NUMBERED.match(lines[block.first][:8])
        is_alone = following is not block and _stands_alone(lines, block)
        if number and (is_alone or _has_text_below(lines, block)) and int(number[1]) == len(found) + 1:
            name = lines[block.first][number.end() :]
            if not _is_heading(name) or (is_alone and not _is_below(lines, block, following)):
                return []
            orders += _IMPERATIVE.match(name) is not None and not _OF.match(name)
            found.append(block.first)
    return found if len(found) >= MIN_SECTIONS and orders <= MAX_ORDERS * len(found) else []


def _stands_alone(lines: Sequence[str], block: Block) -> bool:
    """Whether it is one line, or one with a list of bullets directly below."""
    return block.first == block.last or _BULLET.match(lines[block.first + 1]) is not None


def _is_below(lines: Sequence[str], block: Block, following: Block) -> bool:
    if block.first < block.last:
        return True
    is_list = following.kind is BlockKind.LIST
    return _BULLET.match(lines[following.first]) is not None if is_list else _is_content(lines, following)


def _has_text_below(lines: Sequence[str], block: Block) -> bool:
    """Whether what is written below an item's first line does not go on with it: that has room for its next word."""
    below = lines[block.first + 1 : block.last + 1]
    if not below or LIST_ITEM.match(below[0][:HEAD_CHARACTERS]) or not _BEGINS_TEXT.match(below[0]):
        return False
    widest = max(map(_width, below))
    return _width(lines[block.first]) + 1 + _width(below[0].split()[0]) < max(widest, MAX_WIDTH_ABOVE)


def _has_heading_above(lines: Sequence[str], block: Block) -> bool:
    """Whether a paragraph begins with a line that is broken where its next word would still fit."""
    if block.kind is not BlockKind.TEXT or block.first == block.last:
        return False
    line, below = lines[block.first], lines[block.first + 1]
    if _width(line) > MAX_WIDTH_ABOVE or _width(below) < LONG_LINE or below.strip()[:1].islower():
        return False
    if not _is_heading(line) or not _SENTENCE_END.search(below[:HEAD_CHARACTERS]):
        return False
    widest = max(_width(each) for each in lines[block.first + 1 : block.last + 1])
    return _width(line) + 1 + _width(below.split()[0]) < widest


def _is_heading(line: str) -> bool:
    return (
        _width(line) <= MAX_WIDTH
        and len(line.split()) <= MAX_WORDS
        and not _NO_HEADING.match(line.rstrip())
        and 2 * sum(map(str.isalpha, line)) >= len(line.replace(" ", ""))
        and not _SAID.match(line)
        and not is_salutation(line)
        and not is_closing(line)
    )


def _is_day(line: str) -> bool:
    """Whether it is a date and nothing else, as over the minutes of several meetings."""
    line = line.strip()
    day = next(days_of(line), None) if len(line) <= MAX_WIDTH_ABOVE else None
    return day is not None and _DATE_AROUND.fullmatch(line[: day[1]] + line[day[2] :]) is not None


def _is_name(line: str) -> bool:
    """Whether sections are called so."""
    return len(line.split()) <= MAX_NAME_WORDS and any(name.search(line) for name in _NAMES)


def _is_content(lines: Sequence[str], block: Block) -> bool:
    """Whether it is what stands under a heading: a list, a table, code, or running text."""
    if block.kind is not BlockKind.TEXT:
        return True
    text = lines[block.first : block.last + 1]
    is_long = any(_width(line) >= LONG_LINE for line in text)
    is_sentence = len(text) == 1 and (len(text[0].split()) >= MIN_SENTENCE_WORDS or not text[0].isascii())
    return (is_long or is_sentence) and any(_SENTENCE_END.search(line[:MAX_SEARCHED]) for line in text)


def _width(line: str) -> int:
    """In columns, of the first few hundred characters."""
    head = line[:HEAD_CHARACTERS].rstrip()
    return (
        len(head)
        if head.isascii()
        else sum(1 + (unicodedata.east_asian_width(sign) in "WF") for sign in head)
    )

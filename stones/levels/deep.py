"""LOD-2: the structure of the text with what an agent needs to go on.

Decisions, state, files, commands, numbers, open questions, under the headings that they stand under.
"""

import math
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from stones.levels.blocks import Block, Kind
from stones.levels.facts import commands_of, fact_count, paths_of
from stones.levels.limits import CountTokens
from stones.levels.reporting import spoken
from stones.levels.salience import DECISION, PURPOSE, section_weight, words_of
from stones.levels.sentences import split_sentences
from stones.levels.units import Document
from stones.levels.wording import dangles, is_greeting
from texts.inline import plain

ENTRY_TOKENS = 60
INDEX_SHARE = 0.12
"""Of the level, kept for the files and commands that the chosen lines do not name."""
MOST_ENTRIES = 1_500
_OPEN = re.compile(
    r"\b(?:next|todo|to do|remaining|open|pending|blocked|blockers?|unresolved|follow-?ups?|action items?|left|"
    r"risks?|known|gotchas?|lessons|questions?|decisions?|status|state|current|shipped|done|fix(?:es|ed)?|"
    r"root cause|impact|timeline|commands?|how to|key|must|rules?)\b",
    re.I,
)


@dataclass(frozen=True)
class Entry:
    """One line that LOD-2 may hold."""

    text: str
    section: int
    order: int
    value: float
    indent: int = 0
    bullet: bool = True


def write_deep(document: Document, *, count_tokens: CountTokens, most_tokens: int) -> str:
    """At most `most_tokens`; headings as they stand, and under each the lines that carry most."""
    entries = sorted(_entries(document), key=lambda entry: (-entry.value, entry.order))[:MOST_ENTRIES]
    if not entries:
        return ""
    chosen = _choose(document, entries, count_tokens, int(most_tokens * (1 - INDEX_SHARE)))
    body = _render(document, chosen)
    while chosen and count_tokens(body) > most_tokens:
        chosen.pop()
        body = _render(document, chosen)
    return _with_index(document, body, count_tokens, most_tokens)


def _choose(document: Document, entries: list[Entry], count_tokens: CountTokens, budget: int) -> list[Entry]:
    """Greedy by value, which falls with every line that a section already has and every word already said."""
    bags = [set(words_of(entry.text)) for entry in entries]
    costs = [count_tokens(entry.text) + 3 for entry in entries]
    named = {entry.section for entry in entries}
    headings = {at: count_tokens(document.sections[at].heading) + 4 for at in named}
    taken: Counter[int] = Counter()
    said: set[str] = set()
    chosen: list[Entry] = []
    left = set(range(len(entries)))
    while left:
        best, best_value = -1, -math.inf
        for at in sorted(left):
            entry = entries[at]
            cost = costs[at] + (0 if taken[entry.section] else headings[entry.section])
            if cost > budget:
                left.discard(at)
                continue
            new = len(bags[at] - said) / (len(bags[at]) or 1)
            value = (entry.value * (0.4 + 0.6 * new)) / math.sqrt(1 + taken[entry.section])
            if value > best_value:
                best, best_value = at, value
        if best < 0:
            break
        entry = entries[best]
        budget -= costs[best] + (0 if taken[entry.section] else headings[entry.section])
        taken[entry.section] += 1
        said |= bags[best]
        chosen.append(entry)
        left.discard(best)
    return chosen


def _render(document: Document, chosen: list[Entry]) -> str:
    lines: list[str] = []
    section = 0
    for entry in sorted(chosen, key=lambda entry: entry.order):
        if entry.section != section or not lines:
            section = entry.section
            heading = document.sections[section]
            if heading.heading:
                lines += ["", f"{'#' * max(1, min(heading.depth, 6))} {heading.heading}"]
        lines.append(f"{'  ' * entry.indent}- {entry.text}" if entry.bullet else entry.text)
    return "\n".join(lines).strip()


def _entries(document: Document) -> Iterator[Entry]:
    if not document.blocks:
        yield from _spoken_entries(document)
        return
    section, place = 0, 0
    for order, block in enumerate(document.blocks):
        if block.kind is Kind.HEADING:
            section, place = section + 1, 0
            continue
        weight = _section_value(document.sections[section].heading)
        for at, (text, bonus) in enumerate(_lines_of(block)):
            value = weight + bonus + _merit(text) + 0.5 / (1 + place)
            bullet = block.kind is not Kind.PARAGRAPH
            yield Entry(
                text, section, order * 1000 + at, value, block.depth if block.kind is Kind.ITEM else 0, bullet
            )
            place += 1


def _spoken_entries(document: Document) -> Iterator[Entry]:
    for order, unit in enumerate(document.units):
        said = spoken(unit.text)
        if len(said.split()) >= 6 and not is_greeting(said):
            text = f"**{unit.speaker}**: {_short(said)}"
            yield Entry(text, 0, order, _merit(said) + (0.3 if unit.rank == 0 else 0))


def _lines_of(block: Block) -> Iterator[tuple[str, float]]:
    """The lines that a block offers, each with what its kind adds to its value."""
    if block.kind is Kind.CODE:
        for command in commands_of(block)[:6]:
            yield f"`{command}`", 0.6
    elif block.kind is Kind.TABLE:
        for row in block.text.split("\n")[:40]:
            cells = [plain(cell, keep_code=True) for cell in row[:600].strip("| ").split("|")]
            if len(cells) > 1 and any(char.isalnum() for char in row):
                yield _short(" | ".join(cell for cell in cells if cell)), 0.1
    elif block.kind is Kind.ITEM:
        text = plain(block.text, keep_code=True)
        box = f"{block.marker} " if block.marker.startswith("[") else ""
        leads_on = 0.5 if text.endswith(":") else 0.0
        yield box + _short(text), 0.2 + (0.4 if block.marker == "[ ]" else 0.0) - leads_on
    else:
        penalty = -0.6 if block.kind is Kind.QUOTE else 0.0
        for sentence in split_sentences(plain(block.text, keep_code=True)):
            if len(sentence.split()) >= 4 and not is_greeting(sentence):
                yield _short(sentence), penalty - (0.3 if dangles(sentence) else 0)


def _short(text: str) -> str:
    """Whole sentences while they fit in about `ENTRY_TOKENS`, else cut at a word with an ellipsis."""
    limit = ENTRY_TOKENS * 4
    if len(text) <= limit:
        return text
    kept = ""
    for sentence in split_sentences(text[: limit * 2]):
        if len(kept) + len(sentence) >= limit:
            break
        kept = f"{kept} {sentence}".strip()
    if len(kept) >= 40:
        return kept
    cut = text[:limit].rsplit(" ", 1)[0]
    if cut.count("`") % 2:
        cut = cut[: cut.rfind("`")]
    return cut.rstrip(" ,;:(") + " …"


def _section_value(heading: str) -> float:
    return 0.35 * section_weight(heading) + (0.4 if _OPEN.search(heading) else 0.0)


def _merit(text: str) -> float:
    facts = min(fact_count(text), 4) * 0.15
    says = 0.3 * bool(DECISION.search(text)) + 0.3 * bool(PURPOSE.search(text)) + 0.2 * ("?" in text)
    return facts + says + min(len(text.split()), 12) / 12 * 0.4


def _with_index(document: Document, body: str, count_tokens: CountTokens, most_tokens: int) -> str:
    """Adds the files and commands that are named most and do not stand in `body` yet."""
    for label, found in (("Files", paths_of(document.blocks)), ("Commands", _all_commands(document))):
        missing = [each for each in found if each not in body][:24]
        while missing:
            line = f"\n\n**{label}:** " + ", ".join(f"`{each}`" for each in missing)
            if count_tokens(body + line) <= most_tokens - (0 if label == "Commands" else most_tokens // 20):
                body += line
                break
            missing.pop()
    return body


def _all_commands(document: Document) -> list[str]:
    return list(
        dict.fromkeys(
            each for block in document.blocks if block.kind is Kind.CODE for each in commands_of(block)[:6]
        )
    )[:40]

"""The levels of logs and of what tools print: whole lines, the most telling that fit, in the order of the text."""

from collections.abc import Sequence

from core.text.instructions.detect_instructions import overrides_rules
from core.text.passages import CountTokens
from core.text.sentence_ends import sentence_ends
from stones.levels.extract.log_extract import read_log
from stones.levels.extract.shorten_text import cut_words, end_sentence
from stones.levels.forms.commits import read_commits
from stones.levels.forms.keyed_records import is_keyed_record
from stones.levels.forms.ranked_lines import Rank, RankedLine
from stones.levels.forms.tool_output import read_output
from stones.levels.forms.unit_status import read_unit_status
from stones.levels.level_limits import LIMITS

MIN_TOKENS = 8
MIN_WORDS = 4
"""A line cut to less says nothing."""


def read_lines(content: str) -> tuple[RankedLine, ...]:
    """Of commits, of a service, of what a tool prints, of a log; empty if it is none of them."""
    if found := read_commits(content) or read_unit_status(content):
        return found
    if is_keyed_record(content.split("\n")):
        return ()
    log = read_log(content)
    return read_output(content, is_log=bool(log)) or log


def write_scan_line(lines: Sequence[RankedLine], *, most_tokens: int, count_tokens: CountTokens) -> str:
    """LOD-0: what somebody says above them, and two lines in their short form."""
    short = [line._replace(text=line.short or line.text) for line in lines if not line.is_detail]
    is_said = bool(short) and short[0].rank == Rank.SAID
    most = LIMITS.scan_sentences + is_said
    chosen = _choose(short, most_tokens, count_tokens, most_lines=most)
    if len(chosen) == most and is_said:
        chosen[1:] = ["; ".join(each.rstrip(".") for each in chosen[1:])]
    text = " ".join(map(end_sentence, chosen))
    ends = [*sentence_ends(text, 0, len(text))]
    return text[: ends[min(len(ends), LIMITS.scan_sentences) - 1]].rstrip() if ends else text


def write_lines(
    lines: Sequence[RankedLine], *, most_tokens: int, count_tokens: CountTokens, is_deep: bool
) -> list[str]:
    """The lines of LOD-2, or of LOD-1."""
    told = [line for line in lines if is_deep or not line.is_detail]
    return _choose(told, most_tokens, count_tokens)


def _choose(
    lines: Sequence[RankedLine], most_tokens: int, count_tokens: CountTokens, *, most_lines: int = 0
) -> list[str]:
    """In the order of the text; what addresses a model is no line."""
    chosen: dict[int, str] = {}
    left = most_tokens
    for at in sorted(range(len(lines)), key=lambda at: (lines[at].rank, at)):
        line = lines[at].text
        size = count_tokens(line) + 2
        text = line if size <= left else ""
        is_short = most_lines and lines[at].rank > Rank.FIRST
        is_cut = not is_short and (not chosen or most_lines or size > most_tokens // 2)
        if not text and is_cut and left >= MIN_TOKENS:
            text = cut_words(line, left - 2, count_tokens)
        is_told = size <= left or len(text.split()) >= MIN_WORDS or not chosen
        if text and is_told and not overrides_rules(line):
            chosen[at] = text
            left -= count_tokens(text) + 2
        if len(chosen) == most_lines or left < MIN_TOKENS:
            break
    return [chosen[at] for at in sorted(chosen)]

"""The levels of JSON: how it stands, what it forbids, notes and what failed, rather than its first characters."""

from collections.abc import Iterable, Sequence

from core.text.passages import CountTokens
from stones.levels.extract.shorten_text import cut, cut_words, end_sentence, shorten_title
from stones.levels.forms.data_fields import Telling
from stones.levels.forms.data_statements import DataDocument, DataStatement
from stones.levels.level_limits import LIMITS
from stones.levels.split_sentences import sentence_count

TITLE_TOKENS = 16
MIN_TOKENS = 4
MIN_FAILURE_TOKENS = 12
"""In which what failed first is told, though cut."""
_ENDS = (".", "!", "?", "…", "。", "！", "？")


def write_data_line(document: DataDocument, *, most_tokens: int, count_tokens: CountTokens) -> str:
    """LOD-0: two sentences, the first of which joins the values."""
    most = max(Telling.WARNS, min(each.telling for each in document.statements))
    told = [each for each in document.statements if each.telling <= most]
    text = _write(document.title, told, LIMITS.scan_sentences, most_tokens, count_tokens)
    return text or cut_words(document.title, most_tokens, count_tokens)


def write_data_detail(document: DataDocument, *, most_tokens: int, count_tokens: CountTokens) -> str:
    """LOD-1."""
    return _write(document.title, document.statements, 0, most_tokens, count_tokens)


def write_data_deep(document: DataDocument, *, most_tokens: int, count_tokens: CountTokens) -> str:
    """LOD-2: Markdown, an item for each statement."""
    head = [f"# {document.title}"] if document.title else []
    room = most_tokens - sum(map(count_tokens, head))
    # Each line has a dash and an end.
    chosen = _choose(document.statements, room, lambda text: count_tokens(text) + 2)
    lines = [f"- {text}" for text in _texts(chosen)]
    while lines and count_tokens("\n".join([*head, *lines])) > most_tokens:
        lines.pop()
    return "\n".join([*head, *lines])


def _write(
    title: str,
    statements: Sequence[DataStatement],
    most_sentences: int,
    most_tokens: int,
    count_tokens: CountTokens,
) -> str:
    short = shorten_title(title, TITLE_TOKENS, count_tokens) if title else ""
    chosen = _choose(statements, most_tokens - count_tokens(short) - 2, count_tokens)
    while chosen:
        text = _on_one_line(short, chosen)
        is_short = not most_sentences or sentence_count(text) <= most_sentences
        if is_short and count_tokens(text) <= most_tokens:
            return text
        chosen.pop()
    return ""


def _choose(
    statements: Iterable[DataStatement], room: int, count_tokens: CountTokens
) -> list[tuple[DataStatement, str]]:
    """The most telling that fit, each with its words as they are shown, the best first."""
    chosen: list[tuple[DataStatement, str]] = []
    for each in sorted(statements, key=lambda each: (each.telling, each.depth)):
        if room < MIN_TOKENS:
            break
        text = each.full_text
        if count_tokens(text) > room:
            text = cut(text, room, count_tokens) or _cut_fields(text, room, count_tokens)
            is_first = not any(other.telling is Telling.TROUBLE for other, _ in chosen)
            is_failure = each.telling is Telling.TROUBLE and is_first and not each.full_text.endswith(_ENDS)
            if not text and (not chosen or (is_failure and room >= MIN_FAILURE_TOKENS)):
                text = cut_words(each.full_text, room, count_tokens)
        if text:
            chosen.append((each, text))
            room -= count_tokens(text) + 1
    return chosen


def _cut_fields(text: str, room: int, count_tokens: CountTokens) -> str:
    """The first fields that fit, with "…"; empty: it is a sentence, or too few fit."""
    while ", " in text and count_tokens(text) >= room:
        text = text.rpartition(", ")[0]
    is_told = count_tokens(text) < room and ", " in text and not text.endswith(_ENDS)
    return f"{text}…" if is_told else ""


def _on_one_line(title: str, chosen: Iterable[tuple[DataStatement, str]]) -> str:
    """The values first, as one sentence, then the sentences; each in the order of the text."""
    chosen = list(chosen)
    values = [(each, text) for each, text in chosen if not text.endswith(_ENDS)]
    sentences = [(each, text) for each, text in chosen if text.endswith(_ENDS)]
    parts = [end_sentence("; ".join(_texts(values)))] if values else []
    parts += map(end_sentence, _texts(sentences))
    text = " ".join(parts)
    return f"{title}{' — ' if ':' in title else ': '}{text}" if title else text


def _texts(chosen: Iterable[tuple[DataStatement, str]]) -> list[str]:
    """In the order of the text; of sentences of one field the first alone has its name."""
    found: list[str] = []
    before = ""
    for each, text in sorted(chosen, key=lambda pair: pair[0].position):
        is_next = each.name == before != ""
        found.append(text.removeprefix(f"{each.name}: ") if is_next else text)
        before = each.name
    return found

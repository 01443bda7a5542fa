"""What a helper's model found, put together: the reduce of map–reduce, and its report."""

import re
from collections.abc import Sequence

from pydantic import BaseModel

from inbox.helping.metering import Meter
from inbox.helping.prompts import reduce_messages, retry_messages
from inbox.helping.reading import Finding, Gathered
from inbox.helping.report import (
    Asked,
    Report,
    detail_of,
    fitted,
    heading_of,
    lines_of,
    one_line,
    scan_of,
    shortened,
)
from stones.levels.checks import Source
from texts import CountTokens

FINDINGS_TOKENS = 1_800
"""Of the findings that are put together; those of the source's later parts go last."""
QUOTE_TOKENS = 120
REDUCE_COMPLETION = 1_500
ANSWER_SHARE = 0.55
"""Of a report, for the answer; the rest is for its quotes."""
NOT_MERGED = "The model's own summary claimed what the findings do not hold, so they stand here one by one."
_NUMBER = re.compile(r"\s?\[(\d{1,3})\]")


class Merged(BaseModel):
    scan: str
    detail: str
    answer: str


def write_report(
    asked: Asked, gathered: Gathered, *, meter: Meter, count_tokens: CountTokens, remarks: Sequence[str] = ()
) -> Report:
    """A report of at most `asked.answer_tokens` on at least one finding. What the model raises is passed on."""
    findings = _fitting(gathered.findings, count_tokens)
    merged, is_merged = _merged(asked, findings, meter, count_tokens)
    said = [
        f"Written by {gathered.model or 'a model'} from what it read; the quotes are verbatim.",
        *remarks_on(gathered),
        "" if is_merged else NOT_MERGED,
        *remarks,
    ]
    heading = heading_of(asked, said, count_tokens)
    most_answer = max(int((asked.answer_tokens - count_tokens(heading)) * ANSWER_SHARE), 20)
    answer = shortened(merged.answer, most_answer, count_tokens)
    # The findings that the answer names come first.
    order = sorted(range(len(findings)), key=lambda at: f"[{at + 1}]" not in answer)

    def write(room: int) -> str:
        left = room - count_tokens(heading) - count_tokens(answer)
        return _written(heading, answer, findings, order, left, count_tokens)

    text = fitted(write, most_tokens=asked.answer_tokens, count_tokens=count_tokens)
    return Report(
        scan_of(merged.scan, count_tokens), detail_of(merged.detail, count_tokens), text, model=gathered.model
    )


def remarks_on(gathered: Gathered) -> list[str]:
    """What was not read, and what was not believed."""
    said = []
    if gathered.unread:
        places = ", ".join(lines_of(chunk.start_line, chunk.end_line) for chunk in gathered.unread[:4])
        more = f" and {len(gathered.unread) - 4} more" if len(gathered.unread) > 4 else ""
        said.append(
            f"Not read, as the budget was used up: {len(gathered.unread)} of {gathered.parts} parts, "
            f"{gathered.unread_tokens:,} tokens ({places}{more})."
        )
    if gathered.dropped:
        many = "1 finding was" if gathered.dropped == 1 else f"{gathered.dropped} findings were"
        said.append(f"{many} dropped: the quoted words do not stand in the text.")
    return said


def _fitting(findings: Sequence[Finding], count_tokens: CountTokens) -> list[Finding]:
    kept: list[Finding] = []
    size = 0
    for finding in findings:
        size += count_tokens(_listed(len(kept) + 1, finding, count_tokens))
        if kept and size > FINDINGS_TOKENS:
            break
        kept.append(finding)
    return kept


def _listed(number: int, finding: Finding, count_tokens: CountTokens) -> str:
    quote = shortened(one_line(finding.quote.text), QUOTE_TOKENS, count_tokens)
    return f'[{number}] {finding.statement}\n    "{quote}" ({finding.quote.label})'


def _merged(
    asked: Asked, findings: Sequence[Finding], meter: Meter, count_tokens: CountTokens
) -> tuple[Merged, bool]:
    """The model's answer with nothing in it that the findings lack; False: they stand one by one in its place."""
    listed = "\n".join(
        _listed(number, finding, count_tokens) for number, finding in enumerate(findings, start=1)
    )
    source = Source(f"{asked.task}\n{listed}")
    question = messages = reduce_messages(
        asked.task, listed, answer_tokens=int(asked.answer_tokens * ANSWER_SHARE * 0.8)
    )
    for purpose in ("helper-reduce", "helper-reduce-retry"):
        if not meter.affords(messages, completion=REDUCE_COMPLETION):
            break
        answer = meter.parse(messages, Merged, purpose=purpose, completion=REDUCE_COMPLETION)
        value = _with_known_numbers(answer.value, len(findings))
        texts = [value.scan, value.detail, value.answer]
        # A finding's own number is no claim of the text.
        invented = [what for text in texts for _, what in source.missing(_NUMBER.sub("", text))]
        if not invented and all(text.strip() for text in texts):
            return value, True
        messages = retry_messages(question, answer.value.model_dump_json(), invented or ["an empty field"])
    return _one_by_one(findings), False


def _with_known_numbers(value: Merged, many: int) -> Merged:
    """Without numbers of findings that there are not, and without any in the levels, which have no list of quotes."""

    def known(match: re.Match[str]) -> str:
        return match[0] if 1 <= int(match[1]) <= many else ""

    return Merged(
        scan=_NUMBER.sub("", value.scan),
        detail=_NUMBER.sub("", value.detail),
        answer=_NUMBER.sub(known, value.answer).strip(),
    )


def _one_by_one(findings: Sequence[Finding]) -> Merged:
    said = [finding.statement or one_line(finding.quote.text) for finding in findings]
    listed = "\n".join(f"- {text} [{number}]" for number, text in enumerate(said, start=1))
    return Merged(scan=said[0], detail=" ".join(said), answer=listed)


def _written(
    heading: str,
    answer: str,
    findings: Sequence[Finding],
    order: Sequence[int],
    room: int,
    count_tokens: CountTokens,
) -> str:
    """The report with as many quotes as there is room for; of the others only where they stand."""
    quotes = {at: f"[{at + 1}] {findings[at].quote}" for at in order}
    shown: list[int] = []
    for at in order:
        cost = count_tokens(quotes[at]) + 2
        if cost <= room:
            shown.append(at)
            room -= cost
    parts = [heading, answer, *(quotes[at] for at in sorted(shown))]
    if hidden := [at for at in range(len(findings)) if at not in shown]:
        places = (findings[at].quote for at in hidden)
        named = ", ".join(
            f"[{at + 1}] {lines_of(quote.start_line, quote.end_line)}"
            for at, quote in zip(hidden, places, strict=True)
        )
        parts.append(f"Quotes left out: {named}.")
    return "\n\n".join(parts)

"""The merged findings of a helper's model and their report: the reduce of map–reduce."""

import re
from collections.abc import Sequence

from pydantic import BaseModel

from core.text.cut_to_tokens import cut_to_tokens
from core.text.one_line import collapse_spaces
from core.text.passages import CountTokens
from inbox.helpers.gather_findings import GatheredFindings, SourceFinding
from inbox.helpers.helper_prompts import reduce_messages, retry_messages
from inbox.helpers.helper_report import (
    HelperReport,
    HelperTask,
    fit_text,
    line_range,
    report_detail,
    report_heading,
    report_scan,
)
from inbox.helpers.token_meter import Meter
from stones.levels.check_levels import SummarySource

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
    request: HelperTask,
    gathered: GatheredFindings,
    *,
    meter: Meter,
    count_tokens: CountTokens,
) -> HelperReport:
    """A report of at most `request.answer_tokens` on at least one finding. Raises what the model raises."""
    findings = _fit_findings(gathered.findings, count_tokens)
    merged, is_merged = _merge_findings(request, findings, meter, count_tokens)
    remarks_text = [
        f"Written by {gathered.model or 'a model'} from what it read; the quotes are verbatim.",
        *remarks_on(gathered),
        "" if is_merged else NOT_MERGED,
    ]
    heading = report_heading(request, remarks_text, count_tokens)
    most_answer = max(int((request.answer_tokens - count_tokens(heading)) * ANSWER_SHARE), 20)
    answer = cut_to_tokens(merged.answer, most_answer, count_tokens, at_words=True)
    # The findings that the answer names come first.
    order = sorted(range(len(findings)), key=lambda at: f"[{at + 1}]" not in answer)

    def write(room: int) -> str:
        left = room - count_tokens(heading) - count_tokens(answer)
        return _join_report(heading, answer, findings, order, left, count_tokens)

    text = fit_text(write, max_tokens=request.answer_tokens, count_tokens=count_tokens)
    return HelperReport(
        report_scan(merged.scan, count_tokens),
        report_detail(merged.detail, count_tokens),
        text,
        model=gathered.model,
    )


def remarks_on(gathered: GatheredFindings) -> list[str]:
    """Sentences on the parts that were not read and the findings that were dropped."""
    remarks_text = []
    if gathered.unread:
        places = ", ".join(line_range(chunk.start_line, chunk.end_line) for chunk in gathered.unread[:4])
        more = f" and {len(gathered.unread) - 4} more" if len(gathered.unread) > 4 else ""
        remarks_text.append(
            f"Not read, as the budget was used up: {len(gathered.unread)} of {gathered.parts} parts, "
            f"{gathered.unread_tokens:,} tokens ({places}{more})."
        )
    if gathered.dropped:
        many = "1 finding was" if gathered.dropped == 1 else f"{gathered.dropped} findings were"
        remarks_text.append(f"{many} dropped: the quoted words do not stand in the text.")
    return remarks_text


def _fit_findings(findings: Sequence[SourceFinding], count_tokens: CountTokens) -> list[SourceFinding]:
    fitting: list[SourceFinding] = []
    size = 0
    for finding in findings:
        size += count_tokens(_list_finding(len(fitting) + 1, finding, count_tokens))
        if fitting and size > FINDINGS_TOKENS:
            break
        fitting.append(finding)
    return fitting


def _list_finding(number: int, finding: SourceFinding, count_tokens: CountTokens) -> str:
    quote = cut_to_tokens(collapse_spaces(finding.quote.text), QUOTE_TOKENS, count_tokens, at_words=True)
    return f'[{number}] {finding.statement}\n    "{quote}" ({finding.quote.label})'


def _merge_findings(
    request: HelperTask, findings: Sequence[SourceFinding], meter: Meter, count_tokens: CountTokens
) -> tuple[Merged, bool]:
    """The model's answer, if the findings support all of it; with False a list of the findings in its place."""
    listed = "\n".join(
        _list_finding(number, finding, count_tokens) for number, finding in enumerate(findings, start=1)
    )
    source = SummarySource(f"{request.task}\n{listed}")
    question = messages = reduce_messages(
        request.task, listed, answer_tokens=int(request.answer_tokens * ANSWER_SHARE * 0.8)
    )
    for purpose in ("helper-reduce", "helper-reduce-retry"):
        if not meter.affords(messages, completion=REDUCE_COMPLETION):
            break
        answer = meter.parse(messages, Merged, purpose=purpose, completion=REDUCE_COMPLETION)
        value = _drop_unknown_numbers(answer.value, len(findings))
        texts = [value.scan, value.detail, value.answer]
        # A finding's own number is no claim of the text.
        invented = [what for text in texts for _, what in source.missing(_NUMBER.sub("", text))]
        if not invented and all(text.strip() for text in texts):
            return value, True
        messages = retry_messages(question, answer.value.model_dump_json(), invented or ["an empty field"])
    return _list_findings(findings), False


def _drop_unknown_numbers(value: Merged, many: int) -> Merged:
    """Without numbers of unknown findings, and without any in scan and detail, which have no list of quotes."""

    def replace_number(match: re.Match[str]) -> str:
        return match[0] if 1 <= int(match[1]) <= many else ""

    return Merged(
        scan=_NUMBER.sub("", value.scan),
        detail=_NUMBER.sub("", value.detail),
        answer=_NUMBER.sub(replace_number, value.answer).strip(),
    )


def _list_findings(findings: Sequence[SourceFinding]) -> Merged:
    remarks_text = [finding.statement or collapse_spaces(finding.quote.text) for finding in findings]
    listed = "\n".join(f"- {text} [{number}]" for number, text in enumerate(remarks_text, start=1))
    return Merged(scan=remarks_text[0], detail=" ".join(remarks_text), answer=listed)


def _join_report(
    heading: str,
    answer: str,
    findings: Sequence[SourceFinding],
    order: Sequence[int],
    room: int,
    count_tokens: CountTokens,
) -> str:
    """The report with as many quotes as there is room for, and the lines of the others."""
    quotes = {at: f"[{at + 1}] {findings[at].quote}" for at in order}
    quoted: list[int] = []
    for at in order:
        cost = count_tokens(quotes[at]) + 2
        if cost <= room:
            quoted.append(at)
            room -= cost
    parts = [heading, answer, *(quotes[at] for at in sorted(quoted))]
    if hidden := [at for at in range(len(findings)) if at not in quoted]:
        places = (findings[at].quote for at in hidden)
        named = ", ".join(
            f"[{at + 1}] {line_range(quote.start_line, quote.end_line)}"
            for at, quote in zip(hidden, places, strict=True)
        )
        parts.append(f"Quotes left out: {named}.")
    return "\n\n".join(parts)

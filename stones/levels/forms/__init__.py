"""Readers of texts that are neither prose nor Markdown, one form each: values in, values out."""

from collections.abc import Sequence

from stones.levels.forms.change_logs import changelog_as_markdown, gnu_changelog_as_markdown
from stones.levels.forms.field_records import records_as_items
from stones.levels.forms.keyed_records import keyed_record_as_markdown
from stones.levels.forms.man_page import man_page_as_markdown
from stones.levels.forms.session_summaries import session_summary_as_markdown


def as_written_in_markdown(lines: Sequence[str]) -> list[str]:
    """The same number of lines, those of another form as Markdown."""
    for rewrite in (
        keyed_record_as_markdown,
        session_summary_as_markdown,
        man_page_as_markdown,
        changelog_as_markdown,
        gnu_changelog_as_markdown,
        records_as_items,
    ):
        lines = rewrite(lines)
    return [*lines]

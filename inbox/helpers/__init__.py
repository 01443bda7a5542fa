"""How a helper reads a source for a task and what it reports, with a model or without.

Values in, values out: the model, embeddings and token counts are arguments.
"""

from inbox.helpers.extract_report import rank_passages, write_extract
from inbox.helpers.gather_findings import GatheredFindings, gather_findings
from inbox.helpers.helper_report import HelperReport, HelperTask
from inbox.helpers.merge_findings import remarks_on, write_report
from inbox.helpers.split_task import split_task
from inbox.helpers.token_meter import Meter

__all__ = [
    "GatheredFindings",
    "HelperReport",
    "HelperTask",
    "Meter",
    "gather_findings",
    "rank_passages",
    "remarks_on",
    "split_task",
    "write_extract",
    "write_report",
]

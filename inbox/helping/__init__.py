"""How a helper reads a source for a task and what it reports, with a model or without.

Values in, values out: the model, embeddings and token counts are arguments.
"""

from inbox.helping.extract import ranked, write_extract
from inbox.helping.metering import Chat, Meter
from inbox.helping.parts import parts_of
from inbox.helping.reading import Gathered, gather
from inbox.helping.report import Asked, Quote, Report
from inbox.helping.writing import remarks_on, write_report

__all__ = [
    "Asked",
    "Chat",
    "Gathered",
    "Meter",
    "Quote",
    "Report",
    "gather",
    "parts_of",
    "ranked",
    "remarks_on",
    "write_extract",
    "write_report",
]

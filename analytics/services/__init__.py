"""Storing and purging usage events."""

from analytics.services.ingest_events import MAX_BYTES, IngestResult, ingest
from analytics.services.purge_old_events import purge_events

__all__ = ["MAX_BYTES", "IngestResult", "ingest", "purge_events"]

"""What is written for analytics."""

from analytics.services.ingesting import MOST_BYTES, MOST_EVENTS, Ingested, ingest
from analytics.services.purging import ANALYTICS_DAYS, purge_events

__all__ = ["ANALYTICS_DAYS", "MOST_BYTES", "MOST_EVENTS", "Ingested", "ingest", "purge_events"]

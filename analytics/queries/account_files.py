"""The file of an account's export with the events of its pages."""

from analytics.models import Event
from core.db.export_files import own_file

ACCOUNT_FILES = (own_file("analytics/events.jsonl", "How your pages were used.", Event),)

"""The kind of a collection's job."""

from core.jobs.job_kinds import JobKind
from quickstart.models.collections import Collection

INDEX_COLLECTION = JobKind("quickstart.index", Collection)

"""The kinds of jobs on contents."""

from core.jobs.job_kinds import JobKind
from stones.models.contents import Content

WRITE_LEVELS = JobKind("stones.write_levels", Content)
EMBED_SOURCE = JobKind("stones.embed_source", Content)

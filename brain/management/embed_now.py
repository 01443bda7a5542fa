"""For commands that create or need vectors: embed in the foreground, whether or not a worker runs."""

from django.contrib.auth.models import User
from django.core.management.base import OutputWrapper
from tqdm import tqdm

from brain.services.reindex_notes import embed_pending, unfinished_jobs


def make_vectors(account: User, stderr: OutputWrapper) -> bool:
    """Progress and, if it fails, the reason go to standard error. Returns whether all vectors are made."""
    # disable=None: no progress bar where standard error is no terminal.
    with tqdm(
        total=len(unfinished_jobs(account)), unit="note", desc="embedding", disable=None, leave=False
    ) as bar:
        done = embed_pending(account=account, progress=bar.update)
    if not done:
        errors = (job.error for job in unfinished_jobs(account) if job.error)
        reason = next(errors, "a worker is still at it")
        stderr.write(
            f"Not everything is embedded yet: {reason} Words find it meanwhile, and a worker tries again.",
            style_func=str,
        )
    return done

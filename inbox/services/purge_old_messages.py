"""Old messages go, with their deliveries and the tasks of helpers, where the site's owner says so."""

from django.conf import settings

from core.db.purge_rows import purge_rows, retention_cutoff
from core.jobs.models import Job
from inbox.models import RUN_HELPER, HelperJob, Message


def purge_messages() -> int:
    """Delete what was sent more than MESSAGE_DAYS ago, read or not, and tasks of helpers that have ended by then.

    Returns how many messages and tasks. What answers a deleted message stays, as an answer to none.
    """
    since = retention_cutoff(settings.MESSAGE_DAYS)
    if since is None:
        return 0
    running = Job.objects.open().targets(RUN_HELPER)
    tasks = HelperJob.objects.filter(created__lt=since).exclude(pk__in=running)
    return purge_rows(tasks) + purge_rows(Message.objects.filter(created__lt=since))

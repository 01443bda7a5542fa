"""Old questions leave the log, but for what waits for a curator."""

from django.conf import settings
from django.db.models import Q

from core.db.purge_rows import purge_rows, retention_cutoff
from quickstart.kinds import AskOutcome
from quickstart.models import FeedbackVerdict, Question


def purge_questions() -> int:
    """Delete what was asked more than QUESTION_DAYS ago and waits for nobody. Returns how many. Safe to repeat."""
    since = retention_cutoff(settings.QUESTION_DAYS)
    if since is None:
        return 0
    was_answered = Q(outcome=AskOutcome.ANSWERED) & ~Q(verdict=FeedbackVerdict.DOWN)
    return purge_rows(Question.objects.filter(was_answered | Q(settled__isnull=False), asked__lt=since))

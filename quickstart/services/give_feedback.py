"""An asker's verdict on an answer."""

from django.contrib.auth.models import User

from core.rest.agent_tokens import refuse_tokens
from core.text.storable_text import storable
from quickstart.exceptions import InvalidQuickstartQuestion, QuestionNotFound
from quickstart.models import FeedbackVerdict, Question

MAX_COMMENT = 2_000


def give_feedback(
    *, account: User, question_id: int, verdict: FeedbackVerdict, comment: str = ""
) -> Question:
    """Record whether the answer to one of the account's questions was right. Safe to repeat: the last verdict counts.

    A wrong answer waits for a curator. Raises QuestionNotFound, InvalidQuickstartQuestion, TokenInContent.
    """
    comment = storable(comment).strip()
    if len(comment) > MAX_COMMENT:
        raise InvalidQuickstartQuestion(
            f"A comment has at most {MAX_COMMENT:,} characters. Nothing was kept."
        )
    refuse_tokens(comment, where="comment")
    question = Question.objects.filter(account=account, pk=question_id).select_related("collection").first()
    if question is None:
        raise QuestionNotFound(f"You asked no question {question_id}.")
    question.verdict, question.comment = verdict, comment
    changed = ["verdict", "comment"]
    if verdict == FeedbackVerdict.DOWN:  # settled and wrong again, it waits again
        question.settled, question.choice = None, ""
        changed += ["settled", "choice"]
    question.save(update_fields=changed)
    return question

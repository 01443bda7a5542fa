"""Was this right? What an asker says of an answer."""

from django.contrib.auth.models import User

from quickstart.exceptions import InvalidQuestion, QuestionNotFound
from quickstart.models import Question, Verdict
from rest.tokens import refuse_tokens

MAX_COMMENT = 2_000


def give_feedback(*, account: User, question_id: int, verdict: Verdict, comment: str = "") -> Question:
    """Say whether the answer to one of the account's questions was right. Safe to repeat: the last word counts.

    An answer that was wrong waits for a curator. Raises QuestionNotFound, InvalidQuestion, TokenInContent.
    """
    comment = comment.encode(errors="replace").decode().replace("\x00", " ").strip()
    if len(comment) > MAX_COMMENT:
        raise InvalidQuestion(f"A comment has at most {MAX_COMMENT:,} characters. Nothing was kept.")
    refuse_tokens(comment, where="comment")
    question = Question.objects.filter(account=account, pk=question_id).select_related("collection").first()
    if question is None:
        raise QuestionNotFound(f"You asked no question {question_id}.")
    question.verdict, question.comment = verdict, comment
    # What was settled and is wrong again waits anew.
    question.settled = None if verdict == Verdict.DOWN else question.settled
    question.save(update_fields=["verdict", "comment", "settled"])
    return question

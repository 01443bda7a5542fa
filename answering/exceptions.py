"""Errors of answers that are written in the background, whichever app asked for them."""

from core.rest.exceptions import ProductError


class AnsweringError(ProductError):
    code = "answering_error"


class WrittenAnswerNotFound(AnsweringError):
    """No such answer, or another caller's, or finished so long ago that it is gone."""

    code = "written_answer_not_found"


class TooManyAnswers(AnsweringError):
    """So many answers of the account are being written that this one was not begun."""

    code = "too_many_answers"


class AnswerStopped(AnsweringError):
    """Somebody stopped it: there is no answer."""

    code = "answer_stopped"


class AnswerFailed(AnsweringError):
    """It could not be written, for a reason that is in the log."""

    code = "answer_failed"


class AnswerTooLate(AnsweringError):
    """It was not written in the time that an answer may take."""

    code = "answer_too_late"


FAILED = "The answer could not be written; the reason is in the log. Nothing was saved. Ask again."
STOPPED = "It was stopped: there is no answer, and nothing was saved."
# Any answer may end so, whatever its app.
OF_ANY_KIND: tuple[type[ProductError], ...] = (AnswerStopped, AnswerFailed, AnswerTooLate)

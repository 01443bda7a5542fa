"""How much of a question of two parts is answered: two questions about one document, in one sentence."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise

from core.text.passages import CountTokens
from core.text.question_parts import split_question
from stones.levels import Embed
from stones.services.read_passages import focus_parts, select_passages
from tools.benchmarks.focus_questions import FocusQuestion, normalised
from tools.benchmarks.measure_focus import StoppedAnswer, prepare_document


def measure_two_parts(
    texts: dict[str, str], questions: Sequence[FocusQuestion], *, embed: Embed, count_tokens: CountTokens
) -> Iterator[StoppedAnswer]:
    """The default answer to each two neighbouring questions about a document; `is_found`: to both."""
    questions_of = defaultdict(list)
    for question in questions:
        questions_of[question.doc].append(question)
    for name, about in questions_of.items():
        pairs = [(query, two) for two in pairwise(about) if split_question(query := _join(*two))]
        if not pairs:
            continue
        document = prepare_document(texts[name], embed, count_tokens)
        for query, two in pairs:
            cosines = embed(focus_parts(query)) @ document.vectors.T
            found = select_passages(query, list(document.passages), cosines)
            text = normalised(" ".join(excerpt.text for excerpt in found.passages))
            is_found = all(any(answer in text for answer in each.answers) for each in two)
            yield StoppedAnswer(name, found.tokens, is_found, found.is_match, None)


def _join(first: FocusQuestion, second: FocusQuestion) -> str:
    return f"{first.question.rstrip(' ?')}, and {second.question[:1].lower()}{second.question[1:]}"

"""Features that decide the channel: the layout of a text's lines, and what its sentences do."""

from math import log

from stones.format.channels import channel_phrases, handoff_phrases
from stones.format.channels.phrase_matching import Phrases
from stones.format.channels.prose_sentences import ProseSentence, split_prose
from stones.format.channels.record_lines import is_prose, label_share, split_records
from stones.format.channels.speech_acts import is_order, is_question, requests_action

TITLE_LINES = 5
TITLE_CHARACTERS = 100
_MANY_HEADINGS = 5
_SECTIONS = 2  # a single one also occurs in minutes and plans
_ALL = 0.9  # of the lines


def measure_features(text: str) -> dict[str, float]:
    """The features of a text with LF line ends. All but `length` are 0 to 1."""
    lines = text.split("\n")
    filled = [line for line in lines if line.strip()]
    records, prose = split_records(lines)
    sentences = list(split_prose(prose))
    headings = [s for s in sentences if s.is_heading]
    title = "\n".join(line for line in filled[:TITLE_LINES] if len(line) <= TITLE_CHARACTERS).lower()
    return {
        **_shape(filled, len(records), prose),
        **_acts(sentences),
        **_passing(sentences),
        "handoff_title": float(handoff_phrases.HANDOFF_TITLE.search(title) is not None),
        "handoff_sections": float(sum(_holds(handoff_phrases.HANDOFF_SECTIONS, headings)) >= _SECTIONS),
        "length": log(1 + sum(len(s.text) for s in sentences) / 100),
        "headings": min(1, max(0, len(headings) - 1) / _MANY_HEADINGS),  # a single one is a title
        "items": _share([s.is_item for s in sentences]),
    }


def _shape(filled: list[str], records: int, prose: list[str]) -> dict[str, float]:
    share = records / max(1, records + sum(bool(line.strip()) for line in prose))
    return {
        "records": share,
        "all_records": float(share >= _ALL),
        "labels": label_share(filled),
        "ends_in_prose": float(any(is_prose(line) for line in filled[-1:])),
    }


def _acts(sentences: list[ProseSentence]) -> dict[str, float]:
    are_questions = [is_question(s) for s in sentences]
    orders = [is_order(s) for s in sentences]
    wishes = [
        _is_wish(s) and not is_question for s, is_question in zip(sentences, are_questions, strict=True)
    ]
    return {
        "ask_share": _share(are_questions),
        "asks_first": float(are_questions[:1] == [True]),
        # One more sentence may follow a question: "Thanks!", "I couldn't find a test for either."
        "asks_last": float(any(are_questions[-1:]) or (len(are_questions) > 2 and are_questions[-2])),
        "order_share": _share(orders),
        "orders_first": float(orders[:1] == [True]),
        "orders_last": float(orders[-1:] == [True]),
        "wish_share": _share(wishes),
        "requests": float(any(_requests(s) for s in sentences)),
    }


def _passing(sentences: list[ProseSentence]) -> dict[str, float]:
    passing, away = _holds(handoff_phrases.PASS_ON, sentences), _holds(handoff_phrases.ABSENT, sentences)
    return {
        "passes": _density(passing),
        "passes_at_edge": float(any(passing[:2] + passing[-1:])),
        "aways": _density(away),
        "away_at_edge": float(any(away[:2] + away[-1:])),
    }


def _requests(sentence: ProseSentence) -> bool:
    return channel_phrases.PLEASE.found_in(sentence.words) or requests_action(sentence.words)


def _is_wish(sentence: ProseSentence) -> bool:
    return channel_phrases.WANT.found_in(sentence.words) or channel_phrases.OBLIGE.found_in(sentence.words)


def _holds(phrases: Phrases, sentences: list[ProseSentence]) -> list[bool]:
    return [phrases.found_in(s.words) for s in sentences]


def _share(flags: list[bool]) -> float:
    return sum(flags) / max(1, len(flags))


def _density(flags: list[bool]) -> float:
    """1 if every fourth sentence is flagged, or one of at most four."""
    return min(1, 4 * sum(flags) / max(4, len(flags)))

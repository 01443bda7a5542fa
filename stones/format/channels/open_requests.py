"""Counts what a text leaves for its reader to do or to answer."""

import re

from stones.format.channels.prose_sentences import split_prose
from stones.format.channels.record_lines import split_records
from stones.format.channels.speech_acts import is_order, is_question

_BOX = re.compile(r"\s{0,8}[-*+] \[([ xX])\]")


def count_open_requests(text: str) -> int:
    """The number of open boxes, questions, and imperative list items in a text with LF line ends."""
    lines = text.split("\n")
    boxes = [_BOX.match(line) for line in lines]
    _, prose = split_records([line for line, box in zip(lines, boxes, strict=True) if box is None])
    are_requests = [
        is_question(sentence) or (sentence.is_item and not sentence.is_heading and is_order(sentence))
        for sentence in split_prose(prose)
    ]
    return sum(are_requests) + [box[1] for box in boxes if box].count(" ")

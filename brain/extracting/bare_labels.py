"""Labels without what they lead to: they only call what does not stand behind them, or is too long."""

import re
from collections.abc import Callable, Sequence

from brain.extracting.source_sentences import SourceSentence
from core.text.labels import is_bold_line, is_label, leads_to_code

_LINK = re.compile(r"\W*\[[^\[\]\n]+\]\([^()\s]+\)\W*")


def without_bare_labels(
    ranked: Sequence[int], sentences: Sequence[SourceSentence], holds_all: Callable[[int], bool]
) -> list[int]:
    """`ranked` without those that are bare labels, or nothing but a link; a line in bold or a link that has every word
    asked is taken for a sentence, and where nothing else is left a label that has them is better than nothing.
    """
    labels = {at for at in ranked if _is_bare_label(sentences[at])}
    telling = {at for at in labels if holds_all(at)} if labels else set()
    stating = {at for at in telling if is_bold_line(sentences[at].text) or _is_link(sentences[at])}
    return [at for at in ranked if at not in labels - stating] or [at for at in ranked if at in telling]


def _is_bare_label(sentence: SourceSentence) -> bool:
    is_led_on = sentence.row or leads_to_code(sentence.passage.text, sentence.end)
    return (is_label(sentence.text) and not is_led_on) or _is_link(sentence)


def _is_link(sentence: SourceSentence) -> bool:
    return _LINK.fullmatch(sentence.text) is not None

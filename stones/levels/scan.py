"""LOD-0: one sentence, at most 40 tokens, that says what is asked or said."""

import numpy as np

from stones.levels.candidates import SCAN_WEIGHTS, Candidates
from stones.levels.fallback import composed
from stones.levels.limits import LIMITS, CountTokens
from stones.levels.reporting import reported
from stones.levels.units import Unit
from stones.levels.wording import dangles, is_one_sentence, reads_whole, shorter_forms

TRIED = 40


def write_scan(candidates: Candidates, *, count_tokens: CountTokens) -> str:
    """The best sentence that can stand alone; composed from the title and what is there if there is none."""
    if candidates.units:
        scores = candidates.scores(SCAN_WEIGHTS)
        for at in np.argsort(-scores, kind="stable")[:TRIED]:
            if said := standing_alone(candidates.units[int(at)], count_tokens):
                return said
    return composed(candidates.document, count_tokens=count_tokens)


def standing_alone(unit: Unit, count_tokens: CountTokens) -> str:
    """The longest form of the sentence that fits and leans on nothing before it; empty when there is none."""
    for form in shorter_forms(unit.text):
        said = reported(form, unit.speaker) if unit.speaker else form
        if (
            reads_whole(form)
            and not dangles(form)
            and is_one_sentence(said)
            and count_tokens(said) <= LIMITS.scan_tokens
        ):
            return said
    return ""

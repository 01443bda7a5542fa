"""What strengths of evidence mean in one collection, learnt from its own texts.

A logistic curve over one number is fitted to the hits of the collection's own texts when they are left out
(`pseudo_queries`) and to questions about anything else. One assumption is ours and the same for all: people's
wordings are farther from the stored ones than those are from each other.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.text.stretch_vectors import Embed
from quickstart.ranking.hit_confidence import Calibration, prepare_questions, strength
from quickstart.ranking.pseudo_queries import (
    CollectionTexts,
    SampledHit,
    find_hits,
    find_pseudo_hits,
    pseudo_queries,
)

MIN_SAMPLES = 8
"""Samples of a kind; with fewer the defaults hold."""

_STRETCH = (1.0, 0.75, 0.5)
_NEAR_SHARE = 0.3
_PRIOR_WEIGHT = 0.1
_NEWTON_STEPS = 50
_LEAST_LEAD = 0.01
_LEAD_SHARE = 0.55
"""Of the usual lead of a text's own item: people's questions have .65 to 1.05 of it where the first hit is right."""

OFF_TOPIC = (
    "will it rain at the weekend?",
    "how long do I boil an egg?",
    "which team won the league last night?",
    "recommend a good film for tonight",
    "how do I get rid of ants in the kitchen?",
    "what is the capital of Mongolia?",
    "translate good evening into Japanese",
    "how many calories are in a banana?",
    "tell me a joke about penguins",
    "when does the next train to Vienna leave?",
    "how do I remove a wine stain from a carpet?",
    "who wrote Moby Dick?",
    "what is a good name for a puppy?",
    "how often should I water an orchid?",
    "my knee hurts after running, what should I do?",
    "sing a lullaby",
    "how far away is the moon?",
    "where can I rent a bicycle near the station?",
    "what should I wear to a wedding in summer?",
    "how do I change a flat tyre?",
    "play some jazz music",
    "what is the plot of Hamlet?",
    "best way to descale a kettle",
    "how do I knit a scarf?",
    "when was the Eiffel Tower built?",
    "is it healthy to skip breakfast?",
    "order a large pizza with olives",
    "how do I calm a crying baby?",
    "what is the meaning of life?",
    "remind me to call my sister on Sunday",
    "how deep is the Pacific Ocean?",
    "which vaccine do I need for Kenya?",
    "how do bees make honey?",
    "what time is it in Sydney?",
    "give me a recipe for tomato soup",
    "who is the president of Brazil?",
    "how do I prune roses?",
    "what is the square root of 841?",
    "hello, how are you today?",
    "learn to play the guitar",
)
"""Questions about anything else. That a collection answers some of them does little harm: their median counts."""


@dataclass(frozen=True)
class Samples:
    """Strengths of hits, by the kind of question."""

    right: Sequence[float]
    """In scope, and the best hit was the text's own item."""
    near: Sequence[float]
    """With the whole item left out."""
    far: Sequence[float]
    """Of OFF_TOPIC."""
    right_leads: Sequence[float] = ()
    """In scope, first hit right: its `lead`."""


def draw_samples(texts: CollectionTexts, *, embed: Embed) -> Samples:
    """Ask a collection its own questions and OFF_TOPIC. Deterministic.

    Embeds some 1,500 short texts; otherwise takes time in the number of texts.
    """
    queries = pseudo_queries(texts)
    right: list[SampledHit] = []
    near: list[SampledHit] = []
    for query, found in zip(queries, find_pseudo_hits(texts, queries, embed=embed), strict=True):
        if not query.in_scope:
            near.append(found)
        elif found.item == texts.items[query.text]:
            right.append(found)
    return Samples(
        right=_strengths(right),
        near=_strengths(near),
        far=_strengths(list(find_hits(texts, prepare_questions(OFF_TOPIC, embed=embed)))),
        right_leads=[found.evidence.lead for found in right],
    )


def calibrate(samples: Samples) -> Calibration:
    """Deterministic. With fewer than MIN_SAMPLES of right, near or far ones: the defaults."""
    if min(len(samples.right), len(samples.near), len(samples.far)) < MIN_SAMPLES:
        return Calibration()
    rest = float(np.median(samples.far))
    stretched = [rest + share * (one - rest) for one in samples.right for share in _STRETCH]
    strengths = np.concatenate([stretched, samples.near, samples.far])
    answered = np.zeros(len(strengths))
    answered[: len(stretched)] = 1.0
    weights = np.concatenate(
        [
            np.full(len(stretched), 1.0 / len(stretched)),
            np.full(len(samples.near), _NEAR_SHARE / len(samples.near)),
            np.full(len(samples.far), (1.0 - _NEAR_SHARE) / len(samples.far)),
        ]
    )
    middle, slope = _fit(strengths, answered, weights)
    return Calibration(middle=middle, slope=slope, sure_lead=_sure_lead(samples))


def _sure_lead(samples: Samples) -> float:
    """A wrong first hit has rivals: items alike in what they say. How far a right one leads without any differs
    between collections by half; the share of it that is asked for is the same for all (ADR 10).
    """
    if len(samples.right_leads) < MIN_SAMPLES:
        return Calibration().sure_lead
    return max(_LEAD_SHARE * float(np.median(samples.right_leads)), _LEAST_LEAD)


def _strengths(found: Sequence[SampledHit]) -> list[float]:
    return [strength(one.evidence) for one in found]


def _fit(
    strengths: NDArray[np.float64], answered: NDArray[np.float64], weights: NDArray[np.float64]
) -> tuple[float, float]:
    """Middle and slope of a logistic curve by Newton's method; the slope is regularized towards the default's and at
    least 0.5.
    """
    default = Calibration().slope
    centre = float(np.average(strengths, weights=weights))
    design = np.stack([np.ones(len(strengths)), strengths - centre], axis=1)
    prior = np.array([0.0, _PRIOR_WEIGHT / default**2])
    at = np.array([0.0, default])
    for _ in range(_NEWTON_STEPS):
        expected = 1.0 / (1.0 + np.exp(-np.clip(design @ at, -60.0, 60.0)))
        gradient = design.T @ (weights * (expected - answered)) + prior * (at - [0.0, default])
        spread = weights * np.maximum(expected * (1.0 - expected), 1e-9)
        step = np.linalg.solve((design * spread[:, None]).T @ design + np.diag(prior), gradient)
        at = at - np.clip(step, -5.0, 5.0)
        if np.abs(step).max() < 1e-8:
            break
    slope = max(float(at[1]), 0.5)
    return centre - float(at[0]) / slope, slope

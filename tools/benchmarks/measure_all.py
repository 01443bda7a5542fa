"""All tables of docs/figures.md about finding and answering, from a folder laid out as the figures' sets are.

Each set is imported into an account of its own, asked, and rolled back. A share has its standard error over questions.
Weights of the ranking were chosen with these sets in view (docs/adr/0010, 0012). Only the thresholds that answer three
quarters (or another share) of a set are nested: chosen on four fifths of the questions, measured on the others, in ten
draws.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import yaml
from django.contrib.auth.models import User
from django.db import transaction

from brain.parsing.evaluation_queries import ExpectedSource
from brain.parsing.evaluation_queries import read_queries as read_note_queries
from brain.services.evaluate_retrieval import evaluate_retrieval
from brain.services.import_note_files import import_notes
from brain.services.save_profile import save_profile
from brain.services.search_chunks import ANSWER_ABOVE
from core.text.retrieval_metrics import threshold_of
from quickstart.models import Collection
from quickstart.parsing.eval_queries import EvalScope, QuickstartEvalKind, read_queries
from quickstart.services.evaluate_collection import evaluate_collection
from quickstart.services.import_entries import import_entries
from quickstart.services.import_skill_files import import_skills
from tools.benchmarks.embed_at_once import embed_collection, embed_notes
from tools.benchmarks.measure_sureness import measure as measure_sureness

SETS = ("skills", "qa", "stackfaq", "banking77oos", "clinc150", "notes", "sureness")
PROJECT = {
    "skills": (QuickstartEvalKind.SKILLS, "skill_queries_dev.jsonl"),
    "qa": (QuickstartEvalKind.QA, "qa_queries_dev.jsonl"),
}
"""Sets of one project's entries and skills: what is asked for, and the file of questions."""
ANSWERED = (0.5, 0.6, 0.75, 0.9)
"""Shares of the questions that something answers, at which the curve of risk is measured."""
FOLDS, DRAWS = 5, 10
_NAME = "eval-all"
Measure = Callable[[User, Sequence[str], Path], Iterator[tuple[str, dict[str, Any]]]]
"""Imports what the sets need and yields the figures of each."""


@dataclass(frozen=True, slots=True)
class JudgedQuestion:
    sureness: float
    is_inside: bool
    """Whether something answers it."""
    is_right: bool
    """Whether the first hit does."""
    is_third: bool
    """Whether one of the first three does."""
    is_offered: bool = False
    """Whether the first three are offered in place of an answer."""


def measure_sets(names: Sequence[str], folder: Path) -> Iterator[dict[str, Any]]:
    """The figures of these of SETS, one after the other. Raises OSError, ValueError where a set's files are not in the
    folder; the sets before it are measured by then.
    """
    of_project = [name for name in names if name in PROJECT]
    for name in names:
        if name == "sureness":
            yield {"set": name, **measure_sureness()}
        elif name not in PROJECT:
            yield from _rolled_back([name], _notes if name == "notes" else _faq, folder)
        elif name == of_project[0]:
            # In one collection, which is embedded once.
            yield from _rolled_back(of_project, _project, folder)


def _rolled_back(names: Sequence[str], measure: Measure, folder: Path) -> list[dict[str, Any]]:
    with transaction.atomic():
        account = User.objects.create(username=_NAME, is_active=False)
        figures = [{"set": name, **found} for name, found in measure(account, names, folder)]
        transaction.set_rollback(True)
    return figures


def summarize(questions: Sequence[JudgedQuestion], answer_above: float) -> dict[str, Any]:
    """Shares with their standard errors: at the product's threshold, and nested at each of ANSWERED."""
    inside = [each for each in questions if each.is_inside]
    outside = [each for each in questions if not each.is_inside]
    answered = [each for each in inside if each.sureness >= answer_above]
    offered = [each for each in inside if each.is_offered]
    return {
        "questions": len(questions),
        "hit@1": share_with_error([each.is_right for each in inside]),
        "hit@3": share_with_error([each.is_third for each in inside]),
        "answered": share_with_error([each.sureness >= answer_above for each in inside]),
        "wrong_of_answered": share_with_error([not each.is_right for each in answered]),
        "offered": share_with_error([each.is_offered for each in inside]),
        "right_of_offered": share_with_error([each.is_third for each in offered]),
        "not_answered": share_with_error([each.sureness < answer_above for each in outside]),
        **{f"nested_at_{100 * share:.0f}": nested(questions, share) for share in ANSWERED},
    }


def share_with_error(values: Sequence[bool]) -> tuple[float, float] | None:
    """A share and its standard error; None without values."""
    if not values:
        return None
    share = float(np.mean(values))
    return round(share, 4), round(float(np.sqrt(share * (1 - share) / len(values))), 4)


def nested(
    questions: Sequence[JudgedQuestion], share: float, *, seed: int = 1
) -> dict[str, tuple[float, float] | None]:
    """Means and standard deviations over DRAWS, of folds that did not choose their threshold."""
    draw = np.random.default_rng(seed)
    found: dict[str, list[float]] = {"answered": [], "wrong_of_answered": [], "not_answered": []}
    for _ in range(DRAWS):
        folds = draw.permutation(len(questions)) % FOLDS
        measured = [each for fold in range(FOLDS) for each in _judged(questions, folds == fold, share)]
        answered = [each for each, is_answered in measured if each.is_inside and is_answered]
        inside = [is_answered for each, is_answered in measured if each.is_inside]
        outside = [not is_answered for each, is_answered in measured if not each.is_inside]
        found["answered"] += [float(np.mean(inside))] if inside else []
        found["wrong_of_answered"] += (
            [float(np.mean([not each.is_right for each in answered]))] if answered else []
        )
        found["not_answered"] += [float(np.mean(outside))] if outside else []
    return {
        name: (round(float(np.mean(values)), 4), round(float(np.std(values)), 4)) if values else None
        for name, values in found.items()
    }


def _judged(
    questions: Sequence[JudgedQuestion], held_out: Any, share: float
) -> Iterator[tuple[JudgedQuestion, bool]]:
    """The held-out questions, and whether each is answered at the threshold of the others."""
    others = [
        each.sureness for each, out in zip(questions, held_out, strict=True) if each.is_inside and not out
    ]
    above = threshold_of(others, share)
    return ((each, each.sureness >= above) for each, out in zip(questions, held_out, strict=True) if out)


def _project(account: User, names: Sequence[str], folder: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Entries and skills of one project in one collection."""
    project = folder / "unifyweaver"
    import_entries(account=account, name=_NAME, files={"qa.jsonl": _read(project / "qa_entries.jsonl")})
    skills = {
        path.relative_to(project / "skills").as_posix(): _read(path)
        for path in sorted((project / "skills").rglob("*.md"))
    }
    import_skills(account=account, name=_NAME, files=skills)
    collection = _embedded(account)
    for name in names:
        yield name, _figures(collection, *PROJECT[name], folder=project)


def _faq(account: User, names: Sequence[str], folder: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    for name in names:
        faq = folder / "bench" / "faq" / name
        import_entries(account=account, name=_NAME, files={"entries.jsonl": _read(faq / "entries.jsonl")})
        yield name, _figures(_embedded(account), QuickstartEvalKind.FAQ, "queries.jsonl", folder=faq)


def _embedded(account: User) -> Collection:
    collection = Collection.objects.get(account=account, name=_NAME)
    embed_collection(collection)
    return collection


def _figures(collection: Collection, kind: QuickstartEvalKind, file: str, *, folder: Path) -> dict[str, Any]:
    queries, faults = read_queries(_read(folder / file).split("\n"), kind, file=file)
    if faults:
        raise ValueError("; ".join(map(str, faults)))
    measured = evaluate_collection(collection, queries, kind)
    questions = [
        JudgedQuestion(
            each.sureness,
            each.scope == EvalScope.INSIDE,
            each.rank == 0,
            each.rank is not None and each.rank < 3,
            measured.is_offered(each),
        )
        for each in measured.questions
    ]
    report = measured.report()
    times = {name: report[name] for name in ("auroc_near", "auroc_far", "p50_ms", "p95_ms")}
    near = {"not_answered_near": report["not_answered_near"]}
    return summarize(questions, 1.0) | near | times


def _notes(account: User, names: Sequence[str], folder: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    brain = folder / "brain"
    import_notes(
        account=account, files={path.name: _read(path) for path in sorted((brain / "articles").glob("*.md"))}
    )
    save_profile(account=account, data=yaml.safe_load(_read(brain / "profile.yaml")))
    embed_notes(account)
    queries, faults = read_note_queries(
        _read(brain / "queries_dev.jsonl").split("\n"), file="queries_dev.jsonl"
    )
    if faults:
        raise ValueError("; ".join(map(str, faults)))
    measured = evaluate_retrieval(account=account, queries=queries)
    questions = [
        JudgedQuestion(
            each.confidence,
            each.kind != ExpectedSource.NONE,
            each.used_profile if each.kind == ExpectedSource.PROFILE else each.rank == 0,
            each.used_profile
            if each.kind == ExpectedSource.PROFILE
            else each.rank is not None and each.rank < 3,
        )
        for each in measured.outcomes
    ]
    report = measured.report()
    others = ("excerpt_in_context", "excerpt_in_answer", "profile_recall", "profile_false_positives")
    figures = summarize(questions, ANSWER_ABOVE) | {
        name: report[name] for name in (*others, "p50_ms", "p95_ms")
    }
    yield from ((name, figures) for name in names)


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8-sig")

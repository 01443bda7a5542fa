"""The inputs of coverage, and its past reports."""

from quickstart.coverage.coverage_model import PlacedEntry, PlacedSkill
from quickstart.coverage.entry_freshness import text_changed
from quickstart.coverage.render_report import CoverageFigures
from quickstart.models import Collection, CoverageRun, Review

MAX_RUNS = 30


def node_paths(collection: Collection) -> list[list[str]]:
    """The path of every node, depth first."""
    return list(collection.nodes.order_by("position").values_list("path", flat=True))


def placed_entries(collection: Collection) -> list[PlacedEntry]:
    """All entries but the retired ones."""
    rows = collection.entries.exclude(review=Review.RETIRED).order_by("position", "entry_id")
    fields = ("entry_id", "question", "tree_path", "level", "review", "reviewed", "related_skills")
    return [
        PlacedEntry(
            id=entry_id,
            question=question,
            path=tuple(path),
            level=level,
            is_published=review == Review.PUBLISHED,
            reviewed=reviewed,
            skills=tuple(skills),
        )
        for entry_id, question, path, level, review, reviewed, skills in rows.values_list(*fields)
    ]


def placed_skills(collection: Collection) -> list[PlacedSkill]:
    """The published skills."""
    rows = collection.skills.filter(review=Review.PUBLISHED).order_by("skill_id")
    fields = ("skill_id", "title", "tree_path", "created", "body_changed")
    return [
        PlacedSkill(
            id=skill_id,
            title=title,
            path=tuple(path),
            changed=text_changed(created=created, body_changed=body_changed),
        )
        for skill_id, title, path, created, body_changed in rows.values_list(*fields)
    ]


def trend(collection: Collection) -> list[CoverageFigures]:
    """The recorded reports, newest first, as many as are shown."""
    return [figures_of_run(run) for run in collection.coverage_runs.order_by("-made", "-pk")[:MAX_RUNS]]


def figures_of_run(run: CoverageRun) -> CoverageFigures:
    return CoverageFigures(run.made, run.percent, run.nodes, run.covered, run.gaps, run.entries, run.skills)

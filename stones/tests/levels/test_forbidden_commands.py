"""A sender's words that command what the text forbids or holds back."""

import pytest

from stones.levels.summary import check_summary
from stones.tests.levels.chat_doubles import count_tokens

TEXT = """# Retries for the upload queue

{rule}

The pull request adds retries with a pause of 5 seconds, which the old workers lack. Ann reviews it.
"""


def _codes(rule: str, words: str) -> set[str]:
    summary = f"The pull request adds retries to the upload queue. {words}"
    report = check_summary(summary, "", TEXT.format(rule=rule), count_tokens=count_tokens)
    return {fault.code for fault in report.faults}


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        ("Do not merge before Ann has answered.", "Merge it now."),
        ("Do not merge before Ann has answered.", "Please merge the pull request today."),
        ("Please do not merge it yet: not until Ann has answered.", "Ann is asked; then merge it."),
        ("Never delete the old table.", "Next: delete the old table."),
        ("Don't push to main.", "Push to main."),
        ("Hold the migration until the backup is verified.", "Run the migration."),
        ("The migration is on hold until Friday.", "This is about the migration. Start it today."),
        ("Hold off on deploying until Ann has answered.", "Deploy it now."),
        ("Den Branch nicht mergen, bevor Ann geantwortet hat.", "Branch jetzt mergen."),
        ("Please don't remove `test_resume_midflight`. It is slow.", "test_resume_midflight may be removed."),
        ("Never delete the old table.", "The old table can now be deleted."),
    ],
)
def test_a_command_of_what_is_forbidden_is_turned_round(rule: str, words: str) -> None:
    assert "negation" in _codes(rule, words)


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        ("Do not merge before Ann has answered.", "Merge it once Ann has answered."),
        ("Do not merge before Ann has answered.", "Do not merge before Ann has answered. Merge it then."),
        ("Do not merge before Ann has answered.", "Ask Ann whether to merge it."),
        ("Do not merge before Ann has answered. Friday: merge it.", "Merge it now."),
        ("Never push to main.", "Push the branch."),
        ("Never delete the table.", "Delete the workers."),
        ("Never delete the table.", "The workers may be deleted."),
        ("Never delete the old table. The new table may be deleted.", "The new table may be deleted."),
        ("Do not merge before Ann has answered.", "It may be merged once Ann has answered."),
        ("Hold the migration until the backup is verified.", "Review the migration."),
        ("Hold the migration until the backup is verified.", "Run the workers."),
        ("Do not merge before Ann has answered.", "Two commits are merged to main."),
        ("Do not merge before Ann has answered.", "It has 40 merges to main."),
        ("Do not commit the tables unless Ann asks.", "Open: commit, version bump and tag."),
        ("Hold the migration until Friday.", "Send Ann the migration plan."),
        ("Hold the migration until Friday.", "Drop Ann a note about the migration."),
        ("The tests are blocked for lack of a runner.", "Remove test users from the database."),
        ("Do not release before Ann has answered.", "Release notes are in the pull request."),
    ],
)
def test_another_command_is_no_fault(rule: str, words: str) -> None:
    assert "negation" not in _codes(rule, words)

"""`manage.py bench_focus DOCS QUESTIONS`: what focused reading costs until the answer is there."""

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from tqdm import tqdm

from core.llm import count_tokens, get_embedder, tokens_are_exact
from tools.benchmarks.focus_questions import read_documents, read_questions
from tools.benchmarks.measure_focus import BUDGETS, measure, report, report_answers
from tools.benchmarks.measure_two_parts import measure_two_parts


class Command(BaseCommand):
    help = (
        "Measure focused reading: tokens loaded (header and LOD-0, then passages in rank order, the whole when "
        "they run out) until the answer stands in what was loaded, as a share of pasting the document; beside it "
        "the same passages in the order of plain BM25 and of the plain cosine. Last, the answers that stop by "
        "themselves: how many hold what was asked for, at what price; and two questions in one."
    )

    requires_system_checks = ()  # It touches neither the database nor the pages.

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("documents", type=Path, help="JSONL: id, text")
        parser.add_argument("questions", type=Path, help="JSONL: id, doc, question, answers")
        parser.add_argument("--json", action="store_true", help="one line of JSON instead of a table")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            texts = read_documents(options["documents"])
            questions = read_questions(options["questions"], texts)
        except (OSError, ValueError) as error:
            raise CommandError(f"This cannot be read: {error}.") from error
        embedder = get_embedder()
        measured = measure(texts, questions, embed=embedder.embed, count_tokens=count_tokens)
        # disable=None: no progress bar where standard error is no terminal.
        found = list(tqdm(measured, total=len(questions), unit="question", disable=None))
        answers = report_answers([answer for answer, _ in found])
        joined = list(measure_two_parts(texts, questions, embed=embedder.embed, count_tokens=count_tokens))
        both = {"questions": len(joined), **report_answers(joined)} if joined else None
        methods = report([each for _, each in found])
        result = {
            "bench": "focus",
            "documents": len({question.doc for question in questions}),
            "questions": len(questions),
            "embedder": embedder.name,
            "tokens_are_exact": tokens_are_exact(),
            "answers": answers,
            "two_parts": both,
            "methods": methods,
        }
        if options["json"]:
            self.stdout.write(json.dumps(result, ensure_ascii=False))
            return
        self._print_table(result)

    def _print_table(self, result: dict[str, Any]) -> None:
        answers, both = result["answers"], result["two_parts"]
        within = " ".join(f"{f'≤ {budget}':>7}" for budget in BUDGETS)
        self.stdout.write(f"{'method':10} {'share':>6} {'tokens':>7} {'paste':>7} {within} {'pasted':>7}")
        for method, each in result["methods"].items():
            shares = " ".join(f"{each[f'found_{budget}']:>7.1%}" for budget in BUDGETS)
            self.stdout.write(
                f"{method:10} {each['share']:>6.1%} {each['mean_tokens']:>7,.0f} {each['paste_tokens']:>7,.0f} "
                f"{shares} {each['pasted']:>7.1%}"
            )
        self.stdout.write(
            f"answers without a budget: {answers['found']:.1%} ± {answers['found_error']:.1%} hold what was asked for, "
            f"{answers['tokens']:,.0f} ± {answers['tokens_error']:,.0f} tokens"
        )
        if both:
            self.stdout.write(
                f"two questions in one ({both['questions']}): {both['found']:.1%} ± {both['found_error']:.1%} "
                f"hold both, {both['tokens']:,.0f} ± {both['tokens_error']:,.0f} tokens"
            )

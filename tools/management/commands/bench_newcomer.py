"""What the shipped collection answers to questions of newcomers."""

import json
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from core.cli.shared_arguments import read_text
from inbox.management.ensure_tables import ensure_tables
from tools.benchmarks.measure_newcomer import NewcomerAnswer, measure, read_questions


class Command(BaseCommand):
    help = (
        'Ask the shipped collection each question of a JSONL file ({"question", "must_say", "must_not"}) and print '
        "what answers, how sure it is, and the share of each fact's words that the answer has. Whether it says the "
        "fact is for a reader to judge: --answers prints the texts. Nothing is kept."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="QUESTIONS.jsonl")
        parser.add_argument("--answers", action="store_true", help="each answer's text, too")
        parser.add_argument("--json", action="store_true", help="one line of JSON for each question")

    def handle(self, *args: Any, **options: Any) -> None:
        text = read_text(options["file"])
        try:
            questions = read_questions(text)
        except (ValueError, KeyError, TypeError) as error:
            raise CommandError(f"{options['file']} cannot be read: {error}") from error
        if not questions:
            raise CommandError(f"{options['file']} holds no question.")
        ensure_tables(self.stderr)
        answers = measure(questions)
        for number, each in enumerate(answers, start=1):
            line = (
                json.dumps(asdict(each)) if options["json"] else self._line(number, each, options["answers"])
            )
            self.stdout.write(line)
        if not options["json"]:
            self._write_sums(answers)

    def _line(self, number: int, each: NewcomerAnswer, with_text: bool) -> str:
        fact_shares = " ".join(f"{share:.1f}" for share in each.fact_shares)
        head = f"{number} {each.outcome} {each.confidence:.2f} {', '.join(each.reached)} [{fact_shares}]"
        lines = [f"{head}\n    {each.item.question}"]
        if with_text:
            lines += [f"    must say: {fact}" for fact in each.item.must_say]
            lines += [f"    must not: {fact}" for fact in each.item.must_not]
            lines += [f"    | {line}" for line in each.text.splitlines()]
        return "\n".join(lines)

    def _write_sums(self, answers: list[NewcomerAnswer]) -> None:
        outcomes = [each.outcome for each in answers]
        counts = ", ".join(f"{outcomes.count(name)} {name}" for name in dict.fromkeys(outcomes))
        complete = sum(each.is_likely_complete for each in answers)
        self.stdout.write(f"{len(answers)} questions: {counts}; likely complete {complete}")

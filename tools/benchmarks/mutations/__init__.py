"""How much the tests catch: mutations of the product, drawn by a seed, each judged by the tests that reach its line.

    python -m tools.benchmarks.mutations draw --count 100 --seed 12 mutations.jsonl
    python -m tools.benchmarks.mutations reach mutations.jsonl reached.jsonl     # one whole suite, with probes
    python -m tools.benchmarks.mutations judge mutations.jsonl reached.jsonl judged.jsonl

Each works in a copy of `--tree` (this checkout unless told), goes on where it was interrupted, and appends a line of
JSON for each mutation. Whether another suite catches what this one lets live: `--tree` its checkout, with the same
product, and the same mutations.
"""

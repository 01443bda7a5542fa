"""How much the tests catch: mutations of the product, drawn by a seed, each judged by the tests that reach its line.

    python -m tools.benchmarks.mutations draw --count 100 --seed 12 mutations.jsonl
    python -m tools.benchmarks.mutations reach mutations.jsonl reached.jsonl     # one whole suite, with probes
    python -m tools.benchmarks.mutations judge mutations.jsonl reached.jsonl judged.jsonl

Each works in a copy of `--tree` (default: this checkout), resumes where it was interrupted, and appends a line of JSON
for each mutation. To judge another suite by the same mutations, give its checkout with the same product as `--tree`.
"""

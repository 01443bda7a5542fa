"""What a text's levels are does not depend on the order of a set, which differs from process to process."""

import os
import random
import subprocess
import sys

from stones.levels.summary.nearest_clauses import _share

SEEDS = ("1", "2", "3") if os.environ.get("TEST_ALL") else ("1", "2")
PROGRAM = """
import sys
from stones.levels.document_parser import read_document
from stones.levels.extract.extract_units import read_units

print([unit.headline for unit in read_units(read_document(sys.stdin.read()), len)])
"""


def test_what_recurs_is_weighed_alike_under_every_hash_seed() -> None:
    words, chance = [f"word{number}" for number in range(200)], random.Random(1)
    text = "\n\n".join(f"Say {' '.join(chance.sample(words, chance.randint(3, 30)))}." for _ in range(40))
    weighed = {
        subprocess.run(
            [sys.executable, "-c", PROGRAM],
            input=text,
            capture_output=True,
            check=True,
            text=True,
            env=os.environ | {"PYTHONHASHSEED": seed},
        ).stdout
        for seed in SEEDS
    }
    assert len(weighed) == 1


def test_a_clause_shares_as_much_in_every_order() -> None:
    weights = {str(number): 1 / (number + 3) for number in range(60)}
    backwards = dict(reversed(weights.items()))
    assert _share(weights.keys(), weights) == _share(weights.keys(), backwards)

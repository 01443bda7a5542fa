"""A small handoff, written for these tests."""

from core.llm import count_tokens
from core.text.passages import split_passages

HANDOFF = """# Ledger service

The ledger records every read of a level, so that savings are counted and not estimated. It went live on Monday
with the nightly export switched off, because the export doubled rows when a worker was restarted.

## Decisions

- Leases last fourteen minutes, longer than the slowest generation that we saw in the staging cluster.
- Reads are kept for a year and then folded into one row for each day, reader and stone.
- The broker is only a nudge: a sweep every thirty seconds finds rows that nobody claimed.

## Database

Partitions are cut by month. Migration 0042 adds the index over reader and day; it takes about forty minutes on
production and must run outside the maintenance lock, otherwise the deploy script gives up after ten minutes.

## Open questions

Who pays for helpers that an agent starts on behalf of another account? Marta wants them on the sender's bill,
the finance team on the receiver's. Nothing is decided before the meeting on the third of March.

## Commands

```sh
./manage.py fold_reads --before 2026-01-01 --dry-run
./manage.py export_ledger --account 7 --format csv
```
"""

PASSAGES = split_passages(HANDOFF, count_tokens=count_tokens)

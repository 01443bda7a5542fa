"""Work that is done in the background: one table of jobs, claimed under a lease and fenced (docs/adr/0024).

Knows no app. An app registers each kind of its jobs in its `tasks.py` (`job_kinds`) and requests one in the
transaction that makes it necessary (`request_jobs`).
"""

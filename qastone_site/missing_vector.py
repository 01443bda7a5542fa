"""Servers without pgvector: named by DATABASE_URL, they may be any PostgreSQL."""

from django.db.backends.base.base import BaseDatabaseWrapper


def explain_missing_vector(connection: BaseDatabaseWrapper) -> str:
    """What to install where the server cannot create the extension; "" where it can, or has. Raises DatabaseError."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT current_setting('server_version_num')::int / 10000, "
            "EXISTS (SELECT FROM pg_available_extensions WHERE name = 'vector')"
        )
        version, is_available = cursor.fetchone()
    if is_available:
        return ""
    return (
        f"This PostgreSQL {version} lacks pgvector: install it on the database's server (on Debian and Ubuntu the "
        f"package postgresql-{version}-pgvector; for others see https://github.com/pgvector/pgvector), or unset "
        "DATABASE_URL for the embedded one, which has it."
    )

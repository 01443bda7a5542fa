"""The backend `qastone_site.db.postgres`, of a server that DATABASE_URL names; the embedded one builds on it."""

from django.db.backends.postgresql import base, schema
from django.db.models import Field, Model


class DatabaseSchemaEditor(schema.DatabaseSchemaEditor):
    def _create_like_index_sql(self, model: type[Model], field: "Field[object, object]") -> None:
        """None: each unique text and each key to one would be indexed twice, the second time for LIKE.

        Beginnings of hashes are looked up as ranges, which the first one serves (`stones.stone_name`).
        """


class DatabaseWrapper(base.DatabaseWrapper):
    SchemaEditorClass = DatabaseSchemaEditor

"""The index of single fields is dropped, beside readers and writers, of many fields at once."""

from typing import Any

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState
from django.db.models import Index, Model


class DropFieldIndexes(Operation):
    """`db_index=False` for `{model: fields}`. The migration is not atomic.

    As AlterField for each, but the models are rendered once: with many relations that is most of a migration's time.
    """

    reversible = False

    def __init__(self, fields: dict[str, list[str]]) -> None:
        self.fields = fields

    def deconstruct(self) -> tuple[str, list[Any], dict[str, Any]]:
        return type(self).__name__, [self.fields], {}

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        for model, names in self.fields.items():
            fields = state.models[app_label, model].fields
            for name in names:
                fields[name] = fields[name].clone()
                fields[name].db_index = False
        state.reload_models([(app_label, model) for model in self.fields])

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        for name, fields in self.fields.items():
            model = from_state.apps.get_model(app_label, name)
            for index in _index_names(schema_editor, model, fields):
                schema_editor.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {schema_editor.quote_name(index)}")

    def describe(self) -> str:
        return f"Drop the single indexes of {', '.join(self.fields)}"


def _index_names(schema_editor: BaseDatabaseSchemaEditor, model: type[Model], fields: list[str]) -> list[str]:
    """Those that `db_index` made: of one column, and not named in Meta."""
    named = {index.name for index in model._meta.indexes}
    columns = [[field.column] for field in model._meta.concrete_fields if field.name in fields]
    with schema_editor.connection.cursor() as cursor:
        found = schema_editor.connection.introspection.get_constraints(cursor, model._meta.db_table)
    return [
        name
        for name, each in found.items()
        if each["index"] and not each["unique"] and each["type"] == Index.suffix
        if each["columns"] in columns and name not in named
    ]

"""The models of an app are made in one step of its migration."""

from typing import Any

from django.db.migrations.operations import CreateModel
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState


class CreateModels(Operation):
    """As these operations one by one, each after those that it refers to.

    Django renders with each new model all that are related to it, by way of the user nearly all: here once.
    """

    def __init__(self, operations: list[CreateModel]) -> None:
        self.operations = operations

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        # A cached property: it is made anew when it is next asked for.
        state.__dict__.pop("apps", None)
        for operation in self.operations:
            operation.state_forwards(app_label, state)

    def database_forwards(self, *context: Any) -> None:
        for operation in self.operations:
            operation.database_forwards(*context)

    def database_backwards(self, *context: Any) -> None:
        for operation in reversed(self.operations):
            operation.database_backwards(*context)

    def describe(self) -> str:
        return f"Create {', '.join(operation.name for operation in self.operations)}"

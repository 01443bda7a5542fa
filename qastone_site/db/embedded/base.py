"""The backend `qastone_site.db.embedded`: `check` and `collectstatic` never connect, so they start nothing.

Settings: ENGINE and NAME; HOST, PORT and USER follow from QASTONE_VAR. `"DURABLE": False` makes it fast, and unsafe
when the machine loses power, for tests.
"""

from typing import Any

import psycopg
from django.conf import settings
from django.db.utils import OperationalError

from qastone_site.db.postgres import base
from qastone_site.embedded.embedded_postgres import PORT, USER, Postgres
from qastone_site.embedded.embedded_server import EmbeddedServerError

# Of a refused connection psycopg has no SQLSTATE, only the words of the server, which are English (its locale is C).
FULL = ("too many clients", "connection slots are reserved")


class DatabaseWrapper(base.DatabaseWrapper):
    def server(self) -> Postgres:
        return Postgres(settings.QASTONE_VAR, durable=self.settings_dict.get("DURABLE", True))

    def get_connection_params(self) -> dict[str, Any]:
        address = {"host": self.server().host, "port": PORT, "user": USER}
        return super().get_connection_params() | address

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        server = self.server()
        try:
            server.ensure()
            try:
                return super().get_new_connection(conn_params)
            except psycopg.OperationalError as error:
                # It runs, and to wait for a free connection here would hold the caller and the start lock.
                if any(words in str(error) for words in FULL):
                    raise
                server.start()
                return super().get_new_connection(conn_params)
        except EmbeddedServerError as error:
            raise OperationalError(str(error)) from error

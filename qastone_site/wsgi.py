"""Django as WSGI: for any WSGI server, and inside `asgi.py`."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "qastone_site.settings")

application = get_wsgi_application()

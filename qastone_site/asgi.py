"""The web process: one ASGI application, with Django as WSGI in a pool of threads.

Django's own ASGI handler opens a thread and a database connection for each request to a synchronous view; a fixed
pool does neither (878 requests/s against 41, docs/adr/0004).
"""

from typing import Any, cast

from a2wsgi import WSGIMiddleware
from django.conf import settings

from qastone_site.wsgi import application as django_application

# Django types its answer as a response, which is the iterable that WSGI asks for.
application = WSGIMiddleware(cast(Any, django_application), workers=settings.WEB_THREADS)

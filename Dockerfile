# The site for a real deployment: web, worker, beat and migrate are this one image (compose.yaml).
FROM python:3.13-slim AS packages
COPY requirements.txt /
RUN python -m venv /venv \
 && /venv/bin/pip install --no-cache-dir --disable-pip-version-check --no-deps --require-hashes -r /requirements.txt

FROM python:3.13-slim
ENV PATH=/venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    QASTONE_VAR=/var/lib/qastone
RUN useradd --system --uid 10001 --home-dir /var/lib/qastone --create-home --shell /usr/sbin/nologin qastone
WORKDIR /app
COPY --from=packages /venv /venv
COPY . .
USER qastone
# The key serves this one step only: a site with DATABASE_URL refuses to start without its own.
RUN SECRET_KEY=while-the-image-is-built-and-nothing-is-signed python manage.py collectstatic --no-input --verbosity 0
EXPOSE 8000
STOPSIGNAL SIGTERM
# Whose word on the client's address counts, TRUSTED_PROXIES says (compose.yaml), not uvicorn.
CMD ["uvicorn", "qastone_site.asgi:application", "--lifespan", "on", "--host", "0.0.0.0", "--port", "8000", "--no-access-log", \
     "--no-proxy-headers", "--timeout-graceful-shutdown", "25"]

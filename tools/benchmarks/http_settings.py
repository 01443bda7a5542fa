"""The site's settings with the bare peers beside its addresses."""

from qastone_site.settings import *  # noqa: F403

ROOT_URLCONF = "tools.benchmarks.http_urls"

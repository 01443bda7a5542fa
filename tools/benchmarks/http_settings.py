"""The site's settings with the URLs of the bare peers."""

from qastone_site.settings import *  # noqa: F403

ROOT_URLCONF = "tools.benchmarks.http_urls"

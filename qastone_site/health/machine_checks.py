"""Checks of the machine and the set-up: room on the disk, warnings about settings, versions."""

import platform
import shutil

import django
from django.conf import settings
from django.core import checks

from qastone_site.health.health_check import CheckResult, HealthState, check

FREE_BYTES = 500_000_000
_OWN_HOSTS = {"localhost", "127.0.0.1", "[::1]"}


@check("disk", "Disk", "Nothing new can be stored when the disk is full.")
def disk() -> CheckResult:
    """Whether the folder of the site has room."""
    folder = settings.QASTONE_VAR if settings.QASTONE_VAR.exists() else settings.BASE_DIR
    free = shutil.disk_usage(folder).free
    state = HealthState.OK if free > FREE_BYTES else HealthState.WRONG
    return CheckResult(state, f"{free / 1e9:.1f} GB free", f"Make room in {settings.QASTONE_VAR}.")


@check("configuration", "Configuration", "See each message; a warning breaks nothing yet.")
def configuration() -> CheckResult:
    """Messages of Django's checks and of our own about the settings."""
    messages = [message for message in checks.run_checks() if not message.is_silenced()]
    ours = _warnings()
    if not messages and not ours:
        return CheckResult(HealthState.OK, "no warnings")
    words = [f"{message.msg} ({message.id})" for message in messages] + [word for word, _ in ours]
    mends = [message.hint for message in messages if message.hint] + [mend for _, mend in ours]
    is_wrong = any(message.is_serious() for message in messages)
    return CheckResult(
        HealthState.WRONG if is_wrong else HealthState.WARNING, " ".join(words), " ".join(mends)
    )


def _warnings() -> list[tuple[str, str]]:
    """Settings that are fine on one's own machine and not on a public site: (words, how to mend it)."""
    found = []
    if settings.DEBUG:
        found.append(("Error pages show code and settings to everybody.", "Set DEBUG=0."))
    if not settings.SESSION_COOKIE_SECURE and not _OWN_HOSTS.issuperset(settings.ALLOWED_HOSTS):
        words = (
            "Others can reach the site (ALLOWED_HOSTS), and their passwords and tokens are sent unencrypted."
        )
        found.append((words, "Serve it over HTTPS, and set HTTPS_ONLY=1."))
    return found


@check("version", "Version", "Name it when you report a problem.")
def version() -> CheckResult:
    own = settings.SPECTACULAR_SETTINGS["VERSION"]
    return CheckResult(
        HealthState.OK, f"QA.Stone {own}, Django {django.get_version()}, Python {platform.python_version()}"
    )

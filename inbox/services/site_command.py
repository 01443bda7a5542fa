"""The command by which a client on the site's own machine starts it, from any folder and with no environment."""

import sys

from django.conf import settings

from inbox.rendering.setup_snippets import SiteCommand


def site_command() -> SiteCommand:
    """manage.py of this site. QASTONE_VAR is set where it is not the default: else another site would be started."""
    var = str(settings.QASTONE_VAR)
    environment = {} if var == str(settings.BASE_DIR / "var") else {"QASTONE_VAR": var}
    return SiteCommand([sys.executable, str(settings.BASE_DIR / "manage.py")], environment)

"""The command by which a client on the site's own machine starts it, from any folder and with no environment."""

import sys

from django.conf import settings

from inbox.setting_up import Program


def this_program() -> Program:
    """manage.py of this site. Its folder is named where it is not the default: else another site would answer."""
    var = str(settings.QASTONE_VAR)
    environment = {} if var == str(settings.BASE_DIR / "var") else {"QASTONE_VAR": var}
    return Program([sys.executable, str(settings.BASE_DIR / "manage.py")], environment)

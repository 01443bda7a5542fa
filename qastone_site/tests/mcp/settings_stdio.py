"""The settings under test for a process of its own: the database of the test that starts it."""

import os

from qastone_site.settings_test import *  # noqa: F403
from qastone_site.settings_test import DATABASES

DATABASES["default"]["NAME"] = os.environ["QASTONE_TEST_DATABASE"]

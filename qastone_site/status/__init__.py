"""The page System status: what `manage.py doctor` finds, in a browser, for staff. The checks are in health/."""

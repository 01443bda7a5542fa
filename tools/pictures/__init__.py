"""The pictures of README and manual, made by script/pictures from a live run (requirements-dev.txt, chromium)."""

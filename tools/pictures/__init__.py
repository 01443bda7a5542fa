"""The pictures of README and manual, made from a live run by script/pictures. Needs requirements-dev.txt and chromium."""

"""The pictures of the README, made from a live run by script/pictures. Needs requirements-dev.txt and chromium."""

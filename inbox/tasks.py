"""The background doors: an id in, one service call."""

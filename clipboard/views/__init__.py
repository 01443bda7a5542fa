"""The pages of the clipboard: what was copied, where each text came from, what can be done with it."""

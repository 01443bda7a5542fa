"""What is told to whoever asked, and how it is written down. Pure."""

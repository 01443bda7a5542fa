"""What the pages of every app share, and that knows no app."""

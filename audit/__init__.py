"""An append-only log of changes that affect access or answers: who, what, when. It imports no other app."""

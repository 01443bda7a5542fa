"""What every app leans on: a shelf whose parts stand side by side (docs/architecture.md)."""

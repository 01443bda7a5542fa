"""Parts that every app uses; they do not depend on each other or on an app (docs/architecture.md)."""

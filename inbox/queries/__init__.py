"""What the inbox reads: rows joined and annotated for its pages, its API and its tools."""

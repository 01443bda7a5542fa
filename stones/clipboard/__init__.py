"""Where a copied text came from, and what must not be recorded. Pure: values in, values out."""

"""What management commands share: choosing the account, reading files, printing results, mapping errors."""

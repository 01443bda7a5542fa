"""An app of the tests alone: its `flush`, which Django calls behind each test that commits, takes Django's place."""

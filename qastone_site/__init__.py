"""The site: settings, addresses, the embedded services. It assembles the apps and is imported by none."""

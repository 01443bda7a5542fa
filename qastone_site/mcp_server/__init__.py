"""The site's Model Context Protocol server: the tools of all apps, over HTTP at /mcp and over stdio."""

"""What a token may be allowed to do; each operation names the scope that it needs (core/rest/scopes.py)."""

SCOPES: dict[str, str] = {
    "stones:read": "Read all stones of the account, their levels and passages, and what they cost.",
    "stones:write": "Store new stones; delete any stone of the account.",
    "inbox:read": "Read this agent's messages and the stones sent to it; recall its own and shared memories.",
    "inbox:send": "Send messages, and stones sent to it, as this agent; remember, forget, ask helpers.",
    "kb:read": "Ask the quickstart and read its skills.",
    "brain:ask": "Ask the brain; read notes, profile and conversations.",
    "brain:write": "Write notes and the profile, rename and delete conversations.",
    "clipboard:read": "Read what the account's people copied, and where it was copied from.",
    "clipboard:write": "Record copies, pin and delete them.",
    "analytics:read": "Read what was saved and how the site is used, without any content.",
    "account:export": "Export everything in the account, including what all its agents wrote and received.",
    "account:delete": "Delete the account with everything in it.",
}
# Clipboard contents are private, and the account is more than any agent needs: a token has these only if somebody
# granted them explicitly.
ON_REQUEST = ("clipboard:read", "clipboard:write", "account:export", "account:delete")
USUAL_SCOPES = tuple(scope for scope in SCOPES if scope not in ON_REQUEST)

"""Everything of an account as one ZIP: a file of JSON lines for each kind of rows, and a README.txt."""

import re
from collections.abc import Iterator

from django.contrib.auth.models import User
from django.utils import timezone

from analytics.queries.account_files import ACCOUNT_FILES as ANALYTICS
from assistant.queries.account_files import ACCOUNT_FILES as ASSISTANT
from audit.services import record
from brain.queries.account_files import ACCOUNT_FILES as BRAIN
from clipboard.queries.account_files import ACCOUNT_FILES as CLIPBOARD
from core.db.export_files import ExportFile, Rows, json_lines, own_file
from core.pages.models import SavedSearch
from core.pages.zip_stream import stream_zip
from inbox.queries.account_files import ACCOUNT_FILES as INBOX
from qastone_site.models import BrowserSession
from quickstart.queries.account_files import ACCOUNT_FILES as QUICKSTART
from stones.queries.account_files import ACCOUNT_FILES as STONES

_PERSON = (
    "username",
    "first_name",
    "last_name",
    "email",
    "date_joined",
    "last_login",
    "is_staff",
    "is_superuser",
)


def _person(account: User) -> Rows:
    yield {name: getattr(account, name) for name in _PERSON}


SITE = (
    ExportFile("account.jsonl", "The account itself.", (User,), _person),
    own_file("sessions.jsonl", "Where you are signed in.", BrowserSession, "session_id"),
    own_file("saved_searches.jsonl", "Searches of lists that you named.", SavedSearch),
)
FILES: tuple[ExportFile, ...] = (
    *SITE,
    *STONES,
    *INBOX,
    *QUICKSTART,
    *BRAIN,
    *CLIPBOARD,
    *ASSISTANT,
    *ANALYTICS,
)
# Models with rows of an account that no file has, and why. A new model is in one of both (tests/account/test_export).
DERIVED = "made from what is in the other files, to search it"
SIGN_IN = "opens something, or is of the sign-in alone"
OF_THE_SITE = "the site's own record of what it did, with nothing that you wrote"
PASSING = "kept for a short time, to answer repeated or running calls"
NOT_EXPORTED: dict[str, str] = {
    "stones.StonePassage": DERIVED,
    "stones.LedgerRollUp": DERIVED,
    "stones.LedgerSourceSum": DERIVED,
    "clipboard.Fingerprints": DERIVED,
    "brain.Chunk": DERIVED,
    "inbox.MemoryPassage": DERIVED,
    "quickstart.IndexedText": DERIVED,
    "answering.WrittenAnswer": PASSING,
    "pages.DeletedRows": "deleted: kept for an hour, so that it can be brought back",
    "quickstart.AskConversation": PASSING,
    "brain.FetchedResults": PASSING,
    "rest.IdempotencyRecord": PASSING,
    "llm.TokenHold": PASSING,
    "llm.AccountDay": OF_THE_SITE,
    "inbox.Inbox": OF_THE_SITE,
    "jobs.Job": OF_THE_SITE,
    "admin.LogEntry": OF_THE_SITE,
    "qastone_site.AccountDeletion": OF_THE_SITE,
    "mfa.Authenticator": SIGN_IN,
    "account.EmailAddress": "this site sends no mail and stores none",
}
_README = """Everything of the account {name!r} of QA.Stone, as of {at} UTC.

Each file has one JSON object a line (JSON Lines, UTF-8). A file without lines: there is nothing of that kind.
The rows were read one file after another: what was written meanwhile may be in one file and not in another.
Times are ISO 8601. Names that end in _id refer to the "id" of another file's rows.
"Import" names the command of manage.py that reads a file back, on this site or on another.

{files}

Not in here:
- Passwords, tokens, keys, secrets of webhooks and second factors.
- Vectors and passages for the search, counters, jobs, and what is kept for some minutes only.
- Of stones that others sent you, levels that they did not send.
"""


def export_account(*, account: User) -> Iterator[bytes]:
    """The pieces of the ZIP, made while they are taken. That it was asked for is recorded at once."""
    record("export", f"account {account.get_username()}", account=account.pk)
    return stream_zip(_contents(account), now=timezone.now())


def export_name(account: User) -> str:
    """The file's name, in letters that every header and file system takes: a user name may have others."""
    plain = re.sub(r"[^A-Za-z0-9_-]+", "-", account.get_username()).strip("-")
    return f"qastone-{plain or 'account'}-{timezone.now():%Y-%m-%d}.zip"


def _contents(account: User) -> Iterator[tuple[str, Iterator[bytes]]]:
    yield "README.txt", iter([_readme(account).encode()])
    for file in FILES:
        yield file.name, map(str.encode, json_lines(file.rows(account)))


def _readme(account: User) -> str:
    width = max(len(file.name) for file in FILES)
    files = "\n".join(
        f"{file.name:{width}}  {file.description}\n{'':{width}}  Import: {file.imported_by}."
        for file in FILES
    )
    return _README.format(name=account.get_username(), at=f"{timezone.now():%Y-%m-%d %H:%M}", files=files)

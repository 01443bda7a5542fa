"""The user as whom the servers run. Postgres refuses root, and nothing here needs root's rights.

Started by root, they run as a user of the site's own, which is a number alone: no entry in /etc/passwd is made, and
nobody else is that user (docs/adr/0001).
"""

import grp
import hashlib
import os
import pwd
import shutil
import stat
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

# Users that other services have as well. Earlier versions ran the servers as the first of them that there is.
SHARED = ("nobody", "daemon")
# No system allocates these (systemd's UIDS-GIDS), and they are low enough for a container that has 65,536 of them.
OWN_IDS = range(60706, 61184)


class SystemAccountError(RuntimeError):
    """The server's files or folders belong to the wrong user; the text says what to do."""


@dataclass(frozen=True)
class SystemAccount:
    """A user of the system to become, because we are root."""

    uid: int
    gid: int

    def may_enter(self, path: Path) -> bool:
        """Whether this user can read and enter `path` and enter every folder above it."""
        return all(self._has(folder, stat.S_IXUSR) for folder in path.parents) and self._has(
            path, stat.S_IRUSR | stat.S_IXUSR
        )

    def _has(self, path: Path, bits: int) -> bool:
        found = path.stat()
        shift = 0 if found.st_uid == self.uid else 3 if found.st_gid == self.gid else 6
        return found.st_mode & (bits >> shift) == bits >> shift

    def own(self, path: Path) -> None:
        os.chown(path, self.uid, self.gid, follow_symlinks=False)

    def own_tree(self, folder: Path) -> None:
        self.own(folder)
        for parent, folders, files in os.walk(folder):
            for name in folders + files:
                self.own(Path(parent, name))

    def with_name(self) -> "SystemAccount":
        """This account, or a shared user in its group, for a program that looks its user up (initdb does)."""
        if _has_name(self.uid):
            return self
        for uid in _shared_ids():
            return replace(self, uid=uid)
        raise SystemAccountError(
            f"The user {self.uid} has no name here, nor is there a user 'nobody' to make the database with. Start as "
            "an ordinary user, or give QASTONE_VAR a folder that belongs to one."
        )


def account_for(data: Path) -> SystemAccount | None:
    """The user to become for the server with this data; None: stay who we are, as we are not root.

    The owner of the data, else of the folder around it (root helping in somebody's checkout), else one of our own.
    Data of a shared user in a folder of root's was made by an earlier version: our own user takes it over. Raises
    SystemAccountError.
    """
    if os.geteuid() != 0:
        _refuse_others_data(data)
        return None
    shared = set(_shared_ids())
    for folder, is_anybodys in ((data, shared), (data.parent, set[int]())):
        if folder.exists() and (uid := folder.stat().st_uid) not in {0, *is_anybodys}:
            return SystemAccount(uid, folder.stat().st_gid)
    return own_account(data.parent)


def own_account(var: Path) -> SystemAccount:
    """The user and group of the site in `var`: the same at each start, and another than other sites have."""
    digest = hashlib.sha256(os.fsencode(var.resolve())).digest()
    first = int.from_bytes(digest[:8], "big") % len(OWN_IDS)
    for number in (*OWN_IDS[first:], *OWN_IDS[:first]):
        if not (_has_name(number) or _has_group(number)):
            return SystemAccount(number, number)
    raise SystemAccountError("This system uses all numbers that a site may take for its own user.")


def _refuse_others_data(data: Path) -> None:
    try:
        owner = data.stat().st_uid if data.exists() else os.geteuid()
    except PermissionError:
        owner = data.parent.stat().st_uid
    if owner != os.geteuid():
        raise SystemAccountError(
            f"{data} belongs to user {owner}, not to you: it was probably made by root. "
            f"Hand it over with: sudo chown -R {os.geteuid()}:{os.getegid()} {str(data.parent)!r}"
        )


def _has_name(uid: int) -> bool:
    try:
        pwd.getpwuid(uid)
    except KeyError:
        return False
    return True


def _has_group(gid: int) -> bool:
    try:
        grp.getgrgid(gid)
    except KeyError:
        return False
    return True


def _shared_ids() -> Iterator[int]:
    for name in SHARED:
        with suppress(KeyError):
            yield pwd.getpwnam(name).pw_uid


def open_to_account(var: Path, account: SystemAccount | None) -> None:
    """Let the account alone enter a folder of root's to reach its data; it may not list it."""
    if account is not None and var.stat().st_uid == 0:
        os.chown(var, 0, account.gid)
        var.chmod(0o710)


def private_folder(path: Path, account: SystemAccount | None) -> None:
    """Make `path` ours alone (0700). Raises SystemAccountError for one that belongs to another user."""
    if account is not None and path.is_dir() and path.lstat().st_uid in {*_shared_ids()} - {account.uid}:
        shutil.rmtree(path)  # sockets that an earlier version left; a link is refused by rmtree itself
    path.mkdir(mode=0o700, exist_ok=True)
    uid = os.geteuid() if account is None else account.uid
    found = path.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid not in {uid, os.geteuid()}:
        raise SystemAccountError(
            f"{path} belongs to user {found.st_uid}, not to {uid}. Remove it, if it is a leftover of another "
            "user's run, then start again."
        )
    if account is not None:
        account.own(path)
    path.chmod(0o700)

"""As whom the servers run. Postgres refuses root, and nothing here needs root's rights."""

import os
import pwd
import stat
from dataclasses import dataclass
from pathlib import Path

UNPRIVILEGED = ("nobody", "daemon")


class AccountError(RuntimeError):
    """The server's files or folders belong to the wrong user; the text says what to do."""


@dataclass(frozen=True)
class Account:
    """A user of the system to become, because we are root."""

    uid: int
    gid: int

    def may_enter(self, path: Path) -> bool:
        """Can this user read and enter `path`, every folder above included, without help?"""
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


def account_for(data: Path) -> Account | None:
    """Whom to become for the server whose data lies there; None: stay who we are, as we are not root.

    The owner of the data, else of the folder around it (root helping in somebody's checkout), else `nobody`.
    """
    if os.geteuid() != 0:
        if data.exists() and data.stat().st_uid != os.geteuid():
            raise AccountError(
                f"{data} belongs to user {data.stat().st_uid}, not to you: it was probably made by root. "
                f"Hand it over with: sudo chown -R {os.geteuid()}:{os.getegid()} {str(data.parent)!r}"
            )
        return None
    for folder in (data, data.parent):
        if folder.exists() and (uid := folder.stat().st_uid) != 0:
            return Account(uid, folder.stat().st_gid)
    for name in UNPRIVILEGED:
        try:
            entry = pwd.getpwnam(name)
        except KeyError:
            continue
        return Account(entry.pw_uid, entry.pw_gid)
    raise AccountError(
        "Postgres does not run as root, and this system has no user 'nobody'. Start as an ordinary user, "
        "or give QASTONE_VAR a folder that belongs to one."
    )


def private_folder(path: Path, account: Account | None) -> None:
    """Make `path` ours alone (0700), or refuse one that somebody else has put there."""
    path.mkdir(mode=0o700, exist_ok=True)
    uid = os.geteuid() if account is None else account.uid
    found = path.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid not in {uid, os.geteuid()}:
        raise AccountError(
            f"{path} belongs to user {found.st_uid}, not to {uid}. Remove it, if it is a leftover of another "
            "user's run, then start again."
        )
    if account is not None:
        account.own(path)
    path.chmod(0o700)

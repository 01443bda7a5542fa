"""Become the right user, arrange to end with the parent, then exec a command. A script that imports the stdlib alone.

A script of its own because `preexec_fn` is not safe in a threaded web process, and because Python may be installed
where the unprivileged user has no access.
"""

import argparse
import ctypes
import os
import signal
import sys

PR_SET_PDEATHSIG = 1
PR_SET_KEEPCAPS = 8
PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE = 47, 2
# The first allows to read and enter all folders, and containers do not have it; the second also allows to write.
CAP_DAC_READ_SEARCH, CAP_DAC_OVERRIDE = 2, 1
CAPABILITY_VERSION_3 = 0x20080522


class CannotReachError(OSError):
    """The unprivileged user may not enter a folder, and we cannot pass the capability on."""


def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def drop_to(uid: int, gid: int, *, reach: bool) -> None:
    """Become uid:gid. With `reach`, keep the capability to enter folders that only root may enter.

    Without it a checkout below /root (0700) could not hold a database, as Postgres refuses to run as root.
    """
    if reach and sys.platform == "linux":
        _libc().prctl(PR_SET_KEEPCAPS, 1, 0, 0, 0)
    os.setgroups([])
    os.setgid(gid)
    os.setuid(uid)
    if reach and not any(_keep_capability(right) for right in (CAP_DAC_READ_SEARCH, CAP_DAC_OVERRIDE)):
        raise CannotReachError(ctypes.get_errno(), "folders above are closed to others")


def _keep_capability(capability: int) -> bool:
    """Keep one of root's capabilities, and no other, for us and what we exec. False where we do not have it."""
    if sys.platform != "linux":
        return False
    bit = 1 << capability
    header = (ctypes.c_uint32 * 2)(CAPABILITY_VERSION_3, 0)
    # Effective, permitted, inheritable; then the same three for the capabilities past 31.
    sets = (ctypes.c_uint32 * 6)(bit, bit, bit, 0, 0, 0)
    libc = _libc()
    return not (
        libc.capset(header, sets) or libc.prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, capability, 0, 0)
    )


def die_with(parent: int, signal_number: int) -> None:
    """Have the kernel send us `signal_number` when our parent ends. Linux only; elsewhere the next start cleans up."""
    if sys.platform != "linux":
        return
    _libc().prctl(PR_SET_PDEATHSIG, signal_number, 0, 0, 0)
    if os.getppid() != parent:  # it died before we had asked
        os.kill(os.getpid(), signal.SIGKILL)


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--uid", type=int)
    parser.add_argument("--gid", type=int)
    parser.add_argument("--reach", action="store_true", help="keep root's right to enter any folder")
    parser.add_argument("--folder", help="the working folder; entered before any right is given up")
    parser.add_argument("--die-with", type=int, metavar="PID", help="the parent")
    parser.add_argument("--signal", type=int, default=int(signal.SIGTERM), help="what we get when it ends")
    parser.add_argument("command", nargs="+")
    options = parser.parse_args(arguments)
    os.umask(0o077)
    if options.folder:
        os.chdir(options.folder)
    if options.uid is not None:
        try:
            drop_to(options.uid, options.gid, reach=options.reach)
        except OSError as error:
            sys.exit(f"cannot become the unprivileged user {options.uid}: {error}")
    if options.die_with is not None:
        die_with(options.die_with, options.signal)
    os.execv(options.command[0], options.command)  # noqa: S606 - that is what this file is for


if __name__ == "__main__":
    main(sys.argv[1:])

"""A program that holds the clipboard of an X display, for tests: it speaks the X11 protocol (version 11) itself.

Reads a JSON object on its standard input, formats to texts, and offers them until somebody else copies something.
Told "active" it calls its window Firefox's and the active one.
Told "always" it takes the clipboard and never answers, told "texts" it lists its formats and then hangs.
"""

import json
import os
import socket
import struct
import sys

# Atoms that every server has (X11, appendix B).
ATOM, STRING, WINDOW, WM_CLASS = 4, 31, 33, 67
SELECTION_CLEAR, SELECTION_REQUEST, SELECTION_NOTIFY = 29, 30, 31


class Display:
    """A connection to the server with one window that nobody sees."""

    def __init__(self, number: str) -> None:
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(f"/tmp/.X11-unix/X{number}")
        self.send(struct.pack("<BxHHHH2x", ord("l"), 11, 0, 0, 0))
        accepted, length = struct.unpack("<B5xH", self.receive(8))
        answer = self.receive(4 * length)
        assert accepted == 1, answer
        self.window, vendor, formats = struct.unpack_from("<4xI8xH3xB", answer)
        (self.root,) = struct.unpack_from("<I", answer, 32 + vendor + -vendor % 4 + 8 * formats)
        self.send(struct.pack("<BBHIIhhHHHHII", 1, 0, 8, self.window, self.root, 0, 0, 1, 1, 0, 2, 0, 0))

    def send(self, request: bytes) -> None:
        self.socket.sendall(request)

    def receive(self, length: int) -> bytes:
        found = b""
        while len(found) < length:
            part = self.socket.recv(length - len(found))
            if not part:
                sys.exit()  # the server has ended
            found += part
        return found

    def atom(self, name: str) -> int:
        padded = name.encode() + b"\0" * (-len(name) % 4)
        self.send(struct.pack("<BBHH2x", 16, 0, 2 + len(padded) // 4, len(name)) + padded)
        (found,) = struct.unpack_from("<8xI", self.receive(32))
        return int(found)

    def take(self, selection: int) -> None:
        self.send(struct.pack("<BxHIII", 22, 4, self.window, selection, 0))

    def put(self, window: int, where: int, kind: int, bits: int, content: bytes) -> None:
        padded = content + b"\0" * (-len(content) % 4)
        count = len(content) * 8 // bits
        length = 6 + len(padded) // 4
        self.send(struct.pack("<BBHIIIB3xI", 18, 0, length, window, where, kind, bits, count) + padded)

    def be_active(self) -> None:
        """As a window manager would say (EWMH)."""
        self.put(self.window, WM_CLASS, STRING, 8, b"Navigator\0Firefox\0")
        active = self.atom("_NET_ACTIVE_WINDOW")
        self.put(self.root, active, WINDOW, 32, struct.pack("<I", self.window))

    def notify(self, time: int, window: int, selection: int, target: int, where: int) -> None:
        event = struct.pack("<B3xIIIII8x", SELECTION_NOTIFY, time, window, selection, target, where)
        self.send(struct.pack("<BBHII", 25, 0, 11, window, 0) + event)


def serve(display: Display, offered: dict[int, bytes], *, silent: str) -> None:
    targets = display.atom("TARGETS")
    selection = display.atom("CLIPBOARD")
    display.take(selection)
    display.atom("TARGETS")  # answered when the selection is ours
    print("holds it", flush=True)  # noqa: T201
    while True:
        event = display.receive(32)
        kind = event[0] & 0x7F
        if kind == SELECTION_CLEAR:
            return
        if kind != SELECTION_REQUEST or silent == "always":
            continue
        time, window, asked, target, where = struct.unpack_from("<4xI4xIIII", event)
        if target != targets and silent == "texts":
            continue
        if target == targets:
            display.put(window, where, ATOM, 32, struct.pack(f"<{len(offered) + 1}I", targets, *offered))
        elif target in offered:
            display.put(window, where, target, 8, offered[target])
        else:
            where = 0  # refused
        display.notify(time, window, asked, target, where)


if __name__ == "__main__":
    found = Display(os.environ["DISPLAY"].lstrip(":"))
    texts = {found.atom(name): text.encode() for name, text in json.load(sys.stdin).items()}
    if sys.argv[1] == "active":
        found.be_active()
    serve(found, texts, silent=sys.argv[1])

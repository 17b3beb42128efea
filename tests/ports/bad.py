"""Ports that misbehave: ``python bad.py hang``. Each is the reference until it has had enough."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time

mode = sys.argv[1]
process = subprocess.Popen(
    [sys.executable, "-m", "kirtis", "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
)
assert process.stdin is not None and process.stdout is not None


def say(line: bytes) -> None:
    sys.stdout.buffer.write(line)
    sys.stdout.buffer.flush()


for number, line in enumerate(sys.stdin.buffer):
    process.stdin.write(line)
    process.stdin.flush()
    answer = process.stdout.readline()
    if number >= 5:
        if mode == "hang":
            time.sleep(1000)
        elif mode == "child":
            # It ends, and what it has started lives on.
            child = subprocess.Popen(["sleep", "1000"])
            sys.stderr.write(f"child {child.pid}\n")
            sys.stderr.flush()
            os._exit(3)
        elif mode == "crash":
            raise SystemError("I cannot go on")
        elif mode == "rubbish":
            answer = b"<html>502 Bad Gateway</html>\n"
        elif mode == "nested":
            answer = b"[" * 100_000 + b"\n"
        elif mode == "binary":
            answer = bytes(range(128, 256)) + b"\n"
        elif mode == "flood":
            while True:
                say(b"x" * 65_536)
        elif mode == "talk":
            while True:
                say(answer)
        elif mode == "chatter":
            while True:
                sys.stderr.write("chatter " * 10_000)
        elif mode == "id":
            answer = json.dumps({**json.loads(answer), "id": 7_000_000}).encode() + b"\n"
        elif mode == "deaf":
            os.close(0)
            time.sleep(1000)
    if mode == "lie":
        said = json.loads(answer)
        if len(said.get("actions", [])) > 1:
            said["actions"] = said["actions"][1:]
        answer = json.dumps(said).encode() + b"\n"
    if mode == "types":
        said = json.loads(answer)
        if "actions" in said:
            said["actions"] = {"A": [1, None]}
        if "chance" in said and number > 3:
            said["chance"] = [[]]
        answer = json.dumps(said).encode() + b"\n"
    say(answer)
if mode == "linger":
    time.sleep(1000)
if mode == "code":
    sys.exit(9)
process.stdin.close()
process.wait()

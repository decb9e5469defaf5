"""MANIFEST: `<sha256>  <path>` of every file but itself, sorted, as sha256sum -c reads it."""

import hashlib
import re

LINE = re.compile(r"([0-9a-f]{64})  (\S.*)")


def digest(path):
    sha = hashlib.sha256()
    with open(path, "rb") as file:
        for block in iter(lambda: file.read(1 << 20), b""):
            sha.update(block)
    return sha.hexdigest()


def check(release):
    bad = release.findings.add
    if not release.has("MANIFEST"):
        return bad("MANIFEST", "is not there")
    listed = []
    for number, line in enumerate(release.lines("MANIFEST"), 1):
        if line.startswith("#"):
            continue
        match = LINE.fullmatch(line)
        if not match:
            bad(f"MANIFEST line {number}", f"is not a digest and a path: {line!r:.100}")
            continue
        sha, path = match.groups()
        listed.append(path)
        parts = path.split("/")
        if path.startswith("/") or "\\" in path or any(part in ("", ".", "..") for part in parts):
            bad(f"MANIFEST line {number}", f"the path leaves the folder: {path}")
        elif not release.has(path):
            bad(f"MANIFEST line {number}", f"there is no file {path}")
        elif digest(release.path(path)) != sha:
            bad(path, "has another digest than the MANIFEST says")
    if listed != sorted(listed, key=lambda path: path.encode()) or len(set(listed)) != len(listed):
        bad("MANIFEST", "is not sorted, or has a path twice")
    for path in release.files:
        if path != "MANIFEST" and path not in listed:
            bad("MANIFEST", f"does not list {path}")
    return None

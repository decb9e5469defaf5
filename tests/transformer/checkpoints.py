"""Small checkpoints with random numbers in the layouts that Hugging Face publishes, and what PyTorch computes of them.

The layers are written here from the papers and the published layouts, with torch's functions, to compare the C code with."""

import json
import math
import pathlib
import struct
import sys

import numpy as np
import torch
import torch.nn.functional as F

sys.dont_write_bytecode = True
import tokenisers

KINDS = ("bert", "roberta", "electra", "distilbert")
TYPES = {"F32": "<f4", "F16": "<f2", "BF16": "<u2"}
TEXT = (pathlib.Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")


def write_tensors(path, tensors, kind="F32"):
    header, blobs, at = {}, [], 0
    for name, value in tensors.items():
        value = value.detach().numpy()
        if kind == "BF16":
            value = (value.astype("<f4").view("<u4") >> 16).astype("<u2")
        blob = value.astype(TYPES[kind]).tobytes()
        header[name] = {"dtype": kind, "shape": list(value.shape), "data_offsets": [at, at + len(blob)]}
        blobs.append(blob)
        at += len(blob)
    text = json.dumps(header).encode()
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text)
        file.writelines(blobs)


def read_tensors(path):
    data = pathlib.Path(path).read_bytes()
    size = struct.unpack_from("<Q", data)[0]
    tensors = {}
    for name, entry in json.loads(data[8:8 + size]).items():
        if name == "__metadata__" or entry["dtype"] not in TYPES:
            continue
        first, end = (8 + size + at for at in entry["data_offsets"])
        value = np.frombuffer(data[first:end], TYPES[entry["dtype"]])
        if entry["dtype"] == "BF16":
            value = (value.astype("<u4") << 16).view("<f4")
        tensors[name] = torch.from_numpy(value.astype("<f4").reshape(entry["shape"]))
    return tensors


def read_folder(folder):
    index = folder / "model.safetensors.index.json"
    if not index.exists():
        return read_tensors(folder / "model.safetensors")
    tensors = {}
    for name in sorted(set(json.loads(index.read_text())["weight_map"].values())):
        tensors |= read_tensors(folder / name)
    return tensors


def names(kind):
    """How the tensors of a kind are called: of the embeddings, and of a layer."""
    if kind == "distilbert":
        layer = "distilbert.transformer.layer.{}."
        return layer, dict(q="attention.q_lin", k="attention.k_lin", v="attention.v_lin", o="attention.out_lin",
                           n1="sa_layer_norm", up="ffn.lin1", down="ffn.lin2", n2="output_layer_norm")
    return f"{kind}.encoder.layer.{{}}.", dict(
        q="attention.self.query", k="attention.self.key", v="attention.self.value", o="attention.output.dense",
        n1="attention.output.LayerNorm", up="intermediate.dense", down="output.dense", n2="output.LayerNorm")


def sizes(config):
    get = lambda *keys: next(config[key] for key in keys if key in config)
    return dict(layers=get("num_hidden_layers", "n_layers"), heads=get("num_attention_heads", "n_heads"),
                width=get("hidden_size", "dim"), inner=get("intermediate_size", "hidden_dim"))


def random_tensors(kind, config, generator):
    s, layer = sizes(config), names(kind)
    width, embedding = s["width"], config.get("embedding_size", s["width"])
    tensors = {}

    def matrix(name, out, into, scale=None, bias=True):
        tensors[name + ".weight"] = torch.randn(out, into, generator=generator) * (scale or 1.2 / math.sqrt(into))
        if bias:
            tensors[name + ".bias"] = torch.randn(out, generator=generator) * 0.2

    def norm(name, n):
        tensors[name + ".weight"] = 1 + 0.2 * torch.randn(n, generator=generator)
        tensors[name + ".bias"] = 0.2 * torch.randn(n, generator=generator)

    matrix(f"{kind}.embeddings.word_embeddings", config["vocab_size"], embedding, 1, False)
    matrix(f"{kind}.embeddings.position_embeddings", config["max_position_embeddings"], embedding, 0.5, False)
    if kind != "distilbert":
        matrix(f"{kind}.embeddings.token_type_embeddings", config["type_vocab_size"], embedding, 0.5, False)
    norm(f"{kind}.embeddings.LayerNorm", embedding)
    if embedding != width:
        matrix(f"{kind}.embeddings_project", width, embedding)
    for i in range(s["layers"]):
        base = {key: layer[0].format(i) + name for key, name in layer[1].items()}
        for key, shape in dict(q=(width, width), k=(width, width), v=(width, width), o=(width, width),
                               up=(s["inner"], width), down=(width, s["inner"])).items():
            matrix(base[key], *shape)
        norm(base["n1"], width)
        norm(base["n2"], width)
    matrix("qa_outputs", 2, width, 0.6)
    return tensors


def config_of(kind, vocab, layers=3, width=64, heads=4, inner=160):
    base = {"model_type": kind, "vocab_size": vocab, "max_position_embeddings": 514 if kind == "roberta" else 512}
    if kind == "distilbert":
        return base | {"n_layers": layers, "n_heads": heads, "dim": width, "hidden_dim": inner, "activation": "gelu"}
    base |= {"num_hidden_layers": layers, "num_attention_heads": heads, "hidden_size": width, "intermediate_size": inner,
             "hidden_act": "gelu", "layer_norm_eps": 1e-5 if kind == "roberta" else 1e-12,
             "type_vocab_size": 1 if kind == "roberta" else 2}
    if kind == "roberta":
        base["pad_token_id"] = 1
    return base | ({"embedding_size": 32} if kind == "electra" else {})


def word_vocab(count=600):
    """A vocabulary of word pieces: marks, characters, and what the README is made of."""
    seen = {}
    for word in tokenisers.WordPiece({}).words(TEXT):
        text = "".join(c for c, _ in word)
        for piece in (text, text[:3], "##" + text[3:], "##" + text[-2:]):
            if piece not in ("", "##"):
                seen[piece] = seen.get(piece, 0) + 1
    common = sorted(seen, key=lambda piece: (-seen[piece], piece))[:count]
    letters = [chr(c) for c in range(33, 127) if not chr(c).isupper()] + list("éαωяπ東京ไ")
    return list(dict.fromkeys(["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *letters, *("##" + c for c in letters), *common]))


def make(kind, folder, dtype="F32", shards=1, seed=1, **shape):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    if kind == "roberta":
        vocab, merges = tokenisers.learnt(TEXT, 300)
        (folder / "vocab.json").write_text(json.dumps(vocab), encoding="utf-8")
        lines = ["#version: 0.2", *(" ".join(m) for m in merges)]
        (folder / "merges.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    else:
        vocab = word_vocab()
        (folder / "vocab.txt").write_text("\n".join(vocab) + "\n", encoding="utf-8")
    config = config_of(kind, len(vocab), **shape)
    (folder / "config.json").write_text(json.dumps(config))
    tensors = random_tensors(kind, config, torch.Generator().manual_seed(seed))
    if shards == 1:
        write_tensors(folder / "model.safetensors", tensors, dtype)
        return folder
    where = {name: f"model-{i % shards + 1:05}-of-{shards:05}.safetensors" for i, name in enumerate(tensors)}
    for file in sorted(set(where.values())):
        write_tensors(folder / file, {n: v for n, v in tensors.items() if where[n] == file}, dtype)
    (folder / "model.safetensors.index.json").write_text(json.dumps({"metadata": {}, "weight_map": where}))
    return folder


def with_head(folder, out, seed=1):
    """A copy of an encoder's folder with a head of random numbers."""
    for file in folder.iterdir():
        if file.suffix in (".json", ".txt"):
            (out / file.name).write_bytes(file.read_bytes())
    tensors, dice = read_folder(folder), torch.Generator().manual_seed(seed)
    width = sizes(json.loads((folder / "config.json").read_text()))["width"]
    head = {"qa_outputs.weight": torch.randn(2, width, generator=dice) * 0.1, "qa_outputs.bias": torch.randn(2, generator=dice)}
    write_tensors(out / "model.safetensors", tensors | head)
    return out


class Reference:
    def __init__(self, folder):
        folder = pathlib.Path(folder)
        self.config = json.loads((folder / "config.json").read_text())
        self.kind, self.sizes = self.config["model_type"], sizes(self.config)
        self.tensors = {self.full_name(name): value for name, value in read_folder(folder).items()}
        self.eps = self.config.get("layer_norm_eps", 1e-12)

    def full_name(self, name):
        """Encoders without a head are published without the model's name in front."""
        return name if name.startswith((self.kind + ".", "qa_outputs.")) else f"{self.kind}.{name}"

    def linear(self, x, name):
        return F.linear(x, self.tensors[name + ".weight"], self.tensors[name + ".bias"])

    def norm(self, x, name):
        return F.layer_norm(x, x.shape[-1:], self.tensors[name + ".weight"], self.tensors[name + ".bias"], self.eps)

    def embedded(self, ids, kinds):
        table = lambda name: self.tensors[f"{self.kind}.embeddings.{name}.weight"]
        first = self.config["pad_token_id"] + 1 if self.kind == "roberta" else 0
        x = table("word_embeddings")[ids] + table("position_embeddings")[torch.arange(len(ids)) + first]
        if self.kind != "distilbert":
            x = x + table("token_type_embeddings")[torch.zeros_like(kinds) if self.kind == "roberta" else kinds]
        x = self.norm(x, f"{self.kind}.embeddings.LayerNorm")
        project = f"{self.kind}.embeddings_project"
        return self.linear(x, project) if project + ".weight" in self.tensors else x

    def layer(self, x, base):
        heads = self.sizes["heads"]
        q, k, v = (self.linear(x, base[key]).view(len(x), heads, -1).transpose(0, 1) for key in "qkv")
        mixed = torch.softmax(q @ k.transpose(1, 2) / math.sqrt(q.shape[-1]), -1) @ v
        x = self.norm(x + self.linear(mixed.transpose(0, 1).reshape(len(x), -1), base["o"]), base["n1"])
        return self.norm(x + self.linear(F.gelu(self.linear(x, base["up"])), base["down"]), base["n2"])

    @torch.no_grad()
    def scores(self, ids, kinds):
        x = self.embedded(torch.tensor(ids), torch.tensor(kinds))
        prefix, layer = names(self.kind)
        for i in range(self.sizes["layers"]):
            x = self.layer(x, {key: prefix.format(i) + name for key, name in layer.items()})
        return self.linear(x, "qa_outputs").T.numpy()

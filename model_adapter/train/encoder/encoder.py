"""A BERT encoder with a question-answering head in plain PyTorch: the truth for the mathematics and for the tensors' names.

Questions of a batch stand one after another without padding; `at` has where each begins, and its last entry where all end.
"""
import json
import math
import pathlib

import numpy as np
import torch
import torch.nn.functional as F

from base import HEAD, read_safetensors, wanted

EPSILON = 1e-12

def load(folder, seed=1):
    """Config and tensors of a Hugging Face folder; a head is made up where it has none."""
    folder = pathlib.Path(folder)
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    stored = read_safetensors(folder / "model.safetensors")
    tensors = {name: torch.from_numpy(np.array(stored[name], np.float32)) for name in wanted(config)}
    dice = torch.Generator().manual_seed(seed)
    tensors[HEAD[0]] = torch.from_numpy(np.array(stored[HEAD[0]])) if HEAD[0] in stored else torch.randn(2, config["hidden_size"], generator=dice) * 0.02
    tensors[HEAD[1]] = torch.from_numpy(np.array(stored[HEAD[1]])) if HEAD[1] in stored else torch.zeros(2)
    return config, tensors


def dropped(x, share, dice):
    return x if not share else x * (torch.rand(x.shape, generator=dice) >= share) / (1 - share)


class Plain:
    """The encoder for any processor; gradients are autograd's. products: the type in which the layers' matrices are multiplied."""

    def __init__(self, config, tensors, products=torch.float32):
        self.config, self.tensors, self.products = config, tensors, products

    def dense(self, x, name):
        weight, bias = self.tensors[name + ".weight"], self.tensors[name + ".bias"]
        if self.products is torch.float32 or name + ".weight" in HEAD:
            return F.linear(x, weight, bias)
        return F.linear(x.to(self.products), weight.to(self.products)).float() + bias

    def norm(self, x, name):
        return F.layer_norm(x, x.shape[-1:], self.tensors[name + ".weight"], self.tensors[name + ".bias"], EPSILON)

    def attention(self, x, at, name):
        heads = self.config["num_attention_heads"]
        q, k, v = (self.dense(x, f"{name}.self.{part}").view(len(x), heads, -1).transpose(0, 1) for part in ("query", "key", "value"))
        out = []
        for a, b in zip(at[:-1], at[1:]):
            score = q[:, a:b] @ k[:, a:b].transpose(1, 2) / math.sqrt(q.shape[-1])
            out.append((score.softmax(-1) @ v[:, a:b]).transpose(0, 1).reshape(b - a, -1))
        return torch.cat(out)

    def embedded(self, ids, places, types):
        t = self.tensors
        return self.norm(t["embeddings.word_embeddings.weight"][ids] + t["embeddings.position_embeddings.weight"][places]
                         + t["embeddings.token_type_embeddings.weight"][types], "embeddings.LayerNorm")

    def hidden(self, batch, drop=0, dice=None):
        x = self.embedded(batch["ids"], batch["places"], batch["types"])
        at = batch["at"].tolist()
        for i in range(self.config["num_hidden_layers"]):
            name = f"encoder.layer.{i}"
            y = self.dense(self.attention(x, at, name + ".attention"), name + ".attention.output.dense")
            x = self.norm(x + dropped(y, drop, dice), name + ".attention.output.LayerNorm")
            y = self.dense(F.gelu(self.dense(x, name + ".intermediate.dense")), name + ".output.dense")
            x = self.norm(x + dropped(y, drop, dice), name + ".output.LayerNorm")
        return x

    def logits(self, batch, drop=0, dice=None):
        """[tokens, 2]: of the first and of the last token of an answer."""
        return self.dense(self.hidden(batch, drop, dice), "qa_outputs")

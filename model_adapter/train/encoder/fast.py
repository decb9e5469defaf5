"""The encoder with its way back written out, for processors with AMX: products in brain-float by oneDNN, all between them by kernels.c.

weights.py has the weights that it goes through.
"""
import ctypes
import os

import torch

import encoder
from weights import HALF, Weights, processor_has

PARTS = ("attention.output", "output")  # of a layer that end in a LayerNorm


def structure(name, **fields):
    """A struct of kernels.c: pointers unless another type is said."""
    kinds = dict(long=ctypes.c_long, u32=ctypes.c_uint32, float=ctypes.c_float, pointer=ctypes.c_void_p)
    return type(name, (ctypes.Structure,), {"_fields_": [(field, kinds[kind]) for kind, some in fields.items() for field in some.split()]})


Bend = structure("Bend", pointer="in bias", long="rows columns")
Norm = structure("Norm", pointer="weight bias in_bias", long="rows columns", u32="seed limit", float="kept epsilon")
Normed = structure("Normed", pointer="out out16 straight spread")
NormBack = structure("NormBack", pointer="grad more straight spread grad_old grad_in weight bias in_bias")
Pace = structure("Pace", float="rate decay first second epsilon first_left second_left average scale")
State = structure("State", pointer="weight first second mean")


class Attention(ctypes.Structure):
    _fields_ = [*((name, ctypes.c_void_p) for name in ("qkv", "bias", "at")), ("questions", ctypes.c_long), ("width", ctypes.c_long),
                *((name, ctypes.c_void_p) for name in ("out", "log_sum", "scratch"))]


def library(path):
    """The compiled kernels, or None where this processor cannot run them."""
    if not processor_has("amx_bf16"):
        return None
    found = ctypes.CDLL(os.path.abspath(path))
    found.square_half.restype = ctypes.c_double
    found.scratch_bytes.restype = ctypes.c_long
    return found if found.begin_tiles() == 0 else None


def place(tensor):
    return tensor.data_ptr() if tensor is not None else None


def at(tensor):
    return ctypes.c_void_p(place(tensor))


def long(n):
    return ctypes.c_long(n)


class FastWeights(Weights):
    """AdamW's step by kernels.c, in one pass over all."""

    def __init__(self, config, tensors, kernels):
        super().__init__(config, tensors, HALF)
        self.kernels = kernels

    def norm(self, grads):
        matrices, rest = ([g[kind].all for g in grads] for kind in (0, 1))
        square = self.kernels.square_half(at(matrices[0]), at(matrices[1] if len(grads) > 1 else None), long(len(matrices[0])))
        return (square + float(sum(rest).square().sum())) ** 0.5

    def update(self, kind, first, count, pace, grads):
        state = State(*(place(flat.all[first:]) for flat in self.all_of(kind)))
        pair = (ctypes.c_void_p * 2)(*(place(g.all[first:]) for g in grads))
        pace = ctypes.byref(Pace(*pace))
        if kind == "matrices":
            self.kernels.adam_half(pace, pair, ctypes.byref(state), at(self.short.all[first:]), long(count))
        else:
            self.kernels.adam_float(pace, pair, ctypes.byref(state), long(count))


class Worker:
    """Goes through the encoder there and back with one batch; several may, each in a thread of its own."""

    def __init__(self, weights, longest):
        self.w, self.k = weights, weights.kernels
        self.grads = weights.empty_grads()
        self.scratch = torch.zeros(self.k.scratch_bytes(long(longest)) + 64, dtype=torch.uint8)
        self.width = weights.config["hidden_size"]

    def norm(self, name, dense, rows, seed=0, drop=0.0):
        """dense: the layer that comes before it, for its bias."""
        rest = self.w.rest
        return Norm(*map(place, (rest[name + ".weight"], rest[name + ".bias"], rest[dense] if dense else None)), rows, self.width,
                    seed & 0xffffffff, int(drop * 2 ** 32), 1 / (1 - drop), encoder.EPSILON)

    def add_norm(self, norm, old, new):
        rows = len(old)
        out, spread = torch.empty(rows, self.width), torch.empty(rows)
        out16, straight = (torch.empty(rows, self.width, dtype=HALF) for _ in range(2))
        self.k.add_norm(ctypes.byref(norm), at(old), at(new), ctypes.byref(Normed(*map(place, (out, out16, straight, spread)))))
        return out, out16, (straight, spread)

    def add_norm_back(self, norm, name, dense, grad, more, kept):
        """Gradients of what was added: of the old, and of the layer's."""
        sums, (straight, spread) = self.grads[1], kept
        old = torch.empty(len(straight), self.width)
        new = torch.empty(len(straight), self.width, dtype=HALF) if dense else None
        lists = (grad, more, straight, spread, old, new, sums[name + ".weight"], sums[name + ".bias"], sums[dense] if dense else None)
        self.k.add_norm_back(ctypes.byref(norm), ctypes.byref(NormBack(*map(place, lists))))
        return old, new

    def attention(self, name, qkv, batch, context, sums):
        scratch = (self.scratch.data_ptr() + 63) // 64 * 64
        return Attention(place(qkv), place(self.w.rest[name + "qkv"]), place(batch["at"]), len(batch["at"]) - 1, self.width, place(context), place(sums), scratch)

    def bend(self, name, up):
        return Bend(place(up), place(self.w.rest[name + "intermediate.dense"]), *up.shape)

    def layer(self, i, x, x16, batch, seed, drop):
        name, m, rows = f"encoder.layer.{i}.", self.w.short, len(x)
        qkv = x16 @ m[name + "qkv"].t()
        context, sums = torch.empty(rows, self.width, dtype=HALF), torch.empty(self.width // 32, rows)
        self.k.attend(ctypes.byref(self.attention(name, qkv, batch, context, sums)))
        norms = [self.norm(name + part + ".LayerNorm", name + part + ".dense", rows, seed + n, drop) for n, part in enumerate(PARTS)]
        y, y16, first = self.add_norm(norms[0], x, context @ m[name + "attention.output.dense"].t())
        up = y16 @ m[name + "intermediate.dense"].t()
        bent = torch.empty_like(up)
        self.k.gelu(ctypes.byref(self.bend(name, up)), at(bent))
        z, z16, second = self.add_norm(norms[1], y, bent @ m[name + "output.dense"].t())
        return z, z16, (x16, qkv, context, sums, norms, first, y16, up, bent, second)

    def layer_back(self, i, grad, more, batch, kept):
        name, m, (gm, gr) = f"encoder.layer.{i}.", self.w.short, self.grads
        x16, qkv, context, sums, norms, first, y16, up, bent, second = kept
        grad, new = self.add_norm_back(norms[1], name + "output.LayerNorm", name + "output.dense", grad, more, second)
        torch.mm(new.t(), bent, out=gm[name + "output.dense"])
        bent_grad = new @ m[name + "output.dense"]
        self.k.gelu_back(ctypes.byref(self.bend(name, up)), at(bent_grad), at(gr[name + "intermediate.dense"]))
        torch.mm(bent_grad.t(), y16, out=gm[name + "intermediate.dense"])
        more = bent_grad @ m[name + "intermediate.dense"]
        grad, new = self.add_norm_back(norms[0], name + "attention.output.LayerNorm", name + "attention.output.dense", grad, more, first)
        torch.mm(new.t(), context, out=gm[name + "attention.output.dense"])
        context_grad, qkv_grad = new @ m[name + "attention.output.dense"], torch.empty_like(qkv)
        self.k.attend_back(ctypes.byref(self.attention(name, qkv, batch, context, sums)), at(context_grad), at(qkv_grad))
        self.k.sum_rows(at(qkv_grad), at(gr[name + "qkv"]), long(len(qkv)), long(3 * self.width))
        torch.mm(qkv_grad.t(), x16, out=gm[name + "qkv"])
        return grad, qkv_grad @ m[name + "qkv"]

    def forward(self, batch, seed=0, drop=0.0):
        """Logits, and what the way back needs."""
        rest = self.w.rest
        x = self.w.frozen[batch["ids"]]
        x += rest["embeddings.position_embeddings.weight"][batch["places"]]
        x += rest["embeddings.token_type_embeddings.weight"][batch["types"]]
        norm = self.norm("embeddings.LayerNorm", None, len(x))
        x, x16, first = self.add_norm(norm, x, None)
        kept = []
        for i in range(self.w.config["num_hidden_layers"]):
            x, x16, more = self.layer(i, x, x16, batch, seed + 2 * i, drop)
            kept.append(more)
        return torch.addmm(rest[encoder.HEAD[1]], x, rest[encoder.HEAD[0]].t()), (norm, first, kept, x)

    def back(self, batch, logits_grad, kept):
        """Fills self.grads."""
        norm, first, kept, x = kept
        gr = self.grads[1]
        gr.all.zero_()
        torch.mm(logits_grad.t(), x, out=gr[encoder.HEAD[0]])
        gr[encoder.HEAD[1]].copy_(logits_grad.sum(0))
        grad, more = logits_grad @ self.w.rest[encoder.HEAD[0]], None
        while kept:
            grad, more = self.layer_back(len(kept) - 1, grad, more, batch, kept.pop())
        grad, _ = self.add_norm_back(norm, "embeddings.LayerNorm", None, grad, more, first)
        gr["embeddings.position_embeddings.weight"].index_add_(0, batch["places"], grad)
        gr["embeddings.token_type_embeddings.weight"].index_add_(0, batch["types"], grad)

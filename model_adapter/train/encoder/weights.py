"""The weights that are being trained: in single precision, in two long vectors (matrices, and all the rest), with AdamW's moments and
the average of the weights over time. Word vectors stay as they are."""
import os
import subprocess
import sys

import torch

import encoder
from base import PRODUCTS

HALF, FULL = torch.bfloat16, torch.float32
SELF = [p.replace("/", ".") for p in PRODUCTS[:3]]
MATRICES = ("qkv", *(p.replace("/", ".") for p in PRODUCTS[3:]))
NORMS = [f"{norm}.{part}" for norm in ("attention.output.LayerNorm", "output.LayerNorm") for part in ("weight", "bias")]
FROZEN = "embeddings.word_embeddings.weight"
FIRST, SECOND, EPSILON, DECAY = 0.9, 0.98, 1e-6, 0.01  # of AdamW


def processor_has(flag):
    with open("/proc/cpuinfo", encoding="ascii", errors="replace") as file:
        return flag in file.read()


def allow_brain_float():
    """oneDNN 2.6 asks the processor how large AMX's tiles are; where a hypervisor hides that, its products get the process killed.
    Whether that is so here a process of its own finds out; if so, oneDNN is to do without tiles. It looks once, at its first product."""
    trial = "import torch; a = torch.ones(64, 64, dtype=torch.bfloat16); a @ a"
    if subprocess.run([sys.executable, "-c", trial], stderr=subprocess.DEVNULL, check=False).returncode < 0:
        os.environ["ONEDNN_MAX_CPU_ISA"] = os.environ["DNNL_MAX_CPU_ISA"] = "AVX512_CORE_BF16"


if processor_has("amx_bf16"):
    allow_brain_float()


class Flat:
    """Named tensors of one type as views of one long vector."""

    def __init__(self, places, vector):
        self.places, self.all = places, vector

    @staticmethod
    def of(tensors):
        places, size = {}, 0
        for name, value in tensors.items():
            places[name] = size, value.shape
            size += -(-value.numel() // 16) * 16
        made = Flat(places, torch.zeros(size))
        for name, value in tensors.items():
            made[name].copy_(value)
        return made

    def __getitem__(self, name):
        first, shape = self.places[name]
        return self.all[first:first + shape.numel()].view(shape)

    def like(self, kind=FULL):
        return Flat(self.places, torch.zeros(len(self.all), dtype=kind))


def split_up(config, tensors):
    """BERT's tensors as matrices (query, key and value in one) and rest."""
    matrices, rest = {}, {}
    for i in range(config["num_hidden_layers"]):
        layer = f"encoder.layer.{i}."
        for to, kind in ((matrices, "weight"), (rest, "bias")):
            to[layer + "qkv"] = torch.cat([tensors[f"{layer}{part}.{kind}"] for part in SELF])
            to.update({layer + part: tensors[f"{layer}{part}.{kind}"] for part in MATRICES[1:]})
        rest.update({layer + part: tensors[layer + part] for part in NORMS})
    rest.update({name: tensors[name] for name in tensors if not name.startswith("encoder.") and name != FROZEN})
    return matrices, rest


def put_together(config, matrices, rest, frozen):
    """The way back of split_up, as views."""
    out, size = {FROZEN: frozen}, config["hidden_size"]
    for i in range(config["num_hidden_layers"]):
        layer = f"encoder.layer.{i}."
        for flat, kind in ((matrices, "weight"), (rest, "bias")):
            out.update({f"{layer}{part}.{kind}": flat[layer + "qkv"][n * size:(n + 1) * size] for n, part in enumerate(SELF)})
            out.update({f"{layer}{part}.{kind}": flat[layer + part] for part in MATRICES[1:]})
        out.update({layer + part: rest[layer + part] for part in NORMS})
    out.update({name: rest[name] for name in rest.places if not name.startswith("encoder.")})
    return out


class Weights:
    def __init__(self, config, tensors, short=FULL):
        """short: the type in which matrices are multiplied and have their gradients."""
        self.config, self.frozen, self.steps = config, tensors[FROZEN], 0
        self.matrices, self.rest = map(Flat.of, split_up(config, tensors))
        self.moments = {kind: [flat.like() for _ in range(3)] for kind, flat in self.kinds()}  # first, second, average of the weights
        for kind, flat in self.kinds():
            self.moments[kind][2].all.copy_(flat.all)
        self.short = self.matrices.like(short)
        self.shorten()

    def shorten(self):
        self.short.all.copy_(self.matrices.all)

    def kinds(self):
        return ("matrices", self.matrices), ("rest", self.rest)

    def all_of(self, kind):
        return [getattr(self, kind), *self.moments[kind]]

    def empty_grads(self):
        return self.matrices.like(self.short.all.dtype), self.rest.like()

    def state(self):
        return dict(steps=self.steps, **{kind: [flat.all for flat in self.all_of(kind)] for kind, _ in self.kinds()})

    def restore(self, state):
        self.steps = state["steps"]
        for kind, _ in self.kinds():
            for flat, value in zip(self.all_of(kind), state[kind]):
                flat.all.copy_(value)
        self.shorten()

    def averaged(self):
        """The average of the weights over time, under BERT's names."""
        return put_together(self.config, self.moments["matrices"][2], self.moments["rest"][2], self.frozen)

    def swap(self):
        """The average takes the place of the weights, or gives it back."""
        for kind, flat in self.kinds():
            flat.all, self.moments[kind][2].all = self.moments[kind][2].all, flat.all
        self.shorten()

    def norm(self, grads):
        return float(sum(sum(g[kind].all for g in grads).square().sum() for kind in (0, 1))) ** 0.5

    def step(self, grads, rates, clip, averaging):
        """One step of AdamW. grads: of one worker or two, each (matrices, rest); rates: of the name of a tensor. Returns their norm."""
        norm = self.norm(grads)
        self.steps += 1
        for n, (kind, flat) in enumerate(self.kinds()):
            for name, (first, shape) in flat.places.items():
                pace = (rates(name), 0 if n else DECAY, FIRST, SECOND, EPSILON, 1 - FIRST ** self.steps, 1 - SECOND ** self.steps,
                        averaging, min(1.0, clip / (norm + 1e-6)))
                self.update(kind, first, shape.numel(), pace, [g[n] for g in grads])
        return norm

    def update(self, kind, first, count, pace, grads):
        rate, decay, one, two, epsilon, one_left, two_left, averaging, scale = pace
        weight, m, v, mean = (flat.all[first:first + count] for flat in self.all_of(kind))
        grad = sum(g.all[first:first + count] for g in grads) * scale
        m.mul_(one).add_(grad, alpha=1 - one)
        v.mul_(two).addcmul_(grad, grad, value=1 - two)
        weight.mul_(1 - rate * decay).addcdiv_(m, (v / two_left).sqrt_().add_(epsilon), value=-rate / one_left)
        mean.mul_(averaging).add_(weight, alpha=1 - averaging)
        if kind == "matrices":
            self.short.all[first:first + count] = weight


class PlainWorker:
    """Goes through the encoder there and back with one batch, on any processor. fast.Worker does the same."""

    def __init__(self, weights, products=FULL):
        """products: the type in which the layers' matrices are multiplied."""
        self.w, self.products, self.grads = weights, products, weights.empty_grads()

    def forward(self, batch, seed=0, drop=0.0):
        """Logits, and what the way back needs."""
        with torch.enable_grad():
            leaves = [flat.all.detach().requires_grad_() for _, flat in self.w.kinds()]
            named = put_together(self.w.config, *(Flat(flat.places, leaf) for (_, flat), leaf in zip(self.w.kinds(), leaves)), self.w.frozen)
            logits = encoder.Plain(self.w.config, named, self.products).logits(batch, drop, torch.Generator().manual_seed(seed))
        return logits.detach(), (logits, leaves)

    def back(self, _, logits_grad, kept):
        """Fills self.grads."""
        for to, grad in zip(self.grads, torch.autograd.grad(*kept, logits_grad)):
            to.all.copy_(grad)

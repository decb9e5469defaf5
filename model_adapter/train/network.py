"""The neural reader's network, as it is trained. model_adapter/readers/neural_net.c computes the same.

A passage and a question come in as rows of word vectors, rows of five small tables and features
(readers/neural_text.c). The passage also sees the question's vectors aligned to each of its words. Both go
through bidirectional SRU layers; attention in both directions joins them; more SRU layers read the joint
passage; the head scores every span of up to `span` tokens at once.
"""
import ctypes
import math
import os

import torch
from torch import nn
from torch.nn import functional

VECTOR = 100
PART_ROWS = (2048, 2048, 256, 39, 16)
ASKED, STILL, QUESTION_FEATURES = 12, 14, 9
BLOCKED = -1e4

DEFAULTS = dict(width=96, rank=64, align=64, part=12, passage_layers=2, question_layers=2, joint_layers=2, span=20,
                learnt_words=2000, drop=0.25, drop_vectors=0.2, drop_words=0.03)

_library = ctypes.CDLL(os.environ.get("BEAT_KERNELS", os.path.join(os.path.dirname(os.path.abspath(__file__)), "kernels.so")))


def _sizes(*numbers):
    return (ctypes.c_int * len(numbers))(*numbers)


def _pointers(*tensors):
    return (ctypes.c_void_p * len(tensors))(*(t.data_ptr() for t in tensors))


def _pointer(tensor):
    return ctypes.c_void_p(tensor.data_ptr())


class Recurrence(torch.autograd.Function):
    @staticmethod
    def forward(ctx, gates, carried, v, b, length):
        gates, carried = gates.contiguous(), carried.contiguous()
        batch, tokens, width = carried.shape
        out, state, forget, reset = (torch.empty_like(carried) for _ in range(4))
        _library.sru_forward(_sizes(batch, tokens, width // 2), _pointer(length), _pointers(gates, carried, v, b),
                             _pointers(out, state, forget, reset))
        ctx.save_for_backward(gates, carried, v, b, state, forget, reset, length)
        return out

    @staticmethod
    def backward(ctx, grad):
        gates, carried, v, b, state, forget, reset, length = ctx.saved_tensors
        batch, tokens, width = carried.shape
        grads = torch.empty_like(gates), torch.empty_like(carried), torch.zeros_like(v), torch.zeros_like(b)
        grad = grad.contiguous()
        _library.sru_backward(_sizes(batch, tokens, width // 2), _pointer(length),
                              _pointers(gates, carried, v, b, state, forget, reset, grad), _pointers(*grads))
        return (*grads, None)


class Band(torch.autograd.Function):
    @staticmethod
    def forward(ctx, start, end, band):
        start, end = start.contiguous(), end.contiguous()
        batch, tokens, rank = start.shape
        out = torch.empty(batch, tokens, band)
        ctx.sizes = _sizes(batch, tokens, rank, band)
        _library.band_forward(ctx.sizes, _pointer(start), _pointer(end), _pointer(out))
        ctx.save_for_backward(start, end)
        return out

    @staticmethod
    def backward(ctx, grad):
        start, end = ctx.saved_tensors
        grad, d_start, d_end = grad.contiguous(), torch.zeros_like(start), torch.zeros_like(end)
        _library.band_backward(ctx.sizes, _pointers(start, end, grad), _pointer(d_start), _pointer(d_end))
        return d_start, d_end, None


class Drop(nn.Module):
    """Drops whole units of a text, not single numbers."""

    def __init__(self, share):
        super().__init__()
        self.share = share

    def forward(self, x):
        if not self.training or self.share == 0:
            return x
        return x * torch.empty(x.shape[0], 1, x.shape[2]).bernoulli_(1 - self.share).div_(1 - self.share)


class Layer(nn.Module):
    """A bidirectional SRU over its normalised input; the highway carries the input itself."""

    def __init__(self, width):
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.weight = nn.Parameter(torch.empty(3 * width, width).uniform_(-math.sqrt(3 / width), math.sqrt(3 / width)))
        self.v = nn.Parameter(torch.empty(2, 2, width // 2).uniform_(-0.3, 0.3))
        self.b = nn.Parameter(torch.zeros(2, 2, width // 2))
        with torch.no_grad():
            self.b[:, 1] -= 0.5

    def forward(self, x, length, drop):
        return Recurrence.apply(functional.linear(drop(self.norm(x)), self.weight), x, self.v, self.b, length)


class Reader(nn.Module):
    def __init__(self, vectors, config):
        super().__init__()
        c = self.config = {**DEFAULTS, **config}
        width, rank = c["width"], c["rank"]
        word = VECTOR + len(PART_ROWS) * c["part"]
        self.register_buffer("vectors", vectors, persistent=False)
        self.learnt = min(c["learnt_words"], vectors.shape[0])
        self.delta = nn.Parameter(torch.zeros(self.learnt, VECTOR))
        self.part = nn.ParameterList(nn.Parameter(torch.randn(rows, c["part"]) * 0.1) for rows in PART_ROWS)
        self.align = nn.Linear(VECTOR, c["align"])
        self.passage_in = nn.Linear(word + STILL + VECTOR + 1 + ASKED, width)
        self.question_in = nn.Linear(word + QUESTION_FEATURES, width)
        self.passage_layers = nn.ModuleList(Layer(width) for _ in range(c["passage_layers"]))
        self.question_layers = nn.ModuleList(Layer(width) for _ in range(c["question_layers"]))
        self.attend_passage = nn.Linear(width, 1, bias=False)
        self.attend_question = nn.Linear(width, 1, bias=False)
        self.attend_both = nn.Parameter(torch.randn(width) * 0.05)
        self.joint_in = nn.Linear(4 * width, width)
        self.joint_layers = nn.ModuleList(Layer(width) for _ in range(c["joint_layers"]))
        self.start, self.end = nn.Linear(2 * width, rank), nn.Linear(2 * width, rank)
        self.start_score, self.end_score = nn.Linear(rank, 1), nn.Linear(rank, 1)
        self.pair = nn.Linear(rank, rank, bias=False)
        self.inside = nn.Linear(2 * width, 1)
        self.length = nn.Linear(width, c["span"])
        with torch.no_grad():
            self.length.weight.zero_()
            self.length.bias.copy_(-0.1 * torch.arange(c["span"]).float())
        self.summary = nn.Linear(width, 1)
        self.start_asked, self.end_asked = nn.Linear(width, rank), nn.Linear(width, rank)
        self.drop, self.drop_vectors = Drop(c["drop"]), Drop(c["drop_vectors"])

    def words(self, rows, parts):
        """Word vectors and the five tables' rows."""
        learnt = rows < self.learnt
        vectors = self.vectors[rows] + functional.embedding(rows * learnt, self.delta) * learnt[:, :, None]
        if self.training and self.config["drop_words"] > 0:
            vectors = vectors * (torch.rand(rows.shape) >= self.config["drop_words"]).float()[:, :, None]
        return self.drop_vectors(vectors), torch.cat([functional.embedding(parts[:, :, i], t) for i, t in enumerate(self.part)], -1)

    def forward(self, batch):
        """Scores [text][first token][tokens - 1]; impossible spans have BLOCKED."""
        length, asked_length, drop = batch["length"], batch["question_length"], self.drop
        beyond = torch.arange(batch["rows"].shape[1])[None] >= length[:, None]
        beyond_question = torch.arange(batch["question_rows"].shape[1])[None] >= asked_length[:, None]

        x, x_parts = self.words(batch["rows"], batch["parts"])
        y, y_parts = self.words(batch["question_rows"], batch["question_parts"])
        match = torch.bmm(functional.relu(self.align(x)), functional.relu(self.align(y)).transpose(1, 2)) * 0.3
        match = match.masked_fill(beyond_question[:, None], BLOCKED)
        aligned, best = torch.bmm(match.softmax(-1), y), match.max(-1)[0][:, :, None] * 0.1
        h = self.passage_in(torch.cat([x, x_parts, batch["still"], aligned, best, batch["asked"]], -1))
        u = self.question_in(torch.cat([y, y_parts, batch["question_features"]], -1))
        for layer in self.passage_layers:
            h = layer(h, length, drop)
        for layer in self.question_layers:
            u = layer(u, asked_length, drop)

        hd, ud = drop(h), drop(u)
        similar = self.attend_passage(hd) + self.attend_question(ud).transpose(1, 2) + torch.bmm(hd * self.attend_both, ud.transpose(1, 2))
        to_question = similar.masked_fill(beyond_question[:, None], BLOCKED).softmax(-1)
        to_passage = similar.masked_fill(beyond[:, :, None], BLOCKED).softmax(1)
        seen = torch.bmm(to_question, ud)
        back = torch.bmm(to_question, torch.bmm(to_passage.transpose(1, 2), hd))
        joint = functional.relu(self.joint_in(torch.cat([hd, seen, hd * seen, hd * back], -1)))
        m = joint
        for layer in self.joint_layers:
            m = layer(m, length, drop)

        weight = self.summary(u).squeeze(-1).masked_fill(beyond_question, BLOCKED).softmax(-1)
        asked = torch.bmm(weight[:, None], u).squeeze(1)
        return self.spans(drop(torch.cat([m, joint], -1)), asked, beyond)

    def spans(self, z, asked, beyond):
        span = self.config["span"]
        start = functional.relu(self.start(z) + self.start_asked(asked)[:, None])
        end = functional.relu(self.end(z) + self.end_asked(asked)[:, None])
        inside = self.inside(z).squeeze(-1)
        upto = torch.cumsum(inside, 1)
        scores = Band.apply(self.pair(start), end, span) / math.sqrt(self.config["rank"])
        scores = scores + (self.start_score(start).squeeze(-1) + inside - upto)[:, :, None]
        ends = functional.pad(self.end_score(end).squeeze(-1) + upto, (0, span - 1))
        scores = scores + ends.unfold(1, span, 1) + self.length(asked)[:, None]
        blocked = functional.pad(beyond, (0, span - 1), value=True).unfold(1, span, 1)
        return scores.masked_fill(blocked, BLOCKED)

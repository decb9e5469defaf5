#!/usr/bin/env python3
"""Fine-tunes a pretrained encoder into a reader.

    finetune.py --base FOLDER --out FOLDER --kernels FILE.so (--minutes N | --steps N) --data NAME=FILE … [--hold-out NAME=K:I,…]

OUT gets model.safetensors (the average of the weights over time), config.json, vocab.txt and, while it is under way, `resume`:
with --resume the training goes on from there, with the same questions in the same order, the same moments and coins. --minutes is
time on the clock, over all sittings; --steps is repeatable to the byte on one kind of processor. A line of the log is appended
to --log.
"""
import argparse
import concurrent.futures
import json
import pathlib
import random
import shutil
import sys
import time

import torch

import answer
import base
import encoder
import fast
import questions as asked_of
import weights
import wordpiece

TELL = 30  # seconds between lines on how it goes
CLIP = 1.0  # the norm of a question's gradient
WARM = 0.05  # of the training, in which the rate grows
HEAD_RATE = 4  # times that of the last layer


def flags():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    add = parser.add_argument
    add("--base", type=pathlib.Path, required=True, help="folder of the pretrained encoder (base.py)")
    add("--out", type=pathlib.Path, required=True, help="folder to make")
    add("--log", type=pathlib.Path, help="the log of runs")
    add("--kernels", help="kernels.c, compiled; without it, or without AMX, plain PyTorch does it, ten times as slowly")
    add("--data", action="append", required=True, metavar="NAME=FILE", help="a data set, SQuAD format")
    add("--anywhere", default="", help="sets whose answers count wherever their text stands: NAME,…")
    add("--helping", default="", help="sets that are trained on less and less: NAME,…")
    add("--share", type=float, default=0.5, help="helping questions for each other one at the beginning (default 0.5)")
    add("--hold-out", default="", metavar="NAME=K:I,…", help="articles that are not trained on: number mod K = I")
    add("--minutes", type=float, help="on the clock, over all sittings")
    add("--steps", type=int, help="instead of minutes")
    add("--rate", type=float, default=1.5e-4, help="of the last layer (default 1.5e-4)")
    add("--layer-decay", type=float, default=0.93, help="each layer below learns so much slower (default 0.93)")
    add("--drop", type=float, default=0.05, help="share of a layer's output that is dropped (default 0.05)")
    add("--smooth", type=float, default=0.02, help="share of the aim that is spread over all tokens (default 0.02)")
    add("--averaging", type=float, default=0.996, help="share of the average that stays in a step (default 0.996)")
    add("--tokens", type=int, default=1500, help="in a worker's batch (default 1500)")
    add("--longest", type=int, default=352, help="tokens of a question with its passage (default 352)")
    add("--workers", type=int, default=2, choices=(1, 2), help="threads, each with a batch of its own (default 2)")
    add("--seed", type=int, default=1)
    add("--checkpoint", type=float, default=120, help="seconds between checkpoints (default 120)")
    add("--look", type=float, default=600, help="seconds between looks at what was held out (default 600)")
    add("--look-at", type=int, default=300, help="questions of each held-out set to look at (default 300)")
    add("--products", choices=("auto", "float", "brain-float"), default="auto",
        help="of plain PyTorch: auto takes brain-float where the processor multiplies it (avx512_bf16), in a third of the time (default auto)")
    add("--resume", action="store_true", help="go on where OUT/resume was kept")
    return parser


def rules_of(text):
    """{name: (k, i)} of NAME=K:I,…"""
    return {item.split("=")[0]: tuple(map(int, item.split("=")[1].split(":"))) for item in text.split(",") if item}


def divide(args, pieces):
    """Questions to train on, helping ones, and {set: held out}."""
    rules, main, helping, held = rules_of(args.hold_out), [], [], {}
    for item in args.data:
        name, path = item.split("=", 1)
        k, i = rules.get(name, (1, 1))
        for q in asked_of.load(path, name, pieces, name in args.anywhere.split(",")):
            if q["passage"]["article"] % k == i:
                held.setdefault(name, []).append(q)
            elif q["answers"]:
                (helping if name in args.helping.split(",") else main).append(q)
    for some in held.values():
        random.Random(3).shuffle(some)
    if not main:
        sys.exit("everything is held out: there is nothing to train on")
    return main, helping, held


def loss_of(logits, batch, targets, smooth):
    """Half on each annotator's answer by its share, half on any of them; first and last token apart, over the passage's tokens."""
    total = logits.new_zeros(())
    for (start, size, _), wanted in zip(batch["starts"], targets):
        if not wanted:
            continue
        log = torch.log_softmax(logits[start:start + size], 0)
        aim, any_of = torch.zeros(size, 2), []
        for share, places in wanted:
            for a, b in places:
                aim[a - start, 0] += share / len(places)
                aim[b - start, 1] += share / len(places)
                any_of.append(log[a - start, 0] + log[b - start, 1])
        aim = (1 - smooth) * aim / aim.sum(0) + smooth / size
        total = total - 0.5 * (aim * log).sum() - 0.5 * torch.logsumexp(torch.stack(any_of), 0)
    return total / 2


class Training:
    def __init__(self, args):
        self.args = args
        self.pieces = wordpiece.load(args.base / "vocab.txt")
        self.config, tensors = encoder.load(args.base, args.seed)
        main, helping, self.held = divide(args, self.pieces)
        self.stream = asked_of.Stream(main, helping, args.tokens, args.longest, args.seed)
        self.weights, self.workers = workers_for(args, self.config, tensors)
        self.pool = concurrent.futures.ThreadPoolExecutor(args.workers)
        self.spent, self.seen, self.loss, self.looks, self.began = 0.0, 0, None, [], time.time()
        print(f"{len(main):,} questions and {len(helping):,} helping ones; held out: "
              + ", ".join(f"{len(some):,} of {name}" for name, some in self.held.items()), flush=True)

    def seconds(self):
        return self.spent + time.time() - self.began

    def progress(self):
        return self.weights.steps / self.args.steps if self.args.steps else self.seconds() / (60 * self.args.minutes)

    def rates(self, progress):
        """Rates by name: up while it warms, then down in a line to nothing."""
        now = self.args.rate * min(1, progress / WARM + 0.01) * max(0.0, min(1, (1 - progress) / (1 - WARM)))
        layers = self.config["num_hidden_layers"]

        def rate(name):
            if name in encoder.HEAD:
                return HEAD_RATE * now
            depth = layers - 1 - int(name.split(".")[2]) if name.startswith("encoder.") else layers
            return now * self.args.layer_decay ** depth
        return rate

    def one(self, worker, items, seed):
        """Fills the worker's gradients; the loss, summed over the questions."""
        batch = asked_of.batch_of(items, self.args.longest, self.pieces)
        logits, kept = worker.forward(batch, seed, self.args.drop)
        with torch.enable_grad():
            logits.requires_grad_()
            loss = loss_of(logits, batch, asked_of.targets_of(items, batch), self.args.smooth)
            grad, = torch.autograd.grad(loss, logits)
        worker.back(batch, grad, kept)
        return float(loss)

    def step(self):
        progress, steps = self.progress(), self.weights.steps
        parts = [self.stream.next(self.args.share * (1 - progress)) for _ in self.workers]
        count = sum(map(len, parts))
        jobs = [self.pool.submit(self.one, worker, items, (steps * 2 + n) * 1000003 + self.args.seed)
                for n, (worker, items) in enumerate(zip(self.workers, parts))]
        loss = sum(job.result() for job in jobs) / count
        averaging = min(self.args.averaging, (1 + steps) / (10 + steps))
        self.weights.step([worker.grads for worker in self.workers], self.rates(progress), CLIP * count, averaging)
        self.seen += count
        self.loss = loss if self.loss is None else 0.98 * self.loss + 0.02 * loss

    def look(self):
        """Scores of the averaged weights on some of what was held out."""
        self.weights.swap()
        held_out = {}
        for name, held in self.held.items():
            some = held[:self.args.look_at]
            held_out[name] = answer.scores(answer.answers(lambda batch: self.workers[0].forward(batch)[0], some, self.pieces), some)
        self.weights.swap()
        self.looks.append(dict(progress=round(min(1, self.progress()), 3), step=self.weights.steps, seen=self.seen, f1_share=0.0, held_out=held_out))
        print("; ".join(f"{name} F1 {found['f1']:.1f}" for name, found in held_out.items()), flush=True)

    def keep(self):
        state = dict(weights=self.weights.state(), stream=self.stream.state(), spent=self.seconds(), seen=self.seen, loss=self.loss, looks=self.looks)
        torch.save(state, self.args.out / "resume.partial")
        (self.args.out / "resume.partial").replace(self.args.out / "resume")

    def restore(self):
        state = torch.load(self.args.out / "resume")
        self.weights.restore(state["weights"])
        self.stream.restore(state["stream"])
        self.spent, self.seen, self.loss, self.looks = (state[key] for key in ("spent", "seen", "loss", "looks"))
        self.began = time.time()
        print(f"goes on at step {self.weights.steps}", flush=True)

    def run(self):
        kept = looked = told = time.time()
        while self.progress() < 1:
            self.step()
            if time.time() - told > TELL:
                told = time.time()
                print(f"{100 * self.progress():.1f} %: step {self.weights.steps}, {self.seen:,} questions, {self.seen / self.seconds():.1f} a second, "
                      f"loss {self.loss:.3f}", flush=True)
            if time.time() - kept > self.args.checkpoint:
                self.keep()
                kept = time.time()
            if time.time() - looked > self.args.look:
                self.look()
                looked = time.time()
        self.keep()

    def finish(self):
        self.look()
        write(self.args.out, self.args.base, self.weights.averaged())
        told = {key: getattr(self.args, key) for key in ("seed", "hold_out", "helping", "share", "rate", "layer_decay", "drop", "smooth", "averaging",
                                                         "tokens", "longest", "workers")}
        line = dict(name=self.args.out.name, base=self.args.base.name, steps=self.weights.steps, seen=self.seen, minutes=round(self.seconds() / 60, 1),
                    rounds=self.stream.rounds, loss=round(self.loss, 4), data=[item.split("=")[0] for item in self.args.data], **told, looks=self.looks)
        (self.args.out / "run.json").write_text(json.dumps(line), encoding="utf-8")
        if self.args.log:
            with open(self.args.log, "a", encoding="utf-8") as log:
                log.write(json.dumps(line) + "\n")


def workers_for(args, config, tensors):
    """The weights, and who goes through them: the quick way where the processor has it and the shape fits."""
    fits = config["hidden_size"] == 32 * config["num_attention_heads"] and config["intermediate_size"] % 16 == 0
    kernels = fast.library(args.kernels) if args.kernels and fits else None
    if kernels is None:
        short = args.products == "brain-float" or args.products == "auto" and fast.processor_has("avx512_bf16")
        print(f"no AMX here, or an encoder of another shape: plain PyTorch, products in {'brain-float' if short else 'single precision'}", flush=True)
        kept = weights.Weights(config, tensors)
        return kept, [weights.PlainWorker(kept, weights.HALF if short else weights.FULL) for _ in range(args.workers)]
    kept = fast.FastWeights(config, tensors, kernels)
    return kept, [fast.Worker(kept, max(args.longest, answer.WINDOW)) for _ in range(args.workers)]


def write(out, source, tensors):
    base.write_safetensors(out / "model.safetensors", {name: value.numpy() for name, value in tensors.items()})
    for name in ("config.json", "vocab.txt"):
        shutil.copy(source / name, out / name)


def main():
    args = flags().parse_args()
    if (args.minutes is None) == (args.steps is None):
        sys.exit("either --minutes or --steps")
    torch.set_num_threads(1)
    torch.set_grad_enabled(False)
    args.out.mkdir(parents=True, exist_ok=True)
    training = Training(args)
    if args.resume and (args.out / "resume").is_file():
        training.restore()
    training.run()
    training.finish()


if __name__ == "__main__":
    main()

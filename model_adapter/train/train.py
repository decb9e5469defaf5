"""Trains one network of the neural reader.

    train.py --work DIR --name NAME [--minutes 60 | --steps N] [--seed 1] [--hold-out squad=7:3,wiki=12:0] [--resume] …

DIR has words.npz (words.py), kernels.so and, for each data set NAME=DATASET.json given with --data, the
encoded NAME.enc (train-encode); with --others also NAME-others.enc, its questions in other versions (augment.py). Writes DIR/NAME.pt (the averaged weights), checkpoints in DIR/NAME.resume and a
line to DIR/runs.jsonl. With --minutes the schedule runs on processor time, so a busy machine changes nothing but the
waiting; with --steps the same seed gives the same weights to the bit, interrupted and resumed or not.
"""
import argparse
import collections
import json
import math
import os
import random
import sys
import time

import numpy as np
import torch

from data import batch_of, batches, load, texts
from network import DEFAULTS, Reader
from score import evaluate


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--work", required=True, help="folder with words.npz, *.enc, kernels.so")
    parser.add_argument("--name", required=True, help="name of the run")
    parser.add_argument("--data", action="append", default=[], metavar="NAME=FILE", help="a data set, SQuAD format")
    parser.add_argument("--aux", default="", help="names of data sets that only help in the beginning, with commas")
    parser.add_argument("--others", type=float, default=0, help="share of the questions that is taken in another version, in every epoch")
    parser.add_argument("--hold-out", default="", metavar="NAME=K:I,…", help="articles whose number mod K is I are not trained on")
    parser.add_argument("--minutes", type=float, default=60, help="processor time")
    parser.add_argument("--steps", type=int, default=0, help="train for so many steps instead, whatever time they take")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rate", type=float, default=3.5e-3, help="highest learning rate")
    parser.add_argument("--tokens", type=int, default=4500, help="tokens in a batch")
    parser.add_argument("--longest", type=int, default=260, help="passages with more tokens are not trained on")
    parser.add_argument("--flat", type=float, default=0.3, help="share of the time at the highest rate")
    parser.add_argument("--evals", type=int, default=6, help="how often the held-out articles are looked at")
    parser.add_argument("--start", default="", help="begin with the weights of this .pt file")
    parser.add_argument("--checkpoint", type=float, default=180, metavar="SECONDS", help="of processor time between checkpoints")
    parser.add_argument("--resume", action="store_true", help="go on from the last checkpoint")
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", help="of the network: " + ", ".join(DEFAULTS))
    return parser.parse_args()


class Data:
    """The questions by purpose."""

    def __init__(self, args):
        self.main, self.aux, self.held, self.texts = [], [], {}, {}
        self.others, self.others_share = collections.defaultdict(list), args.others
        holds = {}
        for item in filter(None, args.hold_out.split(",")):
            name, rule = item.split("=")
            holds[name] = tuple(int(x) for x in rule.split(":"))
        for item in args.data:
            name, path = item.split("=", 1)
            k, i = holds.get(name, (0, 0))
            if k != 1:  # what is held out as a whole measure.py looks at, once
                self.take(args, name, path, lambda q: k and q["passage"]["article"] % k == i)

    def take(self, args, name, path, is_held):
        fit = lambda q: q["answers"] and q["passage"]["n"] <= args.longest and not is_held(q)
        questions = load(os.path.join(args.work, name + ".enc"), name)
        held, rest = [q for q in questions if is_held(q)], [q for q in questions if fit(q)]
        if held:
            self.held[name], self.texts[name] = held, texts(path)
        if name in args.aux.split(","):
            self.aux.extend(rest)
            return
        self.main.extend(rest)
        if self.others_share:
            for q in filter(fit, load(os.path.join(args.work, name + "-others.enc"), name)):
                self.others[name, q["id"]].append(q)

    def version(self, q, chooser):
        """The question itself, or one of its other versions."""
        others = self.others.get((q["passage"]["source"], q["id"]))
        return chooser.choice(others) if others and chooser.random() < self.others_share else q

    def epoch(self, progress, chooser):
        share = max(0.0, 1 - 1.3 * progress) * 0.5
        main = [self.version(q, chooser) for q in self.main] if self.others_share else self.main
        return main + chooser.sample(self.aux, int(len(self.aux) * share))


def loss_of(scores, questions, aux_names, aux_weight=0.5):
    """Half the annotators' answers by their share, half any of them; an answer may stand in several places."""
    span = scores.shape[2]
    shares = torch.log_softmax(scores.flatten(1), 1)
    owner, weight, places = [], [], []
    for i, q in enumerate(questions):
        total = sum(a for a, _ in q["answers"])
        for annotators, spots in q["answers"]:
            owner.append(i)
            weight.append(annotators / total)
            places.append([first * span + min(last - first, span - 1) for first, last in spots])
    most = max(len(p) for p in places)
    index = torch.tensor([p + [p[0]] * (most - len(p)) for p in places])
    filler = torch.tensor([[0.0] * len(p) + [-1e9] * (most - len(p)) for p in places])
    owner, weight = torch.tensor(owner), torch.tensor(weight)
    answer = torch.logsumexp(shares[owner[:, None], index] + filler, 1)
    each = torch.zeros(len(questions)).index_add(0, owner, -answer * weight)
    any_of = -torch.log(torch.zeros(len(questions)).index_add(0, owner, answer.exp()).clamp(max=1) + 1e-9)
    scale = torch.tensor([aux_weight if q["passage"]["source"] in aux_names else 1.0 for q in questions])
    return ((each + any_of) / 2 * scale).mean()


def rate_at(progress, step, args):
    warm = min(1, (step + 1) / 200)
    if progress < args.flat:
        return args.rate * warm
    return args.rate * warm * (0.5 * (1 + math.cos(math.pi * (progress - args.flat) / (1 - args.flat))) + 0.01)


class Run:
    def __init__(self, args):
        self.args = args
        torch.set_num_threads(1)
        torch.manual_seed(args.seed)
        np.random.seed(args.seed)
        self.chooser = random.Random(args.seed)
        stored = np.load(os.path.join(args.work, "words.npz"))
        vectors = torch.from_numpy(stored["vector"].astype(np.float32) * stored["scale"][:, None])
        config = {k: type(DEFAULTS[k])(float(v)) for k, v in (item.split("=") for item in args.set)}
        self.network = Reader(vectors, config)
        if args.start:
            self.network.load_state_dict(torch.load(args.start)["weights"])
        self.weights = list(self.network.parameters())
        self.optimiser = torch.optim.AdamW(self.weights, lr=args.rate, weight_decay=1e-4, betas=(0.9, 0.98))
        self.average = [w.detach().clone() for w in self.weights]
        self.step, self.epoch, self.used, self.history = 0, 0, 0.0, []
        self.epoch_start, self.done = None, 0  # chooser and progress when the epoch began, batches of it that are done
        self.path = os.path.join(args.work, args.name)

    def say(self, *words):
        print(time.strftime("%H:%M:%S"), self.args.name, *words, flush=True)

    def swap(self):
        """Averaged weights in, trained ones out, or back."""
        for weight, mean in zip(self.weights, self.average):
            kept = weight.data.clone()
            weight.data.copy_(mean)
            mean.copy_(kept)

    def save_checkpoint(self):
        torch.save(dict(weights=self.network.state_dict(), average=self.average, optimiser=self.optimiser.state_dict(),
                        step=self.step, epoch=self.epoch, used=self.used, history=self.history,
                        torch_state=torch.get_rng_state(), epoch_start=self.epoch_start, done=self.done), self.path + ".resume.new")
        os.replace(self.path + ".resume.new", self.path + ".resume")

    def resume(self):
        kept = torch.load(self.path + ".resume")
        self.network.load_state_dict(kept["weights"])
        self.optimiser.load_state_dict(kept["optimiser"])
        self.average = kept["average"]
        self.step, self.epoch, self.used, self.history = kept["step"], kept["epoch"], kept["used"], kept["history"]
        torch.set_rng_state(kept["torch_state"])
        self.epoch_start, self.done = kept.get("epoch_start"), kept.get("done", 0)

    def train_on(self, questions, progress):
        self.network.train()
        rate = rate_at(progress, self.step, self.args)
        for group in self.optimiser.param_groups:
            group["lr"] = rate
        loss = loss_of(self.network(batch_of(questions)), questions, self.args.aux.split(","))
        self.optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.weights, 2.0)
        self.optimiser.step()
        self.step += 1
        decay = min(0.999, (1 + self.step) / (10 + self.step))
        with torch.no_grad():
            torch._foreach_mul_(self.average, decay)
            torch._foreach_add_(self.average, [w.data for w in self.weights], alpha=1 - decay)
        return float(loss)

    def look(self, data, progress, f1_share=0.0):
        self.swap()
        found = {name: evaluate([self.network], held, data.texts[name], f1_share) for name, held in data.held.items()}
        self.swap()
        self.history.append(dict(progress=round(progress, 3), step=self.step, epoch=self.epoch, held_out=found, f1_share=f1_share))
        self.say(f"{100 * progress:.0f} %", *(f"{n}: EM {s['em']} F1 {s['f1']} wins {s['wins']}" for n, s in found.items()))

    def progress(self):
        return self.step / self.args.steps if self.args.steps else self.used / (self.args.minutes * 60)

    def epoch_batches(self, data):
        """What is left of the epoch: a resumed one is drawn as it was before."""
        if self.done == 0:
            self.epoch_start = self.chooser.getstate(), self.progress()
        state, progress = self.epoch_start
        self.chooser.setstate(state)
        return batches(data.epoch(progress, self.chooser), self.args.tokens, self.chooser)[self.done:]

    def go(self, data):
        looked = int(self.progress() * (self.args.evals + 1))
        started, saved, losses = time.process_time() - self.used, time.process_time(), []
        while self.progress() < 1:
            for questions in self.epoch_batches(data):
                self.used = time.process_time() - started
                if self.progress() >= 1:
                    break
                losses.append(self.train_on(questions, self.progress()))
                self.done += 1
                if self.step % 100 == 0:
                    self.say(f"step {self.step} epoch {self.epoch} loss {np.mean(losses):.3f} {100 * self.progress():.0f} % after {self.used / 60:.1f} min")
                    losses = []
                if self.progress() * (self.args.evals + 1) >= looked + 1 and data.held:
                    before = time.process_time()
                    looked += 1
                    self.look(data, self.progress())
                    started += time.process_time() - before
                if time.process_time() - saved > self.args.checkpoint:
                    self.save_checkpoint()
                    saved = time.process_time()
            self.epoch, self.done = self.epoch + 1, 0

    def finish(self, data):
        self.save_checkpoint()
        self.look(data, 1.0)
        self.look(data, 1.0, f1_share=1.0)
        self.swap()
        record = dict(name=self.args.name, seed=self.args.seed, minutes=round(self.used / 60, 1), steps=self.step, epochs=self.epoch,
                      hold_out=self.args.hold_out, data=[d.split("=")[0] for d in self.args.data], aux=self.args.aux,
                      rate=self.args.rate, start=os.path.basename(self.args.start), config=self.network.config, looks=self.history)
        torch.save(dict(weights=self.network.state_dict(), config=self.network.config, run=record), self.path + ".pt")
        with open(os.path.join(self.args.work, "runs.jsonl"), "a", encoding="utf-8") as log:
            log.write(json.dumps(record) + "\n")


def main():
    args = arguments()
    data = Data(args)
    run = Run(args)
    if args.resume and os.path.exists(run.path + ".resume"):
        run.resume()
    run.say(f"{len(data.main)} questions, {len(data.aux)} to help, held out:",
            ", ".join(f"{n} {len(h)}" for n, h in data.held.items()) or "none",
            f"| {sum(w.numel() for w in run.weights)} weights")
    if not data.main:
        sys.exit("there is nothing to train on")
    run.go(data)
    run.finish(data)


if __name__ == "__main__":
    main()

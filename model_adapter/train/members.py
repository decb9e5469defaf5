"""Trained networks (the .pt files of train.py) that answer together."""
import os

import numpy as np
import torch

from network import Reader

# What the members of one file must have in common: their tensors have one shape.
SHAPE = ("width", "rank", "align", "part", "passage_layers", "question_layers", "joint_layers", "span", "learnt_words")


def stored_words(work):
    return np.load(os.path.join(work, "words.npz"))


def vectors_of(words):
    """The word vectors as the quantised ones stand for them: what was trained on, and what C uses."""
    return torch.from_numpy(words["vector"].astype(np.float32) * words["scale"][:, None])


def load(work, paths):
    """Networks ready to answer, and the record of the run of each."""
    vectors = vectors_of(stored_words(work))
    networks, runs = [], []
    for path in paths:
        kept = torch.load(path)
        network = Reader(vectors, kept["config"])
        network.load_state_dict(kept["weights"])
        network.eval()
        networks.append(network)
        runs.append(kept["run"])
        unlike = [key for key in SHAPE if network.config[key] != networks[0].config[key]]
        if unlike:
            raise SystemExit(f"{path}: {', '.join(unlike)} differ from those of {paths[0]}; members must be alike")
    return networks, runs

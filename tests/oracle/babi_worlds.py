"""Stories of `beatctl lab babi` solved by brute force: every world that fits the sentences is held as a state of its own, and
an answer is what all of them say. Knows the English sentences alone, nothing of how they were made."""

import itertools
import re

PEOPLE = {"John": "he", "Mary": "she", "Sandra": "she", "Daniel": "he", "Fred": "he", "Bill": "he", "Jeff": "he", "Julie": "she"}
PLACES = ["bathroom", "bedroom", "garden", "hallway", "kitchen", "office", "park", "school", "cinema"]
OBJECTS = ["football", "milk", "apple"]
P, L, O = "|".join(PEOPLE), "|".join(PLACES), "|".join(OBJECTS)
LEAD = r"(?:Following that|After that|Afterwards|Then) "
MOVED = r"(?:moved to|went to|went back to|travelled to|journeyed to|is in)"
FORMS = [
    ("NEGATE", re.compile(rf"^({P}) is (?:not|no longer) in the ({L})\.$")),
    ("INDEF", re.compile(rf"^({P}) is either in the ({L}) or the ({L})\.$")),
    ("CONJ", re.compile(rf"^({P}) and ({P}) {MOVED} the ({L})\.$")),
    ("COMPOUND", re.compile(rf"^{LEAD}they {MOVED} the ({L})\.$")),
    ("MOVE", re.compile(rf"^(?:({P})|{LEAD}(?:he|she)) {MOVED} the ({L})\.$")),
    ("GRAB", re.compile(rf"^(?:({P})|{LEAD}(?:he|she)) (?:got|grabbed|took|picked up) the ({O})\.$")),
    ("DROP", re.compile(rf"^(?:({P})|{LEAD}(?:he|she)) (?:dropped|discarded|left|put down) the ({O})\.$")),
    ("GIVE", re.compile(rf"^({P}) (?:gave|handed|passed) the ({O}) to ({P})\.$")),
    ("GIVE2", re.compile(rf"^({P}) (?:gave|handed|passed) ({P}) the ({O})\.$")),
]


def parse(story):
    """[(form, names, needs)]: needs is the sentence before, where a pronoun stands for its people."""
    out = []
    for i, sentence in enumerate(story):
        for form, pattern in FORMS:
            m = pattern.match(sentence)
            if m:
                break
        else:
            raise ValueError(f"cannot read {sentence!r}")
        g, needs = list(m.groups()), None
        if form == "COMPOUND":
            assert out[i - 1][0] == "CONJ", sentence
            g, needs = out[i - 1][1][:2] + g, i - 1
        elif form in ("MOVE", "GRAB", "DROP") and g[0] is None:
            g[0], needs = out[i - 1][1][0], i - 1
            assert out[i - 1][2] is None and out[i - 1][0] not in ("CONJ", "GIVE", "GIVE2"), sentence
            assert re.search(r" (he|she) ", sentence).group(1) == PEOPLE[g[0]], sentence
        if form == "GIVE2":
            form, g = "GIVE", [g[0], g[2], g[1]]
        out.append((form, g, needs))
    return out


class World:
    """Where people are (None: anywhere, not decided yet), who holds what (None: not known, '' nobody), where things lie."""

    __slots__ = ("at", "holder", "spot", "path")

    def __init__(self, at=(), holder=(), spot=(), path=()):
        self.at, self.holder, self.spot, self.path = dict(at), dict(holder), dict(spot), {k: list(v) for k, v in dict(path).items()}

    def key(self):
        return (tuple(sorted(self.at.items())), tuple(sorted(self.holder.items())), tuple(sorted(self.spot.items())),
                tuple((k, tuple(v)) for k, v in sorted(self.path.items())))

    def copy(self):
        return World(self.at, self.holder, self.spot, self.path)

    def go(self, who, place):
        self.at[who] = place
        for o, h in self.holder.items():
            if h == who:
                self.path.setdefault(o, []).append(place)


def located(worlds, who):
    """The same worlds with the person's place decided."""
    for w in worlds:
        if who in w.at:
            yield w
            continue
        for place in PLACES:
            v = w.copy()
            v.go(who, place)  # was there all along
            for o, h in v.holder.items():
                if h == who:
                    v.path[o].pop()
            yield v


def step(worlds, form, g):
    if form in ("MOVE", "CONJ", "COMPOUND"):
        for w in worlds:
            v = w.copy()
            for who in g[:-1]:
                v.go(who, g[-1])
            yield v
    elif form in ("NEGATE", "INDEF"):
        for w in worlds:
            for place in PLACES:
                if (place == g[1]) if form == "NEGATE" else (place not in g[1:]):
                    continue
                v = w.copy()
                v.go(g[0], place)
                yield v
    elif form == "GRAB":
        for w in located(worlds, g[0]):
            here, o = w.at[g[0]], g[1]
            if w.holder.get(o) or (o in w.spot and w.spot[o] != here):
                continue
            v = w.copy()
            if not v.path.get(o):
                v.path[o] = [here]
            v.holder[o] = g[0]
            v.spot.pop(o, None)
            yield v
    else:
        o = g[1]
        worlds = located(worlds, g[0])
        if form == "GIVE":
            worlds = located(worlds, g[2])
        for w in worlds:
            if w.holder.get(o) not in (None, g[0]) or (form == "GIVE" and w.at[g[0]] != w.at[g[2]]):
                continue
            v = w.copy()
            if v.holder.get(o) is None:
                v.path.setdefault(o, []).append(v.at[g[0]])
            if form == "GIVE":
                v.holder[o] = g[2]
            else:
                v.holder[o], v.spot[o] = "", v.at[g[0]]
            yield v


def worlds_of(parsed, keep):
    worlds = [World()]
    for i, (form, g, needs) in enumerate(parsed):
        if i not in keep or (needs is not None and needs not in keep):
            continue
        worlds = list({w.key(): w for w in step(worlds, form, g)}.values())
    return worlds


def before(path, place):
    """Where it was before it was there last."""
    stays = [p for p, _ in itertools.groupby(path)]
    if place not in stays:
        return None
    i = len(stays) - 1 - stays[::-1].index(place)
    return stays[i - 1] if i > 0 else None


def common(values):
    values = set(values)
    return values.pop() if len(values) == 1 else None


def held(worlds, parsed, keep, who):
    said = any(f in ("GRAB", "DROP", "GIVE") and who in (g[0], g[2] if f == "GIVE" else None)
               for i, (f, g, needs) in enumerate(parsed) if i in keep and (needs is None or needs in keep))
    if not said:
        return None
    return common(tuple(o for o in OBJECTS if w.holder.get(o) == who) for w in worlds)


def gifts(parsed, keep):
    return [g for i, (f, g, needs) in enumerate(parsed) if f == "GIVE" and i in keep]


def answer(parsed, keep, question):
    def match(pattern):
        return re.match(pattern, question)

    for pattern, key, value in (
        (rf"^Who gave the ({O}) to ({P})\?$", (1, 2), 0),
        (rf"^Who gave the ({O})\?$", (1,), 0),
        (rf"^Who received the ({O})\?$", (1,), 2),
        (rf"^Who did ({P}) give the ({O}) to\?$", (0, 1), 2),
        (rf"^What did ({P}) give to ({P})\?$", (0, 2), 1),
    ):
        m = match(pattern)
        if m:
            told = [g[value] for g in gifts(parsed, keep) if tuple(g[k] for k in key) == m.groups()]
            return told[-1] if told else None
    worlds = worlds_of(parsed, keep)
    if not worlds:
        return None
    m = match(rf"^Where is ({P})\?$")
    if m:
        return common(w.at.get(m.group(1)) for w in worlds)
    m = match(rf"^Where is the ({O})\?$")
    if m:
        return common(w.at.get(w.holder[m.group(1)]) if w.holder.get(m.group(1)) else w.spot.get(m.group(1)) for w in worlds)
    m = match(rf"^Where was the ({O}) before the ({L})\?$")
    if m:
        return common(before(w.path.get(m.group(1), []), m.group(2)) for w in worlds)
    m = match(rf"^Is ({P}) in the ({L})\?$")
    if m:
        places = {w.at.get(m.group(1)) for w in worlds}
        if None in places or places == set(PLACES):
            return None
        return "no" if m.group(2) not in places else "yes" if len(places) == 1 else "maybe"
    m = match(rf"^What is ({P}) carrying\?$")
    if m:
        things = held(worlds, parsed, keep, m.group(1))
        return None if things is None else ",".join(things) or "nothing"
    m = match(rf"^How many objects is ({P}) carrying\?$")
    things = held(worlds, parsed, keep, m.group(1))
    return None if things is None else ["none", "one", "two", "three"][len(things)]


def composition(parsed, facts):
    names = set()
    for i in facts:
        form, _, needs = parsed[i]
        names.add(form if form in ("GRAB", "DROP", "GIVE") else "MOVE")
        names |= {form} & {"CONJ", "COMPOUND", "NEGATE", "INDEF"}
        if needs is not None and form != "COMPOUND":
            names.add("COREF")
    return sorted(names)


def held_out(item, parsed):
    """What a training part must not have (Tables 6 and 7)."""
    forms = {f for f, _, _ in parsed}
    odd = [f for f, _, needs in parsed if needs is not None and f not in ("MOVE", "COMPOUND")]
    if odd:
        return "a construct with another event than MOVE"
    if forms & {"GRAB", "DROP", "GIVE"} and (forms & {"CONJ", "COMPOUND", "NEGATE", "INDEF"} or any(n is not None for _, _, n in parsed)):
        return "a construct in a story with possession"
    if item["kind"] == "yes-no" and (forms & {"GRAB", "DROP", "GIVE", "CONJ", "COMPOUND"} or any(n is not None for _, _, n in parsed)):
        return "yes-no beside something else than MOVE, NEGATE and INDEF"
    if item["kind"] == "where-was-O" and "GIVE" in forms:
        return "where-was-O beside GIVE"
    return None


def check(item, training):
    parsed = parse(item["story"])
    facts = {i - 1 for i in item["support"]}
    if item["support"] != sorted(set(item["support"])) or not facts:
        return "facts are no ascending numbers"
    if answer(parsed, set(range(len(parsed))), item["question"]) != item["answer"]:
        return f"the whole story says {answer(parsed, set(range(len(parsed))), item['question'])}"
    if answer(parsed, facts, item["question"]) != item["answer"]:
        return f"the facts say {answer(parsed, facts, item['question'])}"
    for i in facts:
        if answer(parsed, facts - {i}, item["question"]) == item["answer"]:
            return f"fact {i + 1} can be left out"
    if item["composition"] != composition(parsed, facts):
        return f"the composition is {composition(parsed, facts)}"
    return held_out(item, parsed) if training else None

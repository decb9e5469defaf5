"""How a question is answered from the scores of an encoder, written from the reference pipelines: windows that overlap, start + end
over valid spans, one softmax over all windows and "no answer", whole words."""

import math

WINDOW, STRIDE, SPAN, QUESTION, BYTES = 384, 128, 30, 64, 2048


def trimmed(text, piece):
    id, first, end, word = piece
    while first < end and text[first].isspace():
        first += 1
    while first < end and text[end - 1].isspace():
        end -= 1
    return id, first, end, word


def windows(count, room):
    """(first, number) of the passage's pieces in each window."""
    first = 0
    while True:
        yield first, min(room, count - first)
        if first + room >= count:
            return
        first += room - STRIDE


def sound(text, pieces, i, j):
    (_, first, i_end, _), (_, j_first, end, _) = pieces[i], pieces[j]
    part = text[first:end]
    return first < i_end and j_first < end and len(part.encode()) <= BYTES and any(c.isalnum() or c == "_" for c in part)


def span_scores(reference, frame, question, pieces):
    """The best score of each span by its pieces, and that of no answer."""
    first, middle, last = frame
    spans, none = {}, math.inf
    before = [first, *(p[0] for p in question), *middle]
    for at, n in windows(len(pieces), WINDOW - len(before) - 1):
        ids = before + [p[0] for p in pieces[at:at + n]] + [last]
        start, end = reference.scores(ids, [0] * len(before) + [1] * (n + 1))
        none = min(none, float(start[0]) + float(end[0]))
        for i in range(n):
            for j in range(i, min(i + SPAN, n)):
                score = float(start[len(before) + i]) + float(end[len(before) + j])
                spans[at + i, at + j] = max(spans.get((at + i, at + j), -math.inf), score)
    return spans, none


def whole_words(text, pieces, i, j):
    first, last = i, j
    while first > 0 and pieces[first - 1][3] == pieces[first][3] and pieces[first - 1][1] < pieces[first - 1][2]:
        first -= 1
    while last + 1 < len(pieces) and pieces[last + 1][3] == pieces[last][3] and pieces[last + 1][1] < pieces[last + 1][2]:
        last += 1
    if not sound(text, pieces, first, last):
        first, last = i, j
    return pieces[first][1], pieces[last][2]


def answers(reference, tokeniser, frame, passage, question, count):
    """The best: [(start, end, probability)]."""
    pieces = [trimmed(passage, p) for p in tokeniser.cut(passage)]
    spans, none = span_scores(reference, frame, tokeniser.cut(question)[:QUESTION], pieces)
    valid = {s: score for s, score in spans.items() if sound(passage, pieces, *s)}
    most = max(none, *valid.values())
    total = math.exp(none - most) + sum(math.exp(score - most) for score in valid.values())
    best = {}
    for (i, j), score in sorted(valid.items(), key=lambda item: (-item[1], item[0]))[:80]:
        best.setdefault(whole_words(passage, pieces, i, j), math.exp(score - most) / total)
    return [(*span, p) for span, p in best.items()][:count]

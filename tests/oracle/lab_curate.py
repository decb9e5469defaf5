"""`beatctl lab curate`: documents of every form, merging, filters, lengths drawn like a reference; figures computed again here."""

import bz2
import gzip
import json
import os
import random

MARKDOWN = """# Heading one

Some *emphasised* text with a [link](http://example.org/x) and http://bare.example/path. And `code`.
Next line ![img](x.png) of para.

| a | b |
|---|---|
| 1 | 2 |

- item with www.foo.com

    code

> quoted text
"""
HTML = """<html><head><title>Página &amp; more</title><style>x{}</style></head><body><h1>Big</h1><p>First <a href="/wiki/X">inner
link</a> and <a href="https://x.y">outer</a>.<sup class="reference">[1]</sup></p><table><tr><td>no</td></tr></table>loose text<br>one<br><br>two<img
src=x alt="no"><ul><li>li 1<li>li 2</ul><script>bad()</script></body></html>"""
WIKI = """{{Infobox
| a = {{b}}
}}
'''Berlin''' is the [[capital city|capital]] of [[Germany]].<ref name="x">cite</ref> See [http://x.y words here] or http://z.
[[File:Foo.jpg|thumb|A [[nested]] caption]]

== History ==
Next <!-- no --> paragraph &amp; more.
{| class="wikitable"
|-
| cell
|}
* list item
"""
MBOX = """From a@b Mon Jan  1 00:00:00 2020
Subject: =?utf-8?Q?H=C3=A9llo_w?=
 =?iso-8859-1?B?9nJsZA==?=
Content-Type: text/plain; charset=iso-8859-1
Content-Transfer-Encoding: quoted-printable

Caf=E9 is a place of long=
 lines.

> quoted
My words at http://x.y/z.
--\x20
signature

From c@d Mon Jan  1 00:00:00 2020
Subject: multi
Content-Type: multipart/alternative; boundary="XX"

--XX
Content-Type: text/html

<p>html <b>part</b></p>
--XX
Content-Type: text/plain

plain part
>From here
--XX--
"""
DUMP = """<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" version="0.11" xml:lang="en">
  <siteinfo><sitename>Test</sitename><namespaces><namespace key="0" case="first-letter" /><namespace key="1">Talk</namespace></namespaces></siteinfo>
  <page><title>Berlin &amp; more</title><ns>0</ns><id>7</id>
    <revision><id>1</id><comment>no &lt;text&gt;</comment><model>wikitext</model><text bytes="9" xml:space="preserve">Old words.</text></revision>
    <revision><id>2</id><model>wikitext</model><text bytes="9" xml:space="preserve">'''Berlin''' &lt;!-- no --&gt; is the [[capital city|capital]] &#x2014; of [[Germany]].&lt;ref&gt;cite&lt;/ref&gt;

<![CDATA[{{box|<b>}}Second & last.]]></text></revision></page>
  <page><title>Bärlin</title><ns>0</ns><redirect title="Berlin" /><revision><text>#REDIRECT [[Berlin]]</text></revision></page>
  <page><title>Older way</title><revision><text>  #Redirect [[Berlin]]</text></revision></page>
  <page><title>Talk:Berlin</title><ns>1</ns><revision><text>Said of it.</text></revision></page>
  <page><title>Data</title><ns>0</ns><revision><model>json</model><text>{}</text></revision></page>
  <page><title>Empty</title><ns>0</ns><revision><text bytes="0" /></revision></page>
  <page><title>Rhine</title><ns>0</ns><revision><model>wikitext</model><text>A river.</text></revision></page>
</mediawiki>
"""
FORMS = {
    "a.md": (MARKDOWN, [("Heading one", t) for t in ("Some emphasised text with a LINKREMOVED and LINKREMOVED. And code. Next line of para.", "item with LINKREMOVED", "code", "quoted text")]),
    "b.html": (HTML, [("Página & more", t) for t in ("First inner link and LINKREMOVED.", "loose text one", "two", "li 1", "li 2")]),
    "c.wiki": (WIKI, [("c", t) for t in ("Berlin is the capital of Germany. See LINKREMOVED or LINKREMOVED.", "Next paragraph & more.", "list item")]),
    "d.mbox": (MBOX, [("Héllo wörld", "Café is a place of long lines."), ("Héllo wörld", "My words at LINKREMOVED."), ("multi", "plain part From here")]),
    "dump.xml": (DUMP, [("Berlin & more", "Berlin is the capital — of Germany."), ("Berlin & more", "Second & last."), ("Rhine", "A river.")]),
    "e.txt": ("One\nline.\n\n \nTwo (http://x.y/z).\n", [("e", "One line."), ("e", "Two (LINKREMOVED).")]),
    "f.jsonl": ('{"title":"T","text":"Alpha\\u0001beta.\\n\\nGamma."}\n\n{"text":"No title."}\n', [("T", "Alpha beta."), ("T", "Gamma."), ("f-3", "No title.")]),
}


def put(folder, name, text):
    path = os.path.join(folder, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as f:
        f.write(text)
    return path


def passages(out):
    return [(d["title"], d["text"]) for d in map(json.loads, out.splitlines())]


def documents(draw, n):
    """Each a title and paragraphs of made-up English of many lengths; no two alike."""
    words = "the of and in to was for with on at by from his which were river town king water light stone seven".split()
    return [{"title": f"Doc {i}", "text": "\n\n".join(" ".join(draw.choices(words, k=draw.randint(5, 120))) + f" {i}-{k}." for k in range(draw.randint(1, 6)))} for i in range(n)]


def lines(rows):
    return "".join(json.dumps(r) + "\n" for r in rows)


def distances(reference, other):
    """Total variation over the reference's twentieths, and the greatest difference of the distribution functions."""
    ordered, cuts = sorted(reference), []
    for length in sorted(set(ordered)):
        below = sum(x <= length for x in ordered)
        if len(cuts) < 19 and below * 20 >= len(ordered) * (len(cuts) + 1) and below < len(ordered):
            cuts.append(length)
    shares = [[sum(sum(x > c for c in cuts) == b for x in xs) / len(xs) for b in range(len(cuts) + 1)] for xs in (reference, other)]
    at = sorted({*reference, *other})
    return (sum(abs(a - b) for a, b in zip(*shares)) / 2, max(abs(sum(x <= v for x in reference) / len(reference) - sum(x <= v for x in other) / len(other)) for v in at))


def test_forms(tap, run, beatctl, folder):
    for name, (text, wanted) in FORMS.items():
        code, out, err = run(beatctl, "lab", "curate", put(folder, "docs/" + name, text))
        tap.check(code == 0 and passages(out) == wanted, f"lab curate: paragraphs of {name}", [out, err])
    put(folder, "docs/deep/x.bin", "?")
    code, out, err = run(beatctl, "lab", "curate", os.path.join(folder, "docs"))
    tap.check(code == 0 and passages(out) == [p for _, w in FORMS.values() for p in w] and "1 files of the folders were passed over" in err, "lab curate: a folder with all below it", [out, err])
    posts = put(folder, "posts.jsonl", lines([{"title": "A post", "selftext": "One [l](http://x).\n\nTwo.", "over_18": False}, {"title": "B", "selftext": "x", "over_18": True}]))
    out = run(beatctl, "lab", "curate", posts, "--text", "selftext", "--markup", "markdown", "--merge", "1", "--with-title", "--drop-if", "over_18")[1]
    tap.check(passages(out) == [("A post", "A post One LINKREMOVED. Two.")], "lab curate: posts with their titles, whole, safe ones", [out])
    out = run(beatctl, "lab", "curate", os.path.join(folder, "docs/b.html"), "--links", "words")[1]
    tap.check(passages(out)[0][1] == "First inner link and outer.", "lab curate: links may keep their words", [out])


def test_dump(tap, run, beatctl, folder):
    """Of a MediaWiki: packed, in several streams, in a part of a dump; what is left out is told; what is damaged or grows is refused."""
    wanted = FORMS["dump.xml"][1]
    half = len(DUMP.encode()) // 2
    for name, packed in (("wiki.xml.bz2", bz2.compress(DUMP.encode()[:half]) + bz2.compress(DUMP.encode()[half:])), ("wiki-pages-articles1.xml-p1p41.gz", gzip.compress(DUMP.encode()))):
        path = put(folder, name, "")
        with open(path, "wb") as f:
            f.write(packed)
        code, out, err = run(beatctl, "lab", "curate", path)
        tap.check(code == 0 and passages(out) == wanted and "damaged 1, redirect 2, namespace 1" in err, f"lab curate: a dump of a MediaWiki as {name}", [out, err])
    many = "<mediawiki>" + "".join(f"<page><title>P{i}</title><ns>0</ns><revision><text>{'word ' * 2000}{i}.</text></revision></page>" for i in range(30)) + "</mediawiki>"
    out = run(beatctl, "lab", "curate", put(folder, "many.xml", many))[1]
    tap.check([t for t, _ in passages(out)] == [f"P{i}" for i in range(30)], "lab curate: pages longer than what is read at once")
    grows = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><mediawiki><page><title>T</title><text>&b;</text></page></mediawiki>'
    for name, text, why in (("cut.xml", DUMP[: half * 3 // 2], "cut.xml: line "), ("feed.xml", "<rss><page/></rss>", "not with <mediawiki>"), ("grows.xml", grows, "Entity 'b' not defined"), ("none.xml", "", "none.xml: ")):
        code, out, err = run(beatctl, "lab", "curate", put(folder, name, text))
        tap.check(code == 1 and out == "" and why in err, f"lab curate: refuses {name}, and says why", [code, out, err])
    for name, text in (("wiki.xml", DUMP), ("feed.xml", "<rss><page/></rss>"), ("none.xml", ""), ("words.xml", "no markup")):
        path = os.path.dirname(put(folder, "beside/" + name, text))
    code, out, err = run(beatctl, "lab", "curate", path, "--out", os.path.join(folder, "beside.jsonl"))
    record = json.load(open(os.path.join(folder, "beside.jsonl.provenance.json"), encoding="utf-8"))
    tap.check(code == 0 and passages(open(os.path.join(folder, "beside.jsonl"), encoding="utf-8").read()) == wanted and "3 files of the folders were passed over" in err and len(record["inputs"]) == 1,
              "lab curate: in a folder, XML that is no dump is passed over and counted", [err, record])
    code, out, err = run(beatctl, "lab", "curate", path, "--form", "dump")
    tap.check(code == 1 and out == "" and "feed.xml: " in err, "lab curate: unless --form says that all are dumps", [code, out, err])
    put(folder, "beside/cut.xml", DUMP[: half * 3 // 2])
    code, out, err = run(beatctl, "lab", "curate", path)
    tap.check(code == 1 and out == "" and "cut.xml: line " in err, "lab curate: a dump that breaks off is refused in a folder, too", [code, out, err])


def test_merging(tap, run, beatctl, folder, docs):
    file = put(folder, "many.jsonl", lines(docs))
    merged = passages(run(beatctl, "lab", "curate", file, "--merge", "0.3", "--seed", "5")[1])
    borders = sum(d["text"].count("\n\n") for d in docs)
    left = len(merged) - len(docs)
    joined = {}
    for title, text in merged:
        joined.setdefault(title, []).append(text)
    same = all(" ".join(joined[d["title"]]) == d["text"].replace("\n\n", " ") for d in docs)
    tap.check(same and abs(1 - left / borders - 0.3) < 0.06, "lab curate: paragraphs merge with the next by the probability", [1 - left / borders])


def test_filters(tap, run, beatctl, folder, docs):
    rows = [{"title": "x", "text": t} for t in ("short", "Das ist ein Satz in einer anderen Sprache als der, die erwartet wird.", "The cat was in the house with a very BAD, word of the day.",
                                                "The cat was in the house with a good word of the day.", "the CAT was in house with good word of day!")]
    rows += [docs[0], {"title": "other", "text": docs[1]["text"].split("\n\n")[0]}]
    file, bad = put(folder, "rows.jsonl", lines(rows)), put(folder, "bad.txt", "# list\nbad word\n")
    known = put(folder, "known.json", json.dumps({"data": [{"title": "doc_0", "paragraphs": [{"context": docs[1]["text"], "qas": []}]}]}))
    to = os.path.join(folder, "kept.jsonl")
    args = ("lab", "curate", file, "--min-chars", "20", "--language", "en", "--language-share", "0.3", "--unsafe", bad, "--exclude", known, "--out", to)
    code, out, err = run(beatctl, *args)
    record = json.load(open(to + ".provenance.json", encoding="utf-8"))
    kept = passages(open(to, encoding="utf-8").read())
    wanted = {"short": 1, "language": 1, "unsafe": 1, "repeated": 1, "title": 1, "alike": 1}
    tap.check(code == 0 and kept == [("x", rows[3]["text"])] and record["notes"]["gone"] == wanted, "lab curate: filters by length, language, words, other sets", [record, err])
    out = run(beatctl, "lab", "curate", file, "--unsafe", bad, "--unsafe-documents")[1]
    tap.check(len(passages(out)) == len(passages(run(beatctl, "lab", "curate", file)[1])) - 1, "lab curate: an unsafe passage can cost its document", [out])


def test_lengths(tap, run, beatctl, folder, docs):
    file = put(folder, "many.jsonl", lines(docs))
    draw = random.Random(3)
    like = put(folder, "like.jsonl", lines([{"title": "r", "text": "y" * max(30, int(draw.gauss(250, 60)))} for _ in range(300)]))
    to = os.path.join(folder, "drawn.jsonl")
    args = ("lab", "curate", file, "--like", like, "--seed", "2", "--out", to)
    code, _, err = run(beatctl, *args)
    first, record = open(to, "rb").read(), json.load(open(to + ".provenance.json", encoding="utf-8"))
    reference = [len(json.loads(r)["text"]) for r in open(like, encoding="utf-8")]
    whole = [len(p) for d in docs for p in d["text"].split("\n\n")]
    after = [len(t) for _, t in passages(first.decode())]
    told = record["notes"]["lengths"]
    near = lambda d, t: abs(d[0] - t["total_variation"]) < 1e-9 and abs(d[1] - t["kolmogorov_smirnov"]) < 1e-9
    ok = code == 0 and near(distances(reference, whole), told["before"]) and near(distances(reference, after), told["after"]) and "before" in err
    tap.check(ok and told["after"]["total_variation"] < 0.1 < told["before"]["total_variation"], "lab curate: lengths as the reference has them, with the distances", [told, err])
    run(beatctl, *args)
    again = open(to, "rb").read()
    run(beatctl, *args[:5], "--seed", "3", "--out", to)
    tap.check(first == again != open(to, "rb").read(), "lab curate: the same seed, the same bytes")
    drawn = passages(run(beatctl, "lab", "curate", file, "--passages", "40")[1])
    every = passages(run(beatctl, "lab", "curate", file)[1])
    tap.check(len(drawn) == 40 and [p for p in every if p in set(drawn)] == drawn, "lab curate: so many are drawn, in their order")


def test_curate(tap, run, beatctl, folder):
    folder = os.path.join(folder, "curate")
    docs = documents(random.Random(7), 250)
    test_forms(tap, run, beatctl, folder)
    test_dump(tap, run, beatctl, folder)
    test_merging(tap, run, beatctl, folder, docs)
    test_filters(tap, run, beatctl, folder, docs)
    test_lengths(tap, run, beatctl, folder, docs)
    refusals = [
        ((put(folder, "wrong.jsonl", '{"title":"a"}\n'),), "line 1: it has no member"), ((put(folder, "broken.jsonl", '{"text":"a"}\n{'),), "line 2"),
        ((put(folder, "what.bin", "x"),), "--form"), ((put(folder, "no.mbox", "Subject: x\n"),), 'begins with a line "From "'), ((os.path.join(folder, "none.txt"),), "none.txt"),
        ((), "wants files"), ((put(folder, "e.txt", "x"), "--merge", "2"), "from 0 to 1"), ((put(folder, "e.txt", "x"), "--like", put(folder, "no.jsonl", "")), "no.jsonl"),
    ]
    for more, why in refusals:
        code, out, err = run(beatctl, "lab", "curate", *more)
        tap.check(code in (1, 2) and out == "" and why in err, f"lab curate: refuses, and says {why}", [err])
    latin = os.path.join(folder, "latin.txt")
    with open(latin, "wb") as f:
        f.write(b"caf\xe9")
    tap.check("Gone: damaged 1." in run(beatctl, "lab", "curate", latin)[2], "lab curate: what is not UTF-8 is told")

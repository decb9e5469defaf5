"""What describes a release: the card (README.md), croissant.json, statistics.json and the figures."""

import json
import os
import re
import xml.etree.ElementTree

from . import schema, yaml_subset
from .common import HUB, SPLITS, parse
from .manifest import digest

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SECTIONS = [
    "Splits and sizes", "Files", "Features", "How it was collected", "Statistics", "Figures",
    "Answerability and human performance", "Licence", "Citation", "Considerations", "How this release was made",
]
TYPES = {"string": str, "int32": int, "int64": int, "float64": float, "bool": bool}
CROISSANT_TYPES = {"sc:Text": str, "sc:Integer": int, "sc:Float": float, "sc:Boolean": bool}
SIZES = ((1000, "n<1K"), (10**4, "1K<n<10K"), (10**5, "10K<n<100K"), (10**6, "100K<n<1M"), (10**7, "1M<n<10M"))
UNSEEN = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]")
IMAGE = re.compile(r"(?<!\\)!\[(?:[^\[\]\\]|\\.)*\]\(([^()\s]+)\)")


def description(name):
    with open(os.path.join(HERE, name), encoding="utf-8") as file:
        return json.load(file)


def is_a(value, wanted):
    if value is None:
        return True
    return type(value) is wanted or (wanted is float and type(value) is int)


# The card.


def check_features(findings, where, features, row):
    """Every column of a row is described, with its type, and no other."""
    findings.check([f["name"] for f in features] == list(row), where, f"describes other columns than {list(row)}")
    for feature in features:
        value, name = row.get(feature["name"]), f"{where}.{feature['name']}"
        if "struct" in feature:
            if findings.check(isinstance(value, dict), name, "is no object in the file"):
                check_features(findings, name, feature["struct"], value)
        elif "sequence" in feature:
            fits = isinstance(value, list) and all(is_a(item, TYPES[feature["sequence"]]) for item in value)
            findings.check(fits, name, f"is no list of {feature['sequence']}: {value!r:.60}")
        else:
            findings.check(is_a(value, TYPES[feature["dtype"]]), name, f"is no {feature['dtype']}: {value!r:.60}")


def check_info(release, info, config):
    """The sizes that dataset_info names, against the files that configs names."""
    findings, where = release.findings, f"README.md dataset_info {info['config_name']}"
    paths = {entry["split"]: entry["path"] for entry in config["data_files"]}
    findings.check([s["name"] for s in info["splits"]] == list(paths), where, "has other splits than configs")
    total = 0
    for split in info["splits"]:
        path = paths.get(split["name"])
        if path is None or not findings.check(release.has(path), where, f"there is no file {path}"):
            continue
        lines, size = release.lines(path), os.path.getsize(release.path(path))
        findings.check(split["num_bytes"] == size, where, f"{path} has {size} bytes, not {split['num_bytes']}")
        findings.check(split["num_examples"] == len(lines), where, f"{path} has {len(lines)} rows, not {split['num_examples']}")
        total += size
        for line in lines:
            check_features(findings, f"{where} {path}", info["features"], parse(line))
    findings.check(info["dataset_size"] == total and info["download_size"] == total, where, f"the files have {total} bytes")


def check_configs(release, head):
    findings = release.findings
    configs = {config["config_name"]: config for config in head.get("configs", [])}
    infos = {info["config_name"]: info for info in head.get("dataset_info", [])}
    findings.check(list(configs) == list(infos), "README.md", "configs and dataset_info name different configurations")
    for name in configs.keys() & infos.keys():
        check_info(release, infos[name], configs[name])
    wanted = [HUB[split] for split in SPLITS if release.questions[split]]
    listed = [entry["split"] for entry in configs.get("default", {"data_files": []})["data_files"]]
    findings.check(listed == wanted, "README.md", f"the default configuration has the splits {listed}, not {wanted}")


def check_head(release, head):
    findings = release.findings
    schema.check(description("card.schema.json"), head, lambda where, sentence: findings.add(f"README.md head {where}", sentence))
    if head.get("license") == "other":
        findings.check("license_name" in head and "license_details" in head, "README.md", "another licence has no name")
    total = sum(len(release.questions[split]) for split in SPLITS)
    size = next(name for limit, name in SIZES if total < limit)
    findings.check(head.get("size_categories") == [size], "README.md", f"{total} questions are not {head.get('size_categories')}")
    check_configs(release, head)


def without_fences(body):
    """The lines outside of code; a fence is closed by one of its length."""
    fence = None
    for line in body.split("\n"):
        match = re.match(r"`{3,}", line)
        if match and fence is None:
            fence = match.group()
        elif fence is not None and line == fence:
            fence = None
        elif fence is None:
            yield line
    if fence is not None:
        yield "# a fence without an end"


def cells(line):
    return len(re.findall(r"(?<!\\)\|", line))


def check_tables(findings, lines):
    before = None
    for line in lines:
        if line.startswith("|"):
            findings.check(before in (None, cells(line)), "README.md", f"a table changes its width: {line!r:.80}")
            before = cells(line)
        else:
            before = None


def check_body(release, body):
    findings = release.findings
    lines = list(without_fences(body))
    findings.check(not UNSEEN.search(body), "README.md", "holds characters that do not show themselves")
    sections = [line[3:] for line in lines if line.startswith("## ")]
    wanted = [s for s in SECTIONS if s in sections or s not in ("Statistics", "Figures")]
    findings.check(sections == wanted, "README.md", f"has the sections {sections}")
    findings.check(sum(line.startswith("# ") for line in lines) == 1, "README.md", "has not one heading")
    findings.check(not any(re.search(r"(?<!\\)<(?!https://)", line) for line in lines), "README.md", "holds HTML")
    check_tables(findings, lines)
    for path in IMAGE.findall("\n".join(lines)):
        findings.check(release.has(path), "README.md", f"shows {path}, which is not there")
    for split in SPLITS:
        row = rf"\| {split} \| {len(release.questions[split]):,} \|"
        findings.check(re.search(row, body), "README.md", f"has no row of {len(release.questions[split])} questions for {split}")


def check_card(release):
    text = release.text("README.md")
    parts = re.fullmatch(r"---\n(.*?)\n---\n(.*)", text, re.DOTALL)
    if not parts:
        return release.findings.add("README.md", "does not begin with a head between lines of dashes")
    try:
        check_head(release, yaml_subset.load(parts.group(1)))
    except yaml_subset.Error as error:
        release.findings.add("README.md head", str(error))
    check_body(release, parts.group(2))
    return None


# croissant.json


def fields_of(record_set):
    for field in record_set["field"]:
        yield field
        yield from field.get("subField", [])


def check_distribution(release, croissant):
    findings, listed = release.findings, {}
    for entry in croissant["distribution"]:
        path = entry["contentUrl"]
        listed[entry["@id"]] = path
        if not findings.check(release.has(path), "croissant.json", f"there is no file {path}"):
            continue
        findings.check(entry["sha256"] == digest(release.path(path)), "croissant.json", f"{path} has another digest")
        size = f"{os.path.getsize(release.path(path))} B"
        findings.check(entry["contentSize"] == size, "croissant.json", f"{path} has {size}, not {entry['contentSize']}")
    for path in release.files:
        described = path in listed.values() or path in ("MANIFEST", "README.md", "croissant.json")
        findings.check(described, "croissant.json", f"does not list {path}")
    return listed


def value_at(row, source):
    value = row[source["extract"]["column"]]
    return value[source["transform"]["jsonPath"]] if "transform" in source else value


def check_values(release, record_set, listed):
    """Every field is where its source says, in every row, and of its type."""
    sources = [f for f in fields_of(record_set) if "source" in f]
    for field in sources:
        path, wanted = listed.get(field["source"]["fileObject"]["@id"]), CROISSANT_TYPES[field["dataType"]]
        if not release.findings.check(path, "croissant.json", f"{field['@id']} is of a file that is not listed"):
            continue
        for line in release.lines(path):
            try:
                value = value_at(parse(line), field["source"])
            except (KeyError, TypeError):
                release.findings.add("croissant.json", f"{path} has no {field['@id']}")
                break
            values = value if field.get("repeated") else [value]
            if not isinstance(values, list) or not all(is_a(item, wanted) for item in values):
                release.findings.add("croissant.json", f"{field['@id']} is no {field['dataType']}: {value!r:.60}")
                break


def check_references(findings, croissant):
    ids = [entry["@id"] for entry in croissant["distribution"] + croissant["recordSet"]]
    fields = [field for record_set in croissant["recordSet"] for field in fields_of(record_set)]
    ids += [field["@id"] for field in fields]
    findings.check(len(set(ids)) == len(ids), "croissant.json", "uses an @id twice")
    for record_set in croissant["recordSet"]:
        findings.check(record_set["key"]["@id"] in ids, "croissant.json", f"the key of {record_set['@id']} is no field")
        for field in fields_of(record_set):
            findings.check(field["@id"].startswith(record_set["@id"] + "/"), "croissant.json", f"{field['@id']} is misplaced")
    for field in fields:
        if "references" in field:
            target = field["references"]["field"]["@id"]
            findings.check(target in ids, "croissant.json", f"{field['@id']} refers to {target}, which is nowhere")


def check_croissant(release):
    before, croissant = release.findings.total, parse(release.text("croissant.json"))
    schema.check(
        description("croissant.schema.json"), croissant,
        lambda where, sentence: release.findings.add(f"croissant.json {where}", sentence),
    )
    if release.findings.total > before:
        return
    release.findings.check(croissant["name"] == release.name, "croissant.json", f"is about {croissant['name']!r}")
    listed = check_distribution(release, croissant)
    check_references(release.findings, croissant)
    sets = {record_set["@id"]: record_set for record_set in croissant["recordSet"]}
    wanted = {"splits", *HUB.values()} | ({f"attempts-{name}" for name in HUB.values()} if "attempts" in release.formats else set())
    release.findings.check(set(sets) == wanted, "croissant.json", f"has the record sets {sorted(sets)}, not {sorted(wanted)}")
    for record_set in sets.values():
        check_values(release, record_set, listed)


def check_figures(release):
    for path in release.files:
        if path.startswith("figures/"):
            try:
                root = xml.etree.ElementTree.fromstring(release.text(path))
                release.findings.check(root.tag == "{http://www.w3.org/2000/svg}svg", path, f"is no SVG but {root.tag}")
            except xml.etree.ElementTree.ParseError as error:
                release.findings.add(path, f"is no XML: {error}")


def check(release):
    if "hf" not in release.formats:
        return
    for path in ("README.md", "croissant.json", "statistics.json"):
        if not release.has(path):
            return release.findings.add(path, "is not there")
    check_card(release)
    check_croissant(release)
    check_figures(release)
    release.findings.check(isinstance(parse(release.text("statistics.json")), dict), "statistics.json", "is no object")
    return None

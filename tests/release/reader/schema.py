"""JSON Schema, the part of it that croissant.schema.json and card.schema.json use. An unknown keyword is an error."""

import re

TYPES = {
    "object": lambda v: isinstance(v, dict),
    "array": lambda v: isinstance(v, list),
    "string": lambda v: isinstance(v, str),
    "integer": lambda v: type(v) is int,
    "boolean": lambda v: isinstance(v, bool),
}
KNOWN = {
    "$defs", "$id", "$ref", "$schema", "additionalProperties", "anyOf", "const", "contains", "description", "enum", "items",
    "minItems", "minLength", "minimum", "pattern", "properties", "required", "title", "type", "uniqueItems",
}


class Checker:
    def __init__(self, schema, report):
        self.root = schema
        self.report = report

    def resolve(self, schema):
        while "$ref" in schema:
            target = self.root
            for step in schema["$ref"].removeprefix("#/").split("/"):
                target = target[step]
            schema = target
        return schema

    def fits(self, schema, value):
        """Whether it fits, without a word about it."""
        said = []
        Checker(self.root, lambda where, sentence: said.append(sentence)).check(schema, value, "")
        return not said

    def check(self, schema, value, where="$"):
        schema = self.resolve(schema)
        unknown = set(schema) - KNOWN
        if unknown:
            raise ValueError(f"the schema uses {unknown}")
        if "type" in schema and not TYPES[schema["type"]](value):
            return self.report(where, f"is no {schema['type']}: {value!r:.60}")
        if "const" in schema and value != schema["const"]:
            self.report(where, f"is {value!r:.60}, not {schema['const']!r}")
        if "enum" in schema and value not in schema["enum"]:
            self.report(where, f"is {value!r:.60}, none of {schema['enum']}")
        if "anyOf" in schema and not any(self.fits(each, value) for each in schema["anyOf"]):
            self.report(where, f"fits none of {len(schema['anyOf'])} shapes: {value!r:.100}")
        self.check_scalar(schema, value, where)
        if isinstance(value, list):
            self.check_list(schema, value, where)
        if isinstance(value, dict):
            self.check_object(schema, value, where)
        return None

    def check_scalar(self, schema, value, where):
        if isinstance(value, str):
            if "pattern" in schema and not re.search(schema["pattern"], value):
                self.report(where, f"{value!r:.60} does not look like {schema['pattern']}")
            if len(value) < schema.get("minLength", 0):
                self.report(where, "is too short")
        if type(value) is int and value < schema.get("minimum", value):
            self.report(where, f"{value} is below {schema['minimum']}")

    def check_list(self, schema, value, where):
        if len(value) < schema.get("minItems", 0):
            self.report(where, f"has only {len(value)} items")
        if schema.get("uniqueItems") and any(item in value[:i] for i, item in enumerate(value)):
            self.report(where, "has an item twice")
        if "contains" in schema and not any(self.fits(schema["contains"], item) for item in value):
            self.report(where, "lacks an item it must have")
        for i, item in enumerate(value):
            if "items" in schema:
                self.check(schema["items"], item, f"{where}[{i}]")

    def check_object(self, schema, value, where):
        properties = schema.get("properties", {})
        for key in schema.get("required", []):
            if key not in value:
                self.report(where, f'has no "{key}"')
        for key, item in value.items():
            if key in properties:
                self.check(properties[key], item, f"{where}.{key}")
            elif schema.get("additionalProperties") is False:
                self.report(where, f'has "{key}", which nobody knows')
            elif isinstance(schema.get("additionalProperties"), dict):
                self.check(schema["additionalProperties"], item, f"{where}.{key}")


def check(schema, value, report):
    Checker(schema, report).check(schema, value)

"""What schemathesis needs to know of jZenith, because no OpenAPI document can state it."""

from urllib.parse import quote, unquote

import schemathesis
from hypothesis import strategies as st

FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")

two = "{:02d}".format
times = st.builds(lambda h, m, s: f"{two(h)}:{two(m)}:{two(s)}", st.integers(0, 23), st.integers(0, 59), st.integers(0, 59))
dates = st.dates().map(str)
schemathesis.openapi.format("time-local", times)
schemathesis.openapi.format("date-time-local", st.builds(lambda day, time: f"{day}T{time}", dates, times))
schemathesis.openapi.format("duration", st.builds(lambda d, h, m: f"P{d}DT{h}H{m}M", st.integers(0, 999), st.integers(0, 23), st.integers(0, 59)))
schemathesis.openapi.format("iri-reference", st.from_regex(r"\A(https://[a-z]{1,9}\.example)?/[a-z0-9/]{0,9}(\?[a-z]{1,5}=[0-9]{1,5})?\Z"))


def schema_of(operation, media_type):
    for body in operation.body:
        if body.media_type == media_type:
            return body.optimized_schema if isinstance(body.optimized_schema, dict) else {}
    return {}


def is_other_boolean(parameter, value):
    schema = parameter.definition.get("schema", {})
    return schema.get("type") == "boolean" and str(value).lower() not in ("true", "false")


def is_missing(parameter, value):
    """Returns true if nothing of a value is left in the request, or an empty text for a number, which Jakarta REST reads as none."""
    if isinstance(value, list) and value:
        return any(is_missing(parameter, each) for each in value)
    if not isinstance(value, str):
        return value in ([], {})
    schema = parameter.definition.get("schema", {})
    is_number = schema.get("items", schema).get("type") in ("integer", "number")
    place = parameter.definition["in"]
    text = value.strip() if place in ("header", "cookie") else value
    return not text and (is_number or place == "header")


@schemathesis.hook
def filter_case(context, case):
    """Leaves out requests that differ from the document in a way that HTTP or Jakarta REST does not show."""
    operation = case.operation
    # Jakarta REST reads each text that is not "true" as false.
    if set(case.cookies or ()) - {parameter.name for parameter in operation.cookies}:
        return False  # A browser sends the cookies of all applications of a host.
    for parameters, values in (
        (operation.query, case.query),
        (operation.headers, case.headers),
        (operation.cookies, case.cookies),
        (operation.path_parameters, case.path_parameters),
    ):
        for parameter in parameters:
            for name, value in (values or {}).items():
                if name.lower() == parameter.name.lower():
                    if is_other_boolean(parameter, value) or is_missing(parameter, value):
                        return False
    if case.media_type == "text/csv":
        return False  # Schemathesis writes no CSV whose values are those of the schema.
    if case.media_type in FORMS and isinstance(case.body, dict):
        properties = schema_of(operation, case.media_type).get("properties", {})
        for name, value in case.body.items():
            # A form has texts only, and a list with one text is the text.
            if properties.get(name, {}).get("format") == "binary" and isinstance(value, str):
                return False  # Any text is a file.
            if properties.get(name, {}).get("type") == "array" and not isinstance(value, list):
                return False
            if any(ord(character) < 32 or 127 <= ord(character) < 160 for character in name):
                return False  # The name stands in a header, which has no control characters.
    return True


def plain(value):
    """Returns 1 for 1.0, an integer to JSON Schema only, and a character of one UTF-16 unit for one of two, which @Size counts."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, str):
        return "".join(each if ord(each) < 0x10000 else "x" for each in value)
    if isinstance(value, list):
        return [plain(each) for each in value]
    if isinstance(value, dict):
        return {plain(name): plain(each) for name, each in value.items()}
    return value


@schemathesis.hook
def map_body(context, body):
    return plain(body)


@schemathesis.hook
def map_query(context, query):
    return plain(query)


@schemathesis.hook
def map_path_parameters(context, path_parameters):
    # Their texts are escaped already.
    return {
        name: quote(plain(unquote(value)), safe="") if isinstance(value, str) and plain(unquote(value)) != unquote(value) else value
        for name, value in (path_parameters or {}).items()
    }

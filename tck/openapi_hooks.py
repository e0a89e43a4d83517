"""What schemathesis needs to know of jZenith, because no OpenAPI document can state it."""

import math
import re
from urllib.parse import quote, unquote

import schemathesis
from hypothesis import strategies as st

COOKIE = re.compile(r"[!#-+\--:<-\[\]-~]*")  # the characters of RFC 6265

NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?")

FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")

two = "{:02d}".format
times = st.builds(lambda h, m, s: f"{two(h)}:{two(m)}:{two(s)}", st.integers(0, 23), st.integers(0, 59), st.integers(0, 59))
dates = st.dates().map(str)
schemathesis.openapi.format("time-local", times)
schemathesis.openapi.format("date-time-local", st.builds(lambda day, time: f"{day}T{time}", dates, times))
# Java has offsets up to 18 hours.
offsets = st.one_of(st.just("Z"), st.builds(lambda sign, h: f"{sign}{two(h)}:30", st.sampled_from("+-"), st.integers(0, 17)))
schemathesis.openapi.format("date-time", st.builds(lambda day, time, offset: f"{day}T{time}{offset}", dates, times, offsets))
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
        return value == [] or isinstance(value, dict)  # An object has its own names, and no value with that of the parameter.
    if parameter.definition["in"] == "cookie" and not COOKIE.fullmatch(value):
        return True  # The cookie ends before such a character.
    schema = parameter.definition.get("schema", {})
    is_number = schema.get("items", schema).get("type") in ("integer", "number")
    place = parameter.definition["in"]
    text = value.strip() if place in ("header", "cookie") else value
    return not text and (is_number or place == "header")


def is_read_as_valid(case):
    """Returns true if a body that should be invalid is not: its format is that of null, or Jackson trims a text."""
    mutations = getattr(case.meta.phase.data, "mutations", None) or () if case.meta else ()
    for each in mutations:
        value = case.body
        for step in each.path if each.parameter_location == "body" else ():
            value = value[step] if isinstance(value, dict) and step in value or isinstance(value, list) and step in range(len(value)) else ""
        if "format" in each.keywords and value is None:
            return True
    return bool(mutations) and has_blank_ends(case.body)


def has_blank_ends(value):
    if isinstance(value, str):
        return bool(value) and (value[0] <= " " or value[-1] <= " ")
    if isinstance(value, (list, dict)):
        return any(has_blank_ends(each) for each in (value.values() if isinstance(value, dict) else value))
    return False


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
    if is_read_as_valid(case):
        return False
    if case.media_type == "text/csv":
        return False  # Schemathesis writes no CSV whose values are those of the schema.
    if case.media_type in FORMS and isinstance(case.body, dict):
        properties = schema_of(operation, case.media_type).get("properties", {})
        for name, value in case.body.items():
            # A form has texts only, so anything is a text, and a list with one text is the text.
            if properties.get(name, {}).get("format") == "binary" and isinstance(value, str):
                return False  # Any text is a file.
            kind = properties.get(name, {}).get("type")
            if kind == "string" and not isinstance(value, str):
                return False
            if kind == "array":
                is_of_texts = properties[name].get("items", {}).get("type") == "string"
                if not isinstance(value, list) or (is_of_texts and any(not isinstance(each, str) for each in value)):
                    return False
            if any(ord(character) < 32 or 127 <= ord(character) < 160 for character in name):
                return False  # The name stands in a header, which has no control characters.
    return True


def plain(value):
    """Returns 1 for 1.0, an integer to JSON Schema only, and a character of one UTF-16 unit for one of two, which @Size counts.
    A text that is a number which Python reads as infinite, as it would in the response, becomes another number."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, str):
        if NUMBER.fullmatch(value) and math.isinf(float(value)):
            return "1e300"
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

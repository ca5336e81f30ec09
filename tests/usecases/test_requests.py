"""Requests: every field is described, all of them go through JSON and back, and the schema says what is accepted."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Any

import pytest

from tertium.codec import decode_request, describe_request, encode_request
from tertium.errors import InputError
from tertium.mtness import Stage
from tertium.options import RequestField, list_fields
from tertium.usecases import USE_CASES, load_use_case

REQUESTS = {name: load_use_case(name).request for name in USE_CASES}


def make_other(field: RequestField) -> Any:
    """A value that is not the default, of the type of the field."""
    kind = str(field.type)
    if "tuple" in kind:
        return (Path("a"), Path("b")) if "Path" in kind else ("a", "b")
    if "Stage" in kind:
        return Stage.SPANS
    if "Path" in kind:
        return Path("folder/file")
    if "bool" in kind:
        return not field.default
    if "int" in kind:
        first = int(field.option.least or 0) + 2
        return first if first != field.default else first + 1
    if "float" in kind:
        return (field.option.least or 0) + 0.25
    return "other"


@pytest.mark.parametrize("name", USE_CASES)
def test_a_use_case_has_the_name_of_its_entry_and_examples(name: str) -> None:
    use_case = load_use_case(name)
    assert use_case.name == name
    assert f"`tertium {name} " in (use_case.request.__doc__ or "") or name == "mtness"
    assert dataclasses.is_dataclass(use_case.request)
    assert use_case.request.__dataclass_params__.frozen


@pytest.mark.parametrize("request_type", REQUESTS.values(), ids=REQUESTS)
def test_all_fields_go_through_json_and_back(request_type: Any) -> None:
    full = request_type(**{each.name: make_other(each) for each in list_fields(request_type)})
    data = json.loads(json.dumps(encode_request(full)))
    assert set(data) == {each.name for each in list_fields(request_type)}
    assert decode_request(request_type, data) == full


@pytest.mark.parametrize("request_type", REQUESTS.values(), ids=REQUESTS)
def test_defaults_are_left_out_and_come_back(request_type: Any) -> None:
    least = request_type(**{each.name: make_other(each) for each in list_fields(request_type) if each.is_required})
    data = encode_request(least)
    assert set(data) == {each.name for each in list_fields(request_type) if each.is_required}
    assert decode_request(request_type, data) == least


@pytest.mark.parametrize("request_type", REQUESTS.values(), ids=REQUESTS)
def test_the_schema_has_every_field_with_its_help(request_type: Any) -> None:
    schema = json.loads(json.dumps(describe_request(request_type, "title")))
    assert schema["additionalProperties"] is False
    assert schema.get("required", []) == [each.name for each in list_fields(request_type) if each.is_required]
    for each in list_fields(request_type):
        assert schema["properties"][each.name]["description"] == each.option.help
        assert len(each.option.help) > 10


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({}, "study.toml: the field hypotheses is missing."),
        ({"hypotheses": "a.txt"}, "study.toml: hypotheses: expected array, got str."),
        ({"hypotheses": ["a.txt"], "top": 0}, "study.toml: top: expected int >= 1."),
        ({"hypotheses": ["a.txt"], "order": 10}, "study.toml: order: expected int <= 9."),
        ({"hypotheses": ["a.txt"], "tpo": 1}, "study.toml: there is no field 'tpo'. Did you mean 'top'?"),
    ],
)
def test_what_is_wrong_is_named(data: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as caught:
        decode_request(REQUESTS["diff"], data, file="study.toml", remedy="See the schema")
    assert str(caught.value).startswith(message)


def test_a_field_without_a_description_is_refused() -> None:
    @dataclasses.dataclass
    class Bare:
        value: int = 1

    with pytest.raises(TypeError, match=r"Bare\.value has no Option"):
        list(list_fields(Bare))

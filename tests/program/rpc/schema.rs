//! The part of JSON Schema that `docs/rpc.schema.json` uses. Any other keyword panics.

use std::sync::LazyLock;

use serde_json::Value;

static SCHEMA: LazyLock<Value> = LazyLock::new(|| {
    let text = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/rpc.schema.json");
    serde_json::from_str(&std::fs::read_to_string(text).unwrap()).unwrap()
});

/// Checks a value against the definition with this name.
pub fn check(name: &str, value: &Value) -> Result<(), String> {
    validate(&SCHEMA["$defs"][name], value, name)
}

/// Returns all error codes.
pub fn codes() -> Vec<Value> {
    list(&SCHEMA["$defs"]["failure"]["properties"]["error"]["properties"]["code"]["enum"])
}

/// Checks a value against a schema. `place` names the value in errors.
fn validate(schema: &Value, value: &Value, place: &str) -> Result<(), String> {
    let Some(keywords) = schema.as_object() else { panic!("{place}: there is no schema") };
    keywords.iter().try_for_each(|(keyword, wanted)| {
        let right = match keyword.as_str() {
            "$ref" => {
                let name = wanted.as_str().and_then(|text| text.strip_prefix("#/$defs/")).unwrap();
                return check(name, value).map_err(|problem| format!("{place}: {problem}"));
            }
            "oneOf" => return one_of(wanted, value, place),
            "properties" => return properties(wanted, value, place),
            "items" => return items(wanted, value, place),
            "additionalProperties" => is_closed(schema, value),
            "required" => is_complete(wanted, value),
            "type" => list(wanted).iter().any(|kind| is_of_type(kind, value)),
            "enum" => list(wanted).contains(value),
            "const" => wanted == value,
            "minimum" => value.as_f64() >= wanted.as_f64() || !value.is_number(),
            "maximum" => value.as_f64() <= wanted.as_f64(),
            "minItems" => value.as_array().is_none_or(|items| items.len() as u64 >= wanted.as_u64().unwrap()),
            "maxItems" => value.as_array().is_none_or(|items| items.len() as u64 <= wanted.as_u64().unwrap()),
            other => panic!("{place}: the keyword {other} is not supported"),
        };
        if right { Ok(()) } else { Err(format!("{place}: {keyword} {wanted}: {value}")) }
    })
}

fn list(value: &Value) -> Vec<Value> {
    value.as_array().cloned().unwrap_or_else(|| vec![value.clone()])
}

fn is_of_type(kind: &Value, value: &Value) -> bool {
    match kind.as_str().unwrap() {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "number" => value.is_number(),
        "integer" => value.is_i64() || value.is_u64(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        other => panic!("there is no type {other}"),
    }
}

fn one_of(schemas: &Value, value: &Value, place: &str) -> Result<(), String> {
    let results: Vec<_> = list(schemas).iter().map(|schema| validate(schema, value, place)).collect();
    match results.iter().filter(|result| result.is_ok()).count() {
        1 => Ok(()),
        0 => Err(results.into_iter().filter_map(Result::err).collect::<Vec<_>>().join("\n")),
        several => Err(format!("{place}: {several} of the schemas fit {value}")),
    }
}

fn properties(schemas: &Value, value: &Value, place: &str) -> Result<(), String> {
    let Some(members) = value.as_object() else { return Ok(()) };
    let known = members.iter().filter_map(|(name, member)| Some((name, schemas.get(name)?, member)));
    known
        .into_iter()
        .try_for_each(|(name, schema, member)| validate(schema, member, &format!("{place}/{name}")))
}

fn items(schema: &Value, value: &Value, place: &str) -> Result<(), String> {
    let items = value.as_array().into_iter().flatten();
    items.enumerate().try_for_each(|(index, item)| validate(schema, item, &format!("{place}/{index}")))
}

fn is_closed(schema: &Value, value: &Value) -> bool {
    let is_known = |name: &String| schema["properties"].get(name).is_some();
    value.as_object().is_none_or(|members| members.keys().all(is_known))
}

fn is_complete(names: &Value, value: &Value) -> bool {
    let has = |name: &Value| value.get(name.as_str().unwrap()).is_some();
    !value.is_object() || list(names).iter().all(has)
}

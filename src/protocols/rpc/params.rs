//! Reading parameters, each of its type, and refusing what nobody has asked for.

use std::ops::RangeInclusive;
use std::time::Duration;

use serde_json::{Map, Value};

use crate::model::text::escape;

use super::message::Id;
use super::problem::{Code, Problem};

/// The parameters of a request, of which each is taken once.
#[derive(Debug)]
pub struct Params {
    given: Map<String, Value>,
    /// The names that were asked for.
    known: Vec<&'static str>,
}

/// The longest time that may be asked for, in seconds.
const LONGEST: f64 = 3600.0;

impl Params {
    /// These parameters.
    pub fn new(given: Map<String, Value>) -> Self {
        Params { given, known: Vec::new() }
    }

    fn take(&mut self, name: &'static str) -> Option<Value> {
        self.known.push(name);
        self.given.remove(name)
    }

    fn read<T>(
        &mut self,
        name: &'static str,
        read: impl FnOnce(Value) -> Option<T>,
        wanted: impl FnOnce() -> String,
    ) -> Result<Option<T>, Problem> {
        let Some(value) = self.take(name) else { return Ok(None) };
        let wrong = || Problem::new(Code::Params, format!("{name} is not what it should be"), wanted());
        read(value).map(Some).ok_or_else(|| wrong().at(format!("/params/{name}")))
    }

    /// A text, if it is given.
    pub fn text(&mut self, name: &'static str) -> Result<Option<String>, Problem> {
        self.read(name, text, || "it is a text".to_owned())
    }

    /// A text that has to be given.
    pub fn needed_text(&mut self, name: &'static str, what: &str) -> Result<String, Problem> {
        let missing = || Problem::new(Code::Params, format!("{name} is missing"), what).at("/params");
        self.text(name)?.ok_or_else(missing)
    }

    /// A list of texts; none if it is not given.
    pub fn texts(&mut self, name: &'static str) -> Result<Vec<String>, Problem> {
        let texts = self.read(name, |value| list(value, text), || "it is a list of texts".to_owned())?;
        Ok(texts.unwrap_or_default())
    }

    /// A list of whole numbers, if it is given.
    pub fn numbers(&mut self, name: &'static str) -> Result<Option<Vec<usize>>, Problem> {
        let number = |value: Value| value.as_u64().and_then(|number| usize::try_from(number).ok());
        self.read(name, |value| list(value, number), || "it is a list of whole numbers".to_owned())
    }

    /// A whole number in this range, if it is given.
    pub fn number(&mut self, name: &'static str, range: RangeInclusive<u64>) -> Result<Option<u64>, Problem> {
        let wanted = || match *range.end() {
            u64::MAX => format!("it is a whole number from {}", range.start()),
            end => format!("it is a whole number from {} to {end}", range.start()),
        };
        self.read(name, |value| value.as_u64().filter(|number| range.contains(number)), wanted)
    }

    /// The same where small numbers are meant.
    pub fn small(&mut self, name: &'static str, range: RangeInclusive<u32>) -> Result<Option<u32>, Problem> {
        let number = self.number(name, u64::from(*range.start())..=u64::from(*range.end()))?;
        Ok(number.and_then(|number| u32::try_from(number).ok()))
    }

    /// A time, if it is given.
    pub fn seconds(&mut self, name: &'static str) -> Result<Option<Duration>, Problem> {
        let seconds = |value: Value| value.as_f64().filter(|seconds| (0.0..=LONGEST).contains(seconds));
        let wanted = || format!("it is a number of seconds from 0 to {LONGEST}");
        Ok(self.read(name, seconds, wanted)?.map(Duration::from_secs_f64))
    }

    /// Whether this is wanted.
    pub fn flag(&mut self, name: &'static str) -> Result<bool, Problem> {
        Ok(self.read(name, |value| value.as_bool(), || "it is true or false".to_owned())?.unwrap_or(false))
    }

    /// One of these, by its name; the first if it is not given.
    pub fn choice<T: Copy>(&mut self, name: &'static str, choices: &[(&str, T)]) -> Result<T, Problem> {
        let named = |value: Value| choices.iter().position(|(known, _)| value.as_str() == Some(known));
        let names = || choices.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
        let index = self.read(name, named, || format!("it is one of {}", names()))?;
        Ok(choices[index.unwrap_or(0)].1)
    }

    /// The id of another request.
    pub fn id(&mut self, name: &'static str) -> Result<Id, Problem> {
        let id = self.read(name, Id::read, || "it is the id of a request".to_owned())?;
        let hint = "it is the id of the request that is to be stopped";
        id.ok_or_else(|| Problem::new(Code::Params, format!("{name} is missing"), hint).at("/params"))
    }

    /// That there is nothing else.
    pub fn end(self) -> Result<(), Problem> {
        let Some(name) = self.given.keys().next() else { return Ok(()) };
        let shown = escape(name.as_bytes());
        let hint = format!("the parameters are {}", self.known.join(", "));
        let place = format!("/params/{}", name.replace('~', "~0").replace('/', "~1"));
        Err(Problem::new(Code::Params, format!("there is no parameter \"{shown}\""), hint).at(place))
    }
}

fn text(value: Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text),
        _ => None,
    }
}

fn list<T>(value: Value, read: impl Fn(Value) -> Option<T>) -> Option<Vec<T>> {
    match value {
        Value::Array(values) => values.into_iter().map(read).collect(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn params(value: Value) -> Params {
        let Value::Object(given) = value else { panic!("{value}") };
        Params::new(given)
    }

    fn place(problem: Problem) -> Value {
        json!(problem)["data"]["place"].clone()
    }

    #[test]
    fn each_parameter_is_of_its_type() {
        let given =
            json!({"a": "x", "b": ["x", 1], "c": 7, "d": -1, "e": true, "f": 3601, "g": "blue", "h": [1]});
        let mut params = params(given);
        assert_eq!(params.text("a"), Ok(Some("x".to_owned())));
        assert_eq!(params.texts("b").map_err(place), Err(json!("/params/b")));
        assert_eq!(params.small("c", 1..=6).map_err(place), Err(json!("/params/c")));
        assert_eq!(params.number("d", 0..=u64::MAX).map_err(place), Err(json!("/params/d")));
        assert_eq!((params.flag("e"), params.flag("not given")), (Ok(true), Ok(false)));
        assert_eq!(params.seconds("f").map_err(place), Err(json!("/params/f")));
        assert_eq!(params.choice("g", &[("red", 1)]).map_err(place), Err(json!("/params/g")));
        assert_eq!(params.numbers("h"), Ok(Some(vec![1])));
        assert_eq!(params.needed_text("i", "").map_err(place), Err(json!("/params")));
        assert_eq!(params.end(), Ok(()));
    }

    #[test]
    fn what_nobody_asks_for_is_refused() {
        let mut params = params(json!({"a": 1, "x/y": 2}));
        assert_eq!(params.small("a", 0..=9), Ok(Some(1)));
        assert_eq!(params.end().map_err(place), Err(json!("/params/x~1y")));
    }
}

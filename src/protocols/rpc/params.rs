//! Reading typed parameters and rejecting unknown ones.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::time::Duration;

use clap::ValueEnum;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

use crate::console::value_names;
use crate::engine::expert::MAX_TIME;
use crate::model::text::escape;

use super::error::{ErrorCode, RpcError};
use super::message::{RequestId, read_value};

/// The parameters of a request. Each is read once.
#[derive(Debug)]
pub struct Params {
    given: BTreeMap<String, Box<RawValue>>,
    /// Where they stand in the request.
    place: String,
    /// The names of the parameters that the method has read.
    known: Vec<&'static str>,
}

impl Params {
    /// Wraps the parameters that were given.
    pub fn new(given: BTreeMap<String, Box<RawValue>>) -> Self {
        Params::at("/params", given)
    }

    /// Wraps the members of an object at this place of a request.
    pub fn at(place: impl Into<String>, given: BTreeMap<String, Box<RawValue>>) -> Self {
        Params { given, place: place.into(), known: Vec::new() }
    }

    fn read<T: DeserializeOwned>(
        &mut self,
        name: &'static str,
        fits: impl FnOnce(&T) -> bool,
        wanted: impl ToString,
    ) -> Result<Option<T>, RpcError> {
        self.read_with(name, |value| read_value(value).filter(fits), wanted)
    }

    fn read_with<T>(
        &mut self,
        name: &'static str,
        read: impl FnOnce(&RawValue) -> Option<T>,
        wanted: impl ToString,
    ) -> Result<Option<T>, RpcError> {
        self.known.push(name);
        let Some(value) = self.given.remove(name) else { return Ok(None) };
        let wrong = || wrong_parameter(name, wanted).at(format!("{}/{name}", self.place));
        read(&value).map(Some).ok_or_else(wrong)
    }

    /// Reads an optional string.
    pub fn text(&mut self, name: &'static str) -> Result<Option<String>, RpcError> {
        self.read(name, |_| true, "it must be a valid string")
    }

    /// Reads a required string.
    pub fn required_text(&mut self, name: &'static str, what: &str) -> Result<String, RpcError> {
        self.text(name)?.ok_or_else(|| missing_parameter(name, what))
    }

    /// Reads an optional list of strings; empty by default.
    pub fn texts(&mut self, name: &'static str) -> Result<Vec<String>, RpcError> {
        Ok(self.elements(name, "strings")?.unwrap_or_default())
    }

    /// Reads an optional list of whole numbers.
    pub fn numbers(&mut self, name: &'static str) -> Result<Option<Vec<usize>>, RpcError> {
        self.elements(name, "whole numbers")
    }

    /// Reads an optional list of `what`. An error has the place of the element.
    fn elements<T: DeserializeOwned>(
        &mut self,
        name: &'static str,
        what: &str,
    ) -> Result<Option<Vec<T>>, RpcError> {
        let wanted = format!("it must be a list of {what}");
        let given = self.read::<Vec<Box<RawValue>>>(name, |_| true, &wanted)?;
        let place = format!("{}/{name}", self.place);
        let wrong = |index| wrong_parameter(name, &wanted).at(format!("{place}/{index}"));
        let read = |(index, value): (usize, Box<RawValue>)| read_value(&value).ok_or_else(|| wrong(index));
        given.map(|given| given.into_iter().enumerate().map(read).collect()).transpose()
    }

    /// Reads a required list of 1 to `max` objects.
    pub fn list<T: DeserializeOwned>(
        &mut self,
        name: &'static str,
        max: usize,
        wanted: &str,
    ) -> Result<Vec<T>, RpcError> {
        let list = self.read(name, |list: &Vec<T>| (1..=max).contains(&list.len()), wanted)?;
        list.ok_or_else(|| missing_parameter(name, wanted))
    }

    /// Reads an optional whole number in this range.
    pub fn number<T: DeserializeOwned + PartialOrd + Copy + Into<u64>>(
        &mut self,
        name: &'static str,
        range: RangeInclusive<T>,
    ) -> Result<Option<T>, RpcError> {
        let min: u64 = (*range.start()).into();
        let max: u64 = (*range.end()).into();
        let wanted = format!("it must be a whole number from {min} to {max}, without a decimal point");
        self.read(name, |number| range.contains(number), wanted)
    }

    /// Reads an optional time.
    pub fn seconds(&mut self, name: &'static str) -> Result<Option<Duration>, RpcError> {
        let max = MAX_TIME.as_secs_f64();
        let wanted = format!("it must be a number of seconds from 0 to {max}");
        let seconds = self.read(name, |seconds| (0.0..=max).contains(seconds), wanted)?;
        Ok(seconds.map(Duration::from_secs_f64))
    }

    /// Reads an optional flag; false by default.
    pub fn flag(&mut self, name: &'static str) -> Result<bool, RpcError> {
        Ok(self.read(name, |_| true, "it must be true or false")?.unwrap_or(false))
    }

    /// Reads an optional object; empty by default.
    pub fn object(&mut self, name: &'static str) -> Result<Params, RpcError> {
        let members = self.read(name, |_| true, "it must be an object")?.unwrap_or_default();
        Ok(Params::at(format!("{}/{name}", self.place), members))
    }

    /// Reads one of several choices by its name; the first by default.
    pub fn choice<T: ValueEnum + Default>(&mut self, name: &'static str) -> Result<T, RpcError> {
        let wanted = format!("it must be one of {}", value_names::<T>());
        let read = |value: &RawValue| T::from_str(&read_value::<String>(value)?, false).ok();
        Ok(self.read_with(name, read, wanted)?.unwrap_or_default())
    }

    /// Reads the required id of another request.
    pub fn id(&mut self, name: &'static str) -> Result<RequestId, RpcError> {
        let id = self.read_with(name, RequestId::read, "it must be the id of a request")?;
        id.ok_or_else(|| missing_parameter(name, "give the id of the request to cancel"))
    }

    /// Checks that there are no other parameters.
    pub fn deny_unknown(self) -> Result<(), RpcError> {
        let Some(name) = self.given.keys().next() else { return Ok(()) };
        let shown = escape(name.as_bytes());
        let hint = match self.known.as_slice() {
            [] => "the method takes no parameters".to_owned(),
            known => format!("the parameters are {}", known.join(", ")),
        };
        let place = format!("{}/{}", self.place, name.replace('~', "~0").replace('/', "~1"));
        Err(RpcError::new(ErrorCode::Params, format!("unknown parameter \"{shown}\""), hint).at(place))
    }
}

/// Returns the error for a parameter with a wrong value. `wanted` says what to do.
pub fn wrong_parameter(name: &str, wanted: impl ToString) -> RpcError {
    RpcError::new(ErrorCode::Params, format!("the parameter {name} is invalid"), wanted)
}

fn missing_parameter(name: &str, what: &str) -> RpcError {
    RpcError::new(ErrorCode::Params, format!("the parameter {name} is missing"), what).at("/params")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::console::BoardStyle;
    use serde_json::{Value, json};

    fn params(value: Value) -> Params {
        Params::new(serde_json::from_value(value).unwrap())
    }

    fn place(error: RpcError) -> Value {
        json!(error)["data"]["place"].clone()
    }

    #[test]
    fn parameters_have_their_types_and_unknown_ones_are_refused() {
        let given = json!({
            "a": "x", "b": ["x", 1], "c": 7, "d": -1, "e": true, "f": 3601, "g": "blue", "h": [1], "x/y": 2,
        });
        let mut params = params(given);
        assert_eq!(params.text("a"), Ok(Some("x".to_owned())));
        assert_eq!(params.texts("b").map_err(place), Err(json!("/params/b/1")));
        assert_eq!(params.number("c", 1..=6_u32).map_err(place), Err(json!("/params/c")));
        assert_eq!(params.number("d", 0..=u64::MAX).map_err(place), Err(json!("/params/d")));
        assert_eq!((params.flag("e"), params.flag("not given")), (Ok(true), Ok(false)));
        assert_eq!(params.seconds("f").map_err(place), Err(json!("/params/f")));
        assert_eq!(params.choice::<BoardStyle>("g").map_err(place), Err(json!("/params/g")));
        assert_eq!(params.numbers("h"), Ok(Some(vec![1])));
        assert_eq!(params.required_text("i", "").map_err(place), Err(json!("/params")));
        assert_eq!(params.deny_unknown().map_err(place), Err(json!("/params/x~1y")));
        let mut known = self::params(json!({"a": 1}));
        assert_eq!(known.number("a", 0..=9_u32), Ok(Some(1)));
        assert_eq!(known.deny_unknown(), Ok(()));
        let error = json!(self::params(json!({"a": 1})).deny_unknown().unwrap_err());
        assert_eq!(error["data"]["hint"], "the method takes no parameters");
    }
}

//! Tests of the service without a process: few threads, arbitrary lines, the queue.

use std::io::{self, Cursor, Write};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::value::to_raw_value;
use serde_json::{Value, json};

use crate::console::{Input, Signals, Stop};
use crate::engine::resources::Resources;
use crate::model::{StopSignal, SystemClock};

use super::message::{MethodResult, RequestId};
use super::queue::{Queue, QueuedRequest};
use super::responder::{Batch, Responder, ResponseWriter};
use super::search::{OnTurn, SearchJob};
use super::{Service, serve};
use crate::protocols::tests::answers;
use crate::tables::Tables;

fn default_service() -> Service {
    Service {
        clock: Arc::new(SystemClock::new()),
        threads: 2,
        memory: 1 << 20,
        resources: Resources::default(),
        tables: Tables::default(),
    }
}

/// Returns the responses to these lines when only `threads` threads can be started.
fn responses(lines: Vec<u8>, threads: usize) -> Vec<Value> {
    let resources = Resources::default().without_threads(threads..usize::MAX);
    let service = Service { resources, ..default_service() };
    let lines = answers(lines, |connection| serve(&service, connection).unwrap());
    lines.iter().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn answers_do_not_depend_on_the_number_of_threads() {
    let call = |id: u32, method: &str, params: Value| {
        json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).to_string() + "\n"
    };
    let lines = call(1, "analyze", json!({"game": "uglyduck", "depth": 3, "turns": [0]}))
        + &call(2, "solve", json!({"game": "uglyduck-xl:3x3", "within": 3}))
        + &call(3, "review", json!({"game": "uglyduck-xl:3x3", "moves": ["a1b2"], "nodes": 100}));
    let answered = |threads: usize| {
        let mut answers = responses(lines.clone().into_bytes(), threads);
        for answer in &mut answers {
            // The time differs between runs.
            answer["result"].as_object_mut().map(|result| result.remove("seconds"));
        }
        answers.sort_by_key(Value::to_string);
        answers
    };
    let answers = answered(2);
    assert_eq!(answers.len(), 4);
    assert_eq!(answered(1), answers);
}

#[test]
fn a_service_without_a_thread_ends_with_an_error() {
    let resources = Resources::default().without_threads(0..usize::MAX);
    let service = Service { resources, ..default_service() };
    answers("{}\n", |connection| {
        let Err(Stop::InvalidSetup(problem)) = serve(&service, connection) else { panic!("it serves") };
        assert!(problem.starts_with("no thread can be started: "), "{problem}");
    });
}

/// A queue, and the output of its requests.
struct QueueFixture {
    queue: Queue,
    output: Arc<ResponseWriter>,
    written: Arc<Mutex<Vec<u8>>>,
}

struct SharedBuffer(Arc<Mutex<Vec<u8>>>);

impl Write for SharedBuffer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl QueueFixture {
    fn new() -> Self {
        let written = Arc::new(Mutex::new(Vec::new()));
        let waker = Input::new(Cursor::new("")).waker(Signals::default());
        let output = ResponseWriter::start(Box::new(SharedBuffer(Arc::clone(&written))), waker).unwrap();
        QueueFixture { queue: Queue::default(), output, written }
    }

    fn push(&self, name: &str, turns: usize, weight: usize) {
        let run = |part: usize, _: &StopSignal, _: &mut OnTurn<'_>| Ok(to_raw_value(&part)?);
        self.push_job(name, SearchJob { turns: Some((0..turns).collect()), run: Box::new(run) }, weight);
    }

    fn push_job(&self, name: &str, job: SearchJob, weight: usize) {
        let responder = Responder { id: id(name), output: Arc::clone(&self.output), batch: None };
        self.queue.push(QueuedRequest { job, responder, stop: StopSignal::new(), weight });
    }

    fn run_parts(&self, parts: usize) {
        for _ in 0..parts {
            let (request, part) = self.queue.wait_for_part().unwrap();
            request.run(part, &self.queue);
        }
    }

    fn responses(&self) -> Vec<Value> {
        self.output.finish();
        let text = String::from_utf8(std::mem::take(&mut *self.written.lock().unwrap())).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}

fn id(name: &str) -> RequestId {
    RequestId::read(&serde_json::value::to_raw_value(name).unwrap()).unwrap()
}

#[test]
fn the_queue_is_bounded_but_always_takes_one_request() {
    let fixture = QueueFixture::new();
    let has_room = |weight: usize| fixture.queue.has_room(weight, Duration::ZERO);
    assert!(has_room(5 << 20));
    fixture.push("large", 2, 5 << 20);
    assert!(!has_room(1));
    fixture.run_parts(1);
    assert!(!has_room(1));
    fixture.run_parts(1);
    assert!(has_room(1));
    fixture.push("small", 1, 1 << 20);
    assert!(has_room(3 << 20) && !has_room(4 << 20));
    fixture.run_parts(1);
    assert!(fixture.queue.is_done(Duration::ZERO));
}

#[test]
fn a_cancelled_request_ends_with_the_reported_turns() {
    let fixture = QueueFixture::new();
    fixture.push("waits", 2, 1);
    fixture.push("begun", 3, 1);
    assert!(fixture.queue.cancel(&id("waits")) && !fixture.queue.cancel(&id("waits")));
    assert_eq!(fixture.responses()[0]["error"]["code"], -32000);
    fixture.run_parts(1);
    assert!(fixture.queue.cancel(&id("begun")));
    assert_eq!(fixture.responses().pop().unwrap()["result"], json!({"turns": [0], "stopped": true}));
    // When a request is cancelled while a part is running, the answer comes after that part.
    fixture.push("done", 2, 1);
    let (request, part) = fixture.queue.wait_for_part().unwrap();
    assert!(fixture.queue.cancel(&id("done")) && fixture.responses().is_empty());
    fixture.queue.close();
    assert!(fixture.queue.contains(&id("done")) && fixture.queue.wait_for_part().is_none());
    request.run(part, &fixture.queue);
    assert_eq!(fixture.responses().pop().unwrap()["result"], json!({"turns": [0], "stopped": true}));
    assert!(fixture.queue.is_done(Duration::ZERO));
}

#[test]
fn a_panic_fails_only_its_request() {
    let fixture = QueueFixture::new();
    for (turns, parts) in [(None, 1), (Some(vec![4, 5]), 2)] {
        let run = |part: usize, _: &StopSignal, _: &mut OnTurn<'_>| match part {
            0 => panic!("on purpose"),
            part => Ok(to_raw_value(&part)?),
        };
        fixture.push_job("panics", SearchJob { turns, run: Box::new(run) }, 1);
        fixture.push("follows", 1, 1);
        fixture.run_parts(parts + 1);
        let responses = fixture.responses();
        let answer = responses.iter().find(|answer| answer["id"] == "panics").unwrap();
        assert_eq!(answer["error"]["code"], -32603);
    }
    assert!(fixture.queue.is_done(Duration::ZERO));
}

#[test]
fn aborted_requests_are_not_answered() {
    let fixture = QueueFixture::new();
    fixture.push("waits", 2, 1);
    fixture.queue.abort();
    assert!(fixture.queue.wait_for_part().is_none() && fixture.responses().is_empty());
}

#[test]
fn waiting_answers_to_all_batches_are_bounded() {
    let fixture = QueueFixture::new();
    let answer: MethodResult = Ok(to_raw_value(&"x".repeat(1 << 20)).unwrap());
    let batches = [Arc::new(Batch::new(50)), Arc::new(Batch::new(50))];
    let reply = |batch: &Arc<Batch>| {
        let responder =
            Responder { id: id("a"), output: Arc::clone(&fixture.output), batch: Some(Arc::clone(batch)) };
        responder.answer(&answer);
    };
    assert!(fixture.output.has_room_for_batch(Duration::ZERO));
    (0..49).for_each(|_| batches.iter().for_each(reply));
    assert!(!fixture.output.has_room_for_batch(Duration::ZERO));
    batches.iter().for_each(reply);
    assert!(fixture.output.has_room_for_batch(Duration::ZERO));
    let answers: Vec<Value> =
        fixture.responses().iter().flat_map(|batch| batch.as_array().cloned().unwrap()).collect();
    let results = answers.iter().filter(|answer| answer.get("result").is_some()).count();
    assert!(answers.len() == 100 && (63..=64).contains(&results), "{results}");
    assert_eq!(answers[98]["error"]["message"], "the waiting answers to batches exceed 64 MiB");
}

#[test]
fn a_batch_of_more_than_ten_thousand_requests_is_refused() {
    let batch = |length: usize| format!("[{}]\n", vec!["1"; length].join(","));
    let answers = responses((batch(10_001) + &batch(10_000) + "[]\n").into_bytes(), 1);
    let hint = "a batch can have 1 to 10000 requests";
    assert_eq!(answers[0]["error"]["data"]["hint"], hint);
    assert_eq!(answers[1].as_array().map(Vec::len), Some(10_000));
    assert_eq!(answers[2]["error"]["data"]["hint"], hint);
}

//! The thread that reads requests. It answers simple requests itself and queues the others.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use serde_json::value::RawValue;

use crate::console::{Input, InputEvent, Signals, Stop};
use crate::lines::{InputLine, raw_json};
use crate::model::StopSignal;
use crate::model::text::escape;
use crate::protocols::Connection;
use crate::store::files::without_number;
use crate::words::encoding::Encoding;

use super::error::{ErrorCode, RpcError};
use super::message::{MethodResult, RequestId, RpcRequest};
use super::params::Params;
use super::queue::{Queue, QueuedRequest};
use super::responder::{Batch, POLL_INTERVAL, Responder, ResponseWriter};
use super::search::{self, SearchJob};
use super::{Service, choose, encoded, immediate};

/// The memory that a request takes in addition to its text, in bytes.
const REQUEST_OVERHEAD: usize = 1 << 10;

/// The maximum number of requests in a batch.
const MAX_BATCH: usize = 10_000;

/// How a method is answered.
#[derive(Clone, Copy)]
enum Method {
    /// Immediately.
    Immediate(fn(Params) -> MethodResult),
    /// By a job in a worker thread.
    Search(fn(Params, &Service) -> Result<SearchJob, RpcError>),
    /// Immediately, with the encoding of its game, which is kept for the next request.
    Encoded(fn(Params, &mut Option<Encoding>) -> MethodResult),
    /// By cancelling another request.
    Cancel,
}

const METHODS: [(&str, Method); 12] = [
    ("moves", Method::Immediate(immediate::moves)),
    ("play", Method::Immediate(immediate::play)),
    ("position", Method::Immediate(immediate::position)),
    ("render", Method::Immediate(immediate::render)),
    ("games", Method::Immediate(encoded::games)),
    ("encoding", Method::Immediate(encoded::encoding)),
    ("step", Method::Encoded(encoded::step)),
    ("analyze", Method::Search(search::analyze)),
    ("choose", Method::Search(choose::choose)),
    ("solve", Method::Search(search::solve)),
    ("review", Method::Search(search::review)),
    ("cancel", Method::Cancel),
];

/// Answers the requests of a client until its input ends and all requests are answered.
///
/// # Errors
/// The service was interrupted, input or output failed, or no thread can be started.
pub fn serve(service: &Service, connection: Connection) -> Result<(), Stop> {
    let Connection { input, signals, output } = connection;
    let waker = input.waker(signals.clone());
    let no_thread =
        |error| Stop::InvalidSetup(format!("no thread can be started: {}", without_number(&error)));
    let output = ResponseWriter::start(output, waker).map_err(no_thread)?;
    let queue = &Queue::default();
    let encoding = RefCell::default();
    let mut server = Server { input, signals, output: &output, queue, service, encoding };
    let end = thread::scope(|scope| {
        let run_worker = || {
            while let Some((request, part)) = queue.wait_for_part() {
                request.run(part, queue);
                output.flush();
            }
        };
        // One is enough: with fewer than wanted, answers only take longer.
        let start = || service.resources.spawn_scoped(scope, run_worker);
        start().map_err(no_thread)?;
        (1..service.threads).map_while(|_| start().ok()).for_each(drop);
        let end = server.serve();
        match &end {
            Ok(()) => queue.close(),
            Err(_) => queue.abort(),
        }
        end
    });
    output.finish();
    let end = end.and_then(|()| server.check());
    output.close();
    end
}

struct Server<'a> {
    input: Input,
    signals: Signals,
    output: &'a Arc<ResponseWriter>,
    queue: &'a Queue,
    service: &'a Service,
    /// The encoding of the game of the last `step`, to save time.
    encoding: RefCell<Option<Encoding>>,
}

impl Server<'_> {
    /// Reads requests until the end of input, then waits until all are answered.
    fn serve(&mut self) -> Result<(), Stop> {
        loop {
            // Flush when there is nothing more to read: single requests are answered immediately, and many
            // requests at once are not slowed down.
            let event = self.input.try_next().unwrap_or_else(|| {
                self.output.flush();
                self.input.wait()
            });
            self.check()?;
            match event {
                InputEvent::Line(line) => self.line(&line)?,
                InputEvent::End => return self.wait_until(|timeout| self.queue.is_done(timeout)),
                InputEvent::Failed(error) => return Err(Stop::Input(error)),
                InputEvent::Cancelled | InputEvent::Redraw(_) | InputEvent::Woken => {}
            }
        }
    }

    /// Waits until `condition` is true, checking for signals. `condition` itself waits up to the given time.
    fn wait_until(&self, condition: impl Fn(Duration) -> bool) -> Result<(), Stop> {
        self.output.flush();
        while !condition(POLL_INTERVAL) {
            self.check()?;
        }
        self.check()
    }

    /// Fails if the service should end, because of an output error or a signal.
    fn check(&self) -> Result<(), Stop> {
        if let Some(error) = self.output.take_error() {
            return Err(Stop::Output(error));
        }
        self.signals.check()
    }

    fn line(&self, line: &InputLine) -> Result<(), Stop> {
        let text = line.text();
        let error = match serde_json::from_slice::<&RawValue>(&line.bytes) {
            _ if line.is_truncated() => {
                RpcError::new(ErrorCode::Request, "the line is too long", "a line can have at most 1 MiB")
            }
            _ if text.is_empty() => return Ok(()),
            Err(error) => RpcError::syntax(&error),
            Ok(value) => match serde_json::from_str::<Vec<&RawValue>>(value.get()) {
                Err(_) => return self.request(RpcRequest::read(value), None, text.len()),
                Ok(values) if (1..=MAX_BATCH).contains(&values.len()) => {
                    return self.batch(&values, text.len());
                }
                Ok(values) => batch_length_error(values.len()),
            },
        };
        self.responder(RequestId::null(), None).answer(&Err(error));
        Ok(())
    }

    fn responder(&self, id: RequestId, batch: Option<&Arc<Batch>>) -> Responder {
        Responder { id, output: Arc::clone(self.output), batch: batch.cloned() }
    }

    fn batch(&self, values: &[&RawValue], length: usize) -> Result<(), Stop> {
        self.wait_until(|timeout| self.output.has_room_for_batch(timeout))?;
        let share = length / values.len();
        let requests: Vec<_> = values.iter().map(|value| RpcRequest::read(value)).collect();
        let is_answered =
            |request: &&Result<RpcRequest, _>| request.as_ref().ok().is_none_or(|it| it.id.is_some());
        let batch = Arc::new(Batch::new(requests.iter().filter(is_answered).count()));
        requests.into_iter().try_for_each(|request| {
            self.check()?;
            self.request(request, Some(&batch), share)
        })
    }

    /// Answers a request or queues it. `length` is the length of its text.
    fn request(
        &self,
        request: Result<RpcRequest, Box<(RequestId, RpcError)>>,
        batch: Option<&Arc<Batch>>,
        length: usize,
    ) -> Result<(), Stop> {
        let RpcRequest { id, method, params } = match request {
            Ok(request) => request,
            Err(invalid) => {
                let (id, error) = *invalid;
                self.responder(id, batch).answer(&Err(error));
                return Ok(());
            }
        };
        let known = METHODS.iter().find(|(name, _)| *name == method).map(|(_, known)| *known);
        let params = Params::new(params);
        let Some(id) = id else {
            // Notifications have no answer, so the only useful one is a cancellation.
            if let Some(Method::Cancel) = known {
                let _ = self.cancel(params);
            }
            return Ok(());
        };
        let responder = self.responder(id, batch);
        match known {
            _ if self.queue.contains(&responder.id) => responder.answer(&Err(id_in_use_error())),
            None => responder.answer(&Err(no_such_method_error(&method))),
            Some(Method::Immediate(answer)) => responder.answer(&answer(params)),
            Some(Method::Encoded(answer)) => {
                responder.answer(&answer(params, &mut self.encoding.borrow_mut()));
            }
            Some(Method::Cancel) => responder.answer(&self.cancel(params)),
            Some(Method::Search(make_job)) => {
                return self.search(make_job(params, self.service), responder, length + REQUEST_OVERHEAD);
            }
        }
        Ok(())
    }

    /// Queues a job for a worker thread, waiting for room in the queue.
    fn search(
        &self,
        job: Result<SearchJob, RpcError>,
        responder: Responder,
        weight: usize,
    ) -> Result<(), Stop> {
        let job = match job {
            Ok(job) => job,
            Err(error) => {
                responder.answer(&Err(error));
                return Ok(());
            }
        };
        let request = QueuedRequest { job, responder, stop: StopSignal::new(), weight };
        if request.job.turns.as_ref().is_some_and(Vec::is_empty) {
            request.finish_request(Ok(Vec::new()));
            return Ok(());
        }
        self.wait_until(|timeout| self.queue.has_room(weight, timeout))?;
        self.queue.push(request);
        Ok(())
    }

    fn cancel(&self, mut params: Params) -> MethodResult {
        let id = params.id("id")?;
        params.deny_unknown()?;
        Ok(raw_json(&BTreeMap::from([("cancelled", self.queue.cancel(&id))]))?)
    }
}

fn batch_length_error(length: usize) -> RpcError {
    let hint = format!("a batch can have 1 to {MAX_BATCH} requests");
    RpcError::new(ErrorCode::Request, format!("the batch has {length} requests"), hint)
}

fn id_in_use_error() -> RpcError {
    let hint = "use another id, or wait until that request has been answered";
    RpcError::new(ErrorCode::Request, "a request with this id has not been answered yet", hint).at("/id")
}

fn no_such_method_error(name: &str) -> RpcError {
    let known: Vec<&str> = METHODS.iter().map(|(name, _)| *name).collect();
    let shown = escape(name.as_bytes());
    let hint = format!("the methods are {}", known.join(", "));
    RpcError::new(ErrorCode::Method, format!("unknown method \"{shown}\""), hint).at("/method")
}

//! The thread that reads: it answers at once what can be answered at once, and hands the rest over.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use serde::Serialize;
use serde_json::Value;
use serde_json::value::to_raw_value;

use crate::console::{Event, Input, InputLine, Signals, Stop};
use crate::model::StopSignal;
use crate::model::text::escape;

use super::message::{Answer, Id, Request};
use super::params::Params;
use super::problem::{Code, Problem};
use super::queue::{Queue, Task};
use super::reply::{Batch, Output, POLL_INTERVAL, Reply};
use super::search::{self, Means, Work};
use super::{Service, quick};

/// How long the last answers may take after a signal.
const FINAL_FLUSH_TIMEOUT: Duration = Duration::from_millis(500);
/// The room that a request takes beside its text.
const REQUEST_OVERHEAD: usize = 1 << 10;

/// How a method is answered.
#[derive(Clone, Copy)]
enum Method {
    /// At once.
    Quick(fn(Params) -> Answer),
    /// By work in a thread.
    Search(fn(Params, &Means) -> Result<Work, Problem>),
    /// By stopping another request.
    Cancel,
}

const METHODS: [(&str, Method); 8] = [
    ("moves", Method::Quick(quick::moves)),
    ("play", Method::Quick(quick::play)),
    ("position", Method::Quick(quick::position)),
    ("render", Method::Quick(quick::render)),
    ("analyze", Method::Search(search::analyze)),
    ("solve", Method::Search(search::solve)),
    ("review", Method::Search(search::review)),
    ("cancel", Method::Cancel),
];

/// Serves a client.
///
/// # Errors
/// The service was interrupted, or input or output failed.
pub fn run(service: Service) -> Result<(), Stop> {
    let Service { input, signals, output, clock, threads, memory, resources, tables } = service;
    let waker = input.waker(signals.clone());
    let output = Output::start(output, waker, signals.clone()).map_err(Stop::Output)?;
    let queue = Queue::default();
    let means = Means { clock, memory, resources, tables };
    let mut reader = Reader { input, signals, output: &output, queue: &queue, means: &means, workers: 0 };
    let end = thread::scope(|scope| {
        let work = || {
            while let Some((task, part)) = queue.wait_for_part() {
                task.run(part, &queue);
                output.flush();
            }
        };
        reader.workers = (0..threads).map_while(|_| means.resources.spawn_scoped(scope, work).ok()).count();
        let end = reader.read_all();
        match &end {
            Ok(()) => queue.close(),
            Err(_) => queue.abort(),
        }
        end
    });
    let end = end.and_then(|()| reader.wait_until(|patience| output.is_written(patience)));
    if end.is_err() {
        // What can still be told is told, but who does not read is not waited for.
        output.is_written(FINAL_FLUSH_TIMEOUT);
    }
    output.close();
    end
}

struct Reader<'a> {
    input: Input,
    signals: Signals,
    output: &'a Arc<Output>,
    queue: &'a Queue,
    means: &'a Means,
    /// The threads that do work; without any, it is done here.
    workers: usize,
}

impl Reader<'_> {
    /// Reads until the end of input, and waits until everything is answered.
    fn read_all(&mut self) -> Result<(), Stop> {
        loop {
            // Answers go out when there is nothing more to read: who asks one by one is answered, and many are as fast.
            let event = self.input.ready().unwrap_or_else(|| {
                self.output.flush();
                self.input.wait()
            });
            self.check()?;
            match event {
                Event::Line(line) => self.line(&line)?,
                Event::End => return self.wait_until(|patience| self.queue.is_done(patience)),
                Event::Failed(error) => return Err(Stop::Input(error)),
                Event::Cancelled | Event::Woken => {}
            }
        }
    }

    /// Waits, and looks for signals meanwhile; `is_so` waits as long as it is told.
    fn wait_until(&self, is_so: impl Fn(Duration) -> bool) -> Result<(), Stop> {
        self.output.flush();
        while !is_so(POLL_INTERVAL) {
            self.check()?;
        }
        self.check()
    }

    /// Whether it is time to end: nobody reads any more, or a signal has come.
    fn check(&self) -> Result<(), Stop> {
        if let Some(error) = self.output.take_error() {
            return Err(Stop::Output(error));
        }
        self.signals.check()
    }

    fn line(&self, line: &InputLine) -> Result<(), Stop> {
        let text = line.text();
        let problem = match serde_json::from_str(&text) {
            _ if line.cut => Problem::new(Code::Request, "the line is too long", "a line has at most 1 MiB"),
            _ if text.is_empty() => return Ok(()),
            Err(error) => Problem::syntax(&error),
            Ok(Value::Array(values)) if values.is_empty() => {
                Problem::new(Code::Request, "an empty batch", "a batch has at least one request")
            }
            Ok(Value::Array(values)) => return self.batch(values, text.len()),
            Ok(value) => return self.request(Request::read(value), None, text.len()),
        };
        self.reply(Id::Null, None).answer(&Err(problem));
        Ok(())
    }

    fn reply(&self, id: Id, batch: Option<&Arc<Batch>>) -> Reply {
        Reply { id, output: Arc::clone(self.output), batch: batch.cloned() }
    }

    fn batch(&self, values: Vec<Value>, length: usize) -> Result<(), Stop> {
        let share = length / values.len();
        let requests: Vec<_> = values.into_iter().map(Request::read).collect();
        let is_answered =
            |request: &&Result<Request, _>| request.as_ref().ok().is_none_or(|it| it.id.is_some());
        let batch = Arc::new(Batch::new(requests.iter().filter(is_answered).count()));
        requests.into_iter().try_for_each(|request| self.request(request, Some(&batch), share))
    }

    /// Answers a request whose text has this length, or sees to it that it is answered.
    fn request(
        &self,
        request: Result<Request, (Id, Problem)>,
        batch: Option<&Arc<Batch>>,
        length: usize,
    ) -> Result<(), Stop> {
        let Request { id, method, params } = match request {
            Ok(request) => request,
            Err((id, problem)) => {
                self.reply(id, batch).answer(&Err(problem));
                return Ok(());
            }
        };
        let known = METHODS.iter().find(|(name, _)| *name == method).map(|(_, known)| *known);
        let params = Params::new(params);
        let Some(id) = id else {
            // Nobody hears the answer to a notification: all that it can do is to stop something.
            if let Some(Method::Cancel) = known {
                let _ = self.cancel(params);
            }
            return Ok(());
        };
        let reply = self.reply(id, batch);
        match known {
            None => reply.answer(&Err(no_such_method(&method))),
            Some(Method::Quick(answer)) => reply.answer(&answer(params)),
            Some(Method::Cancel) => reply.answer(&self.cancel(params)),
            Some(Method::Search(work)) => {
                return self.search(work(params, self.means), reply, length + REQUEST_OVERHEAD);
            }
        }
        Ok(())
    }

    /// Hands work over to a thread, when there is room for it.
    fn search(&self, work: Result<Work, Problem>, reply: Reply, weight: usize) -> Result<(), Stop> {
        let work = match work {
            Ok(_) if self.queue.knows(&reply.id) => Err(id_in_use()),
            work => work,
        };
        let work = match work {
            Ok(work) => work,
            Err(problem) => {
                reply.answer(&Err(problem));
                return Ok(());
            }
        };
        let task = Task { work, reply, stop: StopSignal::new(), weight };
        if task.work.turns.as_ref().is_some_and(Vec::is_empty) {
            task.end(Vec::new());
            return Ok(());
        }
        self.wait_until(|patience| self.queue.has_room(weight, patience))?;
        self.queue.push(task);
        if self.workers == 0 {
            self.work();
        }
        Ok(())
    }

    /// Does what waits, as there is no thread for it.
    fn work(&self) {
        while let Some((task, part)) = self.queue.take() {
            task.run(part, self.queue);
        }
    }

    fn cancel(&self, mut params: Params) -> Answer {
        #[derive(Serialize)]
        struct Cancelled {
            cancelled: bool,
        }
        let id = params.id("id")?;
        params.end()?;
        Ok(to_raw_value(&Cancelled { cancelled: self.queue.cancel(&id) })?)
    }
}

fn id_in_use() -> Problem {
    let hint = "an id is free again when its request has been answered";
    Problem::new(Code::Request, "a request with this id is not answered yet", hint).at("/id")
}

fn no_such_method(name: &str) -> Problem {
    let known: Vec<&str> = METHODS.iter().map(|(name, _)| *name).collect();
    let shown = escape(name.as_bytes());
    let hint = format!("the methods are {}", known.join(", "));
    Problem::new(Code::Method, format!("there is no method \"{shown}\""), hint).at("/method")
}

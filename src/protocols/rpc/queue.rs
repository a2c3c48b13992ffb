//! The queue of requests that wait for a thread, limited by their total size. Requests that wait or run are
//! known by their ids and can be cancelled.

use std::collections::{BTreeMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::value::RawValue;

use crate::model::StopSignal;

use super::error::{ErrorCode, RpcError};
use super::message::RequestId;
use super::responder::Responder;
use super::search::{SearchJob, found};

/// The maximum total size of waiting requests, in bytes.
const MAX_QUEUED_BYTES: usize = 4 << 20;

/// A request that takes time.
pub struct QueuedRequest {
    /// The work to do.
    pub job: SearchJob,
    /// Sends the answer.
    pub responder: Responder,
    /// Cancels the request.
    pub stop: StopSignal,
    /// The size of the request in the queue, in bytes.
    pub weight: usize,
}

impl QueuedRequest {
    fn parts(&self) -> usize {
        self.job.turns.as_ref().map_or(1, Vec::len)
    }

    /// Runs a part and reports its result. The id is released before the answer is sent, so that a client
    /// that has read the answer can reuse it.
    pub fn run(&self, part: usize, queue: &Queue) {
        let mut report = |turn, found: &RawValue| {
            self.responder.turn(turn, found);
            self.responder.output.flush();
        };
        let run = AssertUnwindSafe(|| (self.job.run)(part, &self.stop, &mut report));
        let answer = catch_unwind(run).unwrap_or_else(|_| Err(RpcError::panic()));
        let Some(turns) = &self.job.turns else {
            let _ = queue.finish(&self.responder.id, Ok(None));
            return self.responder.answer(&answer);
        };
        let reported_turn = answer.map(|found| {
            self.responder.turn(turns[part], &found);
            Some(turns[part])
        });
        if let Some(reported) = queue.finish(&self.responder.id, reported_turn) {
            self.finish_request(reported);
        }
    }

    /// Sends the answer to a request for turns, of which these were reported, or the error of one.
    pub fn finish_request(&self, reported: Result<Vec<usize>, RpcError>) {
        self.responder.answer(&reported.and_then(|mut turns| {
            turns.sort_unstable();
            found(BTreeMap::from([("turns", turns)]), &self.stop)
        }));
    }
}

fn cancelled_error() -> RpcError {
    let hint = "send the request again if you still need the answer";
    RpcError::new(ErrorCode::Cancelled, "the request was cancelled before it started", hint)
}

/// The requests that wait for a thread or are running.
#[derive(Default)]
pub struct Queue {
    state: Mutex<QueueState>,
    changed: Condvar,
}

#[derive(Default)]
struct QueueState {
    /// The requests with parts that have not started, each with the first such part.
    waiting: VecDeque<(Arc<QueuedRequest>, usize)>,
    /// The total weight of these requests.
    weight: usize,
    /// The requests that have not been answered.
    open_requests: BTreeMap<RequestId, OpenRequest>,
    /// Whether no more requests will be added.
    is_closed: bool,
}

struct OpenRequest {
    request: Arc<QueuedRequest>,
    /// The number of parts that have not finished.
    left: usize,
    /// The turns that were reported, or the first error.
    reported: Result<Vec<usize>, RpcError>,
}

impl Queue {
    fn state(&self) -> MutexGuard<'_, QueueState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns whether a request with this id has not been answered yet.
    pub fn contains(&self, id: &RequestId) -> bool {
        self.state().open_requests.contains_key(id)
    }

    /// Waits up to `timeout` until there is room for `weight` bytes. An empty queue always has room for one
    /// request.
    pub fn has_room(&self, weight: usize, timeout: Duration) -> bool {
        let fits = |state: &QueueState| state.waiting.is_empty() || state.weight + weight <= MAX_QUEUED_BYTES;
        self.wait(timeout, fits)
    }

    /// Waits up to `timeout` until all requests are answered.
    pub fn is_done(&self, timeout: Duration) -> bool {
        self.wait(timeout, |state| state.open_requests.is_empty())
    }

    fn wait(&self, timeout: Duration, condition: impl Fn(&QueueState) -> bool) -> bool {
        let waited = self.changed.wait_timeout_while(self.state(), timeout, |state| !condition(state));
        !waited.unwrap_or_else(PoisonError::into_inner).1.timed_out()
    }

    /// Adds a request with at least one part. Its id must not be in use.
    pub fn push(&self, request: QueuedRequest) {
        let request = Arc::new(request);
        let open =
            OpenRequest { request: Arc::clone(&request), left: request.parts(), reported: Ok(Vec::new()) };
        let mut state = self.state();
        state.open_requests.insert(request.responder.id.clone(), open);
        state.weight += request.weight;
        state.waiting.push_back((request, 0));
        self.changed.notify_all();
    }

    /// Waits for the next part to run. Returns `None` when no more will come.
    pub fn wait_for_part(&self) -> Option<(Arc<QueuedRequest>, usize)> {
        let idle = |state: &mut QueueState| state.waiting.is_empty() && !state.is_closed;
        let waited = self.changed.wait_while(self.state(), idle);
        let mut state = waited.unwrap_or_else(PoisonError::into_inner);
        let (request, part) = state.waiting.pop_front()?;
        match part + 1 < request.parts() {
            true => state.waiting.push_front((Arc::clone(&request), part + 1)),
            false => state.weight -= request.weight,
        }
        self.changed.notify_all();
        Some((request, part))
    }

    /// Marks a part of this request as finished and its turn, if any, as reported or failed. Returns all reported
    /// turns, or the first error, if it was the last part.
    fn finish(
        &self,
        id: &RequestId,
        turn: Result<Option<usize>, RpcError>,
    ) -> Option<Result<Vec<usize>, RpcError>> {
        let mut state = self.state();
        let open = state.open_requests.get_mut(id)?;
        if let Ok(turns) = &mut open.reported {
            match turn {
                Ok(turn) => turns.extend(turn),
                Err(error) => open.reported = Err(error),
            }
        }
        open.left -= 1;
        if open.left > 0 {
            return None;
        }
        let open = state.open_requests.remove(id);
        self.changed.notify_all();
        open.map(|open| open.reported)
    }

    /// Cancels the request with this id: its running parts end soon with what they have found, the others do
    /// not start. Returns whether there was such a request.
    pub fn cancel(&self, id: &RequestId) -> bool {
        let mut state = self.state();
        let Some(request) = state.open_requests.get(id).map(|open| Arc::clone(&open.request)) else {
            return false;
        };
        request.stop.raise();
        let index = state.waiting.iter().position(|(waiting, _)| Arc::ptr_eq(waiting, &request));
        let Some((_, next)) = index.and_then(|index| state.waiting.remove(index)) else { return true };
        state.weight -= request.weight;
        let Some(open) = state.open_requests.get_mut(id) else { return true };
        open.left -= request.parts() - next;
        let ended = if open.left == 0 { state.open_requests.remove(id) } else { None };
        self.changed.notify_all();
        drop(state);
        if let Some(open) = ended {
            match open.reported {
                Ok(turns) if turns.is_empty() => request.responder.answer(&Err(cancelled_error())),
                reported => request.finish_request(reported),
            }
        }
        true
    }

    /// Declares that no more requests will be added.
    pub fn close(&self) {
        self.state().is_closed = true;
        self.changed.notify_all();
    }

    /// Stops all running parts and drops the waiting ones.
    pub fn abort(&self) {
        let mut state = self.state();
        state.waiting.clear();
        state.open_requests.values().for_each(|open| open.request.stop.raise());
        drop(state);
        self.close();
    }
}

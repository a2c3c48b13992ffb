//! What waits for a thread. It is bounded by the bytes of the requests; what waits or is being done is known by its id and can be cancelled.

use std::collections::{HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::value::{RawValue, to_raw_value};

use crate::model::StopSignal;

use super::error::{ErrorCode, RpcError};
use super::message::{MethodResult, RequestId, TurnsResult};
use super::responder::Responder;
use super::search::SearchJob;

/// What may wait, in bytes of requests.
const MAX_QUEUED_BYTES: usize = 4 << 20;

/// A request that takes time.
pub struct QueuedRequest {
    /// What is to be done.
    pub job: SearchJob,
    /// Where the answer goes.
    pub responder: Responder,
    /// Ends it.
    pub stop: StopSignal,
    /// The room it takes while it waits.
    pub weight: usize,
}

impl QueuedRequest {
    fn parts(&self) -> usize {
        self.job.turns.as_ref().map_or(1, Vec::len)
    }

    /// Does a part and tells what came of it. The id is free before the answer is given: who has read it may use the id again.
    pub fn run(&self, part: usize, queue: &Queue) {
        let mut report = |turn, found: &RawValue| {
            self.responder.turn(turn, found);
            self.responder.output.flush();
        };
        let run = AssertUnwindSafe(|| (self.job.run)(part, &self.stop, &mut report));
        let answer = catch_unwind(run).unwrap_or_else(|_| Err(panic_error()));
        let Some(turns) = &self.job.turns else {
            queue.finish(&self.responder.id, None);
            return self.responder.answer(&answer);
        };
        let reported_turn = answer.ok().map(|found| {
            self.responder.turn(turns[part], &found);
            turns[part]
        });
        if let Some(reported_turns) = queue.finish(&self.responder.id, reported_turn) {
            self.finish_request(reported_turns);
        }
    }

    /// Gives the answer to a request for turns, of which these were told.
    pub fn finish_request(&self, mut turns: Vec<usize>) {
        turns.sort_unstable();
        let answer =
            || -> MethodResult { Ok(to_raw_value(&TurnsResult { turns, stopped: self.stop.is_raised() })?) };
        self.responder.answer(&answer());
    }

    /// Gives the answer to a request that was cancelled while nobody was at work on it.
    fn answer_cancelled(&self, reported_turns: Vec<usize>) {
        match reported_turns.is_empty() {
            true => self.responder.answer(&Err(cancelled_error())),
            false => self.finish_request(reported_turns),
        }
    }
}

fn cancelled_error() -> RpcError {
    RpcError::new(ErrorCode::Cancelled, "cancelled before it was begun", "ask again, if it is still of use")
}

fn panic_error() -> RpcError {
    RpcError::new(ErrorCode::Internal, "the program panicked", "this is a mistake of the program")
}

/// The requests that take time.
#[derive(Default)]
pub struct Queue {
    state: Mutex<QueueState>,
    changed: Condvar,
}

#[derive(Default)]
struct QueueState {
    /// The requests with parts that nobody does yet, each with the first of them.
    waiting: VecDeque<(Arc<QueuedRequest>, usize)>,
    /// The room they take.
    weight: usize,
    /// The requests that are not answered.
    open_requests: HashMap<RequestId, OpenRequest>,
    /// Whether no more will come.
    is_closed: bool,
}

struct OpenRequest {
    request: Arc<QueuedRequest>,
    /// The parts that are not done.
    left: usize,
    /// The turns that were told.
    reported_turns: Vec<usize>,
}

impl QueueState {
    /// The next part to be done.
    fn take(&mut self) -> Option<(Arc<QueuedRequest>, usize)> {
        let (request, part) = self.waiting.pop_front()?;
        match part + 1 < request.parts() {
            true => self.waiting.push_front((Arc::clone(&request), part + 1)),
            false => self.weight -= request.weight,
        }
        Some((request, part))
    }
}

impl Queue {
    fn state(&self) -> MutexGuard<'_, QueueState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a request with this id is not answered yet.
    pub fn contains(&self, id: &RequestId) -> bool {
        self.state().open_requests.contains_key(id)
    }

    /// Whether there is room for so much, at the latest after `timeout`. For one request there is always room.
    pub fn has_room(&self, weight: usize, timeout: Duration) -> bool {
        let fits = |state: &QueueState| state.waiting.is_empty() || state.weight + weight <= MAX_QUEUED_BYTES;
        self.wait(timeout, fits)
    }

    /// Whether everything is answered, at the latest after `timeout`.
    pub fn is_done(&self, timeout: Duration) -> bool {
        self.wait(timeout, |state| state.open_requests.is_empty())
    }

    fn wait(&self, timeout: Duration, condition: impl Fn(&QueueState) -> bool) -> bool {
        let waited = self.changed.wait_timeout_while(self.state(), timeout, |state| !condition(state));
        let (state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        condition(&state)
    }

    /// Adds a request of at least one part, whose id is not known.
    pub fn push(&self, request: QueuedRequest) {
        let request = Arc::new(request);
        let open =
            OpenRequest { request: Arc::clone(&request), left: request.parts(), reported_turns: Vec::new() };
        let mut state = self.state();
        state.open_requests.insert(request.responder.id.clone(), open);
        state.weight += request.weight;
        state.waiting.push_back((request, 0));
        self.changed.notify_all();
    }

    /// The next part to be done, if there is one.
    pub fn take(&self) -> Option<(Arc<QueuedRequest>, usize)> {
        let taken = self.state().take();
        self.changed.notify_all();
        taken
    }

    /// The next part to be done, however long it takes to come; `None` when no more will come.
    pub fn wait_for_part(&self) -> Option<(Arc<QueuedRequest>, usize)> {
        let idle = |state: &mut QueueState| state.waiting.is_empty() && !state.is_closed;
        let waited = self.changed.wait_while(self.state(), idle);
        let taken = waited.unwrap_or_else(PoisonError::into_inner).take();
        self.changed.notify_all();
        taken
    }

    /// A part of this request is done, and this turn told. Gives all turns that were told when it was the last.
    fn finish(&self, id: &RequestId, turn: Option<usize>) -> Option<Vec<usize>> {
        let mut state = self.state();
        let open = state.open_requests.get_mut(id)?;
        open.reported_turns.extend(turn);
        open.left -= 1;
        if open.left > 0 {
            return None;
        }
        let open = state.open_requests.remove(id);
        self.changed.notify_all();
        open.map(|open| open.reported_turns)
    }

    /// Stops the request with this id: what is being done of it ends soon with what has been found, the rest is not begun. Says whether
    /// there was such a request.
    pub fn cancel(&self, id: &RequestId) -> bool {
        let mut state = self.state();
        let Some(request) = state.open_requests.get(id).map(|open| Arc::clone(&open.request)) else {
            return false;
        };
        request.stop.raise();
        let place = state.waiting.iter().position(|(waiting, _)| Arc::ptr_eq(waiting, &request));
        let Some((_, next)) = place.and_then(|place| state.waiting.remove(place)) else { return true };
        state.weight -= request.weight;
        let Some(open) = state.open_requests.get_mut(id) else { return true };
        open.left -= request.parts() - next;
        let given_up = if open.left == 0 { state.open_requests.remove(id) } else { None };
        self.changed.notify_all();
        drop(state);
        if let Some(open) = given_up {
            request.answer_cancelled(open.reported_turns);
        }
        true
    }

    /// From now on no more will come.
    pub fn close(&self) {
        self.state().is_closed = true;
        self.changed.notify_all();
    }

    /// Stops everything; what was not begun is forgotten.
    pub fn abort(&self) {
        let mut state = self.state();
        state.waiting.clear();
        state.open_requests.values().for_each(|open| open.request.stop.raise());
        drop(state);
        self.close();
    }
}

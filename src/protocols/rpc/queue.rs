//! What waits for a thread. It is bounded by the bytes of the requests; what waits or is being done is known by its id and can be cancelled.

use std::collections::{HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::value::{RawValue, to_raw_value};

use crate::model::StopSignal;

use super::message::{Answer, Id, TurnsResult};
use super::problem::{Code, Problem};
use super::reply::Reply;
use super::search::Work;

/// What may wait, in bytes of requests.
const ROOM: usize = 4 << 20;

/// A request that takes time.
pub struct Task {
    /// What is to be done.
    pub work: Work,
    /// Where the answer goes.
    pub reply: Reply,
    /// Ends it.
    pub stop: StopSignal,
    /// The room it takes while it waits.
    pub weight: usize,
}

impl Task {
    fn parts(&self) -> usize {
        self.work.turns.as_ref().map_or(1, Vec::len)
    }

    /// Does a part and tells what came of it. The id is free before the answer is given: who has read it may use the id again.
    pub fn run(&self, part: usize, queue: &Queue) {
        let mut report = |turn, found: &RawValue| {
            self.reply.turn(turn, found);
            self.reply.output.flush();
        };
        let work = AssertUnwindSafe(|| (self.work.run)(part, &self.stop, &mut report));
        let answer = catch_unwind(work).unwrap_or_else(|_| Err(panicked()));
        let Some(turns) = &self.work.turns else {
            queue.finish(&self.reply.id, None);
            return self.reply.answer(&answer);
        };
        let told = answer.ok().map(|found| {
            self.reply.turn(turns[part], &found);
            turns[part]
        });
        if let Some(told) = queue.finish(&self.reply.id, told) {
            self.end(told);
        }
    }

    /// Gives the answer to a request for turns, of which these were told.
    pub fn end(&self, mut turns: Vec<usize>) {
        turns.sort_unstable();
        let answer =
            || -> Answer { Ok(to_raw_value(&TurnsResult { turns, stopped: self.stop.is_raised() })?) };
        self.reply.answer(&answer());
    }

    /// Gives the answer to a request that was cancelled while nobody was at work on it.
    fn give_up(&self, told: Vec<usize>) {
        match told.is_empty() {
            true => self.reply.answer(&Err(cancelled())),
            false => self.end(told),
        }
    }
}

fn cancelled() -> Problem {
    Problem::new(Code::Cancelled, "cancelled before it was begun", "ask again, if it is still of use")
}

fn panicked() -> Problem {
    Problem::new(Code::Internal, "the program panicked", "this is a mistake of the program")
}

/// The requests that take time.
#[derive(Default)]
pub struct Queue {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// The requests with parts that nobody does yet, each with the first of them.
    waiting: VecDeque<(Arc<Task>, usize)>,
    /// The room they take.
    weight: usize,
    /// The requests that are not answered.
    known: HashMap<Id, Known>,
    /// Whether no more will come.
    is_closed: bool,
}

struct Known {
    task: Arc<Task>,
    /// The parts that are not done.
    left: usize,
    /// The turns that were told.
    told: Vec<usize>,
}

impl State {
    /// The next part to be done.
    fn take(&mut self) -> Option<(Arc<Task>, usize)> {
        let (task, part) = self.waiting.pop_front()?;
        match part + 1 < task.parts() {
            true => self.waiting.push_front((Arc::clone(&task), part + 1)),
            false => self.weight -= task.weight,
        }
        Some((task, part))
    }
}

impl Queue {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a request with this id is not answered yet.
    pub fn knows(&self, id: &Id) -> bool {
        self.state().known.contains_key(id)
    }

    /// Whether there is room for so much, at the latest after `patience`. For one request there is always room.
    pub fn has_room(&self, weight: usize, patience: Duration) -> bool {
        let fits = |state: &State| state.waiting.is_empty() || state.weight + weight <= ROOM;
        self.wait(patience, fits)
    }

    /// Whether everything is answered, at the latest after `patience`.
    pub fn is_done(&self, patience: Duration) -> bool {
        self.wait(patience, |state| state.known.is_empty())
    }

    fn wait(&self, patience: Duration, is_so: impl Fn(&State) -> bool) -> bool {
        let waited = self.changed.wait_timeout_while(self.state(), patience, |state| !is_so(state));
        let (state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        is_so(&state)
    }

    /// Adds a request of at least one part, whose id is not known.
    pub fn push(&self, task: Task) {
        let task = Arc::new(task);
        let known = Known { task: Arc::clone(&task), left: task.parts(), told: Vec::new() };
        let mut state = self.state();
        state.known.insert(task.reply.id.clone(), known);
        state.weight += task.weight;
        state.waiting.push_back((task, 0));
        self.changed.notify_all();
    }

    /// The next part to be done, if there is one.
    pub fn take(&self) -> Option<(Arc<Task>, usize)> {
        let taken = self.state().take();
        self.changed.notify_all();
        taken
    }

    /// The next part to be done, however long it takes to come; `None` when no more will come.
    pub fn wait_for_part(&self) -> Option<(Arc<Task>, usize)> {
        let idle = |state: &mut State| state.waiting.is_empty() && !state.is_closed;
        let waited = self.changed.wait_while(self.state(), idle);
        let taken = waited.unwrap_or_else(PoisonError::into_inner).take();
        self.changed.notify_all();
        taken
    }

    /// A part of this request is done, and this turn told. Gives all turns that were told when it was the last.
    fn finish(&self, id: &Id, turn: Option<usize>) -> Option<Vec<usize>> {
        let mut state = self.state();
        let known = state.known.get_mut(id)?;
        known.told.extend(turn);
        known.left -= 1;
        if known.left > 0 {
            return None;
        }
        let known = state.known.remove(id);
        self.changed.notify_all();
        known.map(|known| known.told)
    }

    /// Stops the request with this id: what is being done of it ends soon with what has been found, the rest is not begun. Says whether
    /// there was such a request.
    pub fn cancel(&self, id: &Id) -> bool {
        let mut state = self.state();
        let Some(task) = state.known.get(id).map(|known| Arc::clone(&known.task)) else { return false };
        task.stop.raise();
        let place = state.waiting.iter().position(|(waiting, _)| Arc::ptr_eq(waiting, &task));
        let Some((_, next)) = place.and_then(|place| state.waiting.remove(place)) else { return true };
        state.weight -= task.weight;
        let Some(known) = state.known.get_mut(id) else { return true };
        known.left -= task.parts() - next;
        let given_up = if known.left == 0 { state.known.remove(id) } else { None };
        self.changed.notify_all();
        drop(state);
        if let Some(known) = given_up {
            task.give_up(known.told);
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
        state.known.values().for_each(|known| known.task.stop.raise());
        drop(state);
        self.close();
    }
}

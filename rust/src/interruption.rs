//! The end of work that takes too long: Ctrl-C stops every kernel within a second.
//!
//! The thread that Python called asks now and then whether to stop; those that help it follow. Kernels call `poll` where
//! they come by every few milliseconds. Where a stop was asked for, `poll` unwinds its thread, as a panic would but
//! without a word, so that no kernel needs an error of its own for it. `watch` catches both at the door.

use std::any::Any;
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How long work goes on between two questions whether to stop, at the least.
pub const PERIOD: Duration = Duration::from_millis(50);

/// Asks whether to stop.
pub type Question = fn() -> bool;

/// Why work has no result.
#[derive(Debug, PartialEq, Eq)]
pub enum Ended {
    /// It was asked to stop.
    Stopped,
    /// A thread panicked, with this message.
    Failed(String),
}

/// What unwinds a thread that stops.
struct Stop;

/// Work on one or several threads, which stop together.
#[derive(Default)]
pub struct Crew {
    is_stopped: AtomicBool,
}

/// What a thread knows of its work.
struct Member {
    crew: Arc<Crew>,
    /// Only the thread that was called asks: when it last did, and whom.
    asks: Option<(Instant, Question)>,
}

thread_local! {
    static MEMBER: RefCell<Option<Member>> = const { RefCell::new(None) };
}

/// Runs an action as a member of a crew; whatever unwinds it is caught. A panic stops the others too.
fn join<T>(member: Member, action: impl FnOnce() -> T) -> Result<T, Box<dyn Any + Send>> {
    let crew = member.crew.clone();
    let before = MEMBER.replace(Some(member));
    let result = catch_unwind(AssertUnwindSafe(action));
    MEMBER.replace(before);
    if result.is_err() {
        crew.is_stopped.store(true, Ordering::Relaxed);
    }
    result
}

/// Runs work that `question` can stop, and whose panics are errors.
pub fn watch<T>(question: Question, work: impl FnOnce() -> T) -> Result<T, Ended> {
    let member = Member { crew: Arc::default(), asks: Some((Instant::now(), question)) };
    join(member, work).map_err(|reason| match reason.downcast::<Stop>() {
        Ok(_) => Ended::Stopped,
        Err(reason) => Ended::Failed(message(&*reason)),
    })
}

/// What a panic says.
fn message(reason: &(dyn Any + Send)) -> String {
    let text = reason.downcast_ref::<&str>().map(|text| (*text).to_string());
    text.or_else(|| reason.downcast_ref::<String>().cloned()).unwrap_or_else(|| "no reason given".to_string())
}

/// The crew of this thread, a new one if it has none.
pub fn crew() -> Arc<Crew> {
    MEMBER.with_borrow(|member| member.as_ref().map_or_else(Arc::default, |member| member.crew.clone()))
}

/// Runs the share of work of another thread. What unwinds it is returned, for `fail` in the thread that was called.
pub fn help(crew: &Arc<Crew>, work: impl FnOnce()) -> Result<(), Box<dyn Any + Send>> {
    join(Member { crew: crew.clone(), asks: None }, work)
}

/// Runs the share of work of the thread that was called, among others of a crew.
pub fn lead(crew: &Arc<Crew>, work: impl FnOnce()) -> Result<(), Box<dyn Any + Send>> {
    let asks = MEMBER.with_borrow(|member| member.as_ref().and_then(|member| member.asks));
    join(Member { crew: crew.clone(), asks }, work)
}

/// Unwinds with the first reason that is not a stop, or else with the stop.
pub fn fail(reasons: Vec<Box<dyn Any + Send>>) {
    let mut stopped = None;
    for reason in reasons {
        if !reason.is::<Stop>() {
            resume_unwind(reason);
        }
        stopped = Some(reason);
    }
    if let Some(reason) = stopped {
        resume_unwind(reason);
    }
}

/// Goes on, or unwinds this thread if the work is to stop.
pub fn poll() {
    let question = MEMBER.with_borrow_mut(|member| {
        let Some(Member { crew, asks }) = member else { return None };
        if crew.is_stopped.load(Ordering::Relaxed) {
            return Some(None);
        }
        let (last, question) = asks.as_mut()?;
        let now = Instant::now();
        if now.duration_since(*last) < PERIOD {
            return None;
        }
        *last = now;
        Some(Some(*question))
    });
    match question {
        None => {}
        // Outside of the borrow, since a handler of signals may call a kernel.
        Some(Some(question)) if !question() => {}
        Some(_) => resume_unwind(Box::new(Stop)),
    }
}

/// Calls `poll` for long work only: where it is short, a look at the clock would take too much of the time.
#[inline(always)]
pub fn poll_if(is_long: bool) {
    if is_long {
        poll();
    }
}

/// Calls `poll` once in `STEPS` values of a counter: for loops whose steps are too short to look at the clock in each.
#[inline(always)]
pub fn poll_every<const STEPS: usize>(counter: usize) {
    if counter % STEPS == STEPS - 1 {
        poll();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parallel;

    fn never() -> bool {
        false
    }

    fn always() -> bool {
        true
    }

    fn work_for_ever(index: usize) {
        if index == 1 {
            loop {
                poll();
                std::hint::spin_loop();
            }
        }
    }

    #[test]
    fn without_a_question_nothing_stops() {
        poll();
        assert_eq!(watch(never, || 5), Ok(5));
    }

    #[test]
    fn all_threads_stop_together() {
        for threads in [1, 2, 5] {
            let fill = || parallel::fill_matrix(8, 1, 1, threads, || (), |(), index, _| work_for_ever(index));
            assert_eq!(watch(always, fill).unwrap_err(), Ended::Stopped, "{threads}");
            assert_eq!(watch(never, || 5), Ok(5));
        }
    }

    #[test]
    fn a_panic_of_any_thread_is_an_error_and_stops_the_others() {
        for threads in [1, 2, 5] {
            let work = |(): &mut (), index: usize, _: &mut [f64]| {
                assert!(index != 0, "row {index}");
                work_for_ever(index);
            };
            let fill = || parallel::fill_matrix(8, 1, 1, threads, || (), work);
            assert_eq!(watch(never, fill).unwrap_err(), Ended::Failed("row 0".to_string()), "{threads}");
        }
    }
}

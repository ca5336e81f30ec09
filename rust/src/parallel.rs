//! Work on a batch by several threads, in an order that does not depend on their number.

use crate::interruption;
use std::ops::Range;
use std::sync::{Mutex, PoisonError, mpsc};

/// Applies `work` to consecutive ranges of `0..length` and returns its results in order.
///
/// Each thread has a scratch value of its own, made by `scratch`. Ranges are handed out one at a time,
/// so a few long segments do not leave the other threads idle.
pub fn map_ranges<S, T: Send>(
    length: usize,
    step: usize,
    threads: usize,
    scratch: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, Range<usize>) -> T + Sync,
) -> Vec<T> {
    let count = length.div_ceil(step);
    let mut results: Vec<Option<T>> = Vec::with_capacity(count);
    results.resize_with(count, || None);
    share_out(results.iter_mut().enumerate(), threads.min(count), scratch, |scratch, (index, result)| {
        let start = index * step;
        *result = Some(work(scratch, start..length.min(start + step)));
    });
    results.into_iter().map(|result| result.expect("every range was worked on")).collect()
}

/// A matrix whose rows are filled one by one: `work` gets the index of a row and the row, all zeros.
///
/// Threads take `step` rows at a time.
pub fn fill_matrix<S>(
    length: usize,
    columns: usize,
    step: usize,
    threads: usize,
    scratch: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, usize, &mut [f64]) + Sync,
) -> Vec<f64> {
    let mut matrix = vec![0.0; length * columns];
    let chunks = matrix.chunks_mut(columns * step).enumerate();
    share_out(chunks, threads.min(length.div_ceil(step)), scratch, |scratch, (chunk, rows)| {
        for (offset, row) in rows.chunks_mut(columns).enumerate() {
            work(scratch, chunk * step + offset, row);
        }
    });
    matrix
}

/// Hands items out to threads, one at a time. Between two of them the work can be stopped.
pub fn share_out<S, I: Send>(
    items: impl Iterator<Item = I> + Send,
    threads: usize,
    scratch: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, I) + Sync,
) {
    let queue = Mutex::new(items);
    run(threads, || {
        let mut scratch = scratch();
        loop {
            // No thread panics while it holds the queue.
            let next = queue.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some(item) = next else { break };
            interruption::poll();
            work(&mut scratch, item);
        }
    });
}

/// Runs `work` on the calling thread and on `threads - 1` others, and waits for all of them.
///
/// Where one of them panics, or is stopped, the others stop too, and the calling thread unwinds.
pub fn run(threads: usize, work: impl Fn() + Sync) {
    if threads <= 1 {
        return work();
    }
    let crew = interruption::crew();
    let (sender, receiver) = mpsc::channel();
    let mut reasons = Vec::new();
    std::thread::scope(|scope| {
        let mut helpers = 0;
        for _ in 1..threads {
            let (crew, work, sender) = (&crew, &work, sender.clone());
            let help = move || sender.send(interruption::help(crew, work)).unwrap_or_default();
            // A system that has no more threads to give is no reason to stop: those there are do the work.
            if std::thread::Builder::new().spawn_scoped(scope, help).is_err() {
                break;
            }
            helpers += 1;
        }
        reasons.extend(interruption::lead(&crew, &work).err());
        // The helpers may be far from done, and the calling thread is the only one that can be asked to stop.
        while helpers > 0 {
            match receiver.recv_timeout(interruption::PERIOD) {
                Ok(result) => {
                    helpers -= 1;
                    reasons.extend(result.err());
                }
                Err(_) => reasons.extend(interruption::lead(&crew, interruption::poll).err()),
            }
        }
    });
    interruption::fail(reasons);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_keep_their_order_whatever_the_number_of_threads() {
        for threads in [1, 2, 5, 100] {
            let ranges = map_ranges(10, 3, threads, || (), |_, range| range);
            assert_eq!(ranges, [0..3, 3..6, 6..9, 9..10]);
        }
        assert!(map_ranges(0, 3, 2, || (), |_, range| range).is_empty());
    }

    #[test]
    fn rows_are_each_filled_once() {
        let matrix = fill_matrix(
            7,
            2,
            3,
            2,
            || (),
            |_, index, row| {
                row[0] += index as f64;
                row[1] += 1.0;
            },
        );
        let expected: Vec<f64> = (0..7).flat_map(|index| [index as f64, 1.0]).collect();
        assert_eq!(matrix, expected);
    }
}

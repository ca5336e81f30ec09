//! Whether there is memory, asked before it is needed: an allocation that fails in a kernel would end the process.

use std::hint::black_box;

/// Whether so many bytes can be allocated now. They are not touched, so this takes no time.
pub fn is_available(bytes: usize) -> bool {
    let mut probe = Vec::<u8>::new();
    let reserved = probe.try_reserve_exact(bytes).is_ok();
    // Without this the compiler sees that nobody uses the memory, and does not ask for it.
    black_box(&mut probe);
    reserved
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_a_megabyte_and_no_exabyte() {
        assert!(is_available(1 << 20));
        assert!(!is_available(1 << 60));
        assert!(!is_available(usize::MAX));
    }
}

//! The nearest partner of each piece in the other text, by the cosine of their states.

use super::functions::dot;
use crate::parallel::share_out;

/// Pairs of texts for which another thread is worth while.
const STEP: usize = 4;

/// The states of some texts: those of the pieces of each text are between two offsets.
#[derive(Clone, Copy)]
pub struct States<'a> {
    pub values: &'a [f32],
    pub offsets: &'a [usize],
}

/// For each piece and layer, the greatest cosine with a piece of the other text, and which piece that is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Nearest {
    pub cosines: Vec<f32>,
    pub partners: Vec<u32>,
}

impl Nearest {
    fn new(length: usize) -> Self {
        Nearest { cosines: vec![0.0; length], partners: vec![0; length] }
    }
}

/// Sizes of states: how many layers, and how many numbers a layer has.
#[derive(Clone, Copy)]
pub struct Sizes {
    pub layers: usize,
    pub hidden: usize,
}

/// Matches the texts of each pair, in both directions. Of equal cosines the first counts; a text without a partner, or
/// a state that is zero, has cosine 0.
///
/// Where `edges` is false, the first and the last piece of each text, which mark its ends, are nobody's partner.
pub fn match_all(one: States<'_>, other: States<'_>, sizes: Sizes, edges: bool, threads: usize) -> [Nearest; 2] {
    let pieces = |states: States<'_>| states.offsets.last().map_or(0, |end| end * sizes.layers);
    let mut found = [Nearest::new(pieces(one)), Nearest::new(pieces(other))];
    let [first, second] = &mut found;
    let row = sizes.layers * sizes.hidden;
    let mut jobs = Vec::new();
    let mut rest = (&mut first.cosines[..], &mut first.partners[..], &mut second.cosines[..], &mut second.partners[..]);
    for (ours, theirs) in one.offsets.windows(2).zip(other.offsets.windows(2)) {
        let (own, their) = ((ours[1] - ours[0]) * sizes.layers, (theirs[1] - theirs[0]) * sizes.layers);
        let (cosines, partners, other_cosines, other_partners) = rest;
        let (cosines, partners) = (cosines.split_at_mut(own), partners.split_at_mut(own));
        let (other_cosines, other_partners) = (other_cosines.split_at_mut(their), other_partners.split_at_mut(their));
        rest = (cosines.1, partners.1, other_cosines.1, other_partners.1);
        jobs.push(Job {
            one: &one.values[ours[0] * row..ours[1] * row],
            other: &other.values[theirs[0] * row..theirs[1] * row],
            nearest: [(cosines.0, partners.0), (other_cosines.0, other_partners.0)],
        });
    }
    let threads = threads.min(jobs.len().div_ceil(STEP));
    share_out(jobs.into_iter(), threads, Vec::new, |scratch, job| job.run(sizes, edges, scratch));
    found
}

type Filled<'a> = (&'a mut [f32], &'a mut [u32]);

struct Job<'a> {
    one: &'a [f32],
    other: &'a [f32],
    nearest: [Filled<'a>; 2],
}

impl Job<'_> {
    fn run(self, sizes: Sizes, edges: bool, scratch: &mut Vec<f32>) {
        #[cfg(target_arch = "x86_64")]
        if super::is_fast() {
            // SAFETY: the processor has AVX2 and FMA.
            return unsafe { self.run_fast(sizes, edges, scratch) };
        }
        self.run_all(sizes, edges, scratch);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,fma")]
    fn run_fast(self, sizes: Sizes, edges: bool, scratch: &mut Vec<f32>) {
        self.run_all(sizes, edges, scratch);
    }

    #[inline(always)]
    fn run_all(self, sizes: Sizes, edges: bool, scratch: &mut Vec<f32>) {
        let row = sizes.layers * sizes.hidden;
        let [(cosines, partners), (other_cosines, other_partners)] = self.nearest;
        if row == 0 {
            return;
        }
        let counts = [self.one.len() / row, self.other.len() / row];
        let inner = counts.map(|count| match count {
            _ if edges => 0..count,
            0..=2 => 0..0,
            _ => 1..count - 1,
        });
        for layer in 0..sizes.layers {
            let state = |piece: usize| piece * row + layer * sizes.hidden..piece * row + (layer + 1) * sizes.hidden;
            scratch.clear();
            scratch.extend((0..counts[1]).map(|piece| length(&self.other[state(piece)])));
            for piece in inner[0].clone() {
                let own = &self.one[state(piece)];
                let own_length = length(own);
                for theirs in inner[1].clone() {
                    let lengths = own_length * scratch[theirs];
                    let product = dot(own, &self.other[state(theirs)]);
                    let cosine = if lengths > 0.0 { product / lengths } else { 0.0 };
                    let (place, other_place) = (piece * sizes.layers + layer, theirs * sizes.layers + layer);
                    if theirs == inner[1].start || cosine > cosines[place] {
                        (cosines[place], partners[place]) = (cosine, theirs as u32);
                    }
                    if piece == inner[0].start || cosine > other_cosines[other_place] {
                        (other_cosines[other_place], other_partners[other_place]) = (cosine, piece as u32);
                    }
                }
            }
        }
    }
}

#[inline(always)]
fn length(state: &[f32]) -> f32 {
    dot(state, state).sqrt()
}

//! Subtrees and chains against their definitions, on random trees.

use std::collections::HashMap;

use super::chains::Chains;
use super::forest::Trees;
use super::subtrees::Subtrees;

/// The tree below a node, cut after `levels` levels, as text.
fn cut(trees: Trees, node: usize, levels: usize) -> String {
    let below = |levels| trees.children(node).map(|child| cut(trees, child, levels)).collect::<Vec<_>>().join(" ");
    if levels == 1 {
        format!("({})", trees.labels[node])
    } else {
        format!("({} {})", trees.labels[node], below(levels - 1))
    }
}

fn height(trees: Trees, node: usize) -> usize {
    1 + trees.children(node).map(|child| height(trees, child)).max().unwrap_or(0)
}

/// All chains of a length from a node down, as text.
fn chains(trees: Trees, node: usize, length: usize) -> Vec<String> {
    let label = trees.labels[node].to_string();
    if length == 1 {
        return vec![label];
    }
    let below = trees.children(node).flat_map(|child| chains(trees, child, length - 1));
    below.map(|chain| format!("{label} {chain}")).collect()
}

/// A random tree: each node hangs below one of the nodes on the way to the last.
fn random(state: &mut u64, nodes: usize) -> (Vec<u64>, Vec<u32>) {
    let mut below = |limit: usize| {
        *state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (*state >> 33) as usize % limit
    };
    let labels: Vec<u64> = (0..nodes).map(|_| below(3) as u64 + 1).collect();
    let mut depths = vec![0];
    (1..nodes).for_each(|node| depths.push(1 + below(depths[node - 1] + 1)));
    let size = |node: usize| 1 + depths[node + 1..].iter().take_while(|&&depth| depth > depths[node]).count() as u32;
    (labels, (0..nodes).map(size).collect())
}

/// Whether two ways to name things name the same things alike: the multisets of names have the same counts.
fn counts<T: std::hash::Hash + Eq>(names: Vec<T>) -> Vec<usize> {
    let mut found: HashMap<T, usize> = HashMap::new();
    names.into_iter().for_each(|name| *found.entry(name).or_default() += 1);
    let mut counts: Vec<usize> = found.into_values().collect();
    counts.sort_unstable();
    counts
}

#[test]
fn subtrees_and_chains_are_what_they_are_defined_to_be() {
    let (mut subtrees, mut finder) = (Subtrees::default(), Chains::default());
    let mut state = 3;
    for round in 0..300 {
        let (labels, sizes) = random(&mut state, 1 + round % 20);
        let trees = Trees { labels: &labels, sizes: &sizes };
        let mut found = vec![Vec::new(); 4];
        subtrees.for_each(trees, 4, |level, number| found[level].push(number));
        let mut walked = vec![Vec::new(); 4];
        finder.for_each(trees, 4, |level, number| walked[level].push(number));
        for size in 1..=4 {
            let nodes = || 0..labels.len();
            let reaching = nodes().filter(|&node| height(trees, node) >= size);
            let expected: Vec<String> = reaching.map(|node| cut(trees, node, size)).collect();
            assert_eq!(counts(found[size - 1].clone()), counts(expected));
            let expected: Vec<String> = nodes().flat_map(|node| chains(trees, node, size)).collect();
            assert_eq!(counts(walked[size - 1].clone()), counts(expected));
        }
    }
}

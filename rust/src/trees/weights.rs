//! Weights of individual subtrees and chains.

use super::chains::Chains;
use super::forest::{Forest, Trees};
use super::fragments::Kind;
use super::subtrees::Subtrees;
use std::collections::HashMap;

/// How much each fragment counts.
pub struct Weights {
    kind: Kind,
    by_fragment: HashMap<u64, f64>,
    /// The weight of all others, size by size; the last one is that of all greater sizes too.
    others: Vec<f64>,
}

impl Weights {
    /// Takes one fragment per segment of the forest: a tree, or a chain as a tree without branches.
    pub fn new(kind: Kind, fragments: &Forest, weights: &[f64], others: &[f64]) -> Result<Self, String> {
        if fragments.len() != weights.len() || others.is_empty() {
            return Err(format!(
                "{} weights of {} fragments, and {} of others",
                weights.len(),
                fragments.len(),
                others.len()
            ));
        }
        if let Some(weight) = weights.iter().chain(others).find(|weight| !(weight.is_finite() && **weight > 0.0)) {
            return Err(format!("a weight is {weight}, which is not a number above 0"));
        }
        let mut by_fragment = HashMap::with_capacity(weights.len());
        for (index, &weight) in weights.iter().enumerate() {
            let fragment = identify(kind, fragments.segment(index))
                .ok_or_else(|| format!("fragment {} is not one {}", index + 1, kind.name()))?;
            if by_fragment.insert(fragment, weight).is_some() {
                return Err(format!("fragment {} is there twice", index + 1));
            }
        }
        Ok(Weights { kind, by_fragment, others: others.to_vec() })
    }

    /// What the weights are of.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The weight of a fragment of a size, counted from 0.
    pub fn weigh(&self, size: usize, key: u64) -> f64 {
        let other = self.others[size.min(self.others.len() - 1)];
        self.by_fragment.get(&key).copied().unwrap_or(other)
    }
}

/// The key of a fragment that is a whole tree, if it is one.
fn identify(kind: Kind, trees: Trees) -> Option<u64> {
    let nodes = trees.labels.len();
    if nodes == 0 || trees.sizes[0] as usize != nodes {
        return None;
    }
    let mut last = None;
    let mut keep = |size: usize, fragment: u64| last = Some(super::fragments::key(size, fragment));
    // What is found last is the whole: the root's deepest cut, or the longest chain to the last node.
    match kind {
        Kind::Subtrees => Subtrees::default().for_each(trees, nodes, &mut keep),
        Kind::Chains if (0..nodes).any(|node| trees.children(node).count() > 1) => return None,
        Kind::Chains => Chains::default().for_each(trees, nodes, &mut keep),
    }
    last
}

#[cfg(test)]
mod tests {
    use super::super::forest::{Labels, Pairs};
    use super::super::fragments::{columns, tally};
    use super::super::read_brackets;
    use super::*;

    const TAGS: Labels = Labels { words: false, function_tags: false, lowercase: false };

    fn forest(texts: &[&str]) -> Forest {
        Forest::read(texts, 1, |text, builder| read_brackets(text, TAGS, builder)).unwrap()
    }

    #[test]
    fn matches_count_by_their_weights() {
        let hypotheses = forest(&["(S (NP (PRON i)) (VP (V saw) (NP (PRON it))))"]);
        let references = forest(&["(S (NP (PRON i)) (VP (V saw) (NP (ART a) (N dog))))"]);
        let pairs = Pairs { hypotheses: &hypotheses, references: &references, offsets: &[0, 1] };
        let fragments = forest(&["(PRON)", "(NP (PRON))", "(NP (ART) (N))", "(S (NP) (VP))"]);
        let weights = Weights::new(Kind::Subtrees, &fragments, &[3.0, 5.0, 7.0, 0.5], &[1.0, 2.0]).unwrap();
        let row = tally(&pairs, Kind::Subtrees, 3, 1, Some(&weights));
        assert_eq!(row.len(), columns(3));
        // Of 7 nodes two are PRON, of which one matches. Of depth 2: S once, VP once, NP -> PRON twice, one of them matched.
        assert_eq!(row[..5], [5.0 + 3.0, 5.0 + 6.0, 5.0 + 3.0, 7.0 + 3.0, 1.0]);
        assert_eq!(row[5..10], [0.5 + 2.0 + 5.0, 0.5 + 2.0 + 10.0, 7.5, 0.5 + 2.0 + 5.0 + 7.0, 1.0]);
        assert_eq!(row[10..], [2.0, 4.0, 2.0, 4.0, 1.0]);
    }

    #[test]
    fn weights_of_one_are_counts() {
        let hypotheses = forest(&["(S (A (B b)) (A (B b) (C c)))"]);
        let references = forest(&["(S (A (B b)) (C c))", "(S (A (B b) (C c)))"]);
        let pairs = Pairs { hypotheses: &hypotheses, references: &references, offsets: &[0, 2] };
        for kind in [Kind::Subtrees, Kind::Chains] {
            let weights = Weights::new(kind, &forest(&[]), &[], &[1.0]).unwrap();
            assert_eq!(tally(&pairs, kind, 4, 1, Some(&weights)), tally(&pairs, kind, 4, 1, None));
        }
    }

    #[test]
    fn what_is_not_a_fragment_is_refused() {
        let of = |kind, texts: &[&str], weight: f64| {
            Weights::new(kind, &forest(texts), &vec![weight; texts.len()], &[1.0]).err().unwrap()
        };
        assert!(of(Kind::Chains, &["(A (B) (C))"], 1.0).contains("fragment 1 is not one chain"));
        assert!(of(Kind::Subtrees, &["(A)", "(A)(B)"], 1.0).contains("fragment 2 is not one subtree"));
        assert!(of(Kind::Subtrees, &[""], 1.0).contains("fragment 1"));
        assert!(of(Kind::Subtrees, &["(A)", "(A)"], 1.0).contains("fragment 2 is there twice"));
        assert!(of(Kind::Subtrees, &["(A)"], 0.0).contains("not a number above 0"));
        assert!(Weights::new(Kind::Chains, &forest(&[]), &[1.0], &[1.0]).is_err());
        assert!(Weights::new(Kind::Chains, &forest(&[]), &[], &[]).is_err());
    }
}

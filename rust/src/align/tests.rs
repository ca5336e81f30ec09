//! The aligner against full enumeration.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use super::*;

type Links = Vec<(u32, u32)>;

fn crossings(links: &[(u32, u32)]) -> usize {
    let crosses = |a: (u32, u32), b: (u32, u32)| (a.0 < b.0) != (a.1 < b.1);
    (0..links.len()).map(|a| links[..a].iter().filter(|&&b| crosses(links[a], b)).count()).sum()
}

fn chunks(links: &[(u32, u32)]) -> usize {
    links.iter().filter(|&&(i, j)| i == 0 || j == 0 || !links.contains(&(i - 1, j - 1))).count()
}

/// All one-to-one subsets of some edges.
fn enumerate(edges: &[(u32, u32)], chosen: &mut Links, visit: &mut impl FnMut(&Links)) {
    let Some((&(i, j), rest)) = edges.split_first() else { return visit(chosen) };
    enumerate(rest, chosen, visit);
    if chosen.iter().all(|link| link.0 != i && link.1 != j) {
        chosen.push((i, j));
        enumerate(rest, chosen, visit);
        chosen.pop();
    }
}

struct Case {
    hypothesis: Vec<u32>,
    reference: Vec<u32>,
    /// For each stage, the keys of each word.
    stages: Vec<Vec<Vec<u32>>>,
}

impl Case {
    fn random(random: &mut Xoshiro256PlusPlus, longest: u64) -> Self {
        let mut below = |limit: u64| random.next_u64() % limit;
        let words = 1 + below(6);
        let mut segment = || (0..1 + below(longest)).map(|_| below(words) as u32).collect::<Vec<u32>>();
        let (hypothesis, reference) = (segment(), segment());
        let stages = (0..1 + below(3))
            .map(|_| {
                let (keys, most) = (1 + below(5), 1 + below(3));
                let mut of_word = |_| {
                    let mut list: Vec<u32> = (0..below(most + 1)).map(|_| below(keys) as u32).collect();
                    list.sort_unstable();
                    list.dedup();
                    list
                };
                (0..words).map(&mut of_word).collect()
            })
            .collect();
        Case { hypothesis, reference, stages }
    }

    fn relations(&self) -> Vec<Relation> {
        let mut relations = Vec::new();
        for keys in &self.stages {
            let mut offsets = vec![0];
            keys.iter().for_each(|list| offsets.push(offsets[offsets.len() - 1] + list.len() as i64));
            let keys = Keys { offsets: &offsets, values: &keys.concat(), distances: None, limit: 0.0 };
            relations.push(Relation::new(keys, &relations));
        }
        relations
    }

    fn edges(&self, stage: usize, is_free: impl Fn(u32, u32) -> bool) -> Links {
        let mut edges = Vec::new();
        for (i, &one) in self.hypothesis.iter().enumerate() {
            for (j, &other) in self.reference.iter().enumerate() {
                let keys = &self.stages[stage];
                let shares = keys[one as usize].iter().any(|key| keys[other as usize].contains(key));
                if shares && is_free(i as u32, j as u32) {
                    edges.push((i as u32, j as u32));
                }
            }
        }
        edges
    }
}

#[test]
fn crossings_are_fewest_stage_by_stage() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut aligner = Aligner::default();
    let mut cases = 0;
    while cases < 3000 {
        let case = Case::random(&mut random, 6);
        if (0..case.stages.len()).any(|stage| case.edges(stage, |_, _| true).len() > 14) {
            continue;
        }
        cases += 1;
        let figures =
            aligner.align(&case.hypothesis, &case.reference, &case.relations(), Objective::Crossings, u64::MAX);
        assert!(figures.optimal);
        let mut before: Links = Vec::new();
        for stage in 0..case.stages.len() {
            let is_free = |i, j| before.iter().all(|link| link.0 != i && link.1 != j);
            let edges = case.edges(stage, is_free);
            let rank = |chosen: &Links| {
                let links = [before.as_slice(), chosen].concat();
                let positions: u32 = chosen.iter().map(|link| link.0 + link.1).sum();
                (usize::MAX - chosen.len(), crossings(&links), chunks(&links), positions)
            };
            let mut best = (usize::MAX, usize::MAX, usize::MAX, u32::MAX);
            enumerate(&edges, &mut Vec::new(), &mut |chosen| best = best.min(rank(chosen)));
            let ours = aligner.links().iter().filter(|link| link.stage == stage as u32);
            let ours: Links = ours.map(|link| (link.hypothesis, link.reference)).collect();
            assert!(ours.iter().all(|link| edges.contains(link)));
            assert_eq!(rank(&ours), best, "{:?} {:?} {:?}", case.hypothesis, case.reference, case.stages);
            before.extend(ours);
        }
        assert_eq!((figures.crossings, figures.chunks), (crossings(&before) as u64, chunks(&before) as u64));
    }
}

#[test]
fn chunks_are_fewest_over_all_stages() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(2);
    let mut aligner = Aligner::default();
    let mut cases = 0;
    while cases < 3000 {
        let case = Case::random(&mut random, 6);
        let stage_of = |link: &(u32, u32)| {
            (0..case.stages.len()).find(|&stage| case.edges(stage, |i, j| (i, j) == *link).len() == 1).unwrap()
        };
        let mut edges: Links = (0..case.stages.len()).flat_map(|stage| case.edges(stage, |_, _| true)).collect();
        edges.sort_unstable();
        edges.dedup();
        if edges.len() > 14 {
            continue;
        }
        cases += 1;
        let figures = aligner.align(&case.hypothesis, &case.reference, &case.relations(), Objective::Chunks, u64::MAX);
        assert!(figures.optimal);
        let rank = |links: &Links| {
            let mut counts = vec![0_i64; case.stages.len()];
            links.iter().for_each(|link| counts[stage_of(link)] -= 1);
            (counts, chunks(links))
        };
        let mut best = (vec![i64::MAX], usize::MAX);
        enumerate(&edges, &mut Vec::new(), &mut |chosen| best = rank(chosen).min(best.clone()));
        let ours: Links = aligner.links().iter().map(|link| (link.hypothesis, link.reference)).collect();
        assert_eq!(rank(&ours), best, "{:?} {:?} {:?}", case.hypothesis, case.reference, case.stages);
        assert!(aligner.links().iter().all(|link| stage_of(&(link.hypothesis, link.reference)) == link.stage as usize));
        let expected = (crossings(&ours) as u64, chunks(&ours) as u64, chunks(&ours) as u64);
        assert_eq!((figures.crossings, figures.chunks, figures.bound), expected);
    }
}

use super::functions::{dot, exp, gelu_all, normalise, softmax, sum};
use super::matching::{Sizes, States, match_all};
use super::matrix::Linear;
use super::*;
use crate::levenshtein::tests::Dice;

fn values(dice: &mut Dice, count: usize) -> Vec<f32> {
    (0..count).map(|_| dice.roll(2001) as f32 / 1000.0 - 1.0).collect()
}

fn make(dice: &mut Dice, shape: Shape) -> Encoder {
    let (hidden, inner) = (shape.hidden, shape.inner);
    let square = hidden * hidden;
    let mut sizes = vec![20 * hidden, 12 * hidden, 2 * hidden, hidden, hidden];
    for _ in 0..shape.layers {
        sizes.extend([square, hidden, square, hidden, square, hidden, square, hidden, hidden, hidden]);
        sizes.extend([inner * hidden, inner, inner * hidden, hidden, hidden, hidden]);
    }
    let tensors: Vec<Vec<f32>> = sizes.iter().map(|&size| values(dice, size)).collect();
    Encoder::new(shape, &tensors.iter().map(Vec::as_slice).collect::<Vec<_>>()).unwrap()
}

const SHAPE: Shape = Shape { layers: 2, heads: 2, hidden: 10, inner: 18, first_position: 2, epsilon: 1e-12 };

#[test]
fn products_are_those_of_the_definition() {
    let mut dice = Dice(1);
    let sizes = [(1, 1, 1), (6, 3, 16), (7, 5, 17), (13, 40, 33), (100, 8, 3), (0, 4, 4), (11, 7, 64), (10, 9, 150)];
    for (count, inputs, outputs) in sizes {
        let (weights, bias) = (values(&mut dice, inputs * outputs), values(&mut dice, outputs));
        let input = values(&mut dice, count * inputs);
        let mut output = Vec::new();
        Linear::new(&[(&weights, &bias)], inputs).apply(&input, &mut output);
        assert_eq!(output.len(), count * outputs);
        for (row, result) in input.chunks(inputs).zip(output.chunks(outputs)) {
            for ((weights, bias), found) in weights.chunks(inputs).zip(&bias).zip(result) {
                let wanted: f32 = row.iter().zip(weights).map(|(one, other)| one * other).sum::<f32>() + bias;
                assert!((wanted - found).abs() < 1e-4, "{wanted} {found}");
            }
        }
    }
}

#[test]
fn a_product_does_not_depend_on_the_columns_beside_it() {
    // Many columns are multiplied by wider registers than few, where the processor has them.
    let mut dice = Dice(3);
    let (count, inputs, outputs, few) = (9, 50, 128, 16);
    let (weights, bias) = (values(&mut dice, inputs * outputs), values(&mut dice, outputs));
    let input = values(&mut dice, count * inputs);
    let (mut all, mut some) = (Vec::new(), vec![9.0; 5]);
    Linear::new(&[(&weights, &bias)], inputs).apply(&input, &mut all);
    for first in (0..outputs).step_by(few) {
        let part = (&weights[first * inputs..(first + few) * inputs], &bias[first..first + few]);
        Linear::new(&[part], inputs).apply(&input, &mut some);
        assert!(all.chunks(outputs).zip(some.chunks(few)).all(|(row, part)| &row[first..first + few] == part));
    }
}

#[test]
fn functions_are_those_of_the_definition() {
    for step in -8000..8000 {
        let value = step as f32 / 1000.0;
        assert!((exp(value) / value.exp() - 1.0).abs() < 5e-7, "{value}");
        let mut found = [value];
        gelu_all(&mut found);
        // The integral of the normal density by small steps.
        let (width, low) = (1e-3, -9.0);
        let steps = ((f64::from(value) - low) / width).round() as usize;
        if step % 500 == 0 {
            let density = |x: f64| (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
            let share: f64 = (0..steps).map(|at| density(low + (at as f64 + 0.5) * width) * width).sum();
            assert!((f64::from(found[0]) - f64::from(value) * share).abs() < 1e-6, "{value}");
        }
    }
    assert_eq!(exp(-1e9), exp(-87.0));
    let mut shares = [1000.0, 1000.0, -1000.0];
    softmax(&mut shares);
    assert!((shares[0] - 0.5).abs() < 1e-6 && shares[2] < 1e-30);
    let numbers: Vec<f32> = (0..19).map(|number| number as f32).collect();
    assert_eq!(sum(&numbers, |value| value), 171.0);
    assert_eq!(dot(&numbers, &numbers), 2109.0);
    let mut rows = [1.0, 3.0, 5.0, 5.0];
    normalise(&mut rows, &[2.0, 2.0], &[1.0, 0.0], 1e-12);
    assert_eq!(rows, [-1.0, 2.0, 1.0, 0.0]);
}

#[test]
fn a_text_has_the_same_states_in_any_company() {
    let mut dice = Dice(2);
    let encoder = make(&mut dice, SHAPE);
    assert_eq!((encoder.vocabulary(), encoder.longest(), encoder.shape().layers), (20, 10, 2));
    let texts: Vec<Vec<u32>> = (0..90).map(|number| (0..number % 11).map(|_| dice.roll(20) as u32).collect()).collect();
    let numbers: Vec<u32> = texts.concat();
    let mut offsets = vec![0];
    for text in &texts {
        offsets.push(offsets[offsets.len() - 1] + text.len());
    }
    let layers = [0, 1, 2];
    let all = encoder.encode(Pieces { numbers: &numbers, offsets: &offsets }, &layers, 1);
    assert!(all.iter().all(|value| value.is_finite()));
    assert_eq!(all, encoder.encode(Pieces { numbers: &numbers, offsets: &offsets }, &layers, 3));
    for (text, pair) in texts.iter().zip(offsets.windows(2)) {
        let alone = encoder.encode(Pieces { numbers: text, offsets: &[0, text.len()] }, &layers, 1);
        assert_eq!(alone, all[pair[0] * 30..pair[1] * 30]);
        // A layer is the same whether later ones are wanted or not.
        let first = encoder.encode(Pieces { numbers: text, offsets: &[0, text.len()] }, &[1], 1);
        assert!(first.chunks(10).zip(alone.chunks(30)).all(|(one, three)| one == &three[10..20]));
    }
}

#[test]
fn tensors_that_do_not_fit_are_refused() {
    assert!(Encoder::new(SHAPE, &[]).unwrap_err().contains("0 tensors"));
    assert!(Encoder::new(Shape { heads: 3, ..SHAPE }, &[]).unwrap_err().contains("3 heads"));
    let empty: Vec<&[f32]> = vec![&[]; 37];
    assert!(Encoder::new(SHAPE, &empty).unwrap_err().contains("does not fit"));
}

#[test]
fn the_nearest_partner_is_found_in_both_directions() {
    let one = [1.0, 0.0, 0.0, 2.0, -1.0, 0.0];
    let other = [0.0, 1.0, 3.0, 3.0];
    let sizes = Sizes { layers: 1, hidden: 2 };
    let states = States { values: &one, offsets: &[0, 3] };
    let [ours, theirs] = match_all(states, States { values: &other, offsets: &[0, 2] }, sizes, true, 1);
    let half = 0.5f32.sqrt();
    assert_eq!(ours.partners, [1, 0, 0]);
    assert_eq!(theirs.partners, [1, 0]);
    for (found, wanted) in ours.cosines.iter().chain(&theirs.cosines).zip([half, 1.0, 0.0, 1.0, half]) {
        assert!((found - wanted).abs() < 1e-6);
    }
    // Without their edges, one has one piece left, and the other none.
    let [ours, theirs] = match_all(states, States { values: &other, offsets: &[0, 2] }, sizes, false, 1);
    assert_eq!((ours.cosines, theirs.cosines), (vec![0.0; 3], vec![0.0; 2]));
    let [ours, _] = match_all(states, states, sizes, false, 2);
    assert_eq!((ours.cosines, ours.partners), (vec![0.0, 1.0, 0.0], vec![0, 1, 0]));
}

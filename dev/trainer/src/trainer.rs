//! Fits the weights of a network to samples, by minimising the squared error of the winning probability with
//! Adam (Kingma and Ba, 2015).

use cygnet_core::engine::network::{ACTIVATION_MAX, MAX_OUTPUT_WEIGHT, Network, OUTPUT_UNIT};
use cygnet_core::model::GameRng;

use crate::samples::{TrainingSample, logistic};

/// The settings of the training.
#[derive(Clone, Copy, Debug)]
pub struct Training {
    /// The number of passes over the samples.
    pub epochs: u32,
    /// The number of samples per update of the weights.
    pub batch: usize,
    /// The initial learning rate; it falls to a hundredth of that.
    pub rate: f32,
    /// The weight of the search value against the result of the game, from 0 to 1.
    pub trust_in_search: f32,
    /// The value at which one side wins e times as often as the other.
    pub scale: f32,
    /// The seed of the random generator.
    pub seed: u64,
}

/// The maximum weight of a feature, so that the sums of a full board fit into 16 bits.
const MAX_WEIGHT: f32 = 2.0;

/// Weights with their gradients and the state of Adam.
struct Weights {
    now: Vec<f32>,
    gradient: Vec<f32>,
    mean: Vec<f32>,
    square: Vec<f32>,
    limit: f32,
}

impl Weights {
    fn new(count: usize, limit: f32, mut first: impl FnMut() -> f32) -> Self {
        let now = (0..count).map(|_| first()).collect();
        let zeros = || vec![0.0; count];
        Weights { now, gradient: zeros(), mean: zeros(), square: zeros(), limit }
    }

    /// Updates the weights by their gradients, and resets the gradients.
    fn step(&mut self, rate: f32) {
        const BETA1: f32 = 0.9;
        const BETA2: f32 = 0.999;
        for (((now, gradient), mean), square) in
            self.now.iter_mut().zip(&mut self.gradient).zip(&mut self.mean).zip(&mut self.square)
        {
            *mean = BETA1 * *mean + (1.0 - BETA1) * *gradient;
            *square = BETA2 * *square + (1.0 - BETA2) * *gradient * *gradient;
            *now = (*now - rate * *mean / (square.sqrt() + 1e-8)).clamp(-self.limit, self.limit);
            *gradient = 0.0;
        }
    }
}

/// A network with `UNITS` hidden units in training.
pub struct Learner<const UNITS: usize> {
    rows: Weights,
    bias: Weights,
    output: Weights,
    output_bias: Weights,
}

impl<const UNITS: usize> Learner<UNITS> {
    /// Creates an untrained network for `features` features.
    pub fn new(features: usize, seed: u64) -> Self {
        let mut rng = GameRng::from_seed(seed);
        let mut random = |size: f32| (rng.below(2_001) as f32 / 1_000.0 - 1.0) * size;
        let max_output_weight = MAX_OUTPUT_WEIGHT as f32 / OUTPUT_UNIT as f32;
        Learner {
            rows: Weights::new(features * UNITS, MAX_WEIGHT, || random(0.2)),
            bias: Weights::new(UNITS, MAX_WEIGHT, || 0.2),
            output: Weights::new(UNITS, max_output_weight, || random(0.5)),
            output_bias: Weights::new(1, 50.0, || 0.0),
        }
    }

    /// Creates a learner with the weights of `network`.
    pub fn of(network: &Network<UNITS>) -> Self {
        let mut learner = Learner::new(network.feature_count(), 0);
        let hidden = |weight: &i16| f32::from(*weight) / f32::from(ACTIVATION_MAX);
        let whole = f32::from(ACTIVATION_MAX) * f32::from(ACTIVATION_MAX) * OUTPUT_UNIT as f32;
        learner.rows.now = network.rows.iter().flatten().map(hidden).collect();
        learner.bias.now = network.bias.iter().map(hidden).collect();
        learner.output.now =
            network.output.iter().map(|weight| f32::from(*weight) / OUTPUT_UNIT as f32).collect();
        learner.output_bias.now = vec![network.output_bias as f32 / whole];
        learner
    }

    /// Returns the output for `features`, and the activations of the hidden units, from 0 to 1.
    fn value(&self, features: &[u16]) -> (f32, [f32; UNITS]) {
        let mut hidden: [f32; UNITS] = std::array::from_fn(|unit| self.bias.now[unit]);
        for feature in features {
            let row = &self.rows.now[usize::from(*feature) * UNITS..][..UNITS];
            hidden.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
        }
        let hidden = hidden.map(|sum| sum.clamp(0.0, 1.0));
        let value =
            hidden.iter().zip(&self.output.now).map(|(unit, weight)| unit * unit * weight).sum::<f32>();
        (value + self.output_bias.now[0], hidden)
    }

    /// Adds the gradients of the squared error at a sample, where the output is added to `base`. Returns the
    /// squared error.
    fn learn(&mut self, features: &[u16], base: f32, target: f32) -> f32 {
        let (value, hidden) = self.value(features);
        let probability = logistic(base + value);
        let error = probability - target;
        let gradient = 2.0 * error * probability * (1.0 - probability);
        self.output_bias.gradient[0] += gradient;
        let mut gradients = [0.0; UNITS];
        for unit in 0..UNITS {
            let active = hidden[unit];
            self.output.gradient[unit] += gradient * active * active;
            let inside = active > 0.0 && active < 1.0;
            gradients[unit] = if inside { gradient * self.output.now[unit] * 2.0 * active } else { 0.0 };
            self.bias.gradient[unit] += gradients[unit];
        }
        for feature in features {
            let row = &mut self.rows.gradient[usize::from(*feature) * UNITS..][..UNITS];
            row.iter_mut().zip(&gradients).for_each(|(sum, gradient)| *sum += gradient);
        }
        error * error
    }

    fn step(&mut self, rate: f32) {
        for weights in [&mut self.rows, &mut self.bias, &mut self.output, &mut self.output_bias] {
            weights.step(rate);
        }
    }

    /// Returns the quantised network.
    fn network(&self, scale: f32) -> Network<UNITS> {
        let unit = f32::from(ACTIVATION_MAX);
        let hidden = |weights: &[f32]| -> [i16; UNITS] {
            std::array::from_fn(|index| (weights[index] * unit).round() as i16)
        };
        let rows = self.rows.now.chunks_exact(UNITS).map(hidden).collect();
        let output =
            std::array::from_fn(|index| (self.output.now[index] * OUTPUT_UNIT as f32).round() as i16);
        let output_bias = (self.output_bias.now[0] * unit * unit * OUTPUT_UNIT as f32) as i32;
        let bias = hidden(&self.bias.now);
        Network { rows, bias, output, output_bias, scale: scale.round() as i32 }
    }
}

/// Trains `learner` on the samples. Every 32nd sample is held out; calls `on_progress` after each epoch with
/// its number and the mean squared error of the held-out samples.
pub fn train<const UNITS: usize>(
    learner: &mut Learner<UNITS>,
    samples: &[&TrainingSample],
    training: &Training,
    on_progress: &mut dyn FnMut(u32, f32),
) -> Network<UNITS> {
    let mut rng = GameRng::from_seed(training.seed);
    let (held_out, trained): (Vec<usize>, Vec<usize>) = (0..samples.len()).partition(|index| index % 32 == 0);
    let mut order = trained;
    let target = |sample: &TrainingSample| sample.target(training.scale, training.trust_in_search);
    let base = |sample: &TrainingSample| sample.base as f32 / training.scale;
    for epoch in 0..training.epochs {
        rng.shuffle(&mut order);
        let rate = training.rate * 0.01_f32.powf(epoch as f32 / training.epochs.max(2) as f32);
        for batch in order.chunks(training.batch) {
            for index in batch {
                let sample = samples[*index];
                learner.learn(&sample.features, base(sample), target(sample));
            }
            learner.step(rate);
        }
        let error: f32 = held_out
            .iter()
            .map(|index| {
                let sample = samples[*index];
                (logistic(base(sample) + learner.value(&sample.features).0) - target(sample)).powi(2)
            })
            .sum();
        on_progress(epoch + 1, error / held_out.len().max(1) as f32);
    }
    learner.network(training.scale)
}

/// Returns the scale at which the guesses of `samples` best predict the winners.
pub fn fit_scale(samples: &[&TrainingSample]) -> f32 {
    let error = |scale: f32| -> f32 {
        samples.iter().map(|sample| (logistic(sample.guess as f32 / scale) - sample.result).powi(2)).sum()
    };
    let scales = (0..40).map(|step| 50.0 * 1.1_f32.powi(step));
    let fits = scales.map(|scale| (error(scale), scale));
    fits.min_by(|(one, _), (other, _)| one.total_cmp(other)).map_or(50.0, |(_, scale)| scale)
}

#[cfg(test)]
mod tests {
    use super::*;
    use cygnet_core::engine::network::HIDDEN;

    /// The player wins with exactly one of the first two features; the third is irrelevant.
    fn samples() -> Vec<TrainingSample> {
        let has = |number: usize, feature: u16| number >> feature & 1 == 1;
        let sample = |number: usize| TrainingSample {
            features: (0..3).filter(|feature| has(number, *feature)).collect(),
            guess: 0,
            base: 0,
            value: 0,
            result: f32::from(u8::from(has(number, 0) != has(number, 1))),
        };
        // One in 32 is held out, so each sample occurs three times in a row.
        (0..1536).map(|number| sample(number / 3)).collect()
    }

    #[test]
    fn nonlinear_targets_are_learned_and_survive_quantization() {
        let samples = samples();
        let samples: Vec<&TrainingSample> = samples.iter().collect();
        let training =
            Training { epochs: 60, batch: 32, rate: 0.005, trust_in_search: 0.0, scale: 100.0, seed: 1 };
        let mut learner = Learner::<HIDDEN>::new(3, 1);
        let mut errors = Vec::new();
        let network = train(&mut learner, &samples, &training, &mut |_, error| errors.push(error));
        let (first, last) = (errors[0], errors[training.epochs as usize - 1]);
        assert!(last < 0.01 && last < first, "{first} {last}");
        let again = Learner::of(&network);
        for sample in samples {
            let (value, kept) = (learner.value(&sample.features).0, again.value(&sample.features).0);
            assert!((value - kept).abs() < 0.3, "{value} {kept}");
            assert_eq!(kept > 0.0, sample.result > 0.5);
        }
        assert_eq!(again.network(100.0), network);
    }

    #[test]
    fn fit_scale_finds_the_scale_that_predicts_the_winner() {
        let sample = |number: u32| {
            let guess = (number % 13) as i32 * 50 - 300;
            let wins = logistic(guess as f32 / 150.0) > (number / 13 % 100) as f32 / 100.0;
            TrainingSample {
                features: Vec::new(),
                guess,
                base: 0,
                value: 0,
                result: f32::from(u8::from(wins)),
            }
        };
        let samples: Vec<TrainingSample> = (0..1300).map(sample).collect();
        let scale = fit_scale(&samples.iter().collect::<Vec<_>>());
        assert!((135.0..165.0).contains(&scale), "{scale}");
    }
}

//! A small neural network that evaluates positions: features in, one hidden layer, one number out.
//!
//! Chess programs call this kind of evaluation NNUE (Nasu, 2018). There are no incremental updates here:
//! positions have so few pieces that summing their rows is cheaper than maintaining the sums. The arithmetic
//! is integer, so a position has the same value on every machine.

use super::bytes::ByteReader;
use crate::model::Evaluate;

/// The default number of hidden units.
pub const HIDDEN: usize = 64;
/// The maximum activation of a hidden unit. The minimum is 0.
pub const ACTIVATION_MAX: i16 = 255;
/// The output weight that stands for 1.
pub const OUTPUT_UNIT: i32 = 64;
/// The maximum output weight: multiplied by [`ACTIVATION_MAX`] it still fits into 16 bits.
pub const MAX_OUTPUT_WEIGHT: i32 = 127;
/// The maximum output bias and scale. They keep values far within [`crate::model::SCORE_LIMIT`].
const MAX_BIAS: i32 = 1 << 28;
const MAX_SCALE: i32 = 2_000;
/// The first bytes of every file of weights.
const MAGIC: &[u8; 8] = b"cygnet1\n";

/// The weights of a network with `UNITS` hidden units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network<const UNITS: usize = HIDDEN> {
    /// For each feature its weights to the hidden units, in units of 1/[`ACTIVATION_MAX`].
    pub rows: Vec<[i16; UNITS]>,
    /// The initial values of the hidden units.
    pub bias: [i16; UNITS],
    /// The weight of each hidden unit's square, in units of 1/[`OUTPUT_UNIT`], at most
    /// ±[`MAX_OUTPUT_WEIGHT`].
    pub output: [i16; UNITS],
    /// The initial value of the output, in units of 1/([`ACTIVATION_MAX`]² × [`OUTPUT_UNIT`]).
    pub output_bias: i32,
    /// The value of an output of 1, in hundredths of a piece.
    pub scale: i32,
}

impl<const UNITS: usize> Network<UNITS> {
    /// Returns the number of features.
    #[must_use]
    pub fn feature_count(&self) -> usize {
        self.rows.len()
    }

    /// Returns the value of `position` for the player to move, in hundredths of a piece.
    #[inline]
    pub fn value<P: Evaluate>(&self, position: &P) -> i32 {
        let mut accumulator = self.accumulator();
        position.visit_features(|feature| accumulator.add(feature));
        accumulator.value()
    }

    /// Returns the hidden units without any feature.
    #[inline]
    #[must_use]
    pub fn accumulator(&self) -> Accumulator<'_, UNITS> {
        Accumulator { network: self, hidden: self.bias }
    }

    /// Returns the weights as bytes: the magic bytes; the number of features, the scale and the output bias
    /// (32 bits each); then the rows, the bias and the output weights (16 bits each). All numbers are
    /// little-endian.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        for number in [self.rows.len() as i32, self.scale, self.output_bias] {
            bytes.extend(number.to_le_bytes());
        }
        let weights = self.rows.iter().chain([&self.bias, &self.output]).flatten();
        bytes.extend(weights.flat_map(|weight| weight.to_le_bytes()));
        bytes
    }

    /// Parses the output of [`Network::to_bytes`]. Returns `None` if the bytes are invalid or have another
    /// number of hidden units.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let mut numbers = ByteReader(bytes.strip_prefix(MAGIC)?);
        let (count, scale, output_bias) = (numbers.u32()?, numbers.u32()? as i32, numbers.u32()? as i32);
        let mut row = || {
            let mut row = [0; UNITS];
            for weight in &mut row {
                *weight = numbers.u16()? as i16;
            }
            Some(row)
        };
        let rows = (0..count).map(|_| row()).collect::<Option<_>>()?;
        let (bias, output) = (row()?, row()?);
        let is_bounded = output.iter().all(|weight| i32::from(*weight).abs() <= MAX_OUTPUT_WEIGHT)
            && (-MAX_BIAS..=MAX_BIAS).contains(&output_bias)
            && (1..=MAX_SCALE).contains(&scale);
        let network = Network { rows, bias, output, output_bias, scale };
        (numbers.is_at_end() && is_bounded).then_some(network)
    }
}

/// The hidden units of a network while the features of a position are added.
///
/// ```
/// use cygnet_core::engine::network::{HIDDEN, Network};
/// use cygnet_core::games::ugly_duck::CLASSIC;
/// use cygnet_core::model::{Evaluate, Game};
///
/// let start = CLASSIC.start();
/// let rows = vec![[20; HIDDEN]; start.feature_count()];
/// let network = Network { rows, bias: [0; HIDDEN], output: [1; HIDDEN], output_bias: 0, scale: 100 };
/// let mut accumulator = network.accumulator();
/// start.visit_features(|feature| accumulator.add(feature));
/// assert_eq!(accumulator.value(), network.value(&start));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Accumulator<'a, const UNITS: usize = HIDDEN> {
    network: &'a Network<UNITS>,
    hidden: [i16; UNITS],
}

impl<const UNITS: usize> Accumulator<'_, UNITS> {
    /// Adds a feature, which must be below [`Network::feature_count`].
    #[inline]
    pub fn add(&mut self, feature: usize) {
        for (sum, weight) in self.hidden.iter_mut().zip(&self.network.rows[feature]) {
            *sum = sum.wrapping_add(*weight);
        }
    }

    /// Returns the value of the features added so far, in hundredths of a piece.
    #[inline]
    #[must_use]
    pub fn value(&self) -> i32 {
        let mut value = self.network.output_bias;
        for (sum, weight) in self.hidden.iter().zip(&self.network.output) {
            let active = (*sum).clamp(0, ACTIVATION_MAX);
            value += i32::from(active.wrapping_mul(*weight)) * i32::from(active);
        }
        let unit = i64::from(ACTIVATION_MAX) * i64::from(ACTIVATION_MAX) * i64::from(OUTPUT_UNIT);
        (i64::from(value) * i64::from(self.network.scale) / unit) as i32
    }
}

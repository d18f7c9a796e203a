//! Adam: gradient descent with an adaptive step for each variable.
//!
//! Source: Kingma and Ba, "Adam: A Method for Stochastic Optimization", 2014,
//! <https://arxiv.org/abs/1412.6980>

/// Decay rates of the first and second moments.
const KEEP_MEAN: f64 = 0.9;
const KEEP_SQUARE: f64 = 0.999;
/// Keeps a variable still that has no slope. Far below the slopes of the rarest weights, which must
/// move too.
const EPSILON: f64 = 1e-12;

/// The moments of earlier gradients.
#[derive(Clone, PartialEq, Debug)]
pub struct Adam {
    pub(crate) mean: Vec<f64>,
    pub(crate) square: Vec<f64>,
    /// Steps so far.
    pub steps: u64,
}

impl Adam {
    /// A new optimizer for this many variables.
    pub fn new(variables: usize) -> Adam {
        Adam { mean: vec![0.0; variables], square: vec![0.0; variables], steps: 0 }
    }

    /// One step downhill from `x`: no variable moves by much more than `size`.
    pub fn step(&mut self, x: &mut [f64], gradient: &[f64], size: f64) {
        self.steps += 1;
        // Bias correction: the moments started at zero.
        let begun = |keep: f64| 1.0 - keep.powf(self.steps as f64);
        let (mean_begun, square_begun) = (begun(KEEP_MEAN), begun(KEEP_SQUARE));
        let memories = self.mean.iter_mut().zip(&mut self.square);
        for ((x, &slope), (mean, square)) in x.iter_mut().zip(gradient).zip(memories) {
            *mean += (1.0 - KEEP_MEAN) * (slope - *mean);
            *square += (1.0 - KEEP_SQUARE) * (slope * slope - *square);
            *x -= size * (*mean / mean_begun) / ((*square / square_begun).sqrt() + EPSILON);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Adam;

    #[test]
    fn the_bottom_of_a_valley_is_found() {
        // Steep one way, flat the other, and level in the third.
        let (steep, flat) = (1e3, 1e-3);
        let mut x = [40.0, -30.0, 5.0];
        let mut adam = Adam::new(x.len());
        for step in 0..4000 {
            let gradient = [steep * (x[0] - 3.0), flat * (x[1] + 2.0), 0.0];
            adam.step(&mut x, &gradient, 0.5 * (1.0 - f64::from(step) / 4000.0));
        }
        assert!((x[0] - 3.0).abs() < 0.01 && (x[1] + 2.0).abs() < 0.01, "{x:?}");
        assert_eq!(x[2], 5.0);
    }

    #[test]
    fn the_first_step_has_the_given_size() {
        let mut x = [0.0, 0.0];
        Adam::new(2).step(&mut x, &[1e-7, -300.0], 0.25);
        assert!((x[0] + 0.25).abs() < 1e-5 && (x[1] - 0.25).abs() < 1e-9, "{x:?}");
    }
}

//! What was measured, and the figures that stand for it.

use std::collections::BTreeMap;

use serde_json::{Value, json};

/// What is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// The bulk stream.
    Bulk,
    /// Keys while nothing else happens.
    Idle,
    /// Keys during a stream.
    Stream,
    /// Start and end of the shortest program.
    Start,
    /// Every byte value, once.
    Raw,
}

/// All measurements, by wrapper and kind, in the order of the rounds.
#[derive(Debug, Default)]
pub(super) struct Results {
    measured: BTreeMap<(&'static str, Kind), Vec<Value>>,
    notes: Vec<String>,
}

/// The figures of one kind over the rounds, in their order.
#[derive(Debug, Clone)]
pub(super) struct Figures(Vec<f64>);

impl Results {
    pub(super) fn add(&mut self, peer: &'static str, kind: Kind, result: Value) {
        self.measured.entry((peer, kind)).or_default().push(result);
    }

    /// Keeps something the reader of the table has to know, and says it at once.
    pub(super) fn note(&mut self, note: String) {
        eprintln!("note: {note}");
        self.notes.push(note);
    }

    pub(super) fn notes(&self) -> &[String] {
        &self.notes
    }

    pub(super) fn has(&self, peer: &'static str) -> bool {
        self.figures(peer, Kind::Bulk, "/mbps").is_some()
    }

    /// The figures at this place of the results; none if there is not one.
    pub(super) fn figures(&self, peer: &'static str, kind: Kind, pointer: &str) -> Option<Figures> {
        let results = self.measured.get(&(peer, kind))?;
        let figures: Vec<f64> =
            results.iter().filter_map(|result| result.pointer(pointer)?.as_f64()).collect();
        (!figures.is_empty()).then_some(Figures(figures))
    }

    /// Round by round how many times the other's figure: noise that lasts for a round falls out.
    pub(super) fn ratios(
        &self,
        ours: &'static str,
        other: &'static str,
        kind: Kind,
        pointer: &str,
    ) -> Option<Figures> {
        let (ours, other) = (self.measured.get(&(ours, kind))?, self.measured.get(&(other, kind))?);
        let pairs = ours.iter().zip(other);
        let ratio = |(ours, other): (&Value, &Value)| {
            Some(ours.pointer(pointer)?.as_f64()? / other.pointer(pointer)?.as_f64()?)
        };
        let ratios: Vec<f64> = pairs.filter_map(ratio).collect();
        (!ratios.is_empty()).then_some(Figures(ratios))
    }

    /// Whether every measurement of this kind left the bytes alone; none if there is not one.
    pub(super) fn exact(&self, peer: &'static str, kind: Kind) -> Option<bool> {
        let results = self.measured.get(&(peer, kind))?;
        let exact: Vec<bool> = results.iter().filter_map(|result| result["exact"].as_bool()).collect();
        (!exact.is_empty()).then(|| exact.iter().all(|exact| *exact))
    }

    pub(super) fn to_json(&self) -> Value {
        let rows = self.measured.iter().map(|((peer, kind), results)| {
            json!({"wrapper": peer, "kind": format!("{kind:?}"), "rounds": results})
        });
        json!({"notes": self.notes, "measured": rows.collect::<Vec<_>>()})
    }
}

impl Figures {
    /// The figure below which this share of the rounds lies.
    pub(super) fn quantile(&self, share: f64) -> f64 {
        let mut sorted = self.0.clone();
        sorted.sort_by(f64::total_cmp);
        let last = sorted.len() - 1;
        // Between two rounds it lies in proportion; the casts are of small positive numbers.
        let place = share.clamp(0.0, 1.0) * last as f64;
        let below = place as usize;
        let above = (below + 1).min(last);
        sorted[below] + (sorted[above] - sorted[below]) * (place - below as f64)
    }

    pub(super) fn median(&self) -> f64 {
        self.quantile(0.5)
    }

    pub(super) fn least(&self) -> f64 {
        self.quantile(0.0)
    }

    pub(super) fn most(&self) -> f64 {
        self.quantile(1.0)
    }

    pub(super) fn sum(&self) -> f64 {
        self.0.iter().sum()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Figures, Kind, Results};

    #[test]
    fn a_round_that_failed_does_not_shift_the_pairs() {
        let mut results = Results::default();
        for (ours, other) in [
            (json!({"x": 2}), json!({"x": 1})),
            (json!({}), json!({"x": 9})),
            (json!({"x": 6}), json!({"x": 3})),
        ] {
            results.add("a", Kind::Bulk, ours);
            results.add("b", Kind::Bulk, other);
        }
        let ratios = results.ratios("a", "b", Kind::Bulk, "/x").map(|ratios| (ratios.least(), ratios.most()));
        assert_eq!(ratios, Some((2.0, 2.0)));
    }

    #[test]
    fn quantiles_lie_between_the_rounds() {
        let figures = Figures(vec![4.0, 1.0, 3.0, 2.0]);
        assert_eq!((figures.least(), figures.median(), figures.most()), (1.0, 2.5, 4.0));
        assert_eq!(figures.quantile(0.75), 3.25);
        assert_eq!(Figures(vec![7.0]).median(), 7.0);
    }
}

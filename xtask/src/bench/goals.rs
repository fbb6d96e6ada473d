//! What locum promises, held against what was measured.

use super::peers::{self, LOCUM, LOCUM_BRAIN, LOCUM_TAP, NONE, PUMP};
use super::results::{Figures, Kind, Results};

/// A promise, what was measured, and whether it holds. Nothing measured means nothing claimed.
struct Goal {
    promise: &'static str,
    found: Option<(String, bool)>,
}

pub(super) fn print(results: &Results) {
    println!("\n## Goals\n");
    println!("| goal | measured | verdict |\n|---|---|---|");
    for Goal { promise, found } in goals(results) {
        let (measured, verdict) = match found {
            Some((measured, true)) => (measured, "met"),
            Some((measured, false)) => (measured, "**not met**"),
            None => ("-".to_owned(), "not measured"),
        };
        println!("| {promise} | {measured} | {verdict} |");
    }
}

fn goals(results: &Results) -> Vec<Goal> {
    let goal = |promise, found| Goal { promise, found };
    vec![
        goal("bulk at least 0.9 of pump-poll64k", bulk_of_pump(results, LOCUM)),
        goal("the same with a brain attached", bulk_of_pump(results, LOCUM_BRAIN)),
        goal("bulk not below any byte-exact peer beyond noise", bulk_of_peers(results)),
        goal("host CPU at most 4 s/GB, tap drained", host_cpu(results)),
        goal("host CPU at most 1.1 of script, tap drained", host_cpu_of_script(results)),
        goal("key p50 at most 1.3 of pump-poll64k, idle", keys(results, LOCUM, Kind::Idle)),
        goal("the same with a brain attached", keys(results, LOCUM_BRAIN, Kind::Idle)),
        goal("key p50 at most 1.3 of pump-poll64k, in a stream", keys(results, LOCUM, Kind::Stream)),
        goal("the same with a brain attached", keys(results, LOCUM_BRAIN, Kind::Stream)),
        goal("`locum run true` less than 10 ms more than `true`", start(results)),
        goal("host RSS below 8 MiB, ring full", host_memory(results)),
        goal("no byte changed", exact(results)),
    ]
}

fn bulk_of_pump(results: &Results, name: &'static str) -> Option<(String, bool)> {
    let ours = results.figures(name, Kind::Bulk, "/mbps")?;
    let pump = results.figures(PUMP, Kind::Bulk, "/mbps")?;
    let (median, best) = (ours.median() / pump.median(), ours.most() / pump.most());
    Some((format!("{median:.2} by median, {best:.2} by best"), median >= 0.9))
}

/// Below beyond noise: in three of four rounds slower than the fastest peer that leaves the bytes alone.
fn bulk_of_peers(results: &Results) -> Option<(String, bool)> {
    let exact = |name: &&'static str| results.exact(name, Kind::Bulk) == Some(true);
    let others = peers::ALL
        .iter()
        .map(|peer| peer.name)
        .filter(|name| ![NONE, PUMP, LOCUM, LOCUM_TAP, LOCUM_BRAIN].contains(name));
    let speeds =
        others.filter(exact).filter_map(|name| Some((name, results.figures(name, Kind::Bulk, "/mbps")?)));
    let (name, _) = speeds.max_by(|(_, one), (_, other)| one.median().total_cmp(&other.median()))?;
    let ratio = results.ratios(LOCUM, name, Kind::Bulk, "/mbps")?;
    let text =
        format!("{:.2} of {name}, rounds from {:.2} to {:.2}", ratio.median(), ratio.least(), ratio.most());
    Some((text, ratio.quantile(0.75) >= 1.0))
}

/// The host of the row with a drained tap; how it was without is told beside it.
fn tap_host(results: &Results) -> Option<Figures> {
    results.figures(LOCUM_TAP, Kind::Bulk, "/usage/host/cpu_s_per_gb")
}

fn host_cpu(results: &Results) -> Option<(String, bool)> {
    let cpu = tap_host(results)?.median();
    let without =
        results.figures(LOCUM, Kind::Bulk, "/usage/host/cpu_s_per_gb").map(|figures| figures.median());
    let without = without.map_or_else(String::new, |cpu| format!(", {cpu:.2} without a subscriber"));
    // How fast this machine is today: the pump cannot be beaten by much.
    let pump = results.figures(PUMP, Kind::Bulk, "/usage/total/cpu_s_per_gb").map(|figures| figures.median());
    let pump = pump.map_or_else(String::new, |cpu| format!(", {cpu:.2} for the pump"));
    Some((format!("{cpu:.2} s/GB{without}{pump}"), cpu <= 4.0))
}

fn host_cpu_of_script(results: &Results) -> Option<(String, bool)> {
    let script = results.figures("script", Kind::Bulk, "/usage/total/cpu_s_per_gb")?.median();
    let ratio = tap_host(results)?.median() / script;
    Some((format!("{ratio:.2}"), ratio <= 1.1))
}

fn keys(results: &Results, name: &'static str, kind: Kind) -> Option<(String, bool)> {
    let ours = results.figures(name, kind, "/p50_us")?;
    let pump = results.figures(PUMP, kind, "/p50_us")?;
    let (median, best) = (ours.median() / pump.median(), ours.least() / pump.least());
    Some((format!("{median:.2} by median, {best:.2} by best"), median <= 1.3))
}

fn start(results: &Results) -> Option<(String, bool)> {
    let ours = results.figures(LOCUM, Kind::Start, "/p50_ms")?;
    let none = results.figures(NONE, Kind::Start, "/p50_ms")?;
    let (median, best) = (ours.median() - none.median(), ours.least() - none.least());
    Some((format!("{median:+.1} ms by median, {best:+.1} ms by best"), median < 10.0))
}

/// The ring is full if the stream was larger than it, which every volume worth measuring is.
fn host_memory(results: &Results) -> Option<(String, bool)> {
    let count = results.figures(LOCUM, Kind::Bulk, "/usage/host/count")?;
    if count.most() == 0.0 {
        return None;
    }
    let memory = results.figures(LOCUM, Kind::Bulk, "/usage/host/rss_kb")?.most() / 1024.0;
    Some((format!("{memory:.1} MiB"), memory < 8.0))
}

fn exact(results: &Results) -> Option<(String, bool)> {
    let (bulk, raw) = (results.exact(LOCUM, Kind::Bulk)?, results.exact(LOCUM, Kind::Raw)?);
    Some((format!("bulk {}, all byte values {}", word(bulk), word(raw)), bulk && raw))
}

fn word(exact: bool) -> &'static str {
    if exact { "exact" } else { "changed" }
}

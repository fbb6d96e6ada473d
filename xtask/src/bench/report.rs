//! The table, as `docs/benchmarks.md` shows it.

use super::options::Options;
use super::peers::{self, LOCUM, LOCUM_TAP, NONE, PUMP};
use super::results::{Figures, Kind, Results};

pub(super) fn print(results: &Results, options: &Options) {
    println!("{}\n", conditions(options));
    print_row(&[
        "wrapper",
        "bulk exact",
        "all bytes exact",
        "MB/s median (best)",
        "x pump",
        "CPU s/GB",
        "peak RSS MiB",
        "key µs p50 median (best)",
        "p90",
        "p99",
        "key in stream µs p50 median (best)",
        "p90",
        "p99",
        "lost %",
        "CPU µs/key",
        "start ms median (best)",
        "+ ms",
    ]);
    println!("{}|", "|---".repeat(17));
    for peer in peers::ALL.iter().filter(|peer| results.has(peer.name)) {
        print_row(&row(results, peer.name).each_ref().map(String::as_str));
    }
    println!();
    print_parts(results);
    for note in results.notes() {
        println!("- {note}");
    }
}

fn conditions(options: &Options) -> String {
    let kernel = rustix::system::uname();
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    format!(
        "{} rounds, {cores} cores, Linux {}, load {}{}. Every figure is of this run; medians over the rounds.",
        options.rounds,
        kernel.release().to_string_lossy(),
        load.split_whitespace().next().unwrap_or("unknown"),
        if options.real_time { ", bulk stream under SCHED_RR" } else { "" },
    )
}

fn print_row(cells: &[&str]) {
    println!("| {} |", cells.join(" | "));
}

fn row(results: &Results, peer: &'static str) -> [String; 17] {
    let figures = |kind, pointer: &str| results.figures(peer, kind, pointer);
    let start = figures(Kind::Start, "/p50_ms");
    let none = results.figures(NONE, Kind::Start, "/p50_ms");
    let more = start.as_ref().zip(none).map(|(ours, none)| format!("{:+.1}", ours.median() - none.median()));
    let speed = figures(Kind::Bulk, "/mbps");
    let pump = results.figures(PUMP, Kind::Bulk, "/mbps");
    let ratio = speed.as_ref().zip(pump).map(|(ours, pump)| format!("{:.2}", ours.median() / pump.median()));
    let best_start = figures(Kind::Start, "/best_ms");
    [
        peer.to_owned(),
        yes_or_no(results.exact(peer, Kind::Bulk)),
        yes_or_no(results.exact(peer, Kind::Raw)),
        speed.map_or_else(unknown, |speed| format!("{:.0} ({:.0})", speed.median(), speed.most())),
        ratio.unwrap_or_else(unknown),
        median(figures(Kind::Bulk, "/usage/total/cpu_s_per_gb"), 2),
        figures(Kind::Bulk, "/usage/total/peak_kb")
            .map_or_else(unknown, |peak| format!("{:.1}", peak.median() / 1024.0)),
        figures(Kind::Idle, "/p50_us").map_or_else(unknown, with_least),
        median(figures(Kind::Idle, "/p90_us"), 0),
        median(figures(Kind::Idle, "/p99_us"), 0),
        figures(Kind::Stream, "/p50_us").map_or_else(unknown, with_least),
        median(figures(Kind::Stream, "/p90_us"), 0),
        median(figures(Kind::Stream, "/p99_us"), 0),
        lost(results, peer).unwrap_or_else(unknown),
        median(figures(Kind::Idle, "/cpu_us_per_key"), 1),
        start
            .zip(best_start)
            .map_or_else(unknown, |(start, best)| format!("{:.1} ({:.1})", start.median(), best.least())),
        more.unwrap_or_else(unknown),
    ]
}

/// The parts of a locum: what the host alone costs is what the goals speak of.
fn print_parts(results: &Results) {
    let rows = [LOCUM, LOCUM_TAP].into_iter().filter(|peer| results.has(peer));
    let mut header = Some(["part", "processes", "CPU s/GB", "RSS MiB", "peak RSS MiB"]);
    for (peer, part) in
        rows.flat_map(|peer| ["client", "host", "leader", "recorder"].map(|part| (peer, part)))
    {
        let figure = |name: &str| results.figures(peer, Kind::Bulk, &format!("/usage/{part}/{name}"));
        if figure("count").is_none_or(|count| count.most() == 0.0) {
            continue;
        }
        if let Some(header) = header.take() {
            print_row(&header);
            println!("|---|---|---|---|---|");
        }
        let memory =
            |name| figure(name).map_or_else(unknown, |memory| format!("{:.1}", memory.median() / 1024.0));
        let name = format!("{peer}: {part}");
        let (count, cpu) = (median(figure("count"), 0), median(figure("cpu_s_per_gb"), 2));
        print_row(&[&name, &count, &cpu, &memory("rss_kb"), &memory("peak_kb")]);
    }
    println!();
}

fn lost(results: &Results, peer: &'static str) -> Option<String> {
    let lost = results.figures(peer, Kind::Stream, "/lost")?.sum();
    let back = results.figures(peer, Kind::Stream, "/n")?.sum();
    Some(format!("{:.0}", 100.0 * lost / (lost + back)))
}

fn with_least(figures: Figures) -> String {
    format!("{:.0} ({:.0})", figures.median(), figures.least())
}

fn median(figures: Option<Figures>, digits: usize) -> String {
    figures.map_or_else(unknown, |figures| format!("{:.digits$}", figures.median()))
}

fn yes_or_no(exact: Option<bool>) -> String {
    exact.map_or_else(unknown, |exact| if exact { "yes" } else { "no" }.to_owned())
}

fn unknown() -> String {
    "-".to_owned()
}

//! Processor time and memory of what runs below this process.

use std::fs;
use std::ops::Sub;

use serde_json::{Value, json};
use testkit::process::{self, Stat};

use super::load;

/// What the processes of a wrapper used; those of a locum also by their part.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Usage {
    pub(super) total: Part,
    pub(super) client: Part,
    pub(super) host: Part,
    pub(super) leader: Part,
    pub(super) recorder: Part,
}

/// What some processes used.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Part {
    /// Time on a processor in seconds, over all threads.
    pub(super) cpu: f64,
    /// Resident memory in KiB, now.
    pub(super) rss: u64,
    /// The most it ever was.
    pub(super) peak: u64,
    /// How many processes.
    pub(super) count: u32,
}

impl Part {
    fn add(&mut self, other: Part) {
        self.cpu += other.cpu;
        self.rss += other.rss;
        self.peak += other.peak;
        self.count += other.count;
    }
}

/// The time between two readings with the memory of the later one.
impl Sub for Part {
    type Output = Part;
    fn sub(self, earlier: Part) -> Part {
        Part { cpu: self.cpu - earlier.cpu, ..self }
    }
}

impl Usage {
    /// Reads everything below this process but the load. Complete only while this process is a subreaper.
    pub(super) fn now() -> Usage {
        let mut usage = Usage::default();
        for found in process::descendants(std::process::id()) {
            if found.comm == load::NAME || found.state == 'Z' {
                continue;
            }
            let part = read(found.pid);
            usage.total.add(part);
            if let Some(role) = usage.role(&found) {
                role.add(part);
            }
        }
        usage
    }

    /// What happened since an earlier reading.
    pub(super) fn since(self, earlier: Usage) -> Usage {
        Usage {
            total: self.total - earlier.total,
            client: self.client - earlier.client,
            host: self.host - earlier.host,
            leader: self.leader - earlier.leader,
            recorder: self.recorder - earlier.recorder,
        }
    }

    /// The part of a locum that a process plays, by its name or the words it was started with.
    fn role(&mut self, found: &Stat) -> Option<&mut Part> {
        let words = process::cmdline(found.pid);
        let program = words.first().and_then(|path| path.rsplit('/').next()).unwrap_or_default();
        if !found.comm.starts_with("locum") && !program.starts_with("locum") {
            return None;
        }
        // Behind `--` stands the program that is wrapped, which may be called anything.
        let own = words.iter().skip(1).take_while(|word| *word != "--");
        let text = own.fold(format!("{} {program}", found.comm), |text, word| text + " " + word);
        Some(match text {
            text if text.contains("record") => &mut self.recorder,
            text if text.contains("leader") => &mut self.leader,
            text if text.contains("host") => &mut self.host,
            _ => &mut self.client,
        })
    }

    /// For the report; processor time per GiB of the stream.
    pub(super) fn to_json(self, gigabytes: f64) -> Value {
        let part = |part: Part| {
            let cpu = part.cpu / gigabytes;
            json!({"cpu_s_per_gb": cpu, "rss_kb": part.rss, "peak_kb": part.peak, "count": part.count})
        };
        json!({
            "total": part(self.total), "client": part(self.client), "host": part(self.host),
            "leader": part(self.leader), "recorder": part(self.recorder),
        })
    }
}

fn read(pid: u32) -> Part {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let memory = |name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name));
        line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
    };
    Part { cpu: cpu(pid), rss: memory("VmRSS:"), peak: memory("VmHWM:"), count: 1 }
}

/// The scheduler's count is in nanoseconds where `stat` has hundredths of a second.
fn cpu(pid: u32) -> f64 {
    let tasks = fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
    let of_task = |task: fs::DirEntry| {
        let text = fs::read_to_string(task.path().join("schedstat")).ok()?;
        text.split_whitespace().next()?.parse::<f64>().ok()
    };
    tasks.filter_map(of_task).sum::<f64>() * 1e-9
}

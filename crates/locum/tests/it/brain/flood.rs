//! More output than the brain follows: it may skip, but the end state is right and nobody waits for it.

use std::time::{Duration, Instant};

use serde_json::Value;
use testkit::{Sandbox, Size, Terminal, process};

use super::House;

/// What the program prints at least, in lines of 100 bytes.
const LINES: u32 = 2_000_000;
/// A busy machine may take long for it.
const LONG: Duration = Duration::from_secs(120);

/// Modes, a flood in colours, and a last screen that tells itself apart. Waits for the file `go` first, and floods until `enough` is
/// there too; says in `over` how many blocks there were.
fn script() -> String {
    let line = format!("\\033[3%dm{}\\033[0m", "abcdefghij".repeat(9));
    format!(
        "import os, time\n\
         out = os.fdopen(1, 'wb', 1 << 16)\n\
         out.write(b'\\033]2;flooding\\007\\033[?1049h\\033[?2004h\\033[?1002h\\033[?1006h\\033[?25lready'); out.flush()\n\
         while not os.path.exists('go'): time.sleep(0.01)\n\
         block = b''.join(b'{line}\\r\\n' % (1 + n % 7) for n in range(1000))\n\
         blocks = 0\n\
         while blocks < {} or not os.path.exists('enough'): out.write(block); blocks += 1\n\
         out.write(b'\\033[H\\033[2J\\033[1;32mfirst row\\033[0m\\033[12;30Hin the middle\\033[24;71Hlast\\033[3;5H'); out.flush()\n\
         open('part', 'w').write(str(blocks)); os.rename('part', 'over')\n\
         while not os.path.exists('end'): time.sleep(0.01)\n",
        LINES / 1000
    )
}

/// What a terminal gets of one block of lines: colours, letters, and the end of a line, to which it adds a return of its own.
fn block_bytes() -> u64 {
    1000 * (5 + 90 + 4 + 3)
}

/// Starts the flood and waits until the program has written everything; `meanwhile` is done a few times, before it is over.
#[track_caller]
fn flood(sandbox: &Sandbox, meanwhile: impl Fn()) -> Duration {
    let (start, over) = (Instant::now(), sandbox.home().join("over"));
    sandbox.write("home/go", "");
    (0..5).for_each(|_| meanwhile());
    sandbox.write("home/enough", "");
    process::wait_until(LONG, "everything written", || over.exists());
    start.elapsed()
}

impl House {
    /// The brain answers.
    #[track_caller]
    fn answers(&self) {
        assert!(self.ok(&["ps"]).contains("flood"));
    }
}

/// The last screen and the modes from before the flood.
#[track_caller]
fn check_end(house: &House) {
    house.wait_screen("flood", "in the middle");
    let screen = house.json(&["screen", "flood", "--json"]);
    let lines: Vec<&str> = screen["lines"]
        .as_array()
        .unwrap()
        .iter()
        .map(|line| line["text"].as_str().unwrap().trim_end())
        .collect();
    let mut expected = vec![String::new(); 24];
    expected[0] = "first row".into();
    expected[11] = format!("{}in the middle", " ".repeat(29));
    expected[23] = format!("{}last", " ".repeat(70));
    assert_eq!(lines, expected);
    assert_eq!((&screen["cursor"]["row"], &screen["cursor"]["column"]), (&Value::from(2), &Value::from(4)));
    assert_eq!(screen["cursor"]["visible"], false);
    assert_eq!(screen["alternate"], true);
    let modes = &screen["modes"];
    assert_eq!((&modes["bracketed_paste"], &modes["mouse"]), (&Value::from(true), &Value::from("drags")));
    assert_eq!((&modes["mouse_encoding"], &screen["title"]), (&Value::from("sgr"), &Value::from("flooding")));
}

#[test]
fn a_detached_flood_ends_in_the_right_screen() {
    let house = House::new();
    house.ok(&["run", "--detach", "--name", "flood", "--", "python3", "-c", &script()]);
    house.wait_screen("flood", "ready");
    let took = flood(&house.sandbox, || house.answers());
    testkit::note(format!("detached: {took:?}"));
    check_end(&house);
    let log = house.ok(&["log", "flood"]);
    testkit::note(format!("gaps: {}", log.matches("session.gap").count()));
    house.sandbox.write("home/end", "");
    house.wait_listed("flood", |line| line["exit"] == 0);
}

/// A terminal that only counts what comes, with the program on it or a session with the program.
fn counting(sandbox: &Sandbox, before: &[&str]) -> (Terminal, std::sync::Arc<std::sync::atomic::AtomicU64>) {
    use std::sync::atomic::{AtomicU64, Ordering};
    let count = std::sync::Arc::new(AtomicU64::new(0));
    let counter = std::sync::Arc::clone(&count);
    let script = script();
    let argv: Vec<&str> = before.iter().copied().chain(["python3", "-c", &script]).collect();
    let sink = move |piece: &[u8]| {
        counter.fetch_add(piece.len() as u64, Ordering::Relaxed);
    };
    let terminal = Terminal::launch(sandbox).size(Size::cells(24, 80)).patience(LONG).sink(sink).start(&argv);
    (terminal, count)
}

/// The terminal gets every byte with and without a brain; how long it took is told, not judged.
#[test]
fn an_attached_flood_reaches_the_terminal_whole() {
    let mut totals = Vec::new();
    for brain in [false, true] {
        let house = if brain { House::new() } else { House::without_brain() };
        let (mut terminal, count) = counting(&house.sandbox, &[&house.locum, "run", "--name", "flood", "--"]);
        if brain {
            house.wait_listed("flood", |line| line["state"] == "running");
            house.wait_screen("flood", "ready");
        }
        let took = flood(&house.sandbox, || {
            if brain {
                house.answers()
            }
        });
        testkit::note(format!("attached, brain {brain}: {took:?}"));
        if brain {
            check_end(&house);
        }
        house.sandbox.write("home/end", "");
        assert!(terminal.wait_exit().success());
        let blocks: u64 = std::fs::read_to_string(house.sandbox.path("home/over")).unwrap().parse().unwrap();
        assert!(blocks >= u64::from(LINES / 1000), "{blocks}");
        // What comes around the flood is the same with and without a brain.
        totals.push(count.load(std::sync::atomic::Ordering::Relaxed) - blocks * block_bytes());
    }
    assert!(totals[0] < 1000, "{totals:?}");
    assert_eq!(totals[0], totals[1]);
}

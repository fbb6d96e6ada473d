//! What the brain costs while an agent works: a screen like an agent's, redrawn ten times a second.

use std::io::Write;
use std::path::Path;
use std::process::{ExitCode, Stdio};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use testkit::{Sandbox, locum_binary};

use super::super::brain::{ticks, ticks_a_second};
use crate::Failure;

const WINDOW: Duration = Duration::from_secs(20);
const PAUSE: Duration = Duration::from_millis(100);
/// The most of one core that the brain may take, in percent.
const GOAL: f64 = 1.0;

/// Measures the brain with one such session.
pub(super) fn measure(built: &Path) -> Result<(), Failure> {
    let sandbox = Sandbox::new().with_brain();
    let locum = locum_binary(&sandbox, built).display().to_string();
    let xtask = locum_binary(&sandbox, &std::env::current_exe()?).display().to_string();
    let run = |words: &[&str]| -> Result<String, Failure> {
        let output = sandbox.command(&locum).args(words).stdin(Stdio::null()).output()?;
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    };
    run(&["run", "--detach", "--name", "agent", "--", &xtask, "redraw"])?;
    let status: serde_json::Value = serde_json::from_str(&run(&["daemon", "status", "--json"])?)?;
    let brain = u32::try_from(status["pid"].as_u64().ok_or("no brain")?)?;
    std::thread::sleep(Duration::from_secs(2));
    let (before, began) = (ticks(brain)?, Instant::now());
    std::thread::sleep(WINDOW);
    let share = (ticks(brain)? - before) as f64 / ticks_a_second() / began.elapsed().as_secs_f64() * 100.0;
    let state: serde_json::Value = serde_json::from_str(&run(&["status", "agent", "--json"])?)?;
    let verdict = if share <= GOAL { "met" } else { "**not met**" };
    println!(
        "\nbrain while a screen of 80x24 is redrawn ten times a second: {share:.2} % of a core over {} s (goal {GOAL} %, \
         {verdict}); the session is taken to be {}",
        WINDOW.as_secs(),
        state["state"]
    );
    Ok(())
}

/// Draws such a screen for ever, and listens to the keyboard in between.
pub(crate) fn redraw() -> Result<ExitCode, Failure> {
    let mut out = std::io::stdout();
    let signs = ["✻", "✽", "✶", "✳", "✢", "·"];
    for number in 0usize.. {
        let mut screen = String::from("\x1b[?2026h\x1b[H");
        for row in 0..16 {
            screen.push_str(&format!(
                "\x1b[K● line {} of what the agent has said so far\r\n",
                row + number / 10
            ));
        }
        let sign = signs.get(number % signs.len()).unwrap_or(&"·");
        screen.push_str(&format!("\r\n\x1b[K\x1b[35m{sign} Pondering…\x1b[0m ({}s)\r\n\r\n", number / 10));
        screen.push_str("╭──────────────────────────────╮\r\n│ >                            │\r\n");
        screen.push_str("╰──────────────────────────────╯\x1b[?2026l");
        out.write_all(screen.as_bytes())?;
        out.flush()?;
        let stdin = std::io::stdin();
        let limit = Timespec { tv_sec: 0, tv_nsec: PAUSE.subsec_nanos().into() };
        poll(&mut [PollFd::new(&stdin, PollFlags::IN)], Some(&limit))?;
    }
    Ok(ExitCode::SUCCESS)
}

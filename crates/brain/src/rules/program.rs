//! A program that a rule asks: the question on its standard input, the answer on its standard output. It may hang, flood
//! or die; what it says then is nothing.

use std::io::{Read, Write};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal};

/// More than this is no answer.
const MOST_OUTPUT: u64 = 64 << 10;
/// How often to look whether a program that has said everything is gone.
const LOOK_AGAIN: Duration = Duration::from_millis(2);

/// Why a program has not answered.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Silence {
    /// There is nothing to start.
    #[error("the rule names no program")]
    Nothing,
    /// It could not be started.
    #[error("{0} could not be started: {1}")]
    NotStarted(String, std::io::Error),
    /// It took too long, and was ended.
    #[error("{0} did not answer within {1} ms")]
    TooLate(String, u128),
    /// It said too much, and was ended.
    #[error("{0} said more than 64 KiB")]
    TooMuch(String),
    /// It failed.
    #[error("{0} failed ({1})")]
    Failed(String, std::process::ExitStatus),
}

/// Asks a program, and returns what it says if it ends well and in time. It runs in `folder`, which must not be one that
/// the supervised program has chosen. It may answer nothing and change nothing: who wrote its name is not known.
pub(crate) fn ask(
    words: &[String],
    question: &str,
    folder: &Path,
    limit: Duration,
) -> Result<String, Silence> {
    let until = Instant::now() + limit;
    let (name, arguments) = words.split_first().ok_or(Silence::Nothing)?;
    let mut command = Command::new(name);
    command.args(arguments).current_dir(folder).env_remove(host::unix::leader::SESSION_VARIABLE);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).process_group(0);
    let mut child = host::unix::kin::spawn_marked(&mut command)
        .map_err(|error| Silence::NotStarted(name.clone(), error))?;
    let said = converse(&mut child, question, until).and_then(|said| {
        let status = until_gone(&mut child, until).ok_or(Interrupted::TooLate)?;
        if status.success() { Ok(said) } else { Err(Interrupted::Failed(status)) }
    });
    // What is not text says nothing that could be read either.
    let text = said.map(|said| String::from_utf8_lossy(&said).into_owned());
    text.map_err(|why| {
        end(&mut child);
        match why {
            Interrupted::TooLate => Silence::TooLate(name.clone(), limit.as_millis()),
            Interrupted::TooMuch => Silence::TooMuch(name.clone()),
            Interrupted::Failed(status) => Silence::Failed(name.clone(), status),
        }
    })
}

enum Interrupted {
    TooLate,
    TooMuch,
    Failed(std::process::ExitStatus),
}

/// Both directions at once, in threads: a program may answer before it has read everything, or read nothing at all.
fn converse(child: &mut Child, question: &str, until: Instant) -> Result<Vec<u8>, Interrupted> {
    if let Some(mut stdin) = child.stdin.take() {
        let question = question.to_owned();
        std::thread::spawn(move || drop(stdin.write_all(question.as_bytes())));
    }
    let (tell, told) = channel();
    if let Some(stdout) = child.stdout.take() {
        std::thread::spawn(move || {
            let mut said = Vec::new();
            let _ = stdout.take(MOST_OUTPUT + 1).read_to_end(&mut said);
            let _ = tell.send(said);
        });
    }
    match told.recv_timeout(until.saturating_duration_since(Instant::now())) {
        Ok(said) if said.len() as u64 > MOST_OUTPUT => Err(Interrupted::TooMuch),
        Ok(said) => Ok(said),
        Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => Err(Interrupted::TooLate),
    }
}

fn until_gone(child: &mut Child, until: Instant) -> Option<std::process::ExitStatus> {
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Some(status),
            Ok(None) if Instant::now() < until => std::thread::sleep(LOOK_AGAIN),
            _ => return None,
        }
    }
}

/// Ends it with everything it has started in its group. One that has been waited for has no group any more that is surely
/// its own.
fn end(child: &mut Child) {
    if matches!(child.try_wait(), Ok(None)) {
        if let Some(group) = Pid::from_raw(child.id().cast_signed()) {
            let _ = rustix::process::kill_process_group(group, Signal::KILL);
        }
        let _ = child.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str, limit: Duration) -> Result<String, String> {
        let words = ["sh", "-c", script].map(str::to_owned);
        let said = ask(&words, "{\"a\": 1}\n", Path::new("/"), limit);
        said.map_err(|error| error.to_string())
    }

    const LONG: Duration = Duration::from_secs(20);

    #[test]
    fn what_it_says_is_heard_if_it_ends_well() {
        assert_eq!(shell("cat", LONG).unwrap(), "{\"a\": 1}\n");
        assert_eq!(shell("exec 0<&-; echo yes", LONG).unwrap(), "yes\n");
        assert!(shell("echo yes; exit 3", LONG).unwrap_err().contains("exit status: 3"));
        assert!(shell("kill -9 $$", LONG).unwrap_err().contains("signal: 9"));
    }

    #[test]
    fn one_that_cannot_be_started_says_so() {
        let words = ["/no/such/program".to_owned()];
        assert!(matches!(ask(&words, "", Path::new("/"), LONG), Err(Silence::NotStarted(..))));
        assert!(matches!(ask(&[], "", Path::new("/"), LONG), Err(Silence::Nothing)));
    }

    #[test]
    fn one_that_hangs_or_floods_is_ended_with_its_children() {
        let short = Duration::from_millis(300);
        for script in ["sleep 1000", "exec >&-; sleep 1000", "sleep 1000 & wait"] {
            assert!(shell(script, short).unwrap_err().contains("within 300 ms"), "{script}");
        }
        assert!(shell("yes", LONG).unwrap_err().contains("64 KiB"));
        let fits = format!("head -c {MOST_OUTPUT} /dev/zero");
        assert_eq!(shell(&fits, LONG).unwrap().len() as u64, MOST_OUTPUT);
    }
}

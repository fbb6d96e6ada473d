//! What runs inside the brain's process, around the brain itself: folders, log, names.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use brain::{BrainError, Retention, Sessions, Settings};
use model::SessionId;

use super::start::READY;
use crate::config::{AnswerAuth, Settings as Config};
use crate::failure::Failure;
use crate::folders::{RuntimeFolder, StateFolder};
use crate::{config, folders, logging, say};

/// Turns this process into the brain. In the background its standard output is whoever started it.
pub(crate) fn become_brain(background: bool) -> Result<ExitCode, Failure> {
    if background {
        host::unix::go_into_background(c"locum-brain");
    }
    match be_brain(background) {
        Ok(()) => Ok(ExitCode::SUCCESS),
        Err(failure) if background => {
            tell(&failure.to_string());
            Ok(ExitCode::from(failure.code()))
        }
        Err(failure) => Err(failure),
    }
}

fn be_brain(background: bool) -> Result<(), Failure> {
    let (runtime, config) = (RuntimeFolder::open()?, config::load()?);
    // Without a log the brain works as well; that it has none is said nowhere, since there is nowhere to say it.
    if let Ok(folder) = StateFolder::open().and_then(|state| state.log()) {
        let _ = logging::start(&folder, config.log.level, config.log.keep, config.log.size.0);
    }
    let settings = settings(&runtime, &config);
    let sessions = Box::new(FoundSessions(runtime));
    let ready = || if background { tell(READY) } else { say::note("the brain runs; Ctrl-C ends it") };
    match brain::run(settings, sessions, ready) {
        Err(BrainError::RunsAlready(_)) if background => {
            tell(READY);
            Ok(())
        }
        outcome => outcome.map_err(Failure::Brain),
    }
}

fn settings(runtime: &RuntimeFolder, config: &Config) -> Settings {
    Settings {
        socket: runtime.brain_socket(),
        lock: runtime.brain_lock(),
        state: Arc::new(|| Ok(StateFolder::open().map_err(|failure| failure.to_string())?.path().to_owned())),
        idle_exit: config.brain.idle_exit.map(|span| span.as_duration()),
        retention: Retention {
            age: Some(config.record.keep.as_duration()),
            bytes: Some(config.record.limit.0),
        },
        agents: folders::agents_folder(),
        policy: folders::policy_file(),
        home: folders::home(),
        notify: Arc::new(|| config::load().ok().map(|config| crate::notify::wanted(&config))),
        needs_pin: config.brain.answer_auth == AnswerAuth::Pin,
        detection_threshold: config.detect.detection_threshold,
        warn_after: config.detect.warn_after.as_duration(),
    }
}

/// One line to whoever started us, who then goes on.
fn tell(text: &str) {
    let mut stdout = std::io::stdout();
    let _ = writeln!(stdout, "{}", say::harmless(text)).and_then(|()| stdout.flush());
    if let Ok(nowhere) = std::fs::File::create("/dev/null") {
        let _ = rustix::stdio::dup2_stdout(nowhere);
    }
}

/// Sessions as they lie in the runtime folder.
struct FoundSessions(RuntimeFolder);

impl Sessions for FoundSessions {
    fn all(&self) -> Vec<(SessionId, PathBuf)> {
        self.0.sessions()
    }

    fn name_of(&self, session: &SessionId) -> Option<String> {
        self.0.names().of(session)
    }

    fn is_over(&self, session: &SessionId) {
        if let Err(error) = self.0.names().release(session) {
            tracing::warn!(%session, %error, "its name stays");
        }
    }
}

//! `locum notify`: how the person is told that something waits, and a try of it.

use std::path::Path;
use std::process::ExitCode;

use brain::Notify;

use crate::config::{self, Desktop, Settings};
use crate::failure::Failure;
use crate::{program, say};

const SHOWS_NOTICES: &str = "notify-send";

/// What the settings say, and what there is.
pub(crate) fn wanted(settings: &Settings) -> Notify {
    let has = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let desktop = settings.notify.desktop == Desktop::Auto && (has("DISPLAY") || has("WAYLAND_DISPLAY"));
    let words = || [SHOWS_NOTICES, "--app-name=locum", "--"].map(str::to_owned).to_vec();
    let there = desktop && program::find(SHOWS_NOTICES.as_ref(), Path::new("/")).is_ok();
    Notify {
        bell: settings.notify.bell,
        title: settings.notify.title,
        desktop: there.then(words),
        command: settings.notify.command.clone(),
    }
}

/// `locum notify test`
pub(crate) fn test() -> Result<ExitCode, Failure> {
    let settings = config::load()?;
    let tried = brain::try_notify(&wanted(&settings));
    if settings.notify.bell {
        say::line("bell: a session's own terminal rings it, and `locum prompts --watch`");
    }
    if settings.notify.title {
        say::line("title: that of a session's own terminal says when something waits");
    }
    if tried.is_empty() && !settings.notify.bell && !settings.notify.title {
        say::line("nothing is told: there is no desktop here, and notify.command names no program");
    }
    for (name, told) in &tried {
        match told {
            Ok(()) => say::line(format_args!("{name}: told")),
            Err(error) => say::line(format_args!("{name}: {error}")),
        }
    }
    let well = tried.iter().all(|(_, told)| told.is_ok());
    Ok(if well { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

//! The log as a file.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use testkit::Sandbox;

use super::rotation::RotatingFile;
use super::{FILE, LONGEST_LINE, Level, one_line, subscriber};

/// The names of the files in a folder with their texts, by name.
fn files(folder: &Path) -> Vec<(String, String)> {
    let entries = fs::read_dir(folder).unwrap().flatten();
    let mut files: Vec<_> = entries
        .map(|entry| {
            (entry.file_name().into_string().unwrap(), fs::read_to_string(entry.path()).unwrap_or_default())
        })
        .collect();
    files.sort();
    files
}

fn write(file: &mut RotatingFile, lines: std::ops::Range<u32>) {
    lines.for_each(|number| file.write_line(&format!("line {number}\n")));
}

/// What is left of lines 10 to 19, seven bytes each, and one more for the digits.
#[track_caller]
fn check(keep: u32, limit: u64, expected: &[(&str, &str)]) {
    let sandbox = Sandbox::new();
    let folder = sandbox.folder("log");
    let mut file = RotatingFile::new(folder.join(FILE), keep, limit);
    write(&mut file, 10..20);
    let found = files(&folder);
    let found: Vec<_> = found.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    assert_eq!(found, expected, "keep {keep}, limit {limit}");
}

#[test]
fn old_files_move_on_and_the_oldest_goes() {
    check(1, 16, &[("brain.log", "line 18\nline 19\n")]);
    check(2, 24, &[("brain.log", "line 19\n"), ("brain.log.1", "line 16\nline 17\nline 18\n")]);
    check(
        3,
        16,
        &[
            ("brain.log", "line 18\nline 19\n"),
            ("brain.log.1", "line 16\nline 17\n"),
            ("brain.log.2", "line 14\nline 15\n"),
        ],
    );
    // A line over the limit has a file of its own.
    check(2, 3, &[("brain.log", "line 19\n"), ("brain.log.1", "line 18\n")]);
    check(0, 16, &[("brain.log", "line 18\nline 19\n")]);
}

#[test]
fn a_new_start_goes_on_where_the_last_one_ended() {
    let sandbox = Sandbox::new();
    let path = sandbox.folder("log").join(FILE);
    write(&mut RotatingFile::new(path.clone(), 5, 24), 10..12);
    write(&mut RotatingFile::new(path.clone(), 5, 24), 12..15);
    let names: Vec<_> = files(path.parent().unwrap()).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["brain.log", "brain.log.1"]);
    assert_eq!(fs::read_to_string(&path).unwrap(), "line 13\nline 14\n");
}

#[test]
fn files_that_are_no_longer_kept_are_removed() {
    let sandbox = Sandbox::new();
    let folder = sandbox.folder("log");
    write(&mut RotatingFile::new(folder.join(FILE), 6, 3), 10..20);
    assert_eq!(files(&folder).len(), 6);
    write(&mut RotatingFile::new(folder.join(FILE), 2, 3), 20..21);
    let names: Vec<_> = files(&folder).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["brain.log", "brain.log.1"]);
}

#[test]
fn the_log_is_for_the_person_alone() {
    let sandbox = Sandbox::new();
    let path = sandbox.folder("log").join(FILE);
    fs::write(&path, "from before\n").unwrap();
    fs::set_permissions(&path, Permissions::from_mode(0o644)).unwrap();
    write(&mut RotatingFile::new(path.clone(), 2, 25), 10..13);
    for file in [path.clone(), path.with_extension("log.1")] {
        let mode = fs::metadata(&file).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode, 0o600, "{}", file.display());
    }
}

#[test]
fn lines_that_cannot_be_written_are_counted() {
    let sandbox = Sandbox::new();
    let folder = sandbox.root().join("not there yet");
    let mut file = RotatingFile::new(folder.join(FILE), 2, 1000);
    write(&mut file, 10..13);
    fs::create_dir(&folder).unwrap();
    write(&mut file, 13..15);
    let text = fs::read_to_string(folder.join(FILE)).unwrap();
    assert_eq!(text, "(3 lines could not be written)\nline 13\nline 14\n");
}

#[test]
fn something_else_in_the_place_of_the_log_is_left_alone() {
    let sandbox = Sandbox::new();
    let folder = sandbox.folder("log");
    let elsewhere = sandbox.write("elsewhere", "mine\n");
    let (pipe, inner, link) = (folder.join("pipe"), folder.join("folder"), folder.join("link"));
    rustix::fs::mknodat(rustix::fs::CWD, &pipe, rustix::fs::FileType::Fifo, 0o600.into(), 0).unwrap();
    fs::create_dir(&inner).unwrap();
    std::os::unix::fs::symlink(&elsewhere, &link).unwrap();
    for path in [pipe, inner, link] {
        let before = fs::symlink_metadata(&path).unwrap().file_type();
        write(&mut RotatingFile::new(path.clone(), 2, 16), 10..20);
        assert_eq!(fs::symlink_metadata(&path).unwrap().file_type(), before, "{}", path.display());
    }
    assert_eq!(fs::read_to_string(elsewhere).unwrap(), "mine\n");
}

#[test]
fn a_file_that_cannot_be_moved_is_emptied() {
    let sandbox = Sandbox::new();
    let folder = sandbox.folder("log");
    fs::create_dir(folder.join("brain.log.1")).unwrap();
    fs::write(folder.join("brain.log.1/inside"), "").unwrap();
    write(&mut RotatingFile::new(folder.join(FILE), 2, 16), 10..20);
    assert_eq!(fs::read_to_string(folder.join(FILE)).unwrap(), "line 18\nline 19\n");
}

#[test]
fn an_event_is_one_harmless_line() {
    for (event, line) in [
        ("plain\n", "plain\n"),
        ("no end", "no end\n"),
        ("two\nlines\n", "two\\u{a}lines\n"),
        ("\x1b[2Jgone\r\n", "\\u{1b}[2Jgone\\u{d}\n"),
        ("\u{202e}back\n", "\\u{202e}back\n"),
        ("\n", "\n"),
    ] {
        assert_eq!(one_line(event), line);
    }
    assert_eq!(one_line(&"x".repeat(1_000_000)).len(), LONGEST_LINE + 1);
}

#[test]
fn events_are_logged_by_level_and_cannot_forge_a_line() {
    let sandbox = Sandbox::new();
    let folder = sandbox.folder("log");
    let file = RotatingFile::new(folder.join(FILE), 2, 1_000_000);
    tracing::subscriber::with_default(subscriber(file, Level::Info), || {
        let hostile = "x\n2026-01-01T00:00:00Z ERROR forged\x1b[31m";
        tracing::info!(name = %hostile, session = "bcdfghjk", "session {hostile} began");
        let span = tracing::info_span!("session", name = %hostile);
        span.in_scope(|| tracing::warn!("inside"));
        tracing::debug!("too much detail");
    });
    let text = fs::read_to_string(folder.join(FILE)).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 2, "{text}");
    assert!(lines[0].contains(" INFO ") && lines[0].contains("session=\"bcdfghjk\""), "{text}");
    assert!(lines[1].contains(" WARN ") && lines[1].ends_with("inside"), "{text}");
    assert!(!text.contains(|c: char| c.is_control() && c != '\n'), "{text:?}");
    assert!(
        lines.iter().all(|line| line.starts_with("20") && !line.starts_with("2026-01-01T00:00:00Z ERROR"))
    );
}

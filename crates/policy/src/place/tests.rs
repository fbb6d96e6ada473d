//! Places by example.

use super::Place;
use crate::{Surroundings, Text};

/// A word of a test: `$X`-like pieces are unknown, glob signs are globs, all else is certain.
fn word(written: &str) -> Text {
    let mut text = Text::default();
    let mut rest = written;
    while let Some(sign) = rest.chars().next() {
        let end = match sign {
            '$' if rest.starts_with("$(") => rest.find(')').map_or(rest.len(), |at| at + 1),
            '$' => rest[1..]
                .find(|c: char| !c.is_alphanumeric() && c != '_' && c != '$')
                .map_or(rest.len(), |at| at + 1),
            _ => sign.len_utf8(),
        };
        match sign {
            '$' => text.push_unknown(&rest[..end]),
            '*' | '?' | '[' => text.push_glob(sign),
            _ => text.push(&rest[..end]),
        }
        rest = &rest[end..];
    }
    text
}

fn check(cwd: Option<&str>, around: &Surroundings, rows: &[(&str, Place)]) {
    for (written, place) in rows {
        assert_eq!(Place::of(&word(written), cwd, around), *place, "{written} in {cwd:?}");
    }
}

const TOP: &str = "/home/ann/proj";

#[test]
fn places_seen_from_the_top_of_the_workspace() {
    let rows = [
        ("target", Place::Inside),
        ("target/*", Place::Inside),
        ("*.o", Place::Inside),
        ("./a/../b//c", Place::Inside),
        (".", Place::Workspace),
        ("*", Place::Workspace),
        (".*", Place::Workspace),
        ("./*", Place::Workspace),
        (".[!.]*", Place::Workspace),
        ("/home/ann/proj", Place::Workspace),
        (".git", Place::Repository),
        ("sub/.git/config", Place::Repository),
        (".g*", Place::Repository),
        (".gitignore", Place::Inside),
        (".github/workflows", Place::Inside),
        ("..", Place::Home),
        ("../*", Place::Home),
        ("../other", Place::Outside),
        ("~", Place::Home),
        ("~/*", Place::Home),
        ("~/.bashrc", Place::Outside),
        ("~bob", Place::Home),
        ("/home/ann", Place::Home),
        ("/home", Place::Home),
        ("/root", Place::Home),
        ("/", Place::Root),
        ("/*", Place::Root),
        ("//", Place::Root),
        ("/..", Place::Root),
        ("/b*", Place::Root),
        ("../../../..", Place::Root),
        ("/etc/passwd", Place::System),
        ("/usr/local/bin/x", Place::System),
        ("/opt", Place::System),
        ("/opt/x", Place::Outside),
        ("/data", Place::Outside),
        ("/tmp/x", Place::Temporary),
        ("/tmp/x/*", Place::Temporary),
        ("/tmp/*.log", Place::Temporary),
        ("/tmp", Place::Outside),
        ("/tmp/*", Place::Outside),
        ("/var/tmp/y", Place::Temporary),
        ("/tmp/../etc/x", Place::System),
        ("/dev/null", Place::Nowhere),
        ("/dev/stdout", Place::Nowhere),
        ("/dev/fd/3", Place::Nowhere),
        ("-", Place::Nowhere),
        ("/dev/sda", Place::Device),
        ("/dev/sd*", Place::Device),
        ("/dev/shm/x", Place::Temporary),
    ];
    check(Some(TOP), &Surroundings::project(TOP, "/home/ann"), &rows);
}

#[test]
fn what_is_not_known() {
    let rows = [
        ("$X", Place::Unknown),
        ("$X/", Place::Unknown),
        ("target/$x", Place::Unknown),
        ("/home/ann/proj/$x", Place::Unknown),
        ("/$x", Place::Root),
        ("/$x/*", Place::Root),
        ("/$x/y", Place::Unknown),
        ("/etc/$x", Place::System),
        ("/tmp/$x", Place::Unknown),
        ("/tmp/run-$$", Place::Temporary),
        ("out-$(date +%s)/x", Place::Inside),
        ("$TMPDIR/x", Place::Temporary),
        ("$TMPDIR", Place::Outside),
        ("$TMPDIR/../x", Place::Unknown),
        ("$(mktemp -d)", Place::Temporary),
    ];
    check(Some(TOP), &Surroundings::project(TOP, "/home/ann"), &rows);
}

#[test]
fn in_a_folder_below_the_top() {
    let rows =
        [("*", Place::Inside), (".", Place::Inside), ("..", Place::Workspace), ("../../x", Place::Outside)];
    let around = Surroundings { cwd: "/home/ann/proj/src", ..Surroundings::project(TOP, "/home/ann") };
    check(Some("/home/ann/proj/src"), &around, &rows);
}

#[test]
fn without_a_known_folder_or_a_workspace() {
    let around = Surroundings::project(TOP, "/home/ann");
    check(None, &around, &[("x", Place::Unknown), ("/etc/x", Place::System), ("/tmp/x", Place::Temporary)]);
    let bare = Surroundings { workspace: None, ..around };
    check(Some(TOP), &bare, &[("x", Place::Outside), (".", Place::Outside), ("~", Place::Home)]);
}

#[test]
fn links_are_followed() {
    let real = |path: &str| match path {
        "/home/ann/proj/out" => Some("/etc".to_owned()),
        "/home/ann/proj" => Some("/data/proj".to_owned()),
        "/home/ann/proj/src" => Some("/data/proj/src".to_owned()),
        _ => None,
    };
    let around = Surroundings { real: &real, ..Surroundings::project(TOP, "/home/ann") };
    let rows =
        [("out", Place::System), ("out/*", Place::System), ("src", Place::Inside), (".", Place::Workspace)];
    check(Some(TOP), &around, &rows);
}

#[test]
fn windows_paths() {
    let rows = [
        ("C:\\", Place::Root),
        ("c:", Place::Root),
        ("C:\\Windows\\System32", Place::System),
        ("%USERPROFILE%", Place::Home),
        ("%USERPROFILE%\\Documents", Place::Outside),
        ("C:\\Users\\ann", Place::Home),
        ("C:\\work\\x", Place::Outside),
        ("%TEMP%\\x", Place::Temporary),
        ("\\\\.\\PhysicalDrive0", Place::Device),
    ];
    check(Some(TOP), &Surroundings::project(TOP, "/home/ann"), &rows);
}

#[test]
fn a_workspace_or_a_home_among_temporary_files_is_none() {
    let around = Surroundings::project("/tmp/w/proj", "/tmp/w/home");
    let rows = [
        ("src", Place::Inside),
        ("../x", Place::Outside),
        ("..", Place::Home),
        ("/tmp/w", Place::Home),
        ("/tmp/w/x", Place::Outside),
        ("~", Place::Home),
        ("~/Documents", Place::Outside),
        ("/tmp", Place::Home),
        ("/tmp/scratch", Place::Temporary),
    ];
    check(Some("/tmp/w/proj"), &around, &rows);
    let shallow = Surroundings::project("/tmp/proj", "/home/ann");
    check(Some("/tmp/proj"), &shallow, &[("../x", Place::Outside), ("/tmp/x", Place::Temporary)]);
}

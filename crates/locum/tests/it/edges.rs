//! Which crate may know which: the architecture, asserted.

use std::collections::BTreeSet;
use std::process::Command;

/// Every crate, what it may depend on inside the workspace, and what it may never touch outside.
const EDGES: &[(&str, &[&str])] = &[
    ("model", &[]),
    ("screen", &["model"]),
    ("detect", &["model", "screen"]),
    ("policy", &["model"]),
    ("engine", &["model", "policy"]),
    ("capture", &[]),
    ("wire", &["model"]),
    ("host", &["model", "wire"]),
    ("store", &["model"]),
    ("brain", &["capture", "detect", "engine", "host", "model", "policy", "screen", "store", "wire"]),
    ("locum", &["brain", "capture", "detect", "host", "model", "policy", "screen", "wire"]),
    ("testkit", &["host", "model", "wire"]),
    ("xtask", &["detect", "engine", "host", "model", "policy", "screen", "store", "testkit", "wire"]),
];

/// What the host must be free of, whoever pulls it in.
const NEVER_IN_HOST: &[&str] =
    &["tokio", "regex", "regex-automata", "serde_json", "rusqlite", "clap", "toml", "alacritty_terminal"];

fn cargo_tree(arguments: &[&str]) -> Vec<String> {
    let output = Command::new(env!("CARGO"))
        .args(["tree", "--offline", "--edges", "normal", "--prefix", "none", "--format", "{p}"])
        .args(arguments)
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
        .output()
        .expect("cargo tree runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    text.lines().filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect()
}

#[test]
fn crates_know_only_what_they_may() {
    let members: BTreeSet<&str> = EDGES.iter().map(|(name, _)| *name).collect();
    for (name, allowed) in EDGES {
        let known: BTreeSet<String> =
            cargo_tree(&["--package", name, "--depth", "1"]).into_iter().skip(1).collect();
        let inside: BTreeSet<&str> =
            known.iter().map(String::as_str).filter(|known| members.contains(known)).collect();
        let allowed: BTreeSet<&str> = allowed.iter().copied().collect();
        assert!(inside.is_subset(&allowed), "{name} knows {inside:?}, may know {allowed:?}");
    }
}

#[test]
fn every_crate_of_the_workspace_has_its_edges_named() {
    let folders = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/..")).unwrap();
    let named: BTreeSet<&str> = EDGES.iter().map(|(name, _)| *name).collect();
    for folder in folders.flatten() {
        let name = folder.file_name().into_string().unwrap();
        assert!(named.contains(name.as_str()), "crate {name} has no line in EDGES");
    }
}

#[test]
fn the_host_stays_small() {
    let tree = cargo_tree(&["--package", "host"]);
    for forbidden in NEVER_IN_HOST {
        assert!(!tree.iter().any(|name| name == forbidden), "the host pulls in {forbidden}");
    }
}

#[test]
fn only_the_host_has_unsafe_code() {
    let roots = [
        ("model", "lib.rs"),
        ("wire", "lib.rs"),
        ("store", "lib.rs"),
        ("screen", "lib.rs"),
        ("detect", "lib.rs"),
        ("engine", "lib.rs"),
        ("capture", "lib.rs"),
        ("locum", "main.rs"),
        ("testkit", "lib.rs"),
    ];
    for (name, root) in roots {
        let path = format!("{}/../{name}/src/{root}", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.contains("#![forbid(unsafe_code)]"), "{path} does not forbid unsafe code");
    }
}

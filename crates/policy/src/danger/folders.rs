//! Folders of a project: which are made by tools, and which are somebody's work.

use super::acts::{Act, Deed};
use super::scene::Subject;
use crate::Place;

/// Folders that tools make, and make again.
const PRODUCTS: &[&str] = &[
    "bin",
    "old",
    "obj",
    "env",
    "venv",
    "vendor",
    "pods",
    "site",
    "public",
    "node_modules",
    "bower_components",
    "htmlcov",
    "test-results",
    "playwright-report",
    "deriveddata",
    "storybook-static",
    "reports",
    "release",
    "debug",
    "pkg",
    "artifacts",
    "generated",
    "gen",
    "allure-results",
];

/// Whoever has one of these in its name is made by a tool, or is only there for a while.
const PARTS: &[&str] =
    &["tmp", "temp", "cache", "build", "dist", "out", "log", "target", "coverage", "scratch", "trash"];

/// Whether a whole folder of the project is deleted that no tool makes again.
pub(super) fn deleted(subject: Subject) -> bool {
    let Some(top) = subject.scene.around.workspace else { return false };
    let whole = |act: &Act| {
        act.deed == Deed::Delete && act.recursive && act.resolved.place == Place::Inside && {
            let path = &act.resolved.path;
            path.strip_prefix(top.trim_end_matches('/')).is_some_and(is_work)
        }
    };
    subject.acts.iter().any(whole)
}

/// Whether a path below the project's top names a folder of somebody's work.
fn is_work(path: &str) -> bool {
    let path = path.trim_matches('/');
    // All that is in a folder is the folder.
    let path = path.strip_suffix("/*").unwrap_or(path).to_lowercase();
    let last = path.rsplit('/').next().unwrap_or(&path);
    let is_file = last.trim_start_matches('.').contains('.');
    let hidden = path.split('/').any(|name| name.starts_with('.') && name != ".github");
    let matched = path.contains(['*', '?', '[', '{']);
    !last.is_empty() && !is_file && !hidden && !matched && !path.split('/').any(is_product)
}

fn is_product(name: &str) -> bool {
    let begins = |part: &&str| name.split(['-', '_', '.']).any(|piece| piece.starts_with(*part));
    PRODUCTS.contains(&name) || name.starts_with("__") || PARTS.iter().any(begins)
}

#[cfg(test)]
mod tests {
    use super::is_work;

    #[test]
    fn work_and_products() {
        for path in ["/src", "/src/*", "/packages/app", "/tests", "/docs/", "/.github"] {
            assert!(is_work(path), "{path}");
        }
        for path in [
            "/target",
            "/target/debug/x",
            "/node_modules",
            "/a/node_modules",
            "/.next",
            "/.venv",
            "/foo.txt",
            "/x.egg-info",
            "/cmake-build-debug",
            "/build-arm",
            "/tmp_x",
            "/__pycache__",
            "/web/dist/*",
            "/src/*.o",
            "/DerivedData",
            "/_build",
            "/logs",
            "/out",
            "/my.cache",
        ] {
            assert!(!is_work(path), "{path}");
        }
    }
}

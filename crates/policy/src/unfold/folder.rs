//! Where `cd` leads.

/// The folder a path names, seen from another; nothing if that one is not known and the path needs it.
pub(super) fn resolve(from: Option<&str>, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = Vec::new();
    let start = if path.starts_with('/') { "" } else { from? };
    for part in start.split('/').chain(path.split('/')) {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            name => parts.push(name),
        }
    }
    Some(format!("/{}", parts.join("/")))
}

#[cfg(test)]
mod tests {
    use super::resolve;

    #[test]
    fn folders() {
        for (from, path, wanted) in [
            (Some("/a/b"), "..", Some("/a")),
            (Some("/a/b"), "c/./d", Some("/a/b/c/d")),
            (Some("/a"), "../../..", Some("/")),
            (None, "x", None),
            (None, "/x/", Some("/x")),
        ] {
            assert_eq!(resolve(from, path).as_deref(), wanted, "{from:?} {path}");
        }
    }
}

//! What could not be written before a brain ended is at least counted, outside the record, for the next one to say.

use std::path::Path;

/// How many events an earlier brain could not write. Asked once, then forgotten.
pub(super) fn take(marker: &Path) -> u64 {
    let count = std::fs::read_to_string(marker).ok().and_then(|text| text.trim().parse().ok()).unwrap_or(0);
    let _ = std::fs::remove_file(marker);
    count
}

/// Leaves word of events that could not be written.
pub(super) fn leave(marker: &Path, count: u64) {
    if count > 0 {
        tracing::error!(count, "events could not be written before the end");
        let _ = std::fs::write(marker, count.to_string());
    }
}

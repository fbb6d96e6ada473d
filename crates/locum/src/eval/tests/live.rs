//! Real agents as they ran behind locum: with the kernel's facts nothing is missed, misread or made up.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use detect::Profiles;

use crate::eval::{recordings, report};
use crate::replay::Options;

fn live() -> Vec<PathBuf> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/agents");
    let mut found = recordings::find(&corpus).unwrap();
    found.retain(|path| path.to_string_lossy().ends_with("-live.cast"));
    found
}

#[test]
fn agents_are_read_right_with_the_kernels_facts() {
    let profiles = Arc::new(Profiles::embedded());
    let options = Options { profiles, agent: None, without_facts: false, threshold: 0.6, timed: false };
    let judged = recordings::judge_all(&live(), &options);
    let reports = report::reports(&judged);
    assert_eq!(reports.len(), 1, "all of them are agents");
    let told = reports[0].as_json();
    assert!(told["waits"].as_u64() > Some(12), "{told}");
    for name in ["recall", "precision", "kind", "choices", "keys", "question"] {
        assert_eq!(told[name], 1.0, "{name}: {}", told["misses"]);
    }
    for name in ["broken", "false_asking", "false_idle", "stuck"] {
        assert_eq!(told[name], 0, "{name}: {}", told["misses"]);
    }
    assert!(told["delay_p99"].as_f64() < Some(0.5), "{}", told["delay_p99"]);
}

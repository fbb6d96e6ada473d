//! Kernel facts out of a recording's "k" events: what [`crate::facts::as_json`] writes, and what other recorders do.

use std::time::Duration;

use model::{InnerTty, KernelFacts, LineMode, Process, Reader};
use serde_json::{Map, Value};

/// The facts of one event, whose data is an object or the text of one. `None` if it is neither.
pub(crate) fn facts(data: &Value) -> Option<KernelFacts> {
    let parsed;
    let object = match data {
        Value::Object(object) => object,
        Value::String(text) => {
            parsed = serde_json::from_str::<Map<String, Value>>(text).ok()?;
            &parsed
        }
        _ => return None,
    };
    let small = |name: &str| number(object, name).and_then(|number| u32::try_from(number).ok());
    Some(KernelFacts {
        mode: mode(object, ""),
        foreground: process(object, "fg"),
        reader: reader(object, "reader")?,
        reader_thread: small("reader_tid"),
        inner: inner(object),
        unread: small("unread"),
        cpu: number(object, "cpu_ms").map(Duration::from_millis),
        awaits_reply: flag(object, "query").unwrap_or(false),
    })
}

fn inner(object: &Map<String, Value>) -> Option<InnerTty> {
    let reader = reader(object, "inner")?;
    Some(InnerTty { mode: mode(object, "inner_"), foreground: process(object, "inner_fg"), reader })
}

/// A word that is not known says that somebody waits and not how.
fn reader(object: &Map<String, Value>, name: &str) -> Option<Reader> {
    let word = object.get(name)?.as_str()?;
    Some(Reader::of_word(word).unwrap_or(Reader::Undecided))
}

fn mode(object: &Map<String, Value>, prefix: &str) -> Option<LineMode> {
    let flag = |name| flag(object, &format!("{prefix}{name}"));
    Some(LineMode { canonical: flag("icanon")?, echo: flag("echo")?, signals: flag("isig").unwrap_or(true) })
}

fn process(object: &Map<String, Value>, name: &str) -> Option<Process> {
    let pid = number(object, &format!("{name}_pid")).and_then(|pid| u32::try_from(pid).ok());
    Some(Process { pid: pid.unwrap_or(0), name: object.get(name)?.as_str()?.to_owned() })
}

fn number(object: &Map<String, Value>, name: &str) -> Option<u64> {
    object.get(name)?.as_u64()
}

/// 0 and 1, or false and true.
fn flag(object: &Map<String, Value>, name: &str) -> Option<bool> {
    let value = object.get(name)?;
    value.as_bool().or_else(|| value.as_u64().map(|number| number != 0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_is_recorded_is_read_again() {
        let mode = Some(LineMode { canonical: true, echo: false, signals: true });
        let process = |name: &str| Some(Process { pid: 7, name: name.into() });
        for reader in Reader::ALL {
            let facts = KernelFacts {
                mode,
                foreground: process("script"),
                reader,
                reader_thread: Some(9),
                inner: Some(InnerTty { mode, foreground: process("passwd"), reader: Reader::Read }),
                unread: Some(3),
                cpu: Some(Duration::from_millis(12)),
                awaits_reply: true,
            };
            let object = Value::Object(crate::facts::as_json(&facts));
            assert_eq!(super::facts(&object), Some(facts.clone()));
            assert_eq!(super::facts(&Value::String(object.to_string())), Some(facts));
        }
    }

    #[test]
    fn other_recorders_say_less() {
        let told =
            json!({"icanon": 0, "echo": 0, "isig": 1, "reader": "poll_inf", "fg": "vim", "inner": "none"});
        let facts = facts(&told).unwrap();
        assert_eq!(facts.mode, Some(LineMode { canonical: false, echo: false, signals: true }));
        assert_eq!((facts.reader, facts.foreground.unwrap().name), (Reader::PollForever, "vim".into()));
        assert_eq!(facts.inner, Some(InnerTty { mode: None, foreground: None, reader: Reader::None }));
    }

    #[test]
    fn what_is_no_fact_is_left_out() {
        for told in [json!(null), json!("x"), json!({}), json!({"reader": 3}), json!(["reader"])] {
            assert_eq!(facts(&told), None, "{told}");
        }
        assert_eq!(facts(&json!({"reader": "by magic"})).map(|facts| facts.reader), Some(Reader::Undecided));
    }
}

//! A watcher that comes too late for the beginning.

use std::io::{Read, Write};
use std::os::unix::net::UnixStream;

use testkit::{PATIENCE, Sandbox, Size, Terminal};
use wire::{FrameReader, Hello, Request, TapEvent, TapFrame, TapReader, VERSION, encode};

use crate::locum;

/// Switches things on, prints more than a host keeps, and waits.
const FLOOD: &str = "printf '\\033[?1049h\\033[?2004h\\033[38;5;99m'; yes 'a line of a flood' | head -c 6000000; \
                     printf '\\033[?25lEND'; exec sleep 1000";

struct Watcher {
    host: UnixStream,
    frames: TapReader,
}

impl Watcher {
    fn of_the_only_session(sandbox: &Sandbox) -> Watcher {
        let mut host = UnixStream::connect(&sandbox.sockets()[0]).unwrap();
        host.set_read_timeout(Some(PATIENCE)).unwrap();
        let hello = Hello { version: VERSION, program: "test".into(), session: String::new() };
        let watch = Request::Watch { from: 0 };
        host.write_all(&[encode(&hello).unwrap(), encode(&watch).unwrap()].concat()).unwrap();
        let mut frames = FrameReader::new();
        while frames.next_message::<Hello>().unwrap().is_none() {
            push(&mut host, |bytes| frames.push(bytes));
        }
        Watcher { host, frames: TapReader::after(frames) }
    }

    fn next(&mut self) -> TapFrame {
        loop {
            if let Some(frame) = self.frames.next_frame().unwrap() {
                return frame;
            }
            push(&mut self.host, |bytes| self.frames.push(bytes));
        }
    }
}

fn push(host: &mut UnixStream, take: impl FnOnce(&[u8])) {
    let mut bytes = [0; 64 << 10];
    let count = host.read(&mut bytes).unwrap();
    assert!(count > 0, "the host hung up");
    take(&bytes[..count]);
}

#[test]
fn a_late_watcher_is_told_what_is_on_where_its_output_begins() {
    let sandbox = Sandbox::new();
    let binary = locum(&sandbox).display().to_string();
    let terminal = Terminal::start(&sandbox, Size::cells(24, 80), &[&binary, "run", "sh", "-c", FLOOD]);
    terminal.wait_for("END");
    let mut watcher = Watcher::of_the_only_session(&sandbox);
    let TapFrame::Event { event: TapEvent::Gap { from: 0, to }, .. } = watcher.next() else {
        panic!("no gap")
    };
    let TapFrame::Event { event: TapEvent::Modes(modes), .. } = watcher.next() else { panic!("no modes") };
    assert_eq!(
        modes.escape_ascii().to_string(),
        "\\x1b[?1049h\\x1b[?2004h\\x1b[38;5;99m",
        "and the cursor, hidden later, is not among it"
    );
    let mut output = Vec::new();
    while !output.ends_with(b"END") {
        if let TapFrame::Output { offset, bytes, .. } = watcher.next() {
            assert_eq!(offset, to + output.len() as u64);
            output.extend_from_slice(&bytes);
        }
    }
    assert!(output.len() > 3 << 20, "only {} bytes are left", output.len());
}

//! A build as it is released types nothing by itself, whoever asks.

use std::io::{Read, Write};
use std::os::unix::net::UnixStream;

use testkit::{Sandbox, Size, Terminal};
use wire::{Answer, FrameReader, Hello, Request, VERSION, encode};

use crate::locum;

#[test]
fn an_injection_is_refused() {
    let sandbox = Sandbox::new();
    let binary = locum(&sandbox).display().to_string();
    let terminal =
        Terminal::start(&sandbox, Size::cells(24, 80), &[&binary, "run", "sh", "-c", "echo up; cat"]);
    terminal.wait_for("up");
    let mut host = UnixStream::connect(&sandbox.sockets()[0]).unwrap();
    let hello = Hello { version: VERSION, program: "test".into(), session: String::new() };
    let inject = Request::Inject { bytes: b"typed\n".to_vec(), output_offset: 4, input_epoch: 0 };
    host.write_all(&[encode(&hello).unwrap(), encode(&inject).unwrap()].concat()).unwrap();
    let (mut frames, mut bytes, mut greeted) = (FrameReader::new(), [0; 4096], false);
    loop {
        let count = host.read(&mut bytes).unwrap();
        assert!(count > 0, "the host hung up");
        frames.push(&bytes[..count]);
        if !greeted {
            greeted = frames.next_message::<Hello>().unwrap().is_some();
        }
        if greeted && let Some(answer) = frames.next_message::<Answer>().unwrap() {
            assert!(matches!(answer, Answer::Refused { .. }), "{answer:?}");
            break;
        }
    }
    // What the person types is the only thing that reaches the program.
    terminal.type_text("by hand\r");
    terminal.wait_for("by hand\nby hand");
    assert!(!terminal.screen().contains("typed"), "{}", terminal.screen());
}

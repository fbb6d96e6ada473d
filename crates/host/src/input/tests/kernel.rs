//! The account of a line against the kernel's own: whatever is typed, nothing is left where nothing is said to be.

use std::io::Read;
use std::os::fd::AsFd;

use model::Size;
use proptest::collection::vec;
use proptest::prelude::*;
use rustix::termios::{InputModes, LocalModes, OptionalActions, SpecialCodeIndex, Termios};

use super::*;
use crate::unix::{pty, tty};

/// What ends what is typed in a test.
const END: &[u8] = b"END";

/// Keys that the terminal understands, each by its usual code, and text in between.
fn typed() -> impl Strategy<Value = Vec<u8>> {
    const PIECES: [&[u8]; 24] = [
        b"a",
        b"_",
        b"word",
        b" ",
        b"-",
        b"two words",
        "é".as_bytes(),
        "×ב".as_bytes(),
        b"\xa9",
        b"\xff",
        b"\0",
        b"\x7f",
        b"\x08",
        b"\x15",
        b"\x17",
        b"\x16",
        b"\x03",
        b"\x1c",
        b"\x1a",
        b"\r",
        b"\n",
        b"\x04",
        b"\x12",
        b"\x13\x11",
    ];
    let taking_back =
        prop::sample::select([b"\x7f", b"\x15", b"\x17"].as_slice()).prop_map(|key| key.to_vec());
    let piece = prop_oneof![
        3 => prop::sample::select(PIECES.as_slice()).prop_map(<[u8]>::to_vec),
        2 => taking_back,
        1 => vec(any::<u8>(), 0..3),
    ];
    vec(piece, 0..16).prop_map(|pieces| pieces.concat())
}

/// Settings as programs have them, and as none has.
fn settings() -> impl Strategy<Value = (u32, u32, Option<u8>)> {
    let input = [
        InputModes::IUTF8,
        InputModes::ICRNL,
        InputModes::INLCR,
        InputModes::IGNCR,
        InputModes::IXON,
        InputModes::ISTRIP,
        InputModes::PARMRK,
        InputModes::IUCLC,
    ];
    let local = [
        LocalModes::ECHO,
        LocalModes::ECHOE,
        LocalModes::ECHOK,
        LocalModes::ECHOKE,
        LocalModes::ISIG,
        LocalModes::NOFLSH,
        LocalModes::IEXTEN,
    ];
    let usual = (InputModes::IUTF8 | InputModes::ICRNL, LocalModes::all() - LocalModes::NOFLSH);
    let any_input = prop::sample::subsequence(input.to_vec(), 0..4);
    let any_local = prop::sample::subsequence(local.to_vec(), 0..7);
    let odd = (
        any_input,
        any_local,
        prop::option::of(any::<u8>().prop_filter("it ends the test", |key| !b"END\x04".contains(key))),
    )
        .prop_map(|(input, local, erase)| {
            let input: InputModes = input.into_iter().collect();
            let local: LocalModes = local.into_iter().collect();
            (input.bits(), local.bits(), erase)
        });
    prop_oneof![Just((usual.0.bits(), usual.1.bits(), None)), odd]
}

fn set(mode: &mut Termios, (input, local, erase): (u32, u32, Option<u8>)) {
    let keeps =
        LocalModes::ECHO | LocalModes::ECHOE | LocalModes::ECHOK | LocalModes::ECHOKE | LocalModes::ISIG;
    let keeps = keeps | LocalModes::NOFLSH | LocalModes::IEXTEN;
    mode.input_modes = InputModes::from_bits_truncate(input);
    mode.local_modes = LocalModes::ICANON | (LocalModes::from_bits_truncate(local) & keeps);
    if let Some(erase) = erase {
        mode.special_codes[SpecialCodeIndex::VERASE] = erase;
    }
}

/// What a program reads: each time what it was handed at once. Before what ends the test stands what was left in the line.
fn read(slave: std::os::fd::OwnedFd) -> Vec<Vec<u8>> {
    let (mut file, mut reads) = (std::fs::File::from(slave), Vec::new());
    loop {
        let mut bytes = [0; 8192];
        let count = file.read(&mut bytes).unwrap();
        reads.push(bytes[..count].to_vec());
        if &bytes[..count] == END {
            return reads;
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    /// Its last line is handed over as it stands, by the end of file, and must be empty.
    #[test]
    fn an_empty_line_is_empty(typed in typed(), settings in settings()) {
        let pair = pty::open_pair(Size::cells(24, 80)).unwrap();
        let mut mode = rustix::termios::tcgetattr(&pair.slave).unwrap();
        set(&mut mode, settings);
        rustix::termios::tcsetattr(&pair.slave, OptionalActions::Now, &mode).unwrap();
        let cooking = tty::input_rules(pair.master.as_fd()).unwrap().cooking;
        let mut line = CookedLine::default();
        line.feed(&typed, &cooking, false);
        if line.is_empty() {
            let end_of_file = [mode.special_codes[SpecialCodeIndex::VEOF]];
            for bytes in [typed.as_slice(), &end_of_file, END, &end_of_file] {
                rustix::io::write(&pair.master, bytes).unwrap();
            }
            let reads = read(pair.slave);
            let left = reads.iter().rev().nth(1).cloned().unwrap_or_default();
            prop_assert_eq!(left, b"".to_vec(), "{:?} under {:?}", typed, mode);
        }
    }
}

//! The person's terminal: its settings, opening it anew, who has the foreground.

use std::io;
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};

use model::LineMode;
use rustix::fs::{Mode, OFlags};
use wire::TerminalSettings;

use crate::input::{Cooking, LineRules};

/// Reads a terminal's settings. On a PTY's master these are the slave's.
pub fn settings(tty: BorrowedFd<'_>) -> io::Result<TerminalSettings> {
    get(tty).map(|termios| out_of(&termios))
}

/// Applies settings at once. Never flushes (a person's type-ahead stays) and never drains (a stopped terminal
/// would hold us).
pub fn apply(tty: BorrowedFd<'_>, settings: &TerminalSettings) -> io::Result<()> {
    set(tty, into(get(tty)?, settings))
}

/// Applies settings if the terminal still has the `expected` ones. The kernel has no such call, so nothing is done
/// between the look and the change: a shell may be taking the terminal over.
pub fn replace(
    tty: BorrowedFd<'_>,
    expected: &TerminalSettings,
    settings: &TerminalSettings,
) -> io::Result<()> {
    let now = get(tty)?;
    if same(&out_of(&now), expected) { set(tty, into(now, settings)) } else { Ok(()) }
}

fn set(tty: BorrowedFd<'_>, termios: libc::termios) -> io::Result<()> {
    // SAFETY: the descriptor is open and the settings are a whole termios.
    match unsafe { libc::tcsetattr(tty.as_raw_fd(), libc::TCSANOW, &termios) } {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}

/// Raw mode, marked with a nonce in two control characters that mean nothing in raw mode. The mark tells our raw
/// mode from anybody else's, another locum's too.
pub fn raw(original: &TerminalSettings, nonce: [u8; 2]) -> TerminalSettings {
    let mut raw = original.clone();
    raw.input &= !flags(
        libc::IGNBRK
            | libc::BRKINT
            | libc::PARMRK
            | libc::ISTRIP
            | libc::INLCR
            | libc::IGNCR
            | libc::ICRNL
            | libc::IXON,
    );
    raw.output &= !flags(libc::OPOST);
    raw.local &= !flags(libc::ECHO | libc::ECHONL | libc::ICANON | libc::ISIG | libc::IEXTEN);
    raw.control = raw.control & !flags(libc::CSIZE | libc::PARENB) | flags(libc::CS8);
    for (place, value) in
        [(libc::VMIN, 1), (libc::VTIME, 0), (libc::VREPRINT, nonce[0]), (libc::VDISCARD, nonce[1])]
    {
        if let Some(code) = raw.codes.get_mut(place) {
            *code = value;
        }
    }
    raw
}

/// Settings for a program that was started in the background: what the terminal has now belongs to the shell's
/// line editor, and copying it would break the program's `read`.
pub fn cooked(mut settings: TerminalSettings) -> TerminalSettings {
    settings.local |= flags(libc::ICANON | libc::ECHO | libc::ISIG | libc::IEXTEN);
    settings.input |= flags(libc::ICRNL);
    settings.output |= flags(libc::OPOST);
    settings
}

/// Settings for a program whose terminal stands in for none: a new terminal's own, and UTF-8.
pub fn usual(settings: TerminalSettings) -> TerminalSettings {
    let mut settings = cooked(settings);
    settings.input |= flags(libc::IUTF8);
    settings
}

/// The same without any changes in output: another terminal behind this one makes them.
pub fn output_untouched(mut settings: TerminalSettings) -> TerminalSettings {
    settings.output &= !flags(libc::OPOST);
    settings
}

/// Whether two settings are the same for our purpose. Speeds and frame bits are left out: the kernel adjusts them.
pub fn same(one: &TerminalSettings, other: &TerminalSettings) -> bool {
    one.input == other.input
        && one.output == other.output
        && one.local == other.local
        && one.codes == other.codes
}

/// The keys that the terminal turns into signals or into an end of file, and how input is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InputRules {
    /// How input is read.
    pub mode: LineMode,
    /// Ctrl-C as a rule.
    pub interrupt: u8,
    /// Ctrl-\ as a rule.
    pub quit: u8,
    /// Ctrl-Z as a rule.
    pub suspend: u8,
    /// Ctrl-D as a rule.
    pub end_of_file: u8,
    /// Ctrl-V as a rule: the next key is taken as it is.
    pub literal_next: Option<u8>,
    /// What becomes of bytes before a program gets them.
    pub cooking: Cooking,
}

/// Reads how a terminal treats input; cheap enough for every key.
pub fn input_rules(tty: BorrowedFd<'_>) -> io::Result<InputRules> {
    let termios = get(tty)?;
    let local = |flag| termios.c_lflag & flag != 0;
    Ok(InputRules {
        mode: LineMode {
            canonical: local(libc::ICANON),
            echo: local(libc::ECHO),
            signals: local(libc::ISIG),
        },
        interrupt: termios.c_cc[libc::VINTR],
        quit: termios.c_cc[libc::VQUIT],
        suspend: termios.c_cc[libc::VSUSP],
        end_of_file: termios.c_cc[libc::VEOF],
        literal_next: (local(libc::IEXTEN) && local(libc::ICANON)).then_some(termios.c_cc[libc::VLNEXT]),
        cooking: cooking(&termios),
    })
}

#[cfg(not(target_os = "linux"))]
fn cooking(termios: &libc::termios) -> Cooking {
    if termios.c_lflag & libc::ICANON == 0 { Cooking::Raw } else { Cooking::Unusual }
}

/// How the kernel makes lines.
#[cfg(target_os = "linux")]
fn cooking(termios: &libc::termios) -> Cooking {
    let (local, input) = (|flag| termios.c_lflag & flag != 0, |flag| termios.c_iflag & flag != 0);
    let code = |which: usize| termios.c_cc.get(which).copied().unwrap_or_default();
    if !local(libc::ICANON) {
        return Cooking::Raw;
    }
    if input(libc::ISTRIP) || input(libc::PARMRK) || input(libc::IUCLC) || local(libc::EXTPROC) {
        return Cooking::Unusual;
    }
    let extended = local(libc::IEXTEN);
    let signals = |codes: [u8; 2]| if local(libc::ISIG) { codes } else { [0; 2] };
    let [suspend, _] = signals([code(libc::VSUSP), 0]);
    let ends = [code(libc::VINTR), code(libc::VQUIT)];
    let flushes = (local(libc::ISIG) && !local(libc::NOFLSH)).then_some(ends);
    let kept = signals(ends).map(|code| if flushes.is_some() { 0 } else { code });
    let other_end = if extended { code(libc::VEOL2) } else { 0 };
    Cooking::Lines(LineRules {
        erase: code(libc::VERASE),
        kill: code(libc::VKILL),
        word_erase: extended.then(|| code(libc::VWERASE)),
        literal_next: extended.then(|| code(libc::VLNEXT)),
        flushes,
        hands_over: [suspend, code(libc::VEOF), code(libc::VEOL), other_end, kept[0], kept[1]],
        return_ends: input(libc::ICRNL) && !input(libc::IGNCR),
        feed_ends: !input(libc::INLCR),
        utf8: input(libc::IUTF8),
        flow: input(libc::IXON).then(|| [code(libc::VSTART), code(libc::VSTOP)]),
    })
}

/// A descriptor of the same terminal that is ours alone.
#[derive(Debug)]
pub struct Opened {
    /// The descriptor.
    pub tty: OwnedFd,
    /// It could not be opened anew: it is the person's own, must stay blocking, and is shared with their shell.
    pub shared: bool,
}

/// Opens the terminal behind `tty` anew, so that O_NONBLOCK never leaks into the person's shell. After `su` the
/// device is refused but `/dev/tty` opens; after `su -c` only the original descriptor is left.
pub fn open_anew(tty: BorrowedFd<'_>) -> io::Result<Opened> {
    let flags = OFlags::RDWR | OFlags::NOCTTY | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let by_name = rustix::termios::ttyname(tty, Vec::new())
        .and_then(|name| rustix::fs::open(name, flags, Mode::empty()))
        .ok()
        .filter(|opened| same_device(opened.as_fd(), tty));
    let opened = by_name.or_else(|| open_controlling(tty, flags));
    match opened {
        Some(tty) => Ok(Opened { tty, shared: false }),
        None => Ok(Opened { tty: rustix::io::fcntl_dupfd_cloexec(tty, 3)?, shared: true }),
    }
}

/// `/dev/tty`, if it is the same terminal: its settings are the one thing both names share.
fn open_controlling(tty: BorrowedFd<'_>, flags: OFlags) -> Option<OwnedFd> {
    rustix::termios::tcgetpgrp(tty).ok()?;
    rustix::fs::open("/dev/tty", flags, Mode::empty()).ok()
}

fn same_device(one: BorrowedFd<'_>, other: BorrowedFd<'_>) -> bool {
    match (rustix::fs::fstat(one), rustix::fs::fstat(other)) {
        (Ok(one), Ok(other)) => one.st_rdev == other.st_rdev,
        _ => false,
    }
}

/// Whether this process is in the foreground of `tty`. A terminal that controls no session of ours has no
/// foreground and refuses nobody.
pub fn in_foreground(tty: BorrowedFd<'_>) -> bool {
    match rustix::termios::tcgetpgrp(tty) {
        Ok(group) => group == rustix::process::getpgrp(),
        Err(rustix::io::Errno::NOTTY) => true,
        // The foreground group may be gone (its number is 0 then): nobody of ours.
        Err(_) => false,
    }
}

fn flags(bits: libc::tcflag_t) -> u64 {
    u64::from(bits)
}

fn get(tty: BorrowedFd<'_>) -> io::Result<libc::termios> {
    let mut termios = MaybeUninit::uninit();
    // SAFETY: the kernel fills the whole struct if it answers 0.
    match unsafe { libc::tcgetattr(tty.as_raw_fd(), termios.as_mut_ptr()) } {
        // SAFETY: see above.
        0 => Ok(unsafe { termios.assume_init() }),
        _ => Err(io::Error::last_os_error()),
    }
}

fn out_of(termios: &libc::termios) -> TerminalSettings {
    // SAFETY: both only read the struct.
    let (input_speed, output_speed) = unsafe { (libc::cfgetispeed(termios), libc::cfgetospeed(termios)) };
    TerminalSettings {
        input: flags(termios.c_iflag),
        output: flags(termios.c_oflag),
        control: flags(termios.c_cflag),
        local: flags(termios.c_lflag),
        #[cfg(target_os = "linux")]
        line: termios.c_line,
        #[cfg(not(target_os = "linux"))]
        line: 0,
        codes: termios.c_cc.to_vec(),
        input_speed: flags(input_speed),
        output_speed: flags(output_speed),
    }
}

fn into(mut termios: libc::termios, settings: &TerminalSettings) -> libc::termios {
    termios.c_iflag = settings.input as libc::tcflag_t;
    termios.c_oflag = settings.output as libc::tcflag_t;
    termios.c_cflag = settings.control as libc::tcflag_t;
    termios.c_lflag = settings.local as libc::tcflag_t;
    #[cfg(target_os = "linux")]
    {
        termios.c_line = settings.line;
    }
    for (place, code) in termios.c_cc.iter_mut().zip(&settings.codes) {
        *place = *code;
    }
    // SAFETY: both only write the struct; a speed that does not exist is refused without effect.
    unsafe {
        libc::cfsetispeed(&mut termios, settings.input_speed as libc::speed_t);
        libc::cfsetospeed(&mut termios, settings.output_speed as libc::speed_t);
    }
    termios
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unix::pty::open_pair;
    use model::Size;

    #[test]
    fn raw_mode_is_known_again_by_its_nonce_alone() {
        let pair = open_pair(Size::cells(24, 80)).unwrap();
        let original = settings(pair.slave.as_fd()).unwrap();
        let ours = raw(&original, [3, 250]);
        apply(pair.slave.as_fd(), &ours).unwrap();
        let now = settings(pair.slave.as_fd()).unwrap();
        assert!(same(&now, &ours));
        assert!(!same(&now, &raw(&original, [3, 251])));
        apply(pair.slave.as_fd(), &original).unwrap();
        assert!(same(&settings(pair.master.as_fd()).unwrap(), &original));
    }

    #[test]
    fn a_terminal_opened_anew_does_not_share_its_flags() {
        let pair = open_pair(Size::cells(24, 80)).unwrap();
        let opened = open_anew(pair.slave.as_fd()).unwrap();
        assert!(!opened.shared);
        let shells = rustix::fs::fcntl_getfl(&pair.slave).unwrap();
        assert!(!shells.contains(OFlags::NONBLOCK));
        assert!(rustix::fs::fcntl_getfl(&opened.tty).unwrap().contains(OFlags::NONBLOCK));
    }

    #[test]
    fn cooked_settings_let_a_background_program_read_lines() {
        let pair = open_pair(Size::cells(24, 80)).unwrap();
        let original = settings(pair.slave.as_fd()).unwrap();
        apply(pair.slave.as_fd(), &cooked(raw(&original, [0, 0]))).unwrap();
        let rules = input_rules(pair.master.as_fd()).unwrap();
        assert_eq!(rules.mode, LineMode { canonical: true, echo: true, signals: true });
    }
}

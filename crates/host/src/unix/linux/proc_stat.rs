//! The line in `/proc/PID/stat`.

/// The kernel's mark of a thread that ends (`PF_EXITING`).
const EXITING: u32 = 4;

/// The numbers of that line which matter here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ProcStat {
    pub(super) pid: u32,
    /// One letter: `R`unning, `S`leeping, s`T`opped, `Z`ombie and so on.
    pub(super) state: u8,
    pub(super) parent: u32,
    pub(super) group: u32,
    /// Number of the controlling terminal as the kernel encodes it, 0 for none.
    pub(super) tty: u32,
    /// Foreground group of that terminal.
    pub(super) foreground: Option<u32>,
    /// On its way out. The kernel gives such a thread to root, so it seems denied while it only ends.
    pub(super) is_ending: bool,
    /// Time on the CPU in clock ticks, in and out of the kernel.
    pub(super) ticks: u64,
    pub(super) threads: u32,
    /// When it began, in clock ticks since the machine did.
    pub(super) started: u64,
}

impl ProcStat {
    /// Stopped by a signal or by a tracer. Its call was cut off and starts anew only when it goes on.
    pub(super) fn is_stopped(&self) -> bool {
        matches!(self.state, b'T' | b't')
    }

    /// Dead in all its threads. A process whose first thread ended also shows `Z`, while others live on.
    pub(super) fn is_dead(&self) -> bool {
        matches!(self.state, b'X' | b'x') || (self.state == b'Z' && self.threads <= 1)
    }
}

/// Takes the line apart into its numbers and the command's name. The name may hold any bytes, blanks and parentheses
/// among them, so it ends at the last parenthesis of the line.
pub(super) fn parse(line: &[u8]) -> Option<(ProcStat, &[u8])> {
    let open = memchr::memchr(b'(', line)?;
    let close = memchr::memrchr(b')', line)?;
    let name = line.get(open + 1..close)?;
    let pid = number(line.get(..open)?.trim_ascii())?;
    let mut fields = line.get(close + 1..)?.split(u8::is_ascii_whitespace).filter(|field| !field.is_empty());
    let state = *fields.next()?.first()?;
    let parent = number(fields.next()?)?;
    let group = number(fields.next()?)?;
    let _session = fields.next()?;
    // The kernel prints the terminal as a signed number; terminals with high minors come out negative.
    let tty = number::<i32>(fields.next()?)? as u32;
    let foreground = number::<i32>(fields.next()?)?;
    let flags: u32 = number(fields.next()?)?;
    let user: u64 = number(fields.nth(4)?)?;
    let system: u64 = number(fields.next()?)?;
    let threads = number(fields.nth(4)?)?;
    let started = number(fields.nth(1)?)?;
    let foreground = u32::try_from(foreground).ok().filter(|group| *group > 0);
    let ticks = user.saturating_add(system);
    let is_ending = flags & EXITING != 0;
    let stat = ProcStat { pid, state, parent, group, tty, foreground, is_ending, ticks, threads, started };
    Some((stat, name))
}

/// A number in decimal, as the kernel writes them.
pub(super) fn number<T: std::str::FromStr>(text: &[u8]) -> Option<T> {
    std::str::from_utf8(text).ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const REST: &str = "S 7 42 40 34816 43 4194304 149 0 0 0 250 30 0 0 20 0 3 0 74834 1 2";

    #[test]
    fn names_may_hold_anything() {
        for name in ["cat", "", "a b", ") R 1 2 3", "((x)", "new\nline", "\u{fffd}"] {
            let line = format!("41 ({name}) {REST}\n");
            let (stat, seen) = parse(line.as_bytes()).unwrap();
            assert_eq!(seen, name.as_bytes());
            let want = ProcStat {
                pid: 41,
                state: b'S',
                parent: 7,
                group: 42,
                tty: 34816,
                foreground: Some(43),
                is_ending: false,
                ticks: 280,
                threads: 3,
                started: 74834,
            };
            assert_eq!(stat, want, "{name:?}");
        }
        let line = [b"1 (\xff\xfe\x00) ", REST.as_bytes()].concat();
        let (_, seen) = parse(&line).unwrap();
        assert_eq!(seen, b"\xff\xfe\x00");
    }

    #[test]
    fn no_terminal_has_no_foreground() {
        let (stat, _) = parse(b"2 (kthreadd) S 0 0 0 0 -1 2129984 0 0 0 0 0 0 0 0 20 0 1 0 1 0").unwrap();
        assert_eq!((stat.tty, stat.foreground), (0, None));
    }

    #[test]
    fn broken_lines_are_refused() {
        let whole = format!("41 (cat) {REST}");
        for cut in 0..whole.len() - " 0 74834 1 2".len() {
            if let Some((stat, _)) = parse(&whole.as_bytes()[..cut]) {
                panic!("{stat:?} from {:?}", &whole[..cut]);
            }
        }
        assert_eq!(parse(b") 1 ("), None);
        assert_eq!(parse(b"\xff (x) S 1 1 1 1 1"), None);
    }

    #[test]
    fn a_dead_first_thread_is_not_a_dead_process() {
        let (mut stat, _) = parse(format!("41 (cat) {REST}").as_bytes()).unwrap();
        stat.state = b'Z';
        assert!(!stat.is_dead());
        stat.threads = 1;
        assert!(stat.is_dead());
    }
}

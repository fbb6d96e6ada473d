//! The same program twice: on a bare terminal, and through locum.

use std::fs;
use std::rc::Rc;
use std::time::{Duration, Instant};

use testkit::{Mark, Sandbox, Size, Terminal, keys};

/// How long anything may take here: real programs on a machine that is busy with other tests.
pub(super) const PATIENCE: Duration = Duration::from_secs(60);
/// Both screens have to stay the same for this long: a program may draw in several pieces.
const QUIET: Duration = Duration::from_millis(80);
/// A window that tells its pixels too.
pub(super) const SIZE: Size = Size { rows: 24, cols: 80, xpixel: 640, ypixel: 384 };

/// Two windows that get the same keys and must show the same.
pub(super) struct Pair {
    bare: Terminal,
    through: Terminal,
    sandboxes: [Rc<Sandbox>; 2],
    /// What is compared of a screen.
    view: fn(&Terminal) -> String,
}

impl Pair {
    /// Each in a sandbox of its own; `command` fills it and says what to run. Paths must not be shown.
    #[track_caller]
    pub(super) fn start<S: AsRef<str>>(command: impl Fn(&Sandbox) -> Vec<S>) -> Pair {
        let sandboxes = [Rc::new(Sandbox::new()), Rc::new(Sandbox::new())];
        let commands = [command(&sandboxes[0]), command(&sandboxes[1])];
        Self::open(sandboxes, &[], &commands)
    }

    /// Both at once in one sandbox, each with its own `TESTKIT_ID`. `before` are words that run the command, such
    /// as `env`, before locum's.
    #[track_caller]
    pub(super) fn sharing<S: AsRef<str>>(before: &[&str], command: impl Fn(&Sandbox) -> Vec<S>) -> Pair {
        let sandbox = Rc::new(Sandbox::new());
        let command = command(&sandbox);
        let words: Vec<&str> = command.iter().map(AsRef::as_ref).collect();
        Self::open([Rc::clone(&sandbox), sandbox], before, &[words.clone(), words])
    }

    #[track_caller]
    fn open<S: AsRef<str>>(sandboxes: [Rc<Sandbox>; 2], before: &[&str], commands: &[Vec<S>; 2]) -> Pair {
        let locum = crate::locum(&sandboxes[1]).display().to_string();
        let launch = |which: usize, words: &[&str]| {
            let command = commands[which].iter().map(AsRef::as_ref);
            let argv: Vec<&str> = before.iter().chain(words).copied().chain(command).collect();
            Terminal::launch(&sandboxes[which]).size(SIZE).answers(true).patience(PATIENCE).start(&argv)
        };
        let bare = launch(0, &[]);
        let through = launch(1, &[&locum, "run", "--"]);
        Pair { bare, through, sandboxes, view: Terminal::dump }
    }

    /// Compares text and cursor alone: for programs that paint blanks in a way that depends on their timing.
    pub(super) fn text_only(mut self) -> Pair {
        self.view = |terminal| format!("{:?} {}", terminal.cursor(), terminal.screen());
        self
    }

    pub(super) fn both(&self) -> [&Terminal; 2] {
        [&self.bare, &self.through]
    }

    #[track_caller]
    pub(super) fn each(&self, mut act: impl FnMut(&Terminal)) {
        for terminal in self.both() {
            act(terminal);
        }
    }

    /// The sandboxes of both, in the order of [`both`](Self::both).
    pub(super) fn sandboxes(&self) -> [&Sandbox; 2] {
        [&self.sandboxes[0], &self.sandboxes[1]]
    }

    #[track_caller]
    pub(super) fn send(&self, bytes: &[u8]) {
        self.each(|terminal| terminal.send(bytes));
    }

    #[track_caller]
    pub(super) fn wait_for(&self, text: &str) {
        self.each(|terminal| drop(terminal.wait_for(text)));
    }

    #[track_caller]
    pub(super) fn wait_prompt(&self) {
        self.each(Terminal::wait_prompt);
    }

    /// Types a command into shells, waits for their next prompt and compares.
    #[track_caller]
    pub(super) fn command(&self, command: &str) {
        self.send(command.as_bytes());
        self.send(keys::ENTER);
        self.wait_prompt();
        self.same_screen();
    }

    /// Waits until both show this text, and compares.
    #[track_caller]
    pub(super) fn shows(&self, text: &str) {
        self.wait_for(text);
        self.same_screen();
    }

    /// Types keys; waits until both have drawn something and show this text; compares.
    #[track_caller]
    pub(super) fn step(&self, keys: &[u8], text: &str) {
        let marks = self.both().map(Terminal::mark);
        self.send(keys);
        self.wait_drawn(marks);
        self.shows(text);
    }

    #[track_caller]
    fn wait_drawn(&self, since: [Mark; 2]) {
        testkit::process::wait_until(PATIENCE, "something new on both screens", || {
            self.both().iter().zip(since).all(|(terminal, mark)| terminal.mark() > mark)
        });
    }

    /// Changes the size of both; waits until both have drawn something and show this text; compares.
    #[track_caller]
    pub(super) fn resize(&self, size: Size, text: &str) {
        let marks = self.both().map(Terminal::mark);
        self.each(|terminal| terminal.resize(size));
        self.wait_drawn(marks);
        self.shows(text);
    }

    /// Changes the size of both windows with a shell at its prompt, which may draw or not.
    #[track_caller]
    pub(super) fn resize_shell(&self, size: Size) {
        self.each(|terminal| terminal.resize(size));
        self.same_screen();
    }

    /// Waits until both screens are the same, with colours, cursor and modes, and stay so for a moment.
    #[track_caller]
    pub(super) fn same_screen(&self) {
        let end = Instant::now() + PATIENCE;
        let mut since = Instant::now();
        let mut marks = self.both().map(Terminal::mark);
        while since.elapsed() < QUIET {
            std::thread::sleep(Duration::from_millis(5));
            let now = self.both().map(Terminal::mark);
            let [bare, through] = self.both().map(self.view);
            if now != marks || bare != through {
                since = Instant::now();
                marks = now;
            }
            assert!(Instant::now() < end, "the screens do not become the same\n{}", self.difference());
        }
    }

    /// Waits for the end of both and compares how they ended and what they left on the screen.
    #[track_caller]
    pub(super) fn end(&mut self) -> Option<i32> {
        let status = self.each_exit();
        let [screen, other] = self.both().map(self.view);
        assert_eq!(screen, other, "last screen\n{}", self.difference());
        status
    }

    /// Waits for the end of both and compares how they ended.
    #[track_caller]
    pub(super) fn each_exit(&mut self) -> Option<i32> {
        let bare = self.bare.wait_exit();
        let through = self.through.wait_exit();
        assert_eq!(bare, through, "exit status\n{}", self.difference());
        bare.code()
    }

    /// Compares every byte that came.
    #[track_caller]
    pub(super) fn same_bytes(&self) {
        let [bare, through] = self.both().map(Terminal::log);
        assert_bytes(&through, &bare, "output through locum, and on a bare terminal");
    }

    /// The content of a file that both have written, if it is the same.
    #[track_caller]
    pub(super) fn same_file(&self, name: &str) -> Vec<u8> {
        let [bare, through] = self.sandboxes().map(|sandbox| fs::read(sandbox.path(name)).unwrap());
        assert_bytes(&through, &bare, name);
        bare
    }

    fn difference(&self) -> String {
        let [bare, through] = self.both().map(Terminal::describe);
        format!("--- bare\n{bare}\n--- through locum\n{through}")
    }
}

/// Compares long byte strings and shows the place where they part.
#[track_caller]
pub(super) fn assert_bytes(seen: &[u8], expected: &[u8], what: &str) {
    const AROUND: usize = 60;
    if seen == expected {
        return;
    }
    let at = seen.iter().zip(expected).take_while(|(one, other)| one == other).count();
    let around = |bytes: &[u8]| {
        bytes[at.saturating_sub(AROUND)..bytes.len().min(at + AROUND)].escape_ascii().to_string()
    };
    panic!(
        "{what}: {} bytes, expected {}; they part at {at}\n  seen     {}\n  expected {}",
        seen.len(),
        expected.len(),
        around(seen),
        around(expected)
    );
}

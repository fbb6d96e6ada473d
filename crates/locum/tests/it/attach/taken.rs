//! A client played by the test: it takes a session's seat with a pseudo-terminal of its own.

use std::fs::File;
use std::os::fd::{AsFd, OwnedFd};

use host::unix::{host::ModePage, pty, sockets};
use rustix::event::{PollFd, PollFlags, Timespec};
use testkit::Size;
use wire::{Answer, Attach, Request, Streams, ToClient, ToHost, encode};

use super::Detached;
use super::caller::Caller;

pub(super) struct Taken {
    caller: Caller,
    master: OwnedFd,
    _slave: OwnedFd,
    _page: ModePage,
    /// Read and not asked for.
    shown: Vec<u8>,
}

impl Taken {
    /// Takes the seat; none if what was restored is out of date.
    #[track_caller]
    pub(super) fn seat(
        session: &Detached,
        size: Size,
        restored_to: Option<u64>,
        restore: &[u8],
    ) -> Option<Taken> {
        let mut taken = Taken::ask(session, size, restored_to, restore);
        match taken.caller.receive() {
            Answer::Attached { .. } => {}
            Answer::OutOfDate => return None,
            other => panic!("{other:?}"),
        }
        taken.caller.send(&ToHost::Foreground { size: size.into(), turn: 1 });
        Some(taken)
    }

    /// Takes the seat and says no more.
    pub(super) fn silent(session: &Detached) -> Taken {
        let mut taken = Taken::ask(session, Size::cells(24, 80), None, b"");
        let answer: Answer = taken.caller.receive();
        assert!(matches!(answer, Answer::Attached { .. }), "{answer:?}");
        taken
    }

    /// Asks for the seat and is gone: at once, after the answer, or with the terminal gone first.
    pub(super) fn ask_and_leave(session: &Detached, how: u32) {
        let mut taken = Taken::ask(session, Size::cells(24, 80), Some(0), b"restored");
        if how > 0 {
            // The one before may not have been missed yet.
            let answer: Answer = taken.caller.receive();
            assert!(matches!(answer, Answer::Attached { .. } | Answer::Occupied), "{answer:?}");
        }
        if how > 1 {
            drop(taken.master);
        }
    }

    fn ask(session: &Detached, size: Size, restored_to: Option<u64>, restore: &[u8]) -> Taken {
        let caller = session.call();
        let pair = pty::open_pair(size).unwrap();
        raw(&pair.slave);
        rustix::io::ioctl_fionbio(&pair.slave, true).unwrap();
        let page = ModePage::new().unwrap();
        let attach = Request::Attach(Box::new(Attach {
            streams: Streams::Terminal,
            size: size.into(),
            restore: restore.to_vec(),
            restored_to,
            detach_key: None,
            hup_kill: false,
        }));
        let frame = encode(&attach).unwrap();
        sockets::send_with(caller.socket.as_fd(), &frame, &[pair.slave.as_fd(), page.as_fd()]).unwrap();
        Taken { caller, master: pair.master, _slave: pair.slave, _page: page, shown: Vec::new() }
    }

    /// Reads until at least so many bytes are there.
    #[track_caller]
    pub(super) fn read_for(&mut self, count: usize) -> Vec<u8> {
        while self.shown.len() < count {
            let mut ready = [PollFd::new(&self.master, PollFlags::IN)];
            let limit = Timespec { tv_sec: 10, tv_nsec: 0 };
            rustix::event::poll(&mut ready, Some(&limit)).unwrap();
            assert!(!ready[0].revents().is_empty(), "only {} bytes came", self.shown.len());
            let mut bytes = [0; 65536];
            let count = rustix::io::read(&self.master, &mut bytes).unwrap();
            self.shown.extend_from_slice(&bytes[..count]);
        }
        std::mem::take(&mut self.shown)
    }

    /// Asks to be let go, and is, with the terminal read all the while.
    #[track_caller]
    pub(super) fn detach(mut self, session: &Detached) {
        assert!(matches!(session.call().ask(&Request::Detach), Answer::Done { .. }));
        let master = self.master.try_clone().unwrap();
        std::thread::spawn(move || {
            let mut master = File::from(master);
            let _ = std::io::copy(&mut master, &mut std::io::sink());
        });
        let said: ToClient = self.caller.receive();
        assert_eq!(said, ToClient::Detached);
    }
}

fn raw(slave: &OwnedFd) {
    let mut settings = rustix::termios::tcgetattr(slave).unwrap();
    settings.make_raw();
    rustix::termios::tcsetattr(slave, rustix::termios::OptionalActions::Now, &settings).unwrap();
}

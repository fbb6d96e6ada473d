//! What runs inside the recorder process.

use std::fs::File;
use std::io::{self, Read};
use std::os::fd::AsFd;
use std::process::ExitCode;
use std::time::Instant;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use wire::{TapEvent, TapFrame, TapReader};

use super::INCOMPLETE;
use super::cast::Cast;
use super::events::Events;
use super::eye::Eye;
use crate::cli::RecorderArguments;
use crate::failure::Failure;
use crate::run::take_stdin;

struct Files {
    cast: Option<Cast>,
    events: Option<(Events, Eye)>,
    last: u64,
}

/// Writes until the program has ended or the host is gone.
pub(crate) fn become_recorder(arguments: &RecorderArguments) -> Result<ExitCode, Failure> {
    host::unix::outlive_the_terminal();
    let mut tap = File::from(take_stdin().map_err(Failure::Recorder)?);
    let mut files = open(arguments).map_err(Failure::Recorder)?;
    let mut reader = TapReader::new();
    let mut bytes = vec![0; 256 << 10];
    'frames: loop {
        if !comes_before(&tap, files.due()) {
            files.look();
            continue;
        }
        match tap.read(&mut bytes) {
            Ok(0) => break,
            Ok(count) => reader.push(bytes.get(..count).unwrap_or_default()),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => break,
        }
        while let Ok(Some(frame)) = reader.next_frame() {
            if files.write(&frame) {
                break 'frames;
            }
        }
        files.flush();
    }
    Ok(if files.finish() { ExitCode::SUCCESS } else { ExitCode::from(INCOMPLETE as u8) })
}

/// Whether something comes before it is time to look. Trouble with the tap is found by reading it.
fn comes_before(tap: &File, due: Option<Instant>) -> bool {
    let Some(due) = due else { return true };
    let rest = due.saturating_duration_since(Instant::now());
    let limit = Timespec { tv_sec: rest.as_secs().cast_signed(), tv_nsec: rest.subsec_nanos().into() };
    let mut tap = [PollFd::new(tap, PollFlags::IN)];
    !matches!(poll(&mut tap, Some(&limit)), Ok(0))
}

fn open(arguments: &RecorderArguments) -> io::Result<Files> {
    let cast = match &arguments.header {
        Some(header) => Some(Cast::new(io::stdout().as_fd().try_clone_to_owned()?.into(), header)),
        None => None,
    };
    let events = match arguments.events {
        true => {
            let events = Events::new(io::stderr().as_fd().try_clone_to_owned()?.into());
            Some((events, Eye::new(arguments)))
        }
        false => None,
    };
    Ok(Files { cast, events, last: 0 })
}

impl Files {
    /// Writes one frame; true if it was the last. Late output of a grandchild is not part of the recording.
    fn write(&mut self, frame: &TapFrame) -> bool {
        match frame {
            TapFrame::Output { micros, bytes, .. } => {
                self.last = *micros;
                if let Some((_, eye)) = &mut self.events {
                    eye.hear(frame);
                }
                if let Some(cast) = &mut self.cast {
                    cast.output(*micros, bytes);
                }
                false
            }
            TapFrame::Event { micros, event } => {
                self.last = *micros;
                if let Some(cast) = &mut self.cast {
                    cast.happened(*micros, event);
                }
                if let Some((events, eye)) = &mut self.events {
                    events.happened(*micros, event);
                    eye.hear(frame);
                }
                matches!(event, TapEvent::Exited(_))
            }
        }
    }

    fn due(&self) -> Option<Instant> {
        self.events.as_ref().and_then(|(_, eye)| eye.due())
    }

    fn look(&mut self) {
        if let Some((events, eye)) = &mut self.events {
            eye.look().iter().for_each(|event| events.event(event));
            events.flush();
        }
    }

    fn flush(&mut self) {
        if let Some(cast) = &mut self.cast {
            cast.flush();
        }
        if let Some((events, _)) = &mut self.events {
            events.flush();
        }
    }

    fn finish(mut self) -> bool {
        self.flush();
        let cast = self.cast.map(|cast| cast.finish(self.last));
        cast != Some(false) && self.events.is_none_or(|(events, _)| events.is_complete())
    }
}

//! What runs inside the recorder process.

use std::fs::File;
use std::io::{self, Read};
use std::os::fd::AsFd;
use std::process::ExitCode;

use wire::{TapEvent, TapFrame, TapReader};

use super::INCOMPLETE;
use super::cast::Cast;
use super::events::Events;
use crate::cli::RecorderArguments;
use crate::failure::Failure;
use crate::run::take_stdin;

struct Files {
    cast: Option<Cast>,
    events: Option<Events>,
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

fn open(arguments: &RecorderArguments) -> io::Result<Files> {
    let cast = match &arguments.header {
        Some(header) => Some(Cast::new(io::stdout().as_fd().try_clone_to_owned()?.into(), header)),
        None => None,
    };
    let events = match arguments.events {
        true => Some(Events::new(io::stderr().as_fd().try_clone_to_owned()?.into())),
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
                if let Some(events) = &mut self.events {
                    events.happened(*micros, event);
                }
                matches!(event, TapEvent::Exited(_))
            }
        }
    }

    fn flush(&mut self) {
        if let Some(cast) = &mut self.cast {
            cast.flush();
        }
        if let Some(events) = &mut self.events {
            events.flush();
        }
    }

    fn finish(mut self) -> bool {
        self.flush();
        let cast = self.cast.map(|cast| cast.finish(self.last));
        cast != Some(false) && self.events.is_none_or(|events| events.is_complete())
    }
}

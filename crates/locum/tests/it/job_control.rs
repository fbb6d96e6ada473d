//! Suspend, resume, background, foreground: in every shell, as for any program.

mod cycles;
mod inner;
mod like_native;
mod suspend;

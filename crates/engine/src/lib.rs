//! The life of a session's questions: what happens comes in with its time, what is to be done comes out. The guard is
//! here, and only it makes an [`Injection`]: nothing else in locum can have keys pressed.
//!
//! May not know: file descriptors, tokio, SQLite, screens, who shows a question to whom. Time is an argument, and whatever
//! takes time (a verdict, the record, the host) is an effect whose outcome comes back as an input.
#![forbid(unsafe_code)]

mod advancing;
mod answer;
mod arriving;
mod beginning;
mod choosing;
mod clock;
mod deciding;
mod draft;
mod effect;
mod ending;
mod guard;
mod hooks;
mod input;
mod keys;
mod landing;
mod life;
mod limit;
mod line;
mod nudge;
mod nudging;
mod open;
mod place;
mod pressing;
mod ruling;
mod session;
mod typing;

pub use answer::{Answer, Attempt, By, Outcome};
pub use clock::Now;
pub use effect::{Effect, Ending};
pub use guard::{Expectation, Injection};
pub use input::{Claim, HookAsk, Input, Look, Number, Pressed, Sight, Stands};
pub use keys::Terminal;
pub use life::{Stage, Step, next};
pub use limit::limit_over;
pub use open::Waiting;
pub use ruling::{Rules, Ruling};
pub use session::{IS_MANUAL, Session, TOOK_OVER};

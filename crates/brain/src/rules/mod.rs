//! The person's rules on this machine: the files they are in, which of them hold, and the verdict about a request.
//!
//! What a program that shares the person's user id does to these files loosens nothing: what was confirmed is kept in the
//! state folder and named by the audit chain, and of a changed file only what tightens counts until the person confirms it.

mod answer;
mod around;
mod asked;
mod changes;
mod follow;
mod found;
mod in_force;
mod judge;
mod keeper;
mod kept;
mod opinions;
mod pin;
mod pinned;
mod profiles;
pub(crate) mod program;
mod project;
mod texts;

pub(crate) use answer::answer;
pub use answer::in_wire;
pub use around::{Around, PROJECT_FILE};
pub(crate) use asked::Asked;
pub(crate) use follow::follow;
pub use in_force::{Built, InForce, News, Waiting};
pub use judge::Rules;
pub(crate) use keeper::Keeper;
pub use kept::{Belief, Kept, believe};
pub use opinions::Opinions;
pub(crate) use pinned::PinError;
pub use profiles::OwnProfiles;
pub use project::Project;
pub use texts::{DEFAULT, File, Fingerprint, Texts};

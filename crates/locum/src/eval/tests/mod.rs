//! The judge judged: small cases by hand, and the reference on many.

mod cases;
mod golden;
mod live;
mod reference;

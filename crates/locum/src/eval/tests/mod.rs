//! The judge judged: small cases by hand, and the reference on many.

mod cases;
mod live;
mod reference;

//! A second reader of shell text. What the two do not agree on is never allowed.

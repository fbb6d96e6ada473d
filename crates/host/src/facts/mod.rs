//! What the kernel says about the terminal, and when to ask it.

//! What only Linux offers: `/proc`, inspection of blocked system calls.

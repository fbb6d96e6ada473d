//! Code of other languages on a command line, looked through for what it runs and touches.

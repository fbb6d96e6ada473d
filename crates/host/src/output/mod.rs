//! What the program's output leaves behind in the terminal: modes to reset, queries that await a reply.

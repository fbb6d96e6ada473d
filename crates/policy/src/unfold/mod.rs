//! A tree of shell text to the simple commands that would run.

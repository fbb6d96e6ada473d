//! How a program ended.

/// How a supervised program ended, as the kernel reported it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// It ended by itself with this code.
    Code(u8),
    /// This signal ended it.
    Signal(u8),
}

impl Exit {
    /// The status a shell would show in `$?`: the code, or 128 and the signal.
    pub fn status(self) -> u8 {
        match self {
            Exit::Code(code) => code,
            Exit::Signal(signal) => 128u8.saturating_add(signal),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Exit;

    #[test]
    fn status_is_what_a_shell_shows() {
        for (exit, status) in [
            (Exit::Code(0), 0),
            (Exit::Code(255), 255),
            (Exit::Signal(2), 130),
            (Exit::Signal(9), 137),
            (Exit::Signal(64), 192),
        ] {
            assert_eq!(exit.status(), status, "{exit:?}");
        }
    }
}

//! PowerShell and cmd, read loosely: for danger only, never to allow.

//! Reading the memory of another process.

use rustix::io::Errno;

use super::procfs::Missing;

/// Fills `buffer` from `address` in process `pid`; half of it counts as nothing.
pub(super) fn read(pid: u32, address: u64, buffer: &mut [u8]) -> Result<(), Missing> {
    if buffer.is_empty() {
        return Ok(());
    }
    let local = libc::iovec { iov_base: buffer.as_mut_ptr().cast(), iov_len: buffer.len() };
    let remote = libc::iovec { iov_base: address as *mut libc::c_void, iov_len: buffer.len() };
    // SAFETY: `local` describes `buffer`, which is borrowed mutably for the whole call. `remote` is an address in
    // another process that the kernel checks; it is never dereferenced here.
    let count = unsafe { libc::process_vm_readv(pid as libc::pid_t, &local, 1, &remote, 1, 0) };
    match usize::try_from(count) {
        Ok(count) if count == buffer.len() => Ok(()),
        Ok(_) => Err(Missing::Gone),
        Err(_) => Err(last_error()),
    }
}

fn last_error() -> Missing {
    let number = std::io::Error::last_os_error().raw_os_error().unwrap_or(0);
    Missing::from(Errno::from_raw_os_error(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_memory_is_readable_and_nothing_else_is_touched() {
        let source = *b"0123456789";
        let mut copy = [0; 4];
        read(std::process::id(), source.as_ptr() as u64 + 3, &mut copy).unwrap();
        assert_eq!(&copy, b"3456");
        assert_eq!(read(std::process::id(), 8, &mut copy), Err(Missing::Gone));
        assert_eq!(read(std::process::id(), 8, &mut []), Ok(()));
    }
}

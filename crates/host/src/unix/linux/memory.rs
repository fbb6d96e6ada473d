//! Reading the memory of another process.

use rustix::io::Errno;

use super::procfs::Missing;

/// Lets go of the pages of our own code that were needed to start and will not be again: a host lives long, and there
/// may be hundreds. What is needed comes back from the page cache by itself.
pub(crate) fn forget_code() {
    let maps = std::fs::read_to_string("/proc/self/maps").unwrap_or_default();
    for range in maps.lines().filter(|line| line.contains(" r-xp ")).filter_map(code_range) {
        // SAFETY: the pages are private, executable, never written and backed by a file; the kernel reads them again.
        unsafe { libc::madvise(range.0 as *mut libc::c_void, range.1, libc::MADV_DONTNEED) };
    }
}

/// Start and length of a mapping of a file.
fn code_range(line: &str) -> Option<(usize, usize)> {
    let mut fields = line.split_whitespace();
    let (start, end) = fields.next()?.split_once('-')?;
    fields.nth(4)?.starts_with('/').then_some(())?;
    let (start, end) = (usize::from_str_radix(start, 16).ok()?, usize::from_str_radix(end, 16).ok()?);
    Some((start, end - start))
}

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

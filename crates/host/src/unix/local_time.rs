//! The person's clock on the wall, where they are.

/// The minute of the day, from 0 to 1439, at a moment in seconds since 1970; that of UTC if the system knows no other.
pub fn minute_of_day(seconds: u64) -> u16 {
    let time = seconds as libc::time_t;
    // SAFETY: all bytes zero are a valid `tm`, and both pointers are to values that live through the call.
    let local = unsafe {
        let mut local: libc::tm = std::mem::zeroed();
        (!libc::localtime_r(&raw const time, &raw mut local).is_null()).then_some(local)
    };
    let of_utc = (seconds / 60 % 1440) as u16;
    local.map_or(of_utc, |local| (local.tm_hour * 60 + local.tm_min) as u16)
}

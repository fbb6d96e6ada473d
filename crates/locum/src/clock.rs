//! Times as people and programs read them.

/// Days before 1970 in the proleptic calendar, counted from the first of March of year 0.
const DAYS_TO_1970: i64 = 719_468;

/// A moment in UTC, as in `2026-11-15T08:43:00.123Z`.
pub(crate) fn iso(micros: u64) -> String {
    let seconds = (micros / 1_000_000) as i64;
    let (year, month, day) = date(seconds.div_euclid(86_400));
    let rest = seconds.rem_euclid(86_400);
    let (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60);
    let millis = micros / 1000 % 1000;
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{millis:03}Z")
}

/// Year, month and day of a day counted from 1970 (the usual arithmetic over eras of 400 years).
fn date(days: i64) -> (i64, i64, i64) {
    let shifted = days + DAYS_TO_1970;
    let (era, of_era) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    (year, month, day)
}

/// How long ago something was, in one unit.
pub(crate) fn ago(then: u64, now: u64) -> String {
    let seconds = now.saturating_sub(then) / 1_000_000;
    match seconds {
        0..60 => format!("{seconds}s"),
        60..3600 => format!("{}m", seconds / 60),
        3600..86_400 => format!("{}h", seconds / 3600),
        _ => format!("{}d", seconds / 86_400),
    }
}

/// Microseconds since 1970.
pub(crate) fn now() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    since.as_micros() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments() {
        for (micros, shown) in [
            (0, "1970-01-01T00:00:00.000Z"),
            (951_782_400_000_000, "2000-02-29T00:00:00.000Z"),
            (1_794_732_180_123_456, "2026-11-15T08:43:00.123Z"),
            (4_102_444_799_999_999, "2099-12-31T23:59:59.999Z"),
        ] {
            assert_eq!(iso(micros), shown);
        }
    }

    #[test]
    fn ages() {
        for (seconds, shown) in [(0, "0s"), (59, "59s"), (60, "1m"), (7199, "1h"), (172_800, "2d")] {
            assert_eq!(ago(1_000_000, 1_000_000 + seconds * 1_000_000), shown);
        }
        assert_eq!(ago(9, 3), "0s", "a clock that was set back");
    }
}

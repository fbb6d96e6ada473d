//! Ranges of a day: `22:00-07:00`.

/// The range in minutes of the day. It may go over midnight.
pub(super) fn parse(text: &str) -> Result<(u16, u16), String> {
    let wrong = || format!("`{}` is no range of hours like \"22:00-07:00\"", text.escape_debug());
    let (from, to) = text.split_once('-').ok_or_else(wrong)?;
    let range = minute(from).zip(minute(to)).ok_or_else(wrong)?;
    match range.0 == range.1 {
        true => Err(format!("`{text}` begins when it ends")),
        false => Ok(range),
    }
}

fn minute(clock: &str) -> Option<u16> {
    let (hours, minutes) = clock.trim().split_once(':')?;
    let digits = |text: &str| (1..=2).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    if !digits(hours) || !digits(minutes) {
        return None;
    }
    let (hours, minutes): (u16, u16) = (hours.parse().ok()?, minutes.parse().ok()?);
    let whole_day = hours == 24 && minutes == 0;
    ((hours < 24 && minutes < 60) || whole_day).then_some(hours * 60 + minutes)
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn ranges_of_a_day() {
        let check = |text: &str, want: Option<(u16, u16)>| assert_eq!(parse(text).ok(), want, "{text}");
        check("22:00-07:00", Some((1320, 420)));
        check("0:00-24:00", Some((0, 1440)));
        check("09:30 - 10:00", Some((570, 600)));
        check("9-10", None);
        check("25:00-26:00", None);
        check("10:60-11:00", None);
        check("10:00-10:00", None);
        check("", None);
        check("-1:00-2:00", None);
    }
}

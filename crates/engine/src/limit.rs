//! When a usage limit is over, by what the screen says of it.

use std::time::Duration;

/// In how long a limit ends that a screen tells of: `resets at 3pm`, `resets 15:30`, `try again in 2h 5m`. The minute of the
/// day is the person's. Nothing, if no time is told, or another day than the next time the clock shows it: that is days away.
pub fn limit_over(text: &str, minute_of_day: u16) -> Option<Duration> {
    let text = text.to_lowercase();
    let words: Vec<&str> =
        text.split(|character: char| character.is_whitespace() || "(),;∙·".contains(character)).collect();
    let told = |word: &&str| ["reset", "resets", "again", "until", "available", "in", "at"].contains(word);
    let from = words.iter().position(told)?;
    let behind = words.get(from..)?;
    if behind.iter().any(|word| is_of_a_date(word)) {
        return None;
    }
    span(behind).or_else(|| {
        behind.iter().zip(behind.iter().skip(1).chain([&""])).find_map(|(word, after)| {
            let minute = minute(word, after)?;
            let left = (u32::from(minute) + 1440 - u32::from(minute_of_day)) % 1440;
            Some(Duration::from_secs(u64::from(if left == 0 { 1440 } else { left }) * 60))
        })
    })
}

/// `Nov`, `Friday`, `11/20`.
fn is_of_a_date(word: &str) -> bool {
    const NAMES: [&str; 19] = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec", "mon", "tue",
        "wed", "thu", "fri", "sat", "sun",
    ];
    let named = word.get(..3).is_some_and(|start| NAMES.contains(&start));
    let numbered = |sign| word.split(sign).filter(|part| part.parse::<u16>().is_ok()).count() > 1;
    named || numbered('/') || numbered('-')
}

/// `2h 5m`, `45 minutes`, `3h`.
fn span(words: &[&str]) -> Option<Duration> {
    let mut total = Duration::ZERO;
    for (place, word) in words.iter().enumerate() {
        let digits = word.find(|character: char| !character.is_ascii_digit()).unwrap_or(word.len());
        let (number, unit) = word.split_at_checked(digits)?;
        let Ok(number) = number.parse::<u64>() else { continue };
        let unit = if unit.is_empty() { words.get(place + 1).copied().unwrap_or_default() } else { unit };
        let seconds = match unit.trim_end_matches('.') {
            "h" | "hr" | "hrs" | "hour" | "hours" => 3600,
            "m" | "min" | "mins" | "minute" | "minutes" => 60,
            "s" | "sec" | "secs" | "second" | "seconds" => 1,
            "d" | "day" | "days" => 86_400,
            _ => continue,
        };
        total += Duration::from_secs(number.checked_mul(seconds)?);
    }
    (total > Duration::ZERO).then_some(total)
}

/// `3pm`, `3:30 pm`, `15:30`.
fn minute(word: &str, after: &str) -> Option<u16> {
    let word = word.trim_end_matches('.');
    let (clock, half) = match word
        .strip_suffix("am")
        .map(|rest| (rest, "am"))
        .or(word.strip_suffix("pm").map(|rest| (rest, "pm")))
    {
        Some(split) => split,
        None => (word, after.trim_end_matches('.')),
    };
    let (hour, minute) = match clock.split_once(':') {
        Some((hour, minute)) => (hour.parse::<u16>().ok()?, minute.parse::<u16>().ok()?),
        None => (clock.parse::<u16>().ok().filter(|_| ["am", "pm"].contains(&half))?, 0),
    };
    let hour = match half {
        "am" => hour % 12,
        "pm" => hour % 12 + 12,
        _ => hour,
    };
    (hour < 24 && minute < 60).then_some(hour * 60 + minute)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, minute_of_day: u16, minutes: Option<u64>) {
        let over = limit_over(text, minute_of_day).map(|over| over.as_secs() / 60);
        assert_eq!(over, minutes, "{text}");
    }

    #[test]
    fn times_of_limits() {
        check("Claude usage limit reached. Your limit will reset at 3pm (Europe/Berlin).", 14 * 60, Some(60));
        check("5-hour limit reached ∙ resets 3:30pm", 15 * 60, Some(30));
        check("limit resets at 1am", 23 * 60, Some(120));
        check("You've hit your usage limit. Try again in 2h 5m.", 0, Some(125));
        check("Please try again in 45 minutes", 0, Some(45));
        check("try again at 15:30", 15 * 60, Some(30));
        check("You have reached your limit.", 0, None);
        check("limit reached, resets at 99:99", 0, None);
        check("Weekly limit reached ∙ resets Nov 20, 04:41", 60, None);
        check("limit resets Friday at 3pm", 60, None);
        check("limit resets at 3pm on 2026-11-20", 60, None);
        check("limit reached, resets 11/20 15:30", 60, None);
    }
}

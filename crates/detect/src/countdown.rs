//! Numbers in a question that run by themselves: a countdown, a clock.

/// Whether the later text is the earlier one with a countdown or a clock that went on. Any other number is a part of
/// what is asked: port 80 is not port 22.
pub(crate) fn runs(earlier: &str, later: &str) -> bool {
    let (earlier, later) = (pieces(earlier), pieces(later));
    let pairs = earlier.iter().zip(&later).enumerate();
    let differ: Vec<usize> = pairs.filter(|(_, (one, other))| one != other).map(|(at, _)| at).collect();
    earlier.len() == later.len()
        && !differ.is_empty()
        && differ.iter().all(|at| goes_on(&earlier, &later, *at))
}

/// Words and numbers by turns; the first piece is of words.
fn pieces(text: &str) -> Vec<&str> {
    let (mut pieces, mut rest, mut digits) = (Vec::new(), text, false);
    while !rest.is_empty() || pieces.is_empty() {
        let end = rest.find(|letter: char| letter.is_ascii_digit() != digits).unwrap_or(rest.len());
        let (piece, behind) = rest.split_at(end);
        pieces.push(piece);
        (rest, digits) = (behind, !digits);
    }
    pieces
}

fn goes_on(earlier: &[&str], later: &[&str], at: usize) -> bool {
    let number = |pieces: &[&str]| pieces.get(at)?.parse::<u64>().ok();
    let (Some(before), Some(now)) = (number(earlier), number(later)) else { return false };
    let left = at.checked_sub(1).and_then(|at| earlier.get(at)).copied().unwrap_or_default();
    let right = earlier.get(at + 1).copied().unwrap_or_default();
    let clock = (left == ":" || right == ":") && earlier[at].len() == 2 && later[at].len() == 2;
    let unit = right.trim_start().to_lowercase();
    let seconds =
        ["s ", "s)", "s]", "s?", "s,", "s.", "s:", "sec", "second"].iter().any(|word| unit.starts_with(word));
    let alone = left.ends_with(['(', '[']) && right.starts_with([')', ']']);
    clock || now < before && (seconds || unit == "s" || alone)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(earlier: &str, later: &str, want: bool) {
        assert_eq!(runs(earlier, later), want, "{earlier} / {later}");
    }

    #[test]
    fn what_runs_and_what_is_another_question() {
        check("Reboot in 10 s? [Y/n]", "Reboot in 9 s? [Y/n]", true);
        check("Continue? (10) [y/N]", "Continue? (3) [y/N]", true);
        check("12:00:01 Continue? [y/N]", "12:00:59 Continue? [y/N]", true);
        check("Continuing in 30 seconds [c]", "Continuing in 29 seconds [c]", true);
        check("Reboot in 9 s? [Y/n]", "Reboot in 10 s? [Y/n]", false);
        check("Open port 80? [y/N]", "Open port 22? [y/N]", false);
        check("Delete partition 4? [y/N]", "Delete partition 3? [y/N]", false);
        check("Remove 5 servers?", "Remove 4 servers?", false);
        check("Same", "Same", false);
        check("", "1", false);
    }
}

//! The commands of a rule, found by the program they name: a rule may list a thousand, and a part begins with one.

use std::collections::HashMap;
use std::ops::Deref;

use super::command::CommandPattern;
use crate::{Part, Text};

/// Patterns for commands, in the order of the rule.
#[derive(Debug, Clone, Default)]
pub(super) struct Commands {
    patterns: Vec<CommandPattern>,
    by_program: HashMap<String, Vec<usize>>,
    /// Those that name no certain program.
    general: Vec<usize>,
}

impl From<Vec<CommandPattern>> for Commands {
    fn from(patterns: Vec<CommandPattern>) -> Commands {
        let mut by_program: HashMap<String, Vec<usize>> = HashMap::new();
        let mut general = Vec::new();
        for (place, pattern) in patterns.iter().enumerate() {
            match pattern.first() {
                Some(program) => by_program.entry(program.to_owned()).or_default().push(place),
                None => general.push(place),
            }
        }
        Commands { patterns, by_program, general }
    }
}

impl Deref for Commands {
    type Target = [CommandPattern];

    fn deref(&self) -> &[CommandPattern] {
        &self.patterns
    }
}

impl Commands {
    /// Those that the part may begin with. A program that is only known when it runs may be any.
    pub(super) fn perhaps(&self, part: &Part) -> Vec<&CommandPattern> {
        if programs(part).any(|program| program.certain().is_none()) {
            return self.patterns.iter().collect();
        }
        self.certainly(part)
    }

    /// Those that the part may begin with by the programs that are known.
    pub(super) fn certainly(&self, part: &Part) -> Vec<&CommandPattern> {
        let mut places = self.general.clone();
        for name in programs(part).filter_map(Text::certain) {
            let short = name.rsplit('/').next().unwrap_or(name);
            places.extend(self.by_program.get(name).into_iter().flatten());
            places.extend(self.by_program.get(short).into_iter().flatten());
        }
        places.sort_unstable();
        places.dedup();
        places.into_iter().map(|place| &self.patterns[place]).collect()
    }
}

/// The program of a part, and those that it is reached through.
fn programs(part: &Part) -> impl Iterator<Item = &Text> {
    part.via.iter().filter_map(|via| via.first()).chain(part.words.first())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_commands_of_the_program_are_tried() {
        let written = ["git status", "ls", "*.sh", "git push", "/opt/x run", "x run"];
        let commands: Commands =
            written.iter().map(|text| CommandPattern::parse(text)).collect::<Vec<_>>().into();
        let check = |via: &[Text], program: Text, want: &[usize]| {
            let via = via.iter().map(|program| vec![program.clone()]).collect();
            let part = Part { words: vec![program.clone()], via, ..Part::default() };
            let wanted: Vec<&CommandPattern> = want.iter().map(|place| &commands[*place]).collect();
            assert_eq!(commands.perhaps(&part), wanted, "{program:?}");
        };
        check(&[], Text::known("git"), &[0, 2, 3]);
        check(&[], Text::known("/usr/bin/git"), &[0, 2, 3]);
        check(&[], Text::known("/opt/x"), &[2, 4, 5]);
        check(&[], Text::known("cat"), &[2]);
        check(&[], Text::unknown("$X"), &[0, 1, 2, 3, 4, 5]);
        check(&[Text::known("ls")], Text::known("git"), &[0, 1, 2, 3]);
        check(&[Text::unknown("$X")], Text::known("git"), &[0, 1, 2, 3, 4, 5]);
    }
}

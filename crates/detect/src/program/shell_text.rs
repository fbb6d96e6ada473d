//! The simple commands in a text for a shell: enough to see which programs it starts, no more.

use super::launcher::is_assignment;

const LONGEST: usize = 16 * 1024;
const MOST_COMMANDS: usize = 32;
const KEYWORDS: [&str; 12] =
    ["then", "do", "else", "if", "while", "until", "elif", "!", "{", "}", "fi", "done"];

/// The words of each simple command, variables before it left out.
pub(super) fn commands(text: &str) -> Vec<Vec<String>> {
    let mut reader = Reader { commands: vec![Vec::new()], word: None };
    let mut letters = text.chars().take(LONGEST).peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '\'' => reader.quoted(letters.by_ref().take_while(|letter| *letter != '\'')),
            '"' => reader.quoted(letters.by_ref().take_while(|letter| *letter != '"')),
            '\\' => reader.quoted(letters.next().into_iter()),
            ';' | '&' | '|' | '\n' | '(' | ')' => reader.end_command(),
            letter if letter.is_whitespace() => reader.end_word(),
            letter => reader.push(letter),
        }
    }
    reader.end_command();
    reader.commands.into_iter().filter(|command| !command.is_empty()).take(MOST_COMMANDS).collect()
}

struct Reader {
    commands: Vec<Vec<String>>,
    word: Option<String>,
}

impl Reader {
    fn push(&mut self, letter: char) {
        self.word.get_or_insert_default().push(letter);
    }

    fn quoted(&mut self, letters: impl Iterator<Item = char>) {
        self.word.get_or_insert_default().extend(letters);
    }

    fn end_word(&mut self) {
        let Some(word) = self.word.take() else { return };
        let Some(command) = self.commands.last_mut() else { return };
        let before = command.is_empty() && (is_assignment(&word) || KEYWORDS.contains(&word.as_str()));
        if !before {
            command.push(word);
        }
    }

    fn end_command(&mut self) {
        self.end_word();
        self.commands.push(Vec::new());
    }
}

//! From a file's text to a profile. Bounded on any input: size, number and size of patterns, number of screens.

use model::{Key, Kind, Role};
use toml::Spanned;

use super::ProfileError;
use super::format::{
    ComposerTable, DialogTable, File, LimitTable, Pattern, ReviewTable, RoleTable, SubjectTable, ToolTable,
};
use super::lazy::Regex;
use super::rule::{
    ComposerRule, DialogRule, Form, Layout, LimitRule, Place, QuestionAt, ReviewRule, RoleRule, Rules,
    SubjectRule, ToolRule,
};
use super::tool::needs_subject;
use super::vocabulary::{FORMS, FRAMES, KEYINGS, PLACES, QUESTIONS, TOOLS, instead, plainly};

const LONGEST_FILE: usize = 512 * 1024;
const LONGEST_PATTERN: usize = 2000;
const MOST_PATTERNS: usize = 400;

/// A file's text with the name it has in errors.
pub(super) struct Source<'a> {
    pub(super) file: &'a str,
    pub(super) text: &'a str,
    /// It comes with locum, and a test has built its patterns: they can wait until they are needed.
    pub(super) shipped: bool,
}

impl Source<'_> {
    /// The file's tables.
    pub(super) fn parse(&self) -> Result<File, ProfileError> {
        if self.text.len() > LONGEST_FILE {
            return Err(self.error(0, format!("a profile has at most {LONGEST_FILE} bytes")));
        }
        toml::from_str(self.text).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start);
            self.error(at, plainly(error.message()))
        })
    }

    /// An error at a place in the text.
    pub(super) fn error(&self, at: usize, problem: impl Into<String>) -> ProfileError {
        let before = self.text.get(..at.min(self.text.len())).unwrap_or(self.text);
        let line = 1 + before.bytes().filter(|byte| *byte == b'\n').count();
        ProfileError { file: self.file.to_owned(), line, problem: problem.into() }
    }

    /// The rules of a file.
    pub(super) fn rules(&self, name: &str, file: &File) -> Result<Rules, ProfileError> {
        let mut compiler = Compiler { source: self, left: MOST_PATTERNS };
        Ok(Rules {
            layout: Layout {
                pointers: file.layout.pointers.clone().unwrap_or_else(|| "❯›>".into()),
                panels: file.layout.panels,
                only_lines: file.layout.only_lines,
                hints: compiler.patterns(&file.layout.hints)?,
                drafts: compiler.patterns(&file.layout.drafts)?,
                cut: compiler.patterns(&file.layout.cut)?,
            },
            roles: compiler.each(&file.role, Compiler::role)?,
            dialogs: file
                .dialog
                .iter()
                .map(|table| compiler.dialog(name, table))
                .collect::<Result<_, _>>()?,
            busy: compiler.each(&file.busy, |compiler, table| compiler.pattern(&table.line))?,
            composers: compiler.each(&file.composer, Compiler::composer)?,
            limit: file.limit.as_ref().map(|limit| compiler.limit(limit)).transpose()?,
        })
    }
}

struct Compiler<'a> {
    source: &'a Source<'a>,
    left: usize,
}

impl Compiler<'_> {
    fn each<T, R>(
        &mut self,
        tables: &[T],
        compile: impl Fn(&mut Self, &T) -> Result<R, ProfileError>,
    ) -> Result<Vec<R>, ProfileError> {
        tables.iter().map(|table| compile(self, table)).collect()
    }

    fn pattern(&mut self, pattern: &Pattern) -> Result<Regex, ProfileError> {
        let at = pattern.span().start;
        let text = pattern.get_ref();
        self.left = self.left.checked_sub(1).ok_or_else(|| {
            self.source.error(at, format!("a profile has at most {MOST_PATTERNS} patterns"))
        })?;
        if text.len() > LONGEST_PATTERN {
            return Err(self.source.error(at, format!("a pattern has at most {LONGEST_PATTERN} bytes")));
        }
        if self.source.shipped {
            return Ok(Regex::later(text));
        }
        Regex::new(text).map_err(|error| {
            self.source.error(at, format!("pattern `{text}`: {}", last_line(&error.to_string())))
        })
    }

    fn patterns(&mut self, patterns: &[Pattern]) -> Result<Vec<Regex>, ProfileError> {
        self.each(patterns, Self::pattern)
    }

    fn optional(&mut self, pattern: Option<&Pattern>) -> Result<Option<Regex>, ProfileError> {
        pattern.map(|pattern| self.pattern(pattern)).transpose()
    }

    /// The value of a word, or an error with the nearest valid one.
    fn word<T: Copy>(
        &self,
        what: &str,
        word: &Spanned<String>,
        valid: &[(&str, T)],
    ) -> Result<T, ProfileError> {
        let found = valid.iter().find(|(name, _)| *name == word.get_ref().as_str());
        found.map(|(_, value)| *value).ok_or_else(|| {
            let words: Vec<&str> = valid.iter().map(|(name, _)| *name).collect();
            let problem = format!("`{}` is no {what}; {}", word.get_ref(), instead(word.get_ref(), &words));
            self.source.error(word.span().start, problem)
        })
    }

    fn role(&mut self, table: &RoleTable) -> Result<RoleRule, ProfileError> {
        let roles = [Role::Yes, Role::No, Role::YesAndRemember, Role::Other].map(|role| (role.word(), role));
        Ok(RoleRule { label: self.pattern(&table.label)?, role: self.word("role", &table.role, &roles)? })
    }

    fn composer(&mut self, table: &ComposerTable) -> Result<ComposerRule, ProfileError> {
        Ok(ComposerRule {
            line: self.pattern(&table.line)?,
            above: self.optional(table.above.as_ref())?,
            below: self.optional(table.below.as_ref())?,
            cursor: table.cursor,
            empty: table.empty.clone(),
        })
    }

    fn dialog(&mut self, profile: &str, table: &DialogTable) -> Result<DialogRule, ProfileError> {
        let frames =
            table.frames.iter().map(|frame| self.word("frame", frame, &FRAMES)).collect::<Result<_, _>>()?;
        let question_at =
            table.question_at.as_ref().map(|at| self.word("place of a question", at, &QUESTIONS));
        let rule = DialogRule {
            name: format!("{profile}.{}", table.name.get_ref()),
            kind: self.kind(table)?,
            form: self.word("form", &table.form, &FORMS)?,
            frames,
            keying: self.word("way of keying", &table.keys, &KEYINGS)?,
            footer: self.optional(table.footer.as_ref())?,
            line: self.optional(table.line.as_ref())?,
            must: self.patterns(&table.must)?,
            must_not: self.patterns(&table.must_not)?,
            question_at: question_at.transpose()?.unwrap_or(QuestionAt::Nearest),
            question: self.optional(table.question.as_ref())?,
            unpointed: table.unpointed,
            below: self.patterns(&table.below)?,
            fields: table.fields.clone(),
            submit: table.submit.as_ref().map(|key| self.submit(key)).transpose()?,
            review: table.review.as_ref().map(|review| self.review(review)).transpose()?,
            subject: self.each(&table.subject, Self::subject)?,
            tools: self.tools(table)?,
        };
        self.complete(table, &rule)?;
        Ok(rule)
    }

    /// Only keys that write nothing and choose nothing: what ends the choosing must not be a choice.
    fn submit(&self, key: &Spanned<String>) -> Result<Key, ProfileError> {
        self.word("key that ends the choosing", key, &["tab", "right"].map(|key| (key, key)))
            .map(Key::of_word)
    }

    fn limit(&mut self, table: &LimitTable) -> Result<LimitRule, ProfileError> {
        Ok(LimitRule {
            told: self.pattern(&table.told)?,
            under: self.patterns(&table.under)?,
            by_itself: self.optional(table.by_itself.as_ref())?,
        })
    }

    fn review(&mut self, table: &ReviewTable) -> Result<ReviewRule, ProfileError> {
        Ok(ReviewRule { shows: self.pattern(&table.shows)?, choose: table.choose.clone() })
    }

    fn kind(&self, table: &DialogTable) -> Result<Kind, ProfileError> {
        let kinds = Kind::ALL.map(|kind| (kind.word(), kind));
        table.kind.as_ref().map_or(Ok(Kind::Menu), |word| self.word("kind", word, &kinds))
    }

    fn subject(&mut self, table: &SubjectTable) -> Result<SubjectRule, ProfileError> {
        let place = self.word("place of a subject", &table.at, &PLACES)?;
        if matches!(place, Place::After | Place::Next | Place::From) && table.line.is_none() {
            return Err(self
                .source
                .error(table.at.span().start, format!("`{}` needs `line`", table.at.get_ref())));
        }
        let line = self.optional(table.line.as_ref())?;
        let tool = table.tool.as_ref().map(|tool| self.tool_word(tool)).transpose()?;
        Ok(SubjectRule { place, line, take: self.optional(table.take.as_ref())?, tool })
    }

    /// What a dialog is about: always the same, or by its heading and question.
    fn tools(&mut self, table: &DialogTable) -> Result<Vec<ToolRule>, ProfileError> {
        let mut rules = self.each(&table.tools, Self::tool)?;
        if let Some(word) = &table.tool {
            if !rules.is_empty() {
                return Err(self.source.error(word.span().start, "a dialog has either `tool` or `tools`"));
            }
            rules.push(ToolRule { title: None, question: None, tool: self.tool_word(word)? });
        }
        for word in table.tools.iter().map(|entry| &entry.tool).chain(&table.tool) {
            let is_theirs = |place: &SubjectTable| {
                place.tool.as_ref().is_some_and(|tool| tool.get_ref() == word.get_ref())
            };
            if needs_subject(word.get_ref()) && !table.subject.iter().any(is_theirs) {
                let problem = format!(
                    "`{0}` needs a place of its subject: `tool = \"{0}\"` in `subject`",
                    word.get_ref()
                );
                return Err(self.source.error(word.span().start, problem));
            }
        }
        Ok(rules)
    }

    fn tool_word(&self, word: &Spanned<String>) -> Result<&'static str, ProfileError> {
        self.word("tool", word, &TOOLS.map(|tool| (tool, tool)))
    }

    fn tool(&mut self, table: &ToolTable) -> Result<ToolRule, ProfileError> {
        if table.title.is_none() && table.question.is_none() {
            return Err(self
                .source
                .error(table.tool.span().start, "an entry of `tools` needs `title` or `question`"));
        }
        Ok(ToolRule {
            title: self.optional(table.title.as_ref())?,
            question: self.optional(table.question.as_ref())?,
            tool: self.tool_word(&table.tool)?,
        })
    }

    /// A form needs what makes it hard to print by accident.
    fn complete(&self, table: &DialogTable, rule: &DialogRule) -> Result<(), ProfileError> {
        let problem = match rule.form {
            Form::Line | Form::Notice if rule.line.is_none() => "this form needs `line`",
            Form::Numbered | Form::Unnumbered | Form::Buttons if rule.frames.is_empty() => {
                "this form needs `frames`"
            }
            _ => return Ok(()),
        };
        Err(self.source.error(table.form.span().start, problem))
    }
}

fn last_line(text: &str) -> &str {
    text.lines().last().unwrap_or(text).trim_start_matches("error: ")
}

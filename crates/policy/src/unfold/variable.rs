//! What `$name` and `${name...}` stand for.

use super::field::{Field, joined};
use super::{Context, Scope, Unfolder, operation};
use crate::shell::{Variable, Word};

/// Numbers that only the running shell knows. They can neither leave a folder nor become two words, so they pass as they are written.
const NUMBERS: [&str; 13] = [
    "$",
    "?",
    "#",
    "!",
    "RANDOM",
    "SECONDS",
    "UID",
    "EUID",
    "PPID",
    "LINENO",
    "BASHPID",
    "EPOCHSECONDS",
    "SRANDOM",
];

/// Whether the shell itself keeps a number in this variable, or it is the length of one.
pub(super) fn is_shells_number(name: &str) -> bool {
    NUMBERS.contains(&name) || name.len() > 1 && name.starts_with('#')
}

impl Unfolder<'_> {
    /// The values: several for `$@` and arrays, one for anything else.
    pub(super) fn variable(
        &mut self,
        variable: &Variable,
        scope: &mut Scope,
        context: &Context,
    ) -> Vec<Field> {
        self.looked_up(variable, scope, context);
        let values = plain(&variable.name, scope);
        let length = values.iter().flatten().map(|value| value.shown().len()).sum();
        if !self.budget.has_bytes(length) {
            self.doubt("its words grow too long");
            return vec![unknown(variable)];
        }
        let Some((operator, word)) = &variable.operation else {
            return values.unwrap_or_else(|| vec![unknown(variable)]);
        };
        if let Some(values) = self.chosen(variable, values.as_deref(), operator, word, scope, context) {
            return values;
        }
        // Without the expansion what is substituted inside of the argument would not be read.
        let argument = self.document(word, scope, context);
        if operator == "@" && argument.shown() != "Q" {
            self.doubt("a variable is expanded once more, which may run commands");
        }
        let (Some(values), Some(argument)) = (values, argument.text.certain()) else {
            return vec![unknown(variable)];
        };
        let changed = |value: &Field| {
            let text = operation::apply(value.certain()?, operator, argument)?;
            Some(Field { text: crate::Text::known(text), odd: true, ..value.clone() })
        };
        let worked_out: Option<Vec<Field>> = values.iter().map(changed).collect();
        worked_out.unwrap_or_else(|| vec![unknown(variable)])
    }

    /// What looking a variable up works out besides: its index, the place of a piece of it, the name of another.
    fn looked_up(&mut self, variable: &Variable, scope: &mut Scope, context: &Context) {
        let name = variable.name.trim_start_matches(['!', '#']);
        let indirect = variable.name.starts_with('!') && variable.name.len() > 1;
        let operator = variable.operation.as_ref().map_or("", |(operator, _)| operator);
        if let Some((_, index)) = name.strip_suffix(']').and_then(|name| name.split_once('['))
            && !matches!(index, "@" | "*")
            && operator != "[]"
        {
            self.expression(index, scope, context);
        }
        if let Some((":" | "[]", word)) =
            variable.operation.as_ref().map(|(sign, word)| (sign.as_str(), word))
        {
            self.arithmetic(std::slice::from_ref(word), scope, context);
        }
        let lists_names = name.ends_with("[@]") || name.ends_with("[*]") || matches!(operator, "*" | "@");
        if indirect
            && !lists_names
            && joined(scope.values(name).unwrap_or_default()).certain().is_none_or(str::is_empty)
        {
            self.doubt("which variable is meant is only known when it runs");
        }
        if matches!(operator, ":=" | "=") {
            self.set_aside(name, scope, context);
        }
    }

    /// `:-` and its like: one of two values.
    fn chosen(
        &mut self,
        variable: &Variable,
        values: Option<&[Field]>,
        operator: &str,
        word: &Word,
        scope: &mut Scope,
        context: &Context,
    ) -> Option<Vec<Field>> {
        if !matches!(operator, ":-" | "-" | ":=" | "=" | ":+" | "+" | ":?" | "?") {
            return None;
        }
        let other = self.document(word, scope, context);
        let sign = operator.trim_start_matches(':');
        let Some(values) = values else {
            return Some(vec![Field { from: other.from, ..unknown(variable) }]);
        };
        let all = joined(values);
        let missing = if operator.len() > 1 { all.text.is_empty() } else { values.is_empty() };
        let unsure = !all.text.is_known() && operator.len() > 1;
        Some(match sign {
            "+" if missing => Vec::new(),
            "+" => vec![other],
            "?" => values.to_vec(),
            _ if unsure => vec![Field { from: all.from, ..unknown(variable) }],
            _ if !missing => values.to_vec(),
            "=" => {
                let kept = scope.set(&variable.name, vec![other.clone()]);
                self.kept(kept);
                vec![other]
            }
            _ => vec![other],
        })
    }
}

/// The variable as it is written.
fn unknown(variable: &Variable) -> Field {
    Field { open: !variable.quoted, ..Field::unknown(&variable.written) }
}

/// What a name stands for without any operation; nothing if that is not known.
fn plain(name: &str, scope: &Scope) -> Option<Vec<Field>> {
    if let Some(other) = name.strip_prefix('!') {
        let other = joined(&named(other, scope)?);
        return named(other.certain().filter(|name| !name.starts_with('!'))?, scope);
    }
    if is_shells_number(name) {
        return Some(vec![Field::known(format!("${name}"))]);
    }
    named(name, scope)
}

fn named(name: &str, scope: &Scope) -> Option<Vec<Field>> {
    match name {
        "@" | "*" => scope.args.as_ref().filter(|args| !args.is_empty()).map(|args| args.to_vec()),
        "0" => scope.values("0").map(<[Field]>::to_vec),
        "PWD" if scope.values("PWD").is_none() => Some(vec![Field::known(scope.cwd.as_deref()?)]),
        digits if digits.bytes().all(|digit| digit.is_ascii_digit()) => positional(digits, scope),
        _ => match name.strip_suffix(']').and_then(|name| name.split_once('[')) {
            Some((array, "@" | "*")) => scope.values(array).map(<[Field]>::to_vec),
            Some((array, index)) => {
                let values = scope.values(array)?;
                values.get(index.parse::<usize>().ok()?).map(|value| vec![value.clone()])
            }
            None => scope.values(name).map(|values| values.iter().take(1).cloned().collect()),
        },
    }
}

/// `$1`: a function's argument. Beyond the last there is nothing; of the line itself it is not known.
fn positional(digits: &str, scope: &Scope) -> Option<Vec<Field>> {
    let args = scope.args.as_ref().filter(|args| !args.is_empty())?;
    let place = digits.parse::<usize>().ok()?.checked_sub(1)?;
    Some(args.get(place).cloned().into_iter().collect())
}

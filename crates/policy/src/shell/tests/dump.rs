//! A tree in one line: `[rm -rf 'x']` is a simple command, `'x'` quoted, `$'x'` coded, `"` before what stands in quotes.

use crate::shell::{
    Assignment, Command, Item, Join, Piece, Redirect, RedirectKind, Script, Stage, Value, Variable, Word,
};

pub(super) fn script(script: &Script) -> String {
    let mut out = String::new();
    for (index, item) in script.items.iter().enumerate() {
        let join = match item.join {
            Join::Then if index == 0 => "",
            Join::Then => " ; ",
            Join::And => " && ",
            Join::Or => " || ",
        };
        out.push_str(join);
        out.push_str(&pipeline(item));
    }
    out
}

fn pipeline(item: &Item) -> String {
    let stages: Vec<String> = item.stages.iter().map(stage).collect();
    stages.join(" | ") + if item.background { " &" } else { "" }
}

fn stage(stage: &Stage) -> String {
    let redirects: String = stage.redirects.iter().map(redirect).collect();
    command(&stage.command) + &redirects
}

fn command(command: &Command) -> String {
    match command {
        Command::Simple(simple) => {
            let assignments = simple.assignments.iter().map(assignment);
            let words: Vec<String> = assignments.chain(simple.words.iter().map(word)).collect();
            format!("[{}]", words.join(" "))
        }
        Command::Group(inner) => format!("{{ {} }}", script(inner)),
        Command::Subshell(inner) => format!("( {} )", script(inner)),
        Command::If(scripts) => {
            format!("if({})", scripts.iter().map(script).collect::<Vec<_>>().join(" , "))
        }
        Command::While(condition, body) => format!("while({} , {})", script(condition), script(body)),
        Command::For(each) => {
            let list = each.words.as_deref().map_or("-".to_owned(), words);
            format!("for({} in {} , {})", each.name, list, script(&each.body))
        }
        Command::Case(case) => {
            let arm =
                |(patterns, body): &(Vec<Word>, Script)| format!(", {}: {}", words(patterns), script(body));
            format!("case({} {})", word(&case.word), case.arms.iter().map(arm).collect::<Vec<_>>().join(" "))
        }
        Command::Function(name, body) => format!("function({name} , {})", stage(body)),
        Command::Test(inner) | Command::Arithmetic(inner) => format!("test({})", words(inner)),
    }
}

fn assignment(assignment: &Assignment) -> String {
    let value = match &assignment.value {
        Value::Word(value) => word(value),
        Value::Array(values) => format!("({})", words(values)),
    };
    format!("{}{}={value}", assignment.name, if assignment.adds { "+" } else { "" })
}

fn words(words: &[Word]) -> String {
    words.iter().map(word).collect::<Vec<_>>().join(" ")
}

fn word(word: &Word) -> String {
    word.pieces.iter().map(piece).collect()
}

fn piece(piece: &Piece) -> String {
    match piece {
        Piece::Bare(text) => text.clone(),
        Piece::Quoted(text) => format!("'{}'", text.replace('\n', "\\n")),
        Piece::Coded(text) => format!("$'{}'", text.escape_debug()),
        Piece::Variable(inner) => variable(inner),
        Piece::Command { script: inner, quoted } => format!("{}$({})", mark(*quoted), script(inner)),
        Piece::Process(inner) => format!("<({})", script(inner)),
        Piece::Arithmetic(inner) => format!("$(({}))", words(inner)),
    }
}

fn variable(variable: &Variable) -> String {
    let operation = variable.operation.as_ref();
    let operation = operation.map(|(operator, operand)| format!(" {operator} {}", word(operand)));
    format!("{}${{{}{}}}", mark(variable.quoted), variable.name, operation.unwrap_or_default())
}

fn mark(quoted: bool) -> &'static str {
    if quoted { "\"" } else { "" }
}

fn redirect(redirect: &Redirect) -> String {
    let kind = match &redirect.kind {
        RedirectKind::Read(target) => format!("<{}", word(target)),
        RedirectKind::Write(target) => format!(">{}", word(target)),
        RedirectKind::Append(target) => format!(">>{}", word(target)),
        RedirectKind::Duplicate => "&".to_owned(),
        RedirectKind::HereDocument(body) => format!("<<{}", word(body)),
        RedirectKind::HereString(body) => format!("<<<{}", word(body)),
    };
    let descriptor = redirect.descriptor.map(|number| number.to_string());
    format!(" {}{kind}", descriptor.unwrap_or_default())
}

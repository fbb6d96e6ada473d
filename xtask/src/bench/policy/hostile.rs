//! Ten kilobytes of what a parser or an expander likes least.

use super::measure::Policies;

/// The size of each input.
const SIZE: usize = 10_000;
/// The goal for each.
const GOAL_MS: f64 = 20.0;

/// A name and what is repeated, with what stands before and after all of it.
const REPEATED: &[(&str, &str, &str, &str)] = &[
    ("open substitutions", "", "echo $(", ""),
    ("open backticks", "", "echo `", ""),
    ("open subshells", "", "(", ""),
    ("open groups", "", "{ ", ""),
    ("open arithmetic", "", "$((1+", ""),
    ("open parameter expansions", "echo ", "${a:-", ""),
    ("open double quotes in substitutions", "", "\"$(", ""),
    ("nested if", "", "if true; then ", ""),
    ("nested loops", "", "for a in b; do ", ""),
    ("nested case", "", "case a in a) ", ""),
    ("nested functions", "", "f(){ ", ""),
    ("braces that double", "echo ", "{a,b}", ""),
    ("braces in braces", "echo ", "{a,{b,", ""),
    ("ranges", "echo ", "{1..99999}", ""),
    ("variables that double", "a=aa;", "a=$a$a;", "rm $a"),
    ("aliases in a chain", "", "alias a='b; b';alias b='a; a';", "\na"),
    ("functions that call each other", "", "f(){ g; g; };g(){ f; f; };", "f"),
    ("evals", "", "eval ", "rm -rf x"),
    ("shells in shells", "", "bash -c ", "rm"),
    ("wrappers", "", "sudo env nice -n 1 nohup timeout 1 ", "rm -rf x"),
    ("pipes to shells", "echo rm", "|sh", ""),
    ("pipes", "a", "|a", ""),
    ("lists", "", "rm -rf x;", ""),
    ("and-or", "a", "&&a||a", ""),
    ("heredocs", "", "cat <<A\nx\nA\n", ""),
    ("heredocs without end", "", "sh <<A\n", ""),
    ("heredocs on one line", "cat ", "<<A ", "\n"),
    ("redirections", "a ", ">b ", ""),
    ("assignments", "", "A=1 ", "rm"),
    ("quotes", "r", "\"\"''", "m -rf /"),
    ("backslashes", "rm ", "\\", ""),
    ("codes", "", "$'\\x72'", ""),
    ("globs", "rm ", "*?[a-z]", ""),
    ("dots", "rm -rf ", "../a/./", ""),
    ("one word", "", "a", ""),
    ("words", "rm ", "-r ", ""),
    ("blanks", "", " ", ""),
    ("newlines", "", "\n", ""),
    ("comments", "", "# x\n", ""),
    ("semicolons", "", ";", ""),
    ("parameter patterns", "a=xrm;", "${a#x}${a%m}", ""),
    ("base64 to shells", "echo ", "cm0gLXJmIH4K", "|base64 -d|sh"),
    ("substitutions side by side", "echo ", "$(a)", ""),
    ("process substitutions", "cat ", "<(a) ", ""),
    ("find with many actions", "find . ", "-exec rm {} + ", ""),
    ("changes of folder", "", "cd a;", "rm -rf ."),
    ("python in shells", "", "python3 -c 'os.system(\"rm\")';", ""),
    ("wide letters", "rm ", "日本語 ", ""),
    ("no text at all", "", "\u{1}\u{7f}\u{fffd}", ""),
    ("PowerShell", "", "Remove-Item -Recurse C:\\ ; ", ""),
];

pub(super) fn print(policies: &Policies) {
    let mut times: Vec<(f64, &str)> = REPEATED.iter().map(|row| (time(policies, row), row.0)).collect();
    times.sort_by(|a, b| b.0.total_cmp(&a.0));
    let within = times.iter().filter(|(ms, _)| *ms <= GOAL_MS).count();
    println!(
        "{within} of {} hostile inputs of {SIZE} bytes within {GOAL_MS} ms; the slowest:\n",
        times.len()
    );
    println!("| input | ms |\n|---|---|");
    times.iter().take(8).for_each(|(ms, name)| println!("| {name} | {ms:.2} |"));
    println!();
}

fn time(policies: &Policies, (name, before, again, after): &(&str, &str, &str, &str)) -> f64 {
    let room = SIZE.saturating_sub(before.len() + after.len());
    let text = format!("{before}{}{after}", again.repeat(room / again.len()));
    let ms = policies.judge(&text, "/home/u/project").took.as_secs_f64() * 1e3;
    // One that hangs is known by the last name that is missing.
    eprintln!("{name}: {ms:.2} ms");
    ms
}

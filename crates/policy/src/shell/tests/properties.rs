//! What holds for any text.

use proptest::prelude::*;
use proptest::sample::select;

use crate::shell::{Command, Item, Piece, Script, Stage, Word, parse};

/// What shell text is made of, and what makes readers of it stumble. A dot stands between them.
const TOKENS: &str = concat!(
    "rm·-rf·x· · · ·\n·\n·;·;;·;&·&·&&·|·||·|&·(·)·((·))·{·}·[[·]]·[·]·if ·then ·elif ·else ·fi·",
    "while ·do ·done·for ·in ·case ·esac·function ·select ·time ·! ·coproc ·'·\"·`·\\·\\\n·$·$(·$((·",
    "${·$'·$\"·$[·<·>·<<·<<-·<<<·<(·>(·&>·>&·2>·EOF·<<EOF\n·\nEOF\n·a=·a=(·#·\t",
);

fn soup(most: usize) -> impl Strategy<Value = String> {
    let tokens: Vec<&str> = TOKENS.split('·').collect();
    prop::collection::vec(select(tokens), 0..most).prop_map(|tokens| tokens.concat())
}

const SCRIPTS: [&str; 6] = [
    "if [ -f x ]; then cat <<EOF | grep \"a $(b)\" > 'c d'\nbody ${e:-`f`}\nEOF\nfi; for i in {1..3}; do echo $((i+1)); done",
    "case \"$1\" in a|b) x=$(( 1 + 2 ));; *) echo $'\\x41' ;; esac && [[ $a =~ ^(b|c)$ ]] || { a=(1 2); }",
    "f() { local a=1; while read -r l; do :; done < <(ls -1); }; f 2>&1 | tee >(cat) &",
    "a `b \\`c\\`` \"d `e \\\"f\\\"`\" ${g[1]} ${h//i/j} $[1+2] ${ k; }",
    "cat <<-'A' <<B; time ! rm\n\tx\n\tA\ny\\\nB\nB\nexec {fd}>z <&3 &>>w",
    "coproc N { a; }; select x in y; do z; done; until a; do b; done; ((c)); (d; (e)) | f |& g",
];

fn words(script: &Script) -> Vec<&Word> {
    script.items.iter().flat_map(|item: &Item| &item.stages).flat_map(words_of).collect()
}

fn words_of(stage: &Stage) -> Vec<&Word> {
    let own = match &stage.command {
        Command::Simple(simple) => simple.words.iter().collect(),
        Command::Group(inner) | Command::Subshell(inner) => words(inner),
        Command::If(scripts) => scripts.iter().flat_map(words).collect(),
        _ => Vec::new(),
    };
    let pieces = own.iter().copied().flat_map(|word| &word.pieces);
    let nested: Vec<&Word> = pieces.filter_map(scripts_in).flat_map(words).collect();
    own.into_iter().chain(nested).collect()
}

fn scripts_in(piece: &Piece) -> Option<&Script> {
    match piece {
        Piece::Command { script, .. } | Piece::Process(script) => Some(script),
        _ => None,
    }
}

/// Every word stands where its span says.
fn spans_are_places(text: &str) {
    for word in words(&parse(text)) {
        assert!(text.get(word.span.clone()).is_some(), "{text:?} {:?}", word.span);
    }
}

/// Names that are words of the grammar where a command begins.
const RESERVED: [&str; 17] = [
    "if", "do", "in", "fi", "for", "time", "then", "case", "esac", "done", "else", "elif", "while", "until",
    "select", "function", "coproc",
];

proptest! {
    #[test]
    fn any_text_gives_a_tree(text in any::<String>()) {
        spans_are_places(&text);
    }

    #[test]
    fn any_tokens_give_a_tree(tokens in soup(60)) {
        spans_are_places(&tokens);
    }

    #[test]
    fn what_is_added_hides_nothing(name in "[a-z]{1,8}", tokens in soup(20)) {
        let text = format!("{name} x\n{}", tokens);
        let script = parse(&text);
        let first = words(&script).first().map(|word| &text[word.span.clone()]);
        prop_assert!(first == Some(&name) || RESERVED.contains(&name.as_str()));
    }
}

#[test]
fn every_beginning_gives_a_tree() {
    for text in SCRIPTS {
        assert_eq!(parse(text).faults, [], "{text}");
        for (end, _) in text.char_indices() {
            spans_are_places(&text[..end]);
        }
    }
}

//! The simple commands of the tree that the other reader makes.
//!
//! Its grammar takes words behind a redirection for more targets of that redirection, and words behind `<<END` for a part of the
//! here-document. They are given back to the command they belong to.

use std::cell::{Cell, RefCell};
use std::ops::ControlFlow;

use tree_sitter::{ParseOptions, ParseState, Parser, Tree, TreeCursor};

use super::Words;

thread_local! {
    /// Made once a thread: setting it up costs more than reading a line.
    static PARSER: RefCell<Option<Parser>> = RefCell::new(with_grammar());
}

fn with_grammar() -> Option<Parser> {
    let mut parser = Parser::new();
    parser.set_language(&tree_sitter_bash::LANGUAGE.into()).ok()?;
    Some(parser)
}

/// A line that does nothing. One stands before and one behind every text: the grammar has gaps at both ends of a text
/// (`A=1 > b` fits only if something follows), and what is understood must not depend on what else is there.
const FRAME: &str = ":\n";

/// All of them, in any order; or why the text is not understood.
pub(super) fn commands(text: &str) -> Result<Vec<Words>, String> {
    let framed = format!("{FRAME}{text}\n{FRAME}");
    let tree = tree(&framed).ok_or("a second reader of shell could not finish the text")?;
    if tree.root_node().has_error() {
        return Err("a second reader of shell does not understand the text".to_owned());
    }
    let mut walk = Walk::default();
    walk.whole(tree.walk());
    within_frame(walk.commands, text.len())
        .ok_or_else(|| "a second reader of shell does not see where the text ends".to_owned())
}

/// Takes off the frame, which must have been seen on both sides; places are counted from the beginning of the text.
fn within_frame(commands: Vec<Words>, length: usize) -> Option<Vec<Words>> {
    let start = FRAME.len();
    let frame = [0..1, start + length + 1..start + length + 2];
    let is_frame = |words: &Words| matches!(words.as_slice(), [word] if frame.contains(word));
    let (around, mut inside): (Vec<Words>, Vec<Words>) = commands.into_iter().partition(is_frame);
    if around.len() != frame.len() {
        return None;
    }
    let words = inside.iter_mut().flatten();
    words.for_each(|word| *word = word.start.saturating_sub(start)..word.end.saturating_sub(start));
    Some(inside)
}

/// How often it may look up from its work, which it does every hundred steps. Ordinary lines of 10 kB need half of this.
const MOST_LOOKS: usize = 160;

/// How many bytes it gets at a time.
const CHUNK: usize = 256;

/// How often it may ask for bytes. Its lexer may run ahead as far as it likes for each word and does not look up meanwhile, so
/// the bytes it asks for again are what bounds it.
const MOST_READS: usize = 1_000;

/// The tree, unless it costs too much.
fn tree(text: &str) -> Option<Tree> {
    let (looks, reads) = (Cell::new(0), Cell::new(0));
    let mut look_up = |state: &ParseState| {
        looks.set(looks.get() + 1);
        let goes_on = looks.get() < MOST_LOOKS && reads.get() < MOST_READS && !state.has_error();
        if goes_on { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let options = ParseOptions::new().progress_callback(&mut look_up);
    let mut read = |at: usize, _| {
        reads.set(reads.get() + 1);
        let end = if reads.get() < MOST_READS { text.len().min(at + CHUNK) } else { at };
        text.as_bytes().get(at..end).unwrap_or_default()
    };
    let tree = PARSER.with_borrow_mut(|parser| {
        let parser = parser.as_mut()?;
        let tree = parser.parse_with_options(&mut read, None, Some(options));
        // A reading that was broken off would otherwise be taken up again by the next one.
        parser.reset();
        tree
    });
    tree.filter(|_| reads.get() < MOST_READS)
}

/// A node on the way down.
#[derive(Clone, Copy)]
struct Above {
    /// The command that words below belong to, by its number.
    owner: Option<usize>,
    kind: Kind,
    /// Targets of a redirection that went by.
    targets: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Its name and its arguments are words.
    Command,
    /// All below it are words: `export`, `unset`.
    Declaration,
    /// A statement with redirections behind it.
    Redirected,
    FileRedirect,
    HereRedirect,
    Other,
}

impl Kind {
    fn of(name: &str) -> Kind {
        match name {
            "command" => Kind::Command,
            "declaration_command" | "unset_command" => Kind::Declaration,
            "redirected_statement" => Kind::Redirected,
            "file_redirect" => Kind::FileRedirect,
            "heredoc_redirect" => Kind::HereRedirect,
            _ => Kind::Other,
        }
    }
}

#[derive(Default)]
struct Walk {
    commands: Vec<Words>,
    above: Vec<Above>,
}

impl Walk {
    /// Goes through the tree without recursion: it may be as deep as the text is long.
    fn whole(&mut self, mut cursor: TreeCursor) {
        loop {
            let node = self.visit(&cursor);
            if cursor.goto_first_child() {
                self.above.push(node);
                continue;
            }
            while !cursor.goto_next_sibling() {
                if !cursor.goto_parent() {
                    return;
                }
                self.above.pop();
            }
        }
    }

    fn visit(&mut self, cursor: &TreeCursor) -> Above {
        let kind = Kind::of(cursor.node().kind());
        if self.is_word(cursor)
            && let Some(owner) = self.above.last().and_then(|above| above.owner)
        {
            self.commands[owner].push(cursor.node().byte_range());
            return Above { owner: None, kind: Kind::Other, targets: 0 };
        }
        Above { owner: self.owner(kind), kind, targets: 0 }
    }

    /// Whether the node is a word of the command above it.
    fn is_word(&mut self, cursor: &TreeCursor) -> bool {
        let Some(above) = self.above.last_mut() else { return false };
        let field = cursor.field_name();
        match above.kind {
            Kind::Command => matches!(field, Some("name" | "argument")),
            Kind::Declaration => true,
            Kind::HereRedirect => field == Some("argument"),
            Kind::FileRedirect if field == Some("destination") => {
                above.targets += 1;
                above.targets > 1
            }
            Kind::FileRedirect | Kind::Redirected | Kind::Other => false,
        }
    }

    /// The command that the words below a node of this kind belong to.
    fn owner(&mut self, kind: Kind) -> Option<usize> {
        let above = self.above.last().filter(|above| above.kind != Kind::Other);
        let inherited = above.and_then(|above| above.owner);
        match kind {
            Kind::Other => None,
            Kind::Command | Kind::Declaration | Kind::Redirected if inherited.is_none() => {
                self.commands.push(Vec::new());
                Some(self.commands.len() - 1)
            }
            _ => inherited,
        }
    }
}

//! Terminals of all sizes come and go while a program draws; in the end the screen is that of an undisturbed one.

use testkit::comings::{Comings, Printing};
use testkit::jobs::wait_until;
use testkit::{Shell, Size, Terminal, require};

use super::House;

/// How often a terminal comes and goes. The soak run does it a thousand times.
const TURNS: u32 = 60;

fn check(printing: Printing) {
    require(&["python3"]);
    let house = House::new();
    let mut comings = Comings::start(&house.sandbox, &house.locum, printing, 5);
    (0..TURNS).for_each(|_| comings.turn());
    comings.finish();
}

#[test]
fn a_full_screen_program_keeps_its_screen() {
    check(Printing::Drawing);
}

#[test]
fn a_scrolling_program_keeps_its_lines() {
    check(Printing::Scrolling);
}

const VIM: &str = "vim -N -u NONE -i NONE -n -c 'set laststatus=2 number ruler' -c 30 text";
const SMALLER: Size = Size::cells(17, 61);

/// A shell in a session with vim in it, let go of in the middle.
#[track_caller]
fn in_the_middle_of_vim() -> House {
    require(&["vim", "bash"]);
    let house = House::new();
    let text: String =
        (1..=60).map(|line| format!("line {line} with \u{e9} and \u{65e5}\u{672c}\n")).collect();
    house.sandbox.write("home/text", text);
    let shell = Shell::Bash.argv_with_prompt(&house.sandbox, "inside");
    let mut words = vec!["run", "--detach", "--name", "it", "--"];
    words.extend(shell.iter().map(String::as_str));
    house.ok(&words);
    let mut first = attach(&house, Size::cells(24, 80));
    first.wait_prompt_of("inside");
    first.run_line("echo before''vim");
    first.wait_prompt_of("inside");
    first.run_line(VIM);
    first.wait_for("line 30 with");
    first.type_text("iwritten \x1b");
    first.wait_for("30 written line 30 with");
    house.ok(&["detach", "it"]);
    assert_eq!(first.wait_exit().code(), Some(0));
    assert!(first.screen().contains("beforevim"), "the alternate screen is left: {}", first.screen());
    house
}

fn attach(house: &House, size: Size) -> Terminal {
    Terminal::launch(&house.sandbox).size(size).answers(true).start(&[&house.locum, "attach", "it"])
}

/// What a vim shows that had this size from the start.
fn undisturbed(house: &House, size: Size) -> Terminal {
    let vim = Terminal::launch(&house.sandbox).size(size).answers(true).start(&["sh", "-c", VIM]);
    vim.wait_for("line 30 with");
    vim.type_text("iwritten \x1b");
    vim.wait_for("30 written line 30 with");
    vim
}

#[test]
fn vim_is_left_and_found_again_in_another_size() {
    let house = in_the_middle_of_vim();
    let plain = undisturbed(&house, SMALLER);
    // Where the text begins depends on the size before; the same place in the window is asked for in both.
    let window = attach(&house, SMALLER);
    window.wait_for("30 written line 30 with");
    wait_until(&window, "raw mode", || window.settings().is_raw());
    for vim in [&window, &plain] {
        vim.type_text("zz");
    }
    wait_until(&window, "the screen of a vim of that size", || {
        window.screen() == plain.screen() && window.cursor() == plain.cursor()
    });
    window.type_text(":q!\r");
    window.wait_prompt_of("inside");
    window.run_line("stty size");
    window.wait_for("17 61");
    window.wait_prompt_of("inside");
}
#[test]
fn what_was_below_vim_is_there_when_it_ends() {
    let house = in_the_middle_of_vim();
    let window = attach(&house, Size::cells(24, 80));
    window.wait_for("30 written line 30 with");
    wait_until(&window, "raw mode", || window.settings().is_raw());
    window.type_text(":q!\r");
    window.wait_prompt_of("inside");
    let screen = window.screen();
    let lines: Vec<&str> = screen.lines().filter(|line| !line.is_empty()).collect();
    let expected = ["inside1> echo before''vim", "beforevim", &format!("inside2> {VIM}"), "inside3>"];
    assert_eq!(lines, expected, "{screen}");
}

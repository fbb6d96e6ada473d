//! Lines made to be too much.

use super::{dump, read_line};

/// The line is read to the end, and this part is still among its parts. Whether there is a doubt is said.
#[track_caller]
fn check(line: &str, wanted: &str, doubt: bool) {
    let reading = read_line(line);
    assert_eq!(!reading.doubts.is_empty(), doubt, "{line:.60}: {:?}", reading.doubts);
    assert!(reading.parts.len() <= 96, "{line:.60}: {} parts", reading.parts.len());
    let parts = dump(&reading);
    assert!(parts.iter().any(|part| part == wanted), "{line:.60}: {parts:.400?}");
}

/// The line is read to the end and has a doubt.
#[track_caller]
fn check_doubt(line: &str) {
    let reading = read_line(line);
    assert!(!reading.doubts.is_empty(), "{line:.60}");
    assert!(reading.parts.len() <= 96, "{line:.60}: {} parts", reading.parts.len());
}

#[test]
fn too_many() {
    check_doubt(&"a;".repeat(2000));
    check(&format!("ls {}; rm x", "{a,b}".repeat(30)), "rm x", true);
    check(&format!("ls {}; rm x", "{1..9}".repeat(30)), "rm x", true);
    check(&format!("ls {{1..100000000}}{}; rm x", "{".repeat(5000)), "rm x", true);
    check(&format!("{}; rm x", "sudo ".repeat(2000)), "rm x", true);
    check(&format!("a=xxxxxxxx; {}; rm x", "a=$a$a;".repeat(60)), "rm x", true);
    let names: String = (0..80).map(|number| format!("v{number}=1;")).collect();
    check(&format!("{names} rm x"), "rm x", true);
}

#[test]
fn too_often() {
    check(
        "f() { g;g;g;g; }; g() { h;h;h;h; }; h() { i;i;i;i; }; i() { j;j;j;j; }; j() { a; }; f; rm x",
        "rm x",
        true,
    );
    let loops = "for i in 1 2 3 4 5 6 7 8 9; do ".repeat(8);
    check(&format!("{loops} a; {} rm x", "done;".repeat(8)), "rm x", false);
    let functions: String = (0..100).map(|number| format!("f{number}() {{ f{}; }};", number + 1)).collect();
    check(&format!("{functions} f0; rm x"), "rm x", true);
}

#[test]
fn too_deep() {
    check_doubt(&"eval ".repeat(300).replace("eval ", "eval eval "));
    check_doubt(&format!("{} a {}", "( ".repeat(500), ")".repeat(500)));
    check_doubt(&format!("{} a {}", "$(".repeat(500), ")".repeat(500)));
    for wrapper in ["env -C a ", "xargs -I{} ", "find . -exec ", "git bisect run ", "docker exec c "] {
        check_doubt(&format!("{} rm x", wrapper.repeat(700)));
        check(&format!("{} a; rm x", wrapper.repeat(700)), "rm x", true);
    }
    let mut line = "rm x".to_owned();
    for _ in 0..9 {
        line = format!("bash -c '{}'", line.replace('\'', "'\\''"));
    }
    check(&line, "rm x <bash,bash,bash,bash,bash,bash,bash,bash,bash>", false);
}

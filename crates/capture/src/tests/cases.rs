//! What is hidden and what is not. In each row `·` stands for a character that must be hidden.

use crate::{Options, Redactor, redacted};

/// A secret of a form, in two halves: nothing in this file is to look like one to other tools.
fn made(start: &str, rest: &str) -> String {
    format!("{start}{rest}")
}

#[track_caller]
fn check(text: &str, shown: &str) {
    let expected = shown.replace('·', "*");
    assert_eq!(redacted(text, &Options::default()), expected, "of {text:?}");
}

#[track_caller]
fn hides(before: &str, secret: &str, after: &str) {
    let shown = format!("{before}{}{after}", "*".repeat(secret.chars().count()));
    assert_eq!(redacted(&format!("{before}{secret}{after}"), &Options::default()), shown);
}

#[test]
fn tokens_of_known_forms() {
    for (start, rest) in [
        ("sk-ant-", "api03-abc123DEF456"),
        ("sk-", "abcdefghijkl1234567890"),
        ("sk-proj-", "abcdefghijkl1234567890"),
        ("ghp_", "abcdefghijklmnopqrst0123"),
        ("gho_", "abcdefghijklmnopqrst0123"),
        ("github_pat_", "11ABCDEFG_abcdefghij"),
        ("glpat-", "abcdefghij0123456789"),
        ("xoxb-", "123456789-abcdef"),
        ("AKIA", "IOSFODNN7EXAMPLE"),
        ("AIza", "SyA0123456789abcdefghijklmnopqrstuv"),
        ("eyJ", "hbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abcDEF-_123"),
        ("npm_", "abcdefghijklmnopqrst0123"),
        ("hf_", "abcdefghijklmnopqrst0123"),
        ("sk_live_", "abcdefghijklmnop0123"),
        ("123456789:", "AAabcdefghijklmnopqrstuvwxyz0123456789"),
    ] {
        for (before, after) in [("", ""), ("use ", " now"), ("'", "'"), ("KEY is (", ").")] {
            hides(&made(before, start), rest, after);
        }
    }
}

#[test]
fn values_of_secret_names() {
    for (before, secret, after) in [
        ("password=", "hunter2", ""),
        ("DB_PASSWORD=", "hunter2", " make"),
        ("export AWS_SECRET_ACCESS_KEY='", "a/b+c", "'; ls"),
        ("{\"password\": \"", "hun ter2", "\", \"user\": \"me\"}"),
        ("\"token\":\"", "abcd", "\"}"),
        ("api_key: ", "abc123def", ""),
        ("token = \"", "cut by the ro", ""),
        ("--token ", "hunter2", " --verbose"),
        ("--api-key=", "hunter2", ""),
        ("curl -H 'Authorization: Bearer ", "abc.def", "' x"),
        ("Authorization: Basic ", "dXNlcjpwdw==", ""),
        ("> authorization: token ", "abcdef", ""),
        ("Cookie: ", "session=abcdef; x=y", ""),
        ("x-api-key: ", "abcdef", ""),
        ("uses Bearer ", "abcdefghijkl.mnop", " here"),
        ("https://me:", "hunter2", "@example.com/x"),
        ("https://", "abcdef0123456789abcdef", "@example.com/x"),
        ("postgres://app:", "p%40ss", "@db/x"),
        ("GET /x?sig=", "abcdef0123456789abcd", "&y=1"),
        ("your new token is ", "aB3dE5gH7jK9mN1pQ3sT5v", ""),
        ("passphrase=", "1234", ""),
        ("password: ", "correcthorsebattery", ""),
        ("│ Password: ", "correct-horse-battery", " │"),
        ("$ mysql -u root -p", "hunter2", " db"),
        ("$ mysqldump -p'", "hunter2", "' db"),
        ("sshpass -p ", "hunter", " ssh me@host"),
        ("docker login -u me -p ", "hunter", ""),
        ("curl -u admin:", "pw", " https://host/x"),
        ("curl -s -uadmin:", "pw", " https://host/x"),
        ("curl --user 'admin:", "p:w", "' https://host/x"),
    ] {
        hides(before, secret, after);
    }
}

#[test]
fn nothing_that_only_looks_like_it() {
    for text in [
        "commit 3f786850e387550fdab836ed7e6dc881de23001b",
        "token cache at 3f786850e387550fdab836ed7e6dc881de23001b",
        "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0bc31a1a1f0d0d0a0b0c0d",
        "uuid of the token 123e4567-e89b-12d3-a456-426614174000",
        "Password: ",
        "[sudo] password for me: ",
        "password: required",
        "password: authentication-failure",
        "password: unrecoverable because it was lost",
        "password: changed",
        "token: correcthorsebattery",
        "mkdir -p build2/x && cp -pr a b",
        "ssh -p 2222 host",
        "mysql -p -u root db",
        "mysql -p $PW; cp -pr a b",
        "docker run -u 1000:1000 -p 8080:80 image",
        "git push -u origin main: done",
        "print(\"Password: \"); time.sleep(3)",
        "Tokens: 12.3k in, 4.5k out",
        "max_tokens=4096",
        "tokens: 1,234",
        "token=$TOKEN password=${PW} secret=<your secret> key_token=None",
        "password=********",
        "the sk-learn-compatible estimator",
        "task-runner-with-a-long-name1 is not one",
        "https://example.com/path:8080/@scope/pkg",
        "git@github.com:me/repo.git",
        "see https://example.com:8080/x",
        "/usr/lib/x86_64-linux-gnu/libsecret-1.so.0 token",
        "Cargo.lock checksum = \"aho1234\"",
        "monkey: 12345 keyboard=qwerty",
        "Authenticated with gemini-api-key /auth",
        "Do you want to proceed? (y/N)",
    ] {
        assert_eq!(redacted(text, &Options::default()), text);
    }
}

#[test]
fn sequences_do_not_hide_a_secret() {
    let start = made("sk-", "ant-");
    check(
        &format!("\x1b[1m{start}\x1b[31mabcd1\x1b[0m2345\x1b[0m ok"),
        &format!("\x1b[1m{start}\x1b[31m·····\x1b[0m····\x1b[0m ok"),
    );
    check("\x1b]8;;https://me:pw12@h/\x07link\x1b]8;;\x07", "\x1b]8;;https://me:····@h/\x07link\x1b]8;;\x07");
    check("pass\x1b]0;title\x07word=hunter2", "pass\x1b]0;title\x07word=·······");
    check("\x1b]52;c;aHVudGVyMg==\x1b\\x", "\x1b]52;c;············\x1b\\x");
    check(
        "\x1b[2mpassword=\x1b[22m\x1b[1mhunter2\x1b[5Cnext",
        "\x1b[2mpassword=\x1b[22m\x1b[1m·······\x1b[5Cnext",
    );
    check("password=a1\x1b[3;1Hb2", "password=··\x1b[3;1Hb2");
}

#[test]
fn nothing_inside_of_a_key_hides_it() {
    let start = made("gh", "p_");
    for (inside, what) in [
        ("\x1b[K", "clears the rest"),
        ("\x1b[0J", "clears below"),
        ("\x1b[3X", "clears some"),
        ("\x1b[2P", "deletes"),
        ("\x1b[1@", "inserts"),
        ("\u{200b}", "a blank without width"),
        ("\u{feff}\u{2060}", "joiners"),
        ("\u{ad}", "a hyphen that is not shown"),
        ("\x08", "one back"),
        ("\x1b[D", "one back, as a sequence"),
        ("\x1b[1C", "one on"),
        ("\x1b[C", "one on, without its number"),
        ("\x08\x1b[C", "back and on"),
    ] {
        let text = format!("key {start}abcdefgh{inside}ijklmnop1234{inside}QRST5678 end");
        let shown = format!("key {start}········{inside}············{inside}········ end");
        assert_eq!(redacted(&text, &Options::default()), shown.replace('·', "*"), "{what}");
    }
    let typed = format!("key {start}abcdefgX\x08 \x08hijkl\x08\x08klmnop1234 end");
    let shown = format!("key {start}········\x08·\x08·····\x08\x08·········· end");
    check(&typed, &shown);
    check("password=hux\x08nter2 x", "password=···\x08····· x");
}

#[test]
fn a_step_over_a_blank_parts_words() {
    let key = made("gh", "p_abcdefghijklmnop1234");
    let hidden = made("gh", "p_····················");
    for (after, _why) in [("\x1b[Cis", "a word"), ("\x1b[1Cyours\x1b[1Cnow", "two"), ("\x1b[C2", "a number")]
    {
        check(&format!("key\x1b[C{key}{after}"), &format!("key\x1b[C{hidden}{after}"));
    }
    check("password=a1\x1b[1Cnext", "password=··\x1b[1Cnext");
    let plain = "You\x1b[1Chave\x1b[1C12K\x1b[1Ctokens:\x1b[1Cleft\x08t\x1b[K of\u{200b} 200K";
    check(plain, plain);
}

/// Somebody whose name, home and addresses are hidden.
fn alice() -> Options {
    Options { home: Some("/home/alice".into()), user: Some("alice".into()), addresses: true, columns: None }
}

#[test]
fn titles_and_links_lose_everything_that_rows_do() {
    let options = alice();
    for (text, shown) in [
        ("\x1b]0;alice@host: /home/alice/x\x07$", "\x1b]0;*****@host: /home/*****/x\x07$"),
        ("\x1b]7;file://host/home/alice/x\x1b\\$", "\x1b]7;file://host/home/*****/x\x1b\\$"),
        ("\x1b]2;mail a.b@example.com\x07", "\x1b]2;mail ***************\x07"),
        ("\x1b]2;curl -u me:pw12\x07", "\x1b]2;curl -u me:****\x07"),
        ("\x1b]2;al\u{200b}ice\x07", "\x1b]2;**\u{200b}***\x07"),
        ("\x1b]2;malice\x07", "\x1b]2;malice\x07"),
    ] {
        assert_eq!(redacted(text, &options), shown);
    }
}

#[test]
fn keys_in_armour() {
    let (begin, end) =
        (made("-----BEGIN OPENSSH ", "PRIVATE KEY-----"), made("-----END OPENSSH ", "PRIVATE KEY-----"));
    check(
        &format!("x\r\n{begin}\r\nAAAA bbb\r\ncc==\r\n{end}\r\ny"),
        &format!("x\r\n{begin}\r\n········\r\n····\r\n{end}\r\ny"),
    );
    check(&format!("│ {begin} │\r\n│ AA b │\r\n│ {end} │"), &format!("│ {begin} │\r\n│ ···· │\r\n│ {end} │"));
    check(&format!("K=\"{begin}ab{end}\" z"), &format!("K=\"{begin}··{end}\" z"));
    check("-----BEGIN PUBLIC KEY-----\nAAAA\n", "-----BEGIN PUBLIC KEY-----\nAAAA\n");
    let endless = format!("{begin}\n{}", "text\n".repeat(500));
    assert!(
        redacted(&endless, &Options::default()).ends_with("text\n"),
        "a beginning alone hides no more than a key"
    );
}

#[test]
fn a_secret_that_the_width_has_cut_is_hidden_to_its_end() {
    let options = Options { columns: Some(40), ..Options::default() };
    let start = made("  key sk-", "ant-");
    let first = format!("│ {start}{:a<23}1 │\r\n", "");
    let hidden = format!("│ {start}{:*<23}* │\r\n", "");
    for (next, shown) in [
        ("│   bcd2345fg       │\r\nx1 ", "│   *********       │\r\nx1 "),
        ("│   and then go on  │\r\n", "│   and then go on  │\r\n"),
    ] {
        assert_eq!(redacted(&format!("{first}{next}"), &options), format!("{hidden}{next}", next = shown));
    }
    let short = format!("{start}abcd1234\r\nv2 is next");
    assert!(redacted(&short, &options).ends_with("\r\nv2 is next"), "a short row was not cut");
}

#[test]
fn the_person_is_hidden_if_that_is_wanted() {
    let options = alice();
    for (text, shown) in [
        ("/home/alice/x", "/home/*****/x"),
        ("alice@host:~$ ls", "*****@host:~$ ls"),
        ("malice and alices", "malice and alices"),
        ("Author: A <a.b@example.com>", "Author: A <***************>"),
        ("git@example.com:x", "git@example.com:x"),
        ("left-pad@1.3.0, x@4.3.2", "left-pad@1.3.0, x@4.3.2"),
    ] {
        assert_eq!(redacted(text, &options), shown);
        assert_eq!(redacted(text, &Options::default()), text);
    }
    let root = Options { home: Some("/root".into()), user: Some("root".into()), ..Options::default() };
    assert_eq!(redacted("/root/x is root's", &root), "/root/x is root's");
}

#[test]
fn wide_characters_stay_wide() {
    check("password=日本é! x", "password=＊＊·· x");
}

#[test]
fn memory_is_bounded_and_long_rows_are_looked_at() {
    let mut redactor = Redactor::new(&Options::default());
    let mut out = String::new();
    let mut given = 0;
    for _ in 0..200 {
        let piece = format!("{:x<1000} password=hunter2 \x1b]0;{:t<2000}\x07", "", "");
        given += piece.chars().count();
        out.push_str(&redactor.push(&piece));
        assert!(given - out.chars().count() <= 80 << 10, "{given}");
    }
    out.push_str(&redactor.finish());
    assert_eq!(out.matches("password=*******").count(), 200);
    assert_eq!((out.chars().count(), redactor.hidden()), (given, 200));
    let endless = format!("password={}", "a".repeat(200_000));
    let hidden = redacted(&endless, &Options::default());
    assert!(hidden.matches('a').count() < 10, "a value without an end is hidden to its end");
}

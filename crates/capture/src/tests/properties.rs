//! However a stream is cut: the same result, as long as what went in.

use proptest::prelude::*;

use crate::{Options, Redactor, redacted};

fn options() -> Options {
    Options {
        home: Some("/home/alice".into()),
        user: Some("alice".into()),
        addresses: true,
        columns: Some(40),
    }
}

/// Pieces of secrets, of sequences and of nothing in particular.
fn piece() -> impl Strategy<Value = String> {
    let fixed = [
        "password=",
        "hunter2",
        "\x1b[31m",
        "\x1b[0m",
        "\x1b]0;",
        "\x07",
        "\x1b\\",
        "\r\n",
        "\n",
        " ",
        "sk-ant-",
        "abc123DEF456ghi",
        "-----BEGIN PRIVATE KEY-----",
        "-----END PRIVATE KEY-----",
        "https://a:b@c ",
        "token: ",
        "/home/alice",
        "日本",
        "e\u{301}",
        "\x1b[5C",
        "\x1b[2;1H",
        "\x1b]52;c;",
        "x@y.example",
        "\u{9b}1m",
        "\x1b",
        "\x08",
        "\x1b[C",
        "\x1b[K",
        "\u{200b}",
        "mysql -p",
        "curl -u a:",
    ];
    prop_oneof![4 => prop::sample::select(fixed.to_vec()).prop_map(str::to_owned), 1 => ".{0,12}"]
}

proptest! {
    #[test]
    fn cut_anywhere_it_is_the_same(pieces in prop::collection::vec(piece(), 0..30), cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..6)) {
        let text = pieces.concat();
        let chars: Vec<char> = text.chars().collect();
        let whole = redacted(&text, &options());
        prop_assert_eq!(whole.chars().count(), chars.len());
        let mut places: Vec<usize> = cuts.iter().map(|cut| cut.index(chars.len() + 1)).collect();
        places.sort_unstable();
        places.push(chars.len());
        let (mut redactor, mut from, mut cut) = (Redactor::new(&options()), 0, String::new());
        for place in places {
            cut.push_str(&redactor.push(&chars[from..place].iter().collect::<String>()));
            from = place;
        }
        cut.push_str(&redactor.finish());
        prop_assert_eq!(cut, whole);
    }

    #[test]
    fn nothing_but_filler_is_put_in(pieces in prop::collection::vec(piece(), 0..30)) {
        let text = pieces.concat();
        for (before, after) in text.chars().zip(redacted(&text, &options()).chars()) {
            prop_assert!(before == after || after == '*' || after == '＊', "{before:?} became {after:?}");
        }
    }
}

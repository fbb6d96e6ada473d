use super::{Act, acts, table};
use crate::Text;

/// What code does, one act a word: `shell(..)`, `?` before what is not certain.
fn shown(program: &str, code: &Text) -> String {
    let text = |text: &Text| format!("{}{}", if text.is_known() { "" } else { "?" }, text.shown());
    let act = |act: Act| match act {
        Act::Shell(command) => format!("shell({})", text(&command)),
        Act::Argv(words) => format!("run({})", words.iter().map(text).collect::<Vec<_>>().join(" ")),
        Act::Delete { path, recursive: false } => format!("delete({})", text(&path)),
        Act::Delete { path, recursive: true } => format!("delete_tree({})", text(&path)),
        Act::Write(path) => format!("write({})", text(&path)),
        Act::Read(path) => format!("read({})", text(&path)),
        Act::Fetch(address) => format!("fetch({})", text(&address)),
        Act::Eval => "eval".to_owned(),
        Act::Kill => "kill".to_owned(),
    };
    acts(program, code).into_iter().map(act).collect::<Vec<_>>().join(" ")
}

fn check(program: &str, rows: &[(&str, &str)]) {
    for (code, expected) in rows {
        assert_eq!(shown(program, &Text::known(*code)), *expected, "{program}: {code}");
    }
}

#[test]
fn the_table_is_read() {
    assert_eq!(table::table_is_read(), Ok(()));
}

#[test]
fn python() {
    check(
        "/usr/bin/python3.12",
        &[
            ("print('os.system(1)')  # os.system('rm')", ""),
            ("import os; os.system('rm -rf /')", "shell(rm -rf /)"),
            ("import os\nos . system ( \"rm\" ' -rf /' )", "shell(rm -rf /)"),
            ("import os as o; o.system('a\\x62')", "shell(ab)"),
            ("from os import system as s, path; s('x')", "shell(x)"),
            ("from os import *; system('x')", "shell(x)"),
            ("__import__('os').system('x')", "shell(x)"),
            ("import os; f = os.system; f('x')", "shell(x)"),
            ("import os; c = 'rm -rf /'; os.system(c)", "shell(rm -rf /)"),
            ("import os; c = 'a'; c = input(); os.system(c)", "shell(?c)"),
            ("import os; os.system(f'rm {x} {{}}')", "shell(?rm {x} {})"),
            ("import os; os.system('rm ' + x)", "shell(?'rm ' + x)"),
            ("import os; os.system('%s' % x)", "shell(?'%s' % x)"),
            ("import subprocess; subprocess.run(['rm', '-rf', d])", "run(rm -rf ?d)"),
            ("import subprocess as sp; sp.check_output('ls', shell=True)", "shell(ls)"),
            ("import subprocess; subprocess.Popen(args=['a', 'b'])", "run(a b)"),
            ("import os; os.execvp('rm', ['rm', '-rf', '/'])", "run(rm -rf /)"),
            ("import os; os.spawnlp(os.P_WAIT, 'rm', 'rm', '-rf')", "run(rm -rf)"),
            ("import shutil, os; shutil.rmtree('/x'); os.remove('y')", "delete_tree(/x) delete(y)"),
            ("import shutil,os; shutil.rmtree(os.path.expanduser('~/x'))", "delete_tree(~/x)"),
            ("import shutil,os; shutil.rmtree(os.path.join(os.environ['HOME'], 'x'))", "delete_tree(~/x)"),
            ("import os; os.remove(os.environ.get('HOME') + '/x')", "delete(~/x)"),
            ("from pathlib import Path; Path('x').unlink()", "delete(x)"),
            ("from pathlib import Path; (Path.home() / 'x' / 'y').unlink()", "delete(~/x/y)"),
            ("from pathlib import Path; p = Path('a'); p.unlink()", "delete(a)"),
            ("import pathlib; pathlib.Path('a', 'b').write_text('x')", "write(a/b)"),
            ("items.remove(3); d = {}; d.get('x')", ""),
            ("open('a'); open('b', 'w'); open('c', mode='a')", "read(a) write(b) write(c)"),
            ("import requests; requests.get('http://x')", "fetch(http://x)"),
            ("from urllib.request import urlopen; urlopen(u)", "fetch(?u)"),
            ("exec(base64.b64decode('aGk='))", "eval"),
            ("exec('import os; os.system(\"rm\")')", "shell(rm)"),
            ("import os; getattr(os, 'sys' + 'tem')('rm')", "eval shell(rm)"),
            ("getattr(__import__('os'), 'system')", "eval"),
            ("import a; print(getattr(a, '__version__', '?'))", ""),
            ("import os; [os.remove(f) for f in os.listdir('.')]", "delete(?f)"),
            ("import re, json; re.compile('a'); json.loads(x); sys.stdout.write('b')", ""),
            ("import pickle; pickle.loads(x)", "eval"),
            ("__import__(x).system('a')", "eval"),
            ("import os; os.__dict__['system']('a')", "eval eval"),
            ("import os; os.kill(1, 9)", "kill"),
            ("'''os.system('a')'''", ""),
            ("import sys; print(sys.version)", ""),
            ("import json,sys; print(json.load(sys.stdin)['a'])", ""),
        ],
    );
}

#[test]
fn javascript() {
    check(
        "node",
        &[
            ("console.log('x') // require('fs').rmSync('x')", ""),
            ("require('child_process').execSync('rm -rf /')", "shell(rm -rf /)"),
            ("const cp = require('node:child_process'); cp.exec(`ls ${x}`)", "shell(?ls ${x})"),
            (
                "const {exec: e, spawn} = require('child_process'); e('a'); spawn('b', ['c'])",
                "shell(a) run(b c)",
            ),
            ("import { execFile as f } from 'child_process'; f('rm', ['-rf', '/'])", "run(rm -rf /)"),
            ("/a'b/.exec('c')", ""),
            ("const fs = require('fs'); fs.rmSync('/x', {recursive: true})", "delete_tree(/x)"),
            ("fs.unlinkSync(process.env.HOME + '/x')", "delete(~/x)"),
            ("fs.rmSync(require('os').homedir() + '/x')", "delete(~/x)"),
            ("fs.promises.rm(`${process.env.HOME}/x`)", "delete(~/x)"),
            ("fs.writeFileSync('a', 'b'); fs.readFileSync('c')", "write(a) read(c)"),
            ("fetch('http://x').then(r => r.text())", "fetch(http://x)"),
            ("eval(atob('x'))", "eval"),
            ("new Function('require(\"fs\").rmSync(\"a\")')", "delete(a)"),
            ("require(x)('a')", "eval"),
            ("process.kill(1)", "kill"),
            ("process.mainModule.require('child_process').exec('rm')", "eval"),
            ("require('child_process')['ex' + 'ec']('rm')", "eval"),
            ("fs.rm('/', { recursive: true }, () => {})", "delete_tree(/)"),
            ("process.stdout.write('a'); map.get('b'); glob.sync('c')", ""),
            ("console.log(process.version)", ""),
            ("console.log(require('./package.json').version)", ""),
        ],
    );
    check("bun", &[("await $`rm -rf ${x}`", "shell(?rm -rf ${x})")]);
    check("deno", &[("Deno.removeSync; Deno.remove('a', { recursive: true })", "delete_tree(a)")]);
}

#[test]
fn other_languages() {
    check(
        "perl",
        &[
            ("system('rm -rf /')", "shell(rm -rf /)"),
            ("system \"rm\", \"-rf\", \"/\";", "run(rm -rf /)"),
            ("print `rm x`; qx{ls}; exec 'a' if 1", "shell(rm x) shell(ls) shell(a)"),
            ("unlink 'a', \"$ENV{HOME}/b\"", "delete(a) delete(~/b)"),
            ("use File::Path; rmtree('x'); File::Path::remove_tree($d)", "delete_tree(x) delete_tree(?$d)"),
            ("open(F, '>x'); open(my $f, '<', 'y'); open(G, '|sh')", "write(x) read(y) shell(sh)"),
            ("eval { 1 }; eval $x", "eval"),
            ("s/a/system('x')/e", "eval"),
            ("print if /system('x')/; s/a'b/c/; print 1 + 1", ""),
        ],
    );
    check(
        "ruby",
        &[
            ("system('rm -rf /'); `ls`; %x(id)", "shell(rm -rf /) shell(ls) shell(id)"),
            ("system 'rm', '-rf', '/'", "run(rm -rf /)"),
            ("require 'fileutils'; FileUtils.rm_rf \"#{Dir.home}/x\"", "delete_tree(~/x)"),
            ("File.delete('a', 'b'); File.write('c', 'd')", "delete(a) delete(b) write(c)"),
            ("FileUtils.rm_rf(%w[a])", "delete_tree(a)"),
            ("Kernel.send(:system, 'x')", "eval"),
            ("File.open('x', 'w') { |f| f.puts 1 }", "write(x)"),
            ("puts 1 # system('x')", ""),
        ],
    );
    check(
        "php",
        &[("shell_exec('rm'); unlink('a'); $f('x'); echo `ls`;", "shell(rm) delete(a) eval shell(ls)")],
    );
    check(
        "lua",
        &[("os.execute('rm ' .. '-rf /'); os.remove \"a\" -- os.execute('b')", "shell(rm -rf /) delete(a)")],
    );
    check("osascript", &[("do shell script \"rm -rf /\" with administrator privileges", "shell(rm -rf /)")]);
    check("bash", &[("os.system('x')", "")]);
}

#[test]
fn awk() {
    check(
        "gawk",
        &[
            ("{ print $1 }", ""),
            ("BEGIN { system(\"rm -rf /\") }", "shell(rm -rf /)"),
            ("BEGIN { c = \"rm -rf /\"; system(c) }", "shell(rm -rf /)"),
            ("{ system(\"rm \" $1) }", "shell(?rm $1)"),
            ("{ print $0 | \"sh\" }", "shell(sh)"),
            ("{ print > \"out\"; printf \"a\" >> \"b\" }", "write(out) write(b)"),
            ("BEGIN { \"id\" | getline x; getline y < \"/etc/passwd\" }", "shell(id) read(/etc/passwd)"),
            ("$1 > \"b\" || /a\"b/ { n++ } # system(\"x\")", ""),
        ],
    );
}

#[test]
fn what_is_not_certain_stays_so() {
    let mut code = Text::known("import os; os.system('rm ");
    code.push_unknown("$x");
    code.push("')");
    assert_eq!(shown("python3", &code), "shell(?rm $x)");
}

proptest::proptest! {
    #[test]
    fn any_code_is_read(code in proptest::prelude::any::<String>(), program in "(python|node|perl|ruby|php|lua|awk|osascript)") {
        acts(&program, &Text::known(code));
    }

    #[test]
    fn any_pieces_of_code_are_read(
        pieces in proptest::collection::vec(proptest::sample::select(PIECES.split('·').collect::<Vec<_>>()), 0..40),
        program in "(python|node|perl|ruby|php|lua|awk|osascript)",
    ) {
        acts(&program, &Text::known(pieces.concat()));
    }
}

const PIECES: &str = concat!(
    "os·.·system·(·)·[·]·{·}·'·\"·`·\\·=·==·,·;·\n· ·import ·from ·as ·require·Path·/·+·%·s·qx·tr·y·q·f·$·@·#·//·/*·*/·*·:·",
    "->·::·..·|·>·<·getline·print ·open·unlink·eval·getattr·exec·rmtree·fs·rm·$x·é·%x·x·{{·${·#{·'''·1·-·&·?."
);

#[test]
fn hostile_code_ends() {
    for piece in [
        "(",
        "os.system(",
        "eval(",
        "'",
        "\"",
        "`",
        "/a/",
        "/",
        "a=",
        "Path(",
        "f'{",
        "{",
        "import a as b,",
        "s{",
        "a.",
        "a,",
        "x=x+",
        "getattr(",
        "|",
    ] {
        for program in ["python", "node", "perl", "ruby", "php", "lua", "awk", "osascript"] {
            acts(program, &Text::known(piece.repeat(10_000 / piece.len())));
        }
    }
}

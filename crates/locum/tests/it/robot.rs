//! An agent of the person's own: its profile, and a program that plays it.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use crate::brain::House;

const CONFIRM: &str = r"
[[dialog]]
name = 'confirm'
form = 'line'
kind = 'yes_no'
keys = 'letter_enter'
line = '''^(?P<question>.*\S) (?P<choices>\([A-Z]\)[a-z]+(?:/\([A-Z]\)[a-z]+)+) \[(?P<default>[A-Za-z]+)\]:: ?[A-Za-z]*$'''
examples = ['''
Shall I? (Y)es/(N)o [Yes]:: ''']
";

/// The profile of a program, in the name of an agent. Its only question is `Shall I? (Y)es/(N)o [Yes]:: `.
pub(crate) fn profile(agent: &str, program: &str) -> String {
    format!("name = '{agent}'\nseen_with = ['1.0']\n\n[program]\nnames = ['{program}']\n{CONFIRM}")
}

/// Writes the profile of an agent.
pub(crate) fn write_profile(house: &House, agent: &str, text: &str) {
    house.sandbox.folder("config/locum/agents");
    house.sandbox.write(&format!("config/locum/agents/{agent}.toml"), text);
}

/// A program with this name that does this.
pub(crate) fn write_program(house: &House, name: &str, script: &str) {
    let path = house.sandbox.write(&format!("bin/{name}"), format!("#!/bin/bash\n{script}\n"));
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

//! The options of `cargo xtask bench`.

use std::path::PathBuf;

use crate::{Failure, USAGE};

#[derive(Debug)]
pub(super) struct Options {
    pub(super) rounds: usize,
    pub(super) only: Option<Vec<String>>,
    pub(super) megabytes: Option<u64>,
    pub(super) json: Option<PathBuf>,
    pub(super) real_time: bool,
    pub(super) locum: Option<PathBuf>,
}

impl Options {
    pub(super) fn parse(arguments: &[String]) -> Result<Options, Failure> {
        let mut options =
            Options { rounds: 5, only: None, megabytes: None, json: None, real_time: false, locum: None };
        let mut arguments = arguments.iter();
        while let Some(name) = arguments.next() {
            if name == "--rt" {
                options.real_time = true;
                continue;
            }
            let value = arguments.next().ok_or_else(|| format!("{name} wants a value\n{USAGE}"))?;
            match name.as_str() {
                "--rounds" => options.rounds = value.parse()?,
                "--only" => options.only = Some(value.split(',').map(str::to_owned).collect()),
                "--mb" => options.megabytes = Some(value.parse()?),
                "--json" => options.json = Some(value.into()),
                "--locum" => options.locum = Some(value.into()),
                _ => return Err(format!("unknown option {name}\n{USAGE}").into()),
            }
        }
        if options.rounds == 0 || options.megabytes == Some(0) {
            return Err("--rounds and --mb want a number above 0".into());
        }
        Ok(options)
    }
}

//! opencode takes settings for one run from its environment, beside those of the person's files. Ours name a plugin, a
//! file that is written anew for each run.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::Path;

use serde_json::{Value, json};

/// What its settings for one run are called.
pub(super) const VARIABLE: &str = "OPENCODE_CONFIG_CONTENT";
const PLUGIN: &str = include_str!("opencode.js");
const FILE: &str = "opencode-hooks.js";
/// What comes right behind the name and shows no dialogs of its own.
const COMMANDS: [&str; 21] = [
    "acp",
    "agent",
    "attach",
    "auth",
    "completion",
    "db",
    "debug",
    "export",
    "github",
    "import",
    "mcp",
    "models",
    "plugin",
    "pr",
    "providers",
    "run",
    "serve",
    "session",
    "stats",
    "uninstall",
    "upgrade",
];

/// The settings with our plugin in them, or why there are none. `own` are those that the person has set; the plugin is
/// put into `folder`.
pub(super) fn settings(
    command: &[OsString],
    own: Option<&OsStr>,
    folder: &Path,
    program: &str,
) -> Result<OsString, String> {
    let first = command.get(1).map(|word| word.to_string_lossy());
    if let Some(first) = first.filter(|first| *first == "web" || COMMANDS.contains(&first.as_ref())) {
        return Err(format!("`{first}` asks nothing here"));
    }
    let mut settings = match own.filter(|own| !own.is_empty()) {
        Some(own) => own.to_str().and_then(|own| serde_json::from_str(own).ok()),
        None => Some(json!({})),
    }
    .filter(Value::is_object)
    .ok_or_else(|| format!("your {VARIABLE} is not understood"))?;
    let file = folder.join(FILE);
    let address =
        address(&file).ok_or("the name of its folder has signs in it that an address does not have")?;
    let plugins =
        settings.as_object_mut().map(|settings| settings.entry("plugin").or_insert_with(|| json!([])));
    let plugins = plugins
        .and_then(Value::as_array_mut)
        .ok_or_else(|| format!("the plugins in your {VARIABLE} are not understood"))?;
    plugins.push(address.into());
    write(&file, program).map_err(|error| format!("{} cannot be written: {error}", file.display()))?;
    Ok(settings.to_string().into())
}

/// A file as an address, where that needs no signs of its own.
fn address(file: &Path) -> Option<String> {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-._".contains(&byte);
    file.to_str()
        .filter(|name| name.starts_with('/') && name.bytes().all(plain))
        .map(|name| format!("file://{name}"))
}

/// Beside the old one first: another run may be reading that.
fn write(file: &Path, program: &str) -> std::io::Result<()> {
    let text = PLUGIN.replace("\"@LOCUM@\"", &Value::from(program).to_string());
    let new = file.with_extension(format!("{}.new", std::process::id()));
    fs::write(&new, text)?;
    fs::rename(&new, file)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given(words: &[&str], own: Option<&str>) -> Result<Value, String> {
        let folder = testkit::Sandbox::new();
        let command: Vec<OsString> = words.iter().map(OsString::from).collect();
        let settings = settings(&command, own.map(OsStr::new), folder.root(), "/opt/\"lo cum\"")?;
        let text = fs::read_to_string(folder.path(FILE)).unwrap();
        assert!(text.contains(r#"const LOCUM = "/opt/\"lo cum\"";"#), "{text}");
        Ok(serde_json::from_str(settings.to_str().unwrap()).unwrap())
    }

    #[test]
    fn what_the_person_has_set_stays() {
        let own = r#"{"model":"m","plugin":["mine"]}"#;
        for (own, plugins, model) in
            [(None, 1, Value::Null), (Some(""), 1, Value::Null), (Some(own), 2, json!("m"))]
        {
            let settings = given(&["opencode", "."], own).unwrap();
            assert_eq!(settings["model"], model);
            let found = settings["plugin"].as_array().unwrap();
            assert_eq!(found.len(), plugins);
            assert!(found[plugins - 1].as_str().unwrap().starts_with("file:///"));
        }
    }

    #[test]
    fn what_is_not_understood_is_left_alone() {
        for (words, own) in [
            (&["opencode", "run", "x"][..], None),
            (&["opencode", "web"], None),
            (&["opencode"], Some("{nonsense")),
            (&["opencode"], Some("[]")),
            (&["opencode"], Some(r#"{"plugin":{}}"#)),
        ] {
            assert!(given(words, own).is_err(), "{words:?} {own:?}");
        }
    }

    #[test]
    fn a_name_that_is_no_address() {
        for (name, good) in
            [("/run/user/1/x.js", true), ("/a b/x.js", false), ("/ä/x.js", false), ("x.js", false)]
        {
            assert_eq!(address(Path::new(name)).is_some(), good, "{name}");
        }
    }
}

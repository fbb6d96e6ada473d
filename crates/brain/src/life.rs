//! From the lock to the last event: what holds the brain together.

use std::cell::{Cell, RefCell};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use detect::Profiles;
use tokio::net::UnixListener;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::Notify;
use tokio::task::LocalSet;

use crate::prompts::Prompts;
use crate::record::Record;
use crate::registry::Registry;
use crate::rules::{self, Keeper};
use crate::sight::Detecting;
use crate::{Agents, BrainError, Sessions, Settings, adoption, agents, door, lock, now, title, while_trying};

/// How often to look whether nobody needs us any more.
const LOOK_FOR_AN_END: Duration = Duration::from_secs(1);

/// Everything the brain's tasks share.
pub(crate) struct World {
    pub(crate) registry: Registry,
    pub(crate) record: Record,
    pub(crate) sessions: Box<dyn Sessions>,
    pub(crate) since: u64,
    pub(crate) callers: Cell<usize>,
    /// Callers that are supervised programs.
    pub(crate) guests: Cell<usize>,
    pub(crate) last_call: Cell<Instant>,
    pub(crate) stopping: Cell<bool>,
    pub(crate) stop: Notify,
    /// News about questions.
    pub(crate) prompts: Prompts,
    /// The person's rules.
    pub(crate) rules: Keeper,
    /// Their home.
    pub(crate) home: Option<PathBuf>,
    /// What detection works with, for sessions that are found.
    pub(crate) detecting: RefCell<Detecting>,
}

/// Is the brain, until it is told to stop or nobody has needed it for long. `ready` is called once callers can come.
pub fn run(settings: Settings, sessions: Box<dyn Sessions>, ready: impl FnOnce()) -> Result<(), BrainError> {
    if host::unix::kin::own_mark().is_some() {
        return Err(BrainError::Supervised);
    }
    let _lock = lock::take(&settings.lock)?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(while_trying("start the runtime"))?;
    LocalSet::new().block_on(&runtime, live(settings, sessions, ready))
}

async fn live(
    settings: Settings,
    sessions: Box<dyn Sessions>,
    ready: impl FnOnce(),
) -> Result<(), BrainError> {
    let door = open_door(&settings.socket)?;
    ready();
    // Before the record is written to: what is too old in it goes then.
    let state = Arc::clone(&settings.state);
    let rules = Keeper::open(settings.policy, settings.agents.clone(), state, settings.needs_pin).await;
    let detecting = Detecting {
        profiles: Arc::new(rules.profiles_in_force().await.unwrap_or_else(Profiles::embedded)),
        threshold: settings.detection_threshold,
        warn_after: settings.warn_after,
    };
    let world = Rc::new(World {
        rules,
        prompts: Prompts::new(settings.notify),
        home: settings.home,
        registry: Registry::default(),
        record: Record::start(
            settings.state,
            settings.retention,
            settings.socket.with_extension("unrecorded"),
        )?,
        sessions,
        since: now(),
        callers: Cell::new(0),
        guests: Cell::new(0),
        last_call: Cell::new(Instant::now()),
        stopping: Cell::new(false),
        stop: Notify::new(),
        detecting: RefCell::new(detecting),
    });
    tracing::info!(pid = std::process::id(), version = env!("CARGO_PKG_VERSION"), "the brain runs");
    tokio::task::spawn_local(door::keep_open(Rc::clone(&world), door));
    let folder = settings.socket.parent().map(Path::to_owned).unwrap_or_default();
    let watched = Rc::clone(&world);
    tokio::task::spawn_local(async move { adoption::look_for_sessions(watched, &folder).await });
    let alive: Vec<_> = world.sessions.all().into_iter().map(|(session, _)| session).collect();
    world.rules.only_these_run(&alive);
    tokio::task::spawn_local(rules::follow(Rc::clone(&world)));
    tokio::task::spawn_local(title::follow(Rc::clone(&world)));
    if let Some(folder) = settings.agents {
        tokio::task::spawn_local(agents::follow(Rc::clone(&world), Agents::of_folder(folder)));
    }
    let why = until_the_end(&world, settings.idle_exit).await?;
    tracing::info!(why, "the brain ends");
    let _ = std::fs::remove_file(&settings.socket);
    world.record.finish(why);
    Ok(())
}

/// The lock is ours, so a socket that lies there is a dead brain's.
fn open_door(path: &Path) -> Result<UnixListener, BrainError> {
    let failed = |error| while_trying(format!("open {}", path.display()))(error);
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => return Err(failed(error)),
        _ => {}
    }
    UnixListener::bind(path).map_err(failed)
}

async fn until_the_end(world: &World, idle_exit: Option<Duration>) -> Result<&'static str, BrainError> {
    let listen = |kind| signal(kind).map_err(while_trying("listen to signals"));
    let (mut term, mut int) = (listen(SignalKind::terminate())?, listen(SignalKind::interrupt())?);
    loop {
        tokio::select! {
            _ = term.recv() => return Ok("terminated"),
            _ = int.recv() => return Ok("interrupted"),
            () = world.stop.notified() => return Ok("stopped"),
            () = tokio::time::sleep(LOOK_FOR_AN_END) => {}
        }
        if idle_exit.is_some_and(|limit| world.idle() >= limit) {
            return Ok("idle");
        }
    }
}

impl World {
    /// Other profiles are in force, for sessions that run and those to come.
    pub(crate) fn change_profiles(&self, profiles: &Arc<Profiles>) {
        self.detecting.borrow_mut().profiles = Arc::clone(profiles);
        for entry in self.registry.entries() {
            entry.tracked.borrow_mut().lookout.change_profiles(Arc::clone(profiles));
            entry.wake.notify_one();
        }
    }

    /// How long nobody has needed us.
    fn idle(&self) -> Duration {
        if self.registry.count() > 0 || self.callers.get() > 0 {
            self.last_call.set(Instant::now());
        }
        self.last_call.get().elapsed()
    }
}

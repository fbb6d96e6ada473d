//! The rules of a session, with what the person wished for this run.

use std::rc::Rc;
use std::time::Duration;

use engine::Rules;
use model::SessionId;
use policy::Idle;
use wire::WishedIdle;

use super::judging;
use crate::life::World;
use crate::registry::Entry;

/// What holds before anything was asked: a program may be silent, or say what is watched for, without ever asking.
pub(super) async fn begin(world: &Rc<World>, session: &SessionId, entry: &Rc<Entry>) {
    let folder = entry.folder();
    match world.rules.for_engine(session, folder, world.home.clone()).await {
        Ok(rules) => apply(world, session, entry, rules),
        Err(error) => tracing::warn!(%session, error, "its rules are not known yet"),
    }
}

/// Other rules hold for all sessions: what is watched for and when is nudged, too, before anything more is asked.
pub(crate) fn rules_changed(world: &Rc<World>) {
    for (session, entry) in world.registry.followed() {
        let world = Rc::clone(world);
        tokio::task::spawn_local(async move { begin(&world, &session, &entry).await });
    }
}

/// Other rules hold for a session.
pub(super) fn apply(world: &Rc<World>, session: &SessionId, entry: &Rc<Entry>, rules: Rules) {
    let rules = {
        let mut answering = entry.answering.borrow_mut();
        answering.watch.look_for(&rules.nudge.watch_output);
        wished(Rules { dry_run: entry.dry_run.get(), ..rules }, answering.wish.nudge)
    };
    judging::renew(world, session, entry, rules);
}

fn wished(mut rules: Rules, nudge: Option<WishedIdle>) -> Rules {
    match nudge {
        Some(WishedIdle::Auto) => rules.nudge.idle = Some(Idle::Auto),
        Some(WishedIdle::Millis(millis)) => {
            rules.nudge.idle = Some(Idle::After(Duration::from_millis(millis)));
        }
        None => {}
    }
    rules
}

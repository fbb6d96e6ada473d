//! Whole frames: every variant of every message.

use std::time::Duration;

use model::{
    Choice, Evidence, InnerTty, KernelFacts, Key, Kind, LineMode, Process, Question, Reader, Size, Source,
    Subject,
};
use serde::Serialize;
use wire::{
    Activity, Answer, Attach, BrainAnswer, BrainRequest, Description, EventRecord, Finding, GuestSays, Hello,
    HookDecision, HookEvent, HookMoment, InjectOutcome, PolicyRequest, PolicyStanding, Reasons, RecordState,
    Request, SessionLine, SessionPhase, Start, StartStep, Streams, TapEvent, TerminalSettings, ToClient,
    ToHost, Unrecognised, View, Wanted, WireExit, WireFacts, WireJudgement, WireKey, WirePart, WireRequest,
    WireSize, WireStanding, WireSubject, WireValue,
};

fn frames<M: Serialize>(messages: impl IntoIterator<Item = M>) -> Vec<Vec<u8>> {
    messages.into_iter().filter_map(|message| wire::encode(&message).ok()).collect()
}

fn size() -> WireSize {
    Size { rows: 24, cols: 80, xpixel: 800, ypixel: 480 }.into()
}

fn settings() -> TerminalSettings {
    TerminalSettings {
        input: 0x500,
        output: 5,
        control: 0xbf,
        local: 0x8a3b,
        line: 0,
        codes: vec![3, 28, 127, 21, 4],
        input_speed: 38_400,
        output_speed: 38_400,
    }
}

fn facts() -> Box<WireFacts> {
    let mode = Some(LineMode { canonical: true, echo: false, signals: true });
    let foreground = Some(Process { pid: 4711, name: "bash".to_owned() });
    Box::new(WireFacts::from(&KernelFacts {
        mode,
        foreground: foreground.clone(),
        reader: Reader::Read,
        reader_thread: Some(4712),
        inner: Some(InnerTty { mode, foreground, reader: Reader::PollForever }),
        unread: Some(3),
        cpu: Some(Duration::from_micros(1234)),
        awaits_reply: true,
    }))
}

const KEY: WireKey = WireKey { byte: 0x1c, letter: '\\' };

fn start() -> Start {
    Start {
        session: "k3v9".to_owned(),
        program: b"/bin/sh".to_vec(),
        arguments: vec![b"sh".to_vec(), b"-c".to_vec(), b"exit 3".to_vec()],
        folder: Some(b"/tmp".to_vec()),
        size: size(),
        settings: Some(settings()),
        ignored: 1 << 12,
        blocked: 0,
        streams: Streams::InputAndOutput,
        recorder: true,
        record_input: false,
        foreground: true,
        keep_stderr: false,
        hup_kill: true,
        socket: Some(b"/run/user/1000/locum/k3v9".to_vec()),
        detach_key: Some(KEY),
        awaited: true,
        wish: wire::Wish { dry_run: true, nudge: Some(wire::WishedIdle::Millis(15_000)) },
    }
}

pub(super) fn hello() -> Vec<Vec<u8>> {
    frames(["", "k3v9"].map(|session| Hello {
        version: wire::VERSION,
        program: "0.1.0".to_owned(),
        session: session.to_owned(),
    }))
}

pub(super) fn to_host() -> Vec<Vec<u8>> {
    frames([
        ToHost::Start(Box::new(start())),
        ToHost::Announce { original: settings(), raw: settings() },
        ToHost::Foreground { size: size(), turn: 3 },
        ToHost::Background { turn: 4 },
        ToHost::Resize { size: size() },
        ToHost::Signal { signal: 15 },
        ToHost::HangUp,
        ToHost::Forsaken { turn: 5 },
    ])
}

pub(super) fn to_client() -> Vec<Vec<u8>> {
    frames([
        ToClient::Started { pid: 4711 },
        ToClient::Failed { errno: 2, what: StartStep::Execute },
        ToClient::Stopped { signal: 20, turn: 3 },
        ToClient::Interrupt { signal: 2 },
        ToClient::NotForeground,
        ToClient::TerminalGone,
        ToClient::Detached,
        ToClient::Exited(WireExit::Code(3)),
    ])
}

pub(super) fn request() -> Vec<Vec<u8>> {
    let attach = Attach {
        streams: Streams::Terminal,
        size: size(),
        restore: b"\x1b[Hscreen".to_vec(),
        restored_to: Some(1 << 40),
        detach_key: Some(KEY),
        hup_kill: false,
    };
    frames([
        Request::Facts,
        Request::Watch { from: 300 },
        Request::Inject { bytes: b"y\r".to_vec(), output_offset: 9000, input_epoch: 7 },
        Request::Describe,
        Request::Resize { size: size() },
        Request::Attach(Box::new(attach)),
        Request::Visit { from: 5, size: size() },
        Request::Reply { at: 700, bytes: b"\x1b[?6c".to_vec() },
        Request::Detach,
        Request::Signal { signal: 9, group: true },
        Request::Remark { text: "{}".to_owned() },
    ])
}

fn policy_standing() -> PolicyStanding {
    let words = || vec!["rule `x` is gone".to_owned()];
    PolicyStanding { confirmed: [1; 32], waiting: Some([2; 32]), loosens: words(), warnings: words() }
}

fn judgement() -> WireJudgement {
    let finding = ("fs.delete".to_owned(), "high".to_owned(), "deletes".to_owned(), Some(2));
    let part = WirePart {
        argv: vec!["rm".to_owned(), "-rf".to_owned()],
        verdict: "ask".to_owned(),
        rules: vec!["r".to_owned()],
        findings: vec![finding],
    };
    WireJudgement {
        verdict: "ask".to_owned(),
        danger: "high".to_owned(),
        parts: vec![part],
        reasons: vec!["why".to_owned()],
        rule: Some("r".to_owned()),
        message: None,
    }
}

fn description() -> Description {
    Description {
        session: "k3v9".to_owned(),
        arguments: vec![b"vim".to_vec(), Vec::new()],
        folder: b"/tmp".to_vec(),
        pid: 4711,
        began: 1_700_000_000_000_000,
        size: size(),
        terminal: true,
        guests: 1,
        stopped: false,
        exit: Some(WireExit::Signal(9)),
        output_offset: 1 << 33,
        unseen_from: Some(17),
        replied_to: 16,
        input_epoch: 300,
        draft: true,
        half_typed: true,
        held_in_line: true,
        took_over: 1,
        manual: Some("paused".into()),
        wish: wire::Wish::default(),
    }
}

pub(super) fn answer() -> Vec<Vec<u8>> {
    frames([
        Answer::Facts { facts: facts(), output_offset: 9, input_epoch: 8, draft: true, pid: 4711 },
        Answer::Injected(InjectOutcome::Typed { output_offset: 9, input_epoch: 9 }),
        Answer::Injected(InjectOutcome::Stale { output_offset: 9, input_epoch: 8 }),
        Answer::Description(Box::new(description())),
        Answer::Attached { output_offset: 9, size: size() },
        Answer::OutOfDate,
        Answer::Occupied,
        Answer::Done { output_offset: 9 },
        Answer::Refused { reason: "not for you".to_owned() },
    ])
}

pub(super) fn guest_says() -> Vec<Vec<u8>> {
    frames([
        GuestSays::Typed(b"ls\r".to_vec()),
        GuestSays::Resized(size()),
        GuestSays::Announce { original: settings(), raw: settings() },
        GuestSays::Leaves,
    ])
}

pub(super) fn brain_request() -> Vec<Vec<u8>> {
    let session = || "k3v9".to_owned();
    let question = Box::new(WireRequest {
        agent: "claude".to_owned(),
        tool: "shell".to_owned(),
        subject: WireSubject::Argv(vec!["ls".to_owned()]),
        question: Some("ok?".to_owned()),
    });
    frames([
        BrainRequest::Status,
        BrainRequest::Stop,
        BrainRequest::Sessions { ended: 20 },
        BrainRequest::Renamed { session: session(), from: "old".to_owned(), to: "new".to_owned() },
        BrainRequest::Screen { session: Wanted::Own, view: View::Svg },
        BrainRequest::Restore { session: session(), size: size(), at_least: 1 << 20 },
        BrainRequest::Log { session: Some(Wanted::Session(session())), limit: 100 },
        BrainRequest::Events { from: 1, limit: 1000 },
        BrainRequest::Verify,
        BrainRequest::Explain { session: Wanted::Own },
        BrainRequest::Hook(Box::new(hook())),
        BrainRequest::Policy(PolicyRequest::Standing),
        BrainRequest::Policy(PolicyRequest::Confirm { seen: [7; 32] }),
        BrainRequest::Policy(PolicyRequest::Trust {
            file: "/p/.locum.toml".to_owned(),
            seen: "00".to_owned(),
        }),
        BrainRequest::Policy(PolicyRequest::Untrust { file: "/p/.locum.toml".to_owned() }),
        BrainRequest::Policy(PolicyRequest::ForSession {
            session: session(),
            file: "/p".to_owned(),
            seen: [1; 32],
        }),
        BrainRequest::Policy(PolicyRequest::Judge {
            session: Wanted::Own,
            question,
            folder: Some("/p".to_owned()),
        }),
    ])
}

fn hook() -> HookEvent {
    HookEvent {
        agent: "claude".to_owned(),
        moment: HookMoment::Asks,
        event: "PermissionRequest".to_owned(),
        name: "Bash".to_owned(),
        tool: "shell".to_owned(),
        subject: Some("touch x".to_owned()),
        partial: false,
        folder: Some("/p".to_owned()),
    }
}

fn line() -> SessionLine {
    SessionLine {
        id: "k3v9".to_owned(),
        name: "build".to_owned(),
        phase: SessionPhase::Ended(WireExit::Code(1)),
        pid: 4711,
        host_pid: 4710,
        terminal: false,
        guests: 0,
        command: vec!["make".to_owned(), "-j2".to_owned()],
        folder: "/tmp".to_owned(),
        began: 1_700_000_000_000_000,
        ended: Some(1_700_000_001_000_000),
        place_since: 1_700_000_000_500_000,
        size: size(),
        title: "make".to_owned(),
        standing: Some(Box::new(standing())),
        unrecognised: Some(Unrecognised { agent: "claude".to_owned(), since: 1_700_000_000_700_000 }),
        manual: Some("paused".into()),
    }
}

fn standing() -> WireStanding {
    let choice = Choice {
        label: "Yes".to_owned(),
        keys: vec![Key::Text("1".to_owned()), Key::Enter],
        checked: Some(true),
        ..Choice::default()
    };
    let mut question = Question::new(Kind::Menu, "Proceed?");
    question.subject = Some(Subject { text: "rm x".to_owned(), partial: true });
    question.choices = vec![choice];
    let evidence = Evidence { source: Source::Kernel, says: "sleeps in read".to_owned(), speaks_for: true };
    WireStanding {
        activity: Activity::Asking,
        since: 1_700_000_000_600_000,
        question: Some((&question).into()),
        confidence: 970,
        rule: Some("claude.permission".to_owned()),
        rows: Some((3, 9)),
        fingerprint: Some(1 << 60),
        agent: "claude".to_owned(),
        evidence: vec![(&evidence).into()],
    }
}

fn reasons() -> Reasons {
    let programs = vec!["claude".to_owned()];
    Reasons {
        facts: Some((&KernelFacts::default()).into()),
        programs,
        quiet: 1 << 40,
        threshold: 600,
        consecutive: (3, 200),
        limits: vec!["1 of 2 in a row".into()],
        notes: vec![(7, "note".into())],
    }
}

fn event() -> EventRecord {
    let values = [
        WireValue::Null,
        WireValue::Bool(true),
        WireValue::Int(-5),
        WireValue::Text("text".to_owned()),
        WireValue::Bytes(vec![0, 255]),
    ];
    EventRecord {
        seq: 12,
        at: 1_700_000_000_000_000,
        session: Some("k3v9".to_owned()),
        kind: "session.began".to_owned(),
        fields: values.into_iter().map(|value| ("field".to_owned(), value)).collect(),
        prev: [7; 32],
        hash: [8; 32],
    }
}

pub(super) fn brain_answer() -> Vec<Vec<u8>> {
    let trouble = RecordState::Trouble { reason: "no space".to_owned(), since: 5, waiting: 6, lost: 7 };
    let phases =
        [SessionPhase::Running, SessionPhase::Stopped, SessionPhase::Lost, SessionPhase::OtherVersion(9)];
    let lines = phases.into_iter().map(|phase| SessionLine { phase, ..line() }).chain([line()]).collect();
    let finding = Finding { seq: Some(3), what: "changed".to_owned() };
    frames([
        BrainAnswer::Status {
            pid: 4000,
            since: 9,
            sessions: 3,
            record: RecordState::Kept,
            policy: vec!["changed".to_owned()],
        },
        BrainAnswer::Done,
        BrainAnswer::Sessions { lines, record: trouble, policy: Vec::new() },
        BrainAnswer::Policy(Box::new(policy_standing())),
        BrainAnswer::Judged(Box::new(judgement())),
        BrainAnswer::Screen(b"screen\n".to_vec()),
        BrainAnswer::Restore { bytes: b"\x1b[H".to_vec(), offset: 1 << 30 },
        BrainAnswer::Events(vec![event(), event()]),
        BrainAnswer::Verified { events: 9, first: 1, head: [9; 32], problems: vec![finding] },
        BrainAnswer::Explained { line: Box::new(line()), reasons: Box::new(reasons()) },
        BrainAnswer::Hook { decision: Some(HookDecision::Allow) },
        BrainAnswer::Hook {
            decision: Some(HookDecision::Deny { message: "no".to_owned(), ends_turn: true }),
        },
        BrainAnswer::NoSession,
        BrainAnswer::Refused { reason: "not yours".to_owned() },
        BrainAnswer::Failed { reason: "disk".to_owned() },
    ])
}

pub(super) fn tap_frame() -> Vec<Vec<u8>> {
    let events = [
        TapEvent::Gap { from: 17, to: 4096 },
        TapEvent::Facts(facts()),
        TapEvent::Typed { epoch: 3, draft: true },
        TapEvent::Input(b"typed".to_vec()),
        TapEvent::Resized(size()),
        TapEvent::Stopped(20),
        TapEvent::Continued,
        TapEvent::Detached { unseen_from: 5 },
        TapEvent::Exited(WireExit::Code(0)),
        TapEvent::Attached { seen_from: 6 },
        TapEvent::Guests(2),
        TapEvent::Modes(b"\x1b[?1049h".to_vec()),
        TapEvent::Dismissed,
        TapEvent::Injected { epoch: 4 },
        TapEvent::TookOver,
    ];
    let output = [wire::output_header(9, 1, 5).as_slice(), b"hello"].concat();
    events.iter().filter_map(|event| wire::encode_event(4, event).ok()).chain([output]).collect()
}

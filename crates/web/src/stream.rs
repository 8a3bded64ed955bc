//! An analysis as a stream of events: `queued`, `progress`, `report`, `failure`, and `end` at last.

use crate::desk::Ticket;
use crate::search::{Answer, Standing, to_json};
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::stream::{self, Stream};
use serde::Serialize;
use std::collections::VecDeque;
use std::convert::Infallible;
use tokio::sync::watch;

/// The events of a search. When nobody reads them any more, the ticket goes.
pub fn events(ticket: Ticket) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let watch = ticket.watch();
    let listener =
        Listener { _ticket: ticket, watch, told: Standing::default(), ready: VecDeque::new(), is_over: false };
    let events = stream::unfold(listener, |mut listener| async {
        let event = listener.next().await?;
        Some((Ok(event), listener))
    });
    Sse::new(events).keep_alive(KeepAlive::default())
}

/// Someone who follows a search.
struct Listener {
    _ticket: Ticket,
    watch: watch::Receiver<Standing>,
    /// What has been told already.
    told: Standing,
    ready: VecDeque<Event>,
    is_over: bool,
}

#[derive(Serialize)]
struct Queued {
    ahead: usize,
}

impl Listener {
    async fn next(&mut self) -> Option<Event> {
        loop {
            if let Some(event) = self.ready.pop_front() {
                return Some(event);
            }
            if self.is_over {
                return None;
            }
            let now = self.watch.borrow_and_update().clone();
            self.tell(now);
            if self.ready.is_empty() && self.watch.changed().await.is_err() {
                self.end();
            }
        }
    }

    /// Gets the events ready that tell what is new.
    fn tell(&mut self, now: Standing) {
        if let Some(ahead) = now.ahead.filter(|_| now.ahead != self.told.ahead) {
            self.ready.push_back(event("queued", &to_json(&Queued { ahead })));
        }
        if let Some(progress) = now.progress.as_ref().filter(|progress| Some(*progress) != self.told.progress.as_ref())
        {
            self.ready.push_back(event("progress", progress));
        }
        if let Some(report) = now.report.as_ref().filter(|report| Some(*report) != self.told.report.as_ref()) {
            self.ready.push_back(event("report", report));
        }
        match &now.outcome {
            Some(Ok(Answer::Json(report))) => self.ready.push_back(event("report", report)),
            Some(Ok(Answer::Proof(_))) | None => {}
            Some(Err(failure)) => self.ready.push_back(event("failure", &to_json(failure))),
        }
        if now.outcome.is_some() {
            self.end();
        }
        self.told = now;
    }

    fn end(&mut self) {
        self.ready.push_back(event("end", b"{}"));
        self.is_over = true;
    }
}

fn event(name: &str, json: &[u8]) -> Event {
    Event::default().event(name).data(String::from_utf8_lossy(json))
}

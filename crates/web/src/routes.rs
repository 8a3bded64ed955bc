//! The routes: each reads a request, has it answered by a view or by the desk, and writes the answer.

use crate::clients::{self, Allowance, Client, Turnstile};
use crate::desk::{Desk, Ticket};
use crate::failure::Failure;
use crate::guard::{Guard, guard};
use crate::guests::Guests;
use crate::proof::Published;
use crate::question::{Parameters, Subject, read_query, read_seconds};
use crate::search::{Aim, Answer, Order, Task, to_json};
use crate::{page, parcel, stream, view};
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::rejection::QueryRejection;
use axum::extract::{Extension, FromRequestParts, Path, Query, State};
use axum::http::request::Parts;
use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Router, middleware};
use perfectplay::{Doors, Place};
use serde::{Deserialize, Serialize};
use std::any::Any;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;

/// The description of the interface.
const OPENAPI: &str = include_str!("../openapi.json");

/// The largest body of a request.
const LARGEST_BODY: usize = 256 << 10;

/// How long the body of a request may take to arrive.
const PATIENCE: Duration = Duration::from_secs(10);

/// How many positions may be asked for at once.
const MOST_QUERIES: usize = 1000;

/// How long a request may search, unless it says otherwise.
const USUAL_LIMIT: Duration = Duration::from_secs(60);

/// How long each of many positions may take, unless the request says otherwise.
const ONE_OF_MANY: Duration = Duration::from_secs(1);

/// What the routes share.
#[derive(Clone)]
pub struct Service {
    /// The games.
    pub doors: Arc<Doors>,
    /// The games that clients bring along.
    pub guests: Arc<Guests>,
    /// The description of the interface.
    pub description: Bytes,
    /// Where searches are ordered.
    pub desk: Arc<Desk>,
    /// The longest that a request may ask to search.
    pub limit: Duration,
    /// Proofs from files.
    pub published: Arc<[Published]>,
    /// Questions that clients may have asked at the same time: being read, waiting, searched for, or followed.
    pub questions: Arc<Allowance>,
    /// Bytes of large answers that clients may have unread.
    pub unread: Arc<Allowance>,
    /// Where clients pass one by one to what is made on the server's own threads.
    pub turnstile: Arc<Turnstile>,
}

/// All routes, guarded.
pub fn router(service: Service, guards: Guard) -> Router {
    let api = Router::new()
        .route("/games", get(games))
        .route("/games/{game}", get(rules))
        .route("/games/{game}/position", get(position))
        .route("/games/{game}/play", get(play))
        .route("/games/{game}/solve", get(solve).post(solve_many))
        .route("/games/{game}/analysis", get(analysis))
        .route("/games/{game}/line", get(line))
        .route("/games/{game}/proof", get(proof))
        .route("/rules", post(bring))
        .route("/openapi.json", get(openapi));
    Router::new()
        .nest("/api", api)
        .route("/", get(page::index))
        .route("/play/{game}", get(page::index))
        .route("/play/{game}/", get(page::index))
        .route("/page/{file}", get(page::file))
        .fallback(unknown)
        .method_not_allowed_fallback(wrong_method)
        .with_state(service)
        .layer(CatchPanicLayer::custom(|panic: Box<dyn Any + Send>| Failure::panicked(&*panic).into_response()))
        .layer(CompressionLayer::new())
        .layer(middleware::from_fn_with_state(Arc::new(guards), guard))
}

async fn wrong_method(method: axum::http::Method) -> Failure {
    Failure::new(StatusCode::METHOD_NOT_ALLOWED, format!("expected a method of this address, found {method}"))
}

async fn unknown(uri: Uri) -> Failure {
    let error = format!("expected an address of this server (/api/openapi.json lists them), found {:?}", uri.path());
    Failure::new(StatusCode::NOT_FOUND, error)
}

async fn openapi(State(service): State<Service>) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], service.description)
}

/// The description of the interface, with the names of the games.
pub fn description(doors: &Doors) -> Bytes {
    let mut description: serde_json::Value = serde_json::from_str(OPENAPI).expect("the description is JSON");
    let names: Vec<&str> = doors.abouts().map(|about| about.name.as_str()).collect();
    let game = &mut description["components"]["parameters"]["game"];
    if !names.iter().any(|name| game["example"] == *name) {
        game["example"] = names.first().copied().into();
    }
    game["schema"]["enum"] = names.into();
    to_json(&description)
}

type Answered = Result<Response, Failure>;

impl Service {
    /// The games among which there is one of this name, if there is one.
    fn doors_of(&self, game: &str) -> Arc<Doors> {
        let guest = if self.doors.about(game).is_ok() { None } else { self.guests.find(game) };
        guest.unwrap_or_else(|| self.doors.clone())
    }

    fn limit(&self, asked: Option<Duration>) -> Duration {
        asked.unwrap_or(USUAL_LIMIT).min(self.limit)
    }

    /// Room for one more question of a client.
    fn question(&self, client: Client) -> Result<clients::Permit, Failure> {
        self.questions.take(client, 1).map_err(|full| Failure::busy(full, "questions and streams"))
    }

    /// What there is to see, as soon as nothing else is made for this client.
    async fn show<V: Serialize>(&self, client: Client, view: impl FnOnce() -> Result<V, Failure>) -> Answered {
        let text = self.turnstile.pass(client, || view().map(|view| to_json(&view))).await?;
        parcel::json(text, client, &self.unread)
    }

    /// What comes of an order, as soon as it is there.
    async fn answer(&self, ticket: Ticket, client: Client) -> Answered {
        match ticket.outcome().await? {
            Answer::Json(text) => parcel::json(text, client, &self.unread),
            Answer::Proof(_) => unreachable!("a proof is walked, not sent"),
        }
    }
}

/// A request about a game.
struct Inquiry {
    service: Service,
    client: Client,
    subject: Subject,
    parameters: Parameters,
}

impl FromRequestParts<Service> for Inquiry {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, service: &Service) -> Result<Inquiry, Failure> {
        let client = *parts.extensions.get::<Client>().expect("the guard knows who asks");
        let game = Path::<String>::from_request_parts(parts, service).await;
        let Path(game) = game.map_err(|rejection| Failure::input(rejection.body_text()))?;
        let pairs = Query::<Vec<(String, String)>>::from_request_parts(parts, service).await;
        let Query(pairs) = pairs.map_err(|rejection| Failure::input(rejection.body_text()))?;
        let (parameters, options) = read_query(pairs)?;
        let subject = Subject::open(&service.doors_of(&game), &game, &options, &parameters.place)?;
        Ok(Inquiry { service: service.clone(), client, subject, parameters })
    }
}

impl Inquiry {
    /// Shows the position, after one more move if there is one.
    async fn position(&self, mv: Option<&str>) -> Answered {
        let view = || view::position(&self.subject, &self.parameters.place, mv);
        self.service.show(self.client, view).await
    }

    fn order(self, aim: Aim) -> Result<Ticket, Failure> {
        let Inquiry { service, client, subject, parameters } = self;
        let question = service.question(client)?;
        let limit = service.limit(parameters.limit);
        service.desk.order(Order { subject, task: Task::One(aim, parameters.place), limit }, question)
    }

    async fn answer(self, aim: Aim) -> Answered {
        let (service, client) = (self.service.clone(), self.client);
        service.answer(self.order(aim)?, client).await
    }
}

async fn games(State(service): State<Service>, Extension(client): Extension<Client>) -> Answered {
    service.show(client, || view::games(&service.doors)).await
}

async fn rules(inquiry: Inquiry) -> Answered {
    let Inquiry { service, client, subject, .. } = inquiry;
    service.show(client, || view::rules(&subject, &service.published)).await
}

async fn position(inquiry: Inquiry) -> Answered {
    inquiry.position(None).await
}

async fn play(inquiry: Inquiry) -> Answered {
    let none = || Failure::input("expected a move in the parameter \"move\", found none");
    inquiry.position(Some(inquiry.parameters.mv.as_deref().ok_or_else(none)?)).await
}

async fn solve(inquiry: Inquiry) -> Answered {
    inquiry.answer(Aim::Report).await
}

async fn line(inquiry: Inquiry) -> Answered {
    inquiry.answer(Aim::Line).await
}

async fn analysis(inquiry: Inquiry) -> Answered {
    Ok(stream::events(inquiry.order(Aim::Analysis)?).into_response())
}

async fn proof(inquiry: Inquiry) -> Answered {
    let (service, client) = (inquiry.service.clone(), inquiry.client);
    let (claim, line) = (inquiry.parameters.claim, inquiry.parameters.line.clone().unwrap_or_default());
    match inquiry.order(Aim::Proof)?.outcome().await? {
        Answer::Proof(proof) => service.show(client, || Ok(proof.walk(claim, &line)?)).await,
        Answer::Json(_) => unreachable!("a proof is asked for"),
    }
}

/// The body of a request.
async fn receive(body: Body) -> Result<Bytes, Failure> {
    let read = tokio::time::timeout(PATIENCE, to_bytes(body, LARGEST_BODY)).await;
    let late = || Failure::new(StatusCode::REQUEST_TIMEOUT, format!("expected the body within {PATIENCE:?}"));
    let large = |_| {
        let error = format!("expected a body of at most {LARGEST_BODY} bytes");
        Failure::new(StatusCode::PAYLOAD_TOO_LARGE, error)
    };
    read.map_err(|_| late())?.map_err(large)
}

/// How a client calls its rules.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Label {
    #[serde(default)]
    title: String,
}

/// Takes rules that a client brings along.
async fn bring(
    State(service): State<Service>,
    Extension(client): Extension<Client>,
    label: Result<Query<Label>, QueryRejection>,
    body: Body,
) -> Answered {
    let _question = service.question(client)?;
    let Query(label) = label.map_err(|rejection| Failure::input(rejection.body_text()))?;
    let text = String::from_utf8_lossy(&receive(body).await?).into_owned();
    let welcome = service.guests.add(client, &label.title, text).await?;
    parcel::json(to_json(&welcome), client, &service.unread)
}

/// Many questions in one request.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ManyQuestions {
    #[serde(default)]
    options: BTreeMap<String, perfectplay::Setting>,
    queries: Vec<Place>,
    limit_seconds: Option<f64>,
}

async fn solve_many(
    State(service): State<Service>,
    Extension(client): Extension<Client>,
    Path(game): Path<String>,
    body: Body,
) -> Answered {
    let question = service.question(client)?;
    let body = receive(body).await?;
    let wrong = |error: serde_json::Error| Failure::input(format!("expected an object with queries: {error}"));
    let object: serde_json::Map<_, _> = serde_json::from_slice(&body).map_err(wrong)?;
    let asked: ManyQuestions = serde_json::from_value(object.into()).map_err(wrong)?;
    if asked.queries.len() > MOST_QUERIES {
        let found = asked.queries.len();
        return Err(Failure::input(format!("expected at most {MOST_QUERIES} queries, found {found}")));
    }
    // all of them are positions of one game
    let first = asked.queries.first().cloned().unwrap_or_default();
    let subject = Subject::reopen(&service.doors_of(&game), &game, &asked.options, &first)?;
    let each = match asked.limit_seconds {
        Some(seconds) => service.limit(Some(read_seconds(Some(seconds), &seconds.to_string())?)),
        None => service.limit(Some(ONE_OF_MANY)),
    };
    let order = Order { subject, task: Task::Many(asked.queries, each), limit: service.limit(None) };
    service.answer(service.desk.order(order, question)?, client).await
}

//! The routes: each reads a request, has it answered by a view or by the desk, and writes the answer.

use crate::desk::{Aim, Answer, Desk, Order, Task};
use crate::failure::Failure;
use crate::guard::{Hosts, guard};
use crate::proof::Published;
use crate::question::{Parameters, Place, Table, read_query, read_seconds};
use crate::{page, stream, view};
use axum::body::{Body, to_bytes};
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Json, Response};
use axum::routing::get;
use axum::{Router, middleware};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use tower_http::compression::CompressionLayer;

/// The description of the interface.
const OPENAPI: &str = include_str!("../openapi.json");

/// The largest body of a request.
const LARGEST_BODY: usize = 1 << 20;

/// How long the body of a request may take to arrive.
const PATIENCE: Duration = Duration::from_secs(10);

/// How many positions may be asked for at once.
const MOST_QUERIES: usize = 1000;

/// How long each of many positions may take, unless the request says otherwise.
const ONE_OF_MANY: Duration = Duration::from_secs(1);

/// What the routes share.
#[derive(Clone)]
pub struct Service {
    /// Where searches are ordered.
    pub desk: Arc<Desk>,
    /// The longest that a request may search.
    pub limit: Duration,
    /// Proofs from files.
    pub published: Arc<[Published]>,
}

/// All routes, guarded.
pub fn router(service: Service, hosts: Hosts) -> Router {
    let api = Router::new()
        .route("/games", get(games))
        .route("/games/{game}", get(rules))
        .route("/games/{game}/position", get(position))
        .route("/games/{game}/play", get(play))
        .route("/games/{game}/solve", get(solve).post(solve_many))
        .route("/games/{game}/analysis", get(analysis))
        .route("/games/{game}/line", get(line))
        .route("/games/{game}/proof", get(proof))
        .route("/openapi.json", get(openapi));
    Router::new()
        .nest("/api", api)
        .route("/", get(page::index))
        .route("/play/{game}", get(page::index))
        .route("/page/{file}", get(page::file))
        .fallback(unknown)
        .method_not_allowed_fallback(wrong_method)
        .with_state(service)
        .layer(CompressionLayer::new())
        .layer(middleware::from_fn_with_state(Arc::new(hosts), guard))
}

async fn wrong_method(method: axum::http::Method) -> Failure {
    Failure::new(StatusCode::METHOD_NOT_ALLOWED, format!("expected a method of this address, found {method}"))
}

async fn unknown(uri: Uri) -> Failure {
    let error = format!("expected an address of this server (/api/openapi.json lists them), found {:?}", uri.path());
    Failure::new(StatusCode::NOT_FOUND, error)
}

async fn openapi() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], OPENAPI)
}

/// Does what may take a while, such as finding out whether a position can come about, without holding others up.
fn at_leisure<T>(work: impl FnOnce() -> T) -> T {
    tokio::task::block_in_place(work)
}

type Pairs = Result<Query<Vec<(String, String)>>, QueryRejection>;

/// The game and the parameters of a request.
fn read_request(game: &str, pairs: Pairs) -> Result<(Table, Parameters), Failure> {
    let Query(pairs) = pairs.map_err(|rejection| Failure::input(rejection.body_text()))?;
    let (parameters, options) = read_query(pairs)?;
    Ok((at_leisure(|| Table::open(game, &options))?, parameters))
}

async fn games() -> Result<Response, Failure> {
    Ok(Json(at_leisure(view::games)?).into_response())
}

async fn rules(State(service): State<Service>, Path(game): Path<String>, pairs: Pairs) -> Result<Response, Failure> {
    let (table, _) = read_request(&game, pairs)?;
    Ok(Json(at_leisure(|| view::rules(&table, &service.published))).into_response())
}

async fn position(Path(game): Path<String>, pairs: Pairs) -> Result<Response, Failure> {
    let (table, parameters) = read_request(&game, pairs)?;
    Ok(Json(at_leisure(|| view::position(&table, &parameters.place, None))?).into_response())
}

async fn play(Path(game): Path<String>, pairs: Pairs) -> Result<Response, Failure> {
    let (table, parameters) = read_request(&game, pairs)?;
    let mv = parameters.mv.ok_or_else(|| Failure::input("expected a move in the parameter \"move\", found none"))?;
    Ok(Json(at_leisure(|| view::position(&table, &parameters.place, Some(&mv)))?).into_response())
}

impl Service {
    fn limit(&self, asked: Option<Duration>) -> Duration {
        asked.map_or(self.limit, |asked| asked.min(self.limit))
    }

    fn order(&self, table: Table, aim: Aim, parameters: Parameters) -> Result<Arc<crate::desk::Ticket>, Failure> {
        let limit = self.limit(parameters.limit);
        at_leisure(|| self.desk.order(Order { table, task: Task::One(aim, parameters.place), limit }))
    }
}

fn respond(answer: Answer) -> Response {
    match answer {
        Answer::Json(text) => ([(header::CONTENT_TYPE, "application/json")], text).into_response(),
        Answer::Proof(_) => unreachable!("a proof is walked, not sent"),
    }
}

async fn solve(State(service): State<Service>, Path(game): Path<String>, pairs: Pairs) -> Result<Response, Failure> {
    let (table, parameters) = read_request(&game, pairs)?;
    service.order(table, Aim::Report, parameters)?.outcome().await.map(respond)
}

async fn line(State(service): State<Service>, Path(game): Path<String>, pairs: Pairs) -> Result<Response, Failure> {
    let (table, parameters) = read_request(&game, pairs)?;
    service.order(table, Aim::Line, parameters)?.outcome().await.map(respond)
}

async fn analysis(State(service): State<Service>, Path(game): Path<String>, pairs: Pairs) -> Result<Response, Failure> {
    let (table, parameters) = read_request(&game, pairs)?;
    Ok(stream::events(service.order(table, Aim::Analysis, parameters)?).into_response())
}

async fn proof(State(service): State<Service>, Path(game): Path<String>, pairs: Pairs) -> Result<Response, Failure> {
    let (table, parameters) = read_request(&game, pairs)?;
    let (claim, line) = (parameters.claim, parameters.line.clone().unwrap_or_default());
    match service.order(table, Aim::Proof, parameters)?.outcome().await? {
        Answer::Proof(proof) => Ok(Json(at_leisure(|| proof.walk(claim, &line))?).into_response()),
        answer @ Answer::Json(_) => Ok(respond(answer)),
    }
}

/// Many questions in one request.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ManyQuestions {
    #[serde(default)]
    options: BTreeMap<String, perfectplay::games::Setting>,
    queries: Vec<Place>,
    limit_seconds: Option<f64>,
}

async fn solve_many(State(service): State<Service>, Path(game): Path<String>, body: Body) -> Result<Response, Failure> {
    let read = tokio::time::timeout(PATIENCE, to_bytes(body, LARGEST_BODY)).await;
    let late = || Failure::new(StatusCode::REQUEST_TIMEOUT, format!("expected the body within {PATIENCE:?}"));
    let large = |_| {
        let error = format!("expected a body of at most {LARGEST_BODY} bytes");
        Failure::new(StatusCode::PAYLOAD_TOO_LARGE, error)
    };
    let body = read.map_err(|_| late())?.map_err(large)?;
    let wrong = |error: serde_json::Error| Failure::input(format!("expected an object with queries: {error}"));
    let object: serde_json::Map<_, _> = serde_json::from_slice(&body).map_err(wrong)?;
    let asked: ManyQuestions = serde_json::from_value(object.into()).map_err(wrong)?;
    if asked.queries.len() > MOST_QUERIES {
        let found = asked.queries.len();
        return Err(Failure::input(format!("expected at most {MOST_QUERIES} queries, found {found}")));
    }
    let table = at_leisure(|| Table::reopen(&game, &asked.options))?;
    let each = match asked.limit_seconds {
        Some(seconds) => service.limit(Some(read_seconds(Some(seconds), &seconds.to_string())?)),
        None => service.limit(Some(ONE_OF_MANY)),
    };
    let order = Order { table, task: Task::Many(asked.queries, each), limit: service.limit };
    service.desk.order(order)?.outcome().await.map(respond)
}

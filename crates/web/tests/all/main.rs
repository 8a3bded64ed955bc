//! The server as its users meet it: every route, every error, and searches that are shared and stopped.

#[path = "../common/client.rs"]
mod client;
mod errors;
mod guests;
mod proofs;
mod routes;
mod searches;

//! Rules files: what they mean, by counts, by values, and by what is refused.

mod author;
mod corpus;
mod counts;
mod data;
mod hostile;
mod keys;
mod layers;
mod ours;
mod python;
mod refused;
mod shown;
mod symmetry;
mod values;

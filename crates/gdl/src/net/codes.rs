//! How facts become bits: facts that exclude each other share a field, in which each of them has a number.

/// A number of bits that tell which one of several facts holds, if any.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// The facts, each with its number. No fact holds if the number is none of these.
    pub codes: Vec<(usize, u32)>,
    /// So many bits.
    pub bits: u32,
    /// Whether there is a number that means that none of them holds, which is 0.
    pub may_be_empty: bool,
}

/// The fields of all facts that change.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Codes {
    fields: Vec<Field>,
}

impl Codes {
    /// Each fact has a bit of its own.
    pub fn single(facts: impl IntoIterator<Item = usize>) -> Codes {
        let field = |fact| Field { codes: vec![(fact, 1)], bits: 1, may_be_empty: true };
        Codes { fields: facts.into_iter().map(field).collect() }
    }

    /// The fields, in their order.
    pub fn fields(&self) -> &[Field] {
        &self.fields
    }

    /// How many bits there are.
    pub fn bits(&self) -> usize {
        self.fields.iter().map(|field| field.bits as usize).sum()
    }

    /// Adds a field for facts of which at most one holds, or always one.
    pub fn add(&mut self, facts: &[usize], may_be_empty: bool) {
        let first = u32::from(may_be_empty);
        let last = first + facts.len() as u32 - 1;
        let codes = facts.iter().copied().zip(first..).collect();
        self.fields.push(Field { codes, bits: u32::BITS - last.leading_zeros(), may_be_empty });
    }

    /// The same fields with other numbers for the facts.
    #[must_use]
    pub fn renumbered(mut self, number: impl Fn(usize) -> usize) -> Codes {
        self.fields.iter_mut().flat_map(|field| &mut field.codes).for_each(|(fact, _)| *fact = number(*fact));
        self
    }

    /// The bits of a position with these facts, if it has any.
    pub fn encode(&self, holds: impl Fn(usize) -> bool, bits: &mut [u64]) -> bool {
        bits.fill(0);
        let mut at = 0;
        self.fields.iter().all(|field| {
            let mut found = field.codes.iter().filter(|(fact, _)| holds(*fact));
            let (code, fits) = match (found.next(), found.next()) {
                (Some(&(_, code)), None) => (code, true),
                (None, _) => (0, field.may_be_empty),
                (Some(_), Some(_)) => (0, false),
            };
            for bit in (0..field.bits as usize).filter(|bit| code >> bit & 1 == 1) {
                bits[(at + bit) / 64] |= 1 << ((at + bit) % 64);
            }
            at += field.bits as usize;
            fits
        })
    }
}

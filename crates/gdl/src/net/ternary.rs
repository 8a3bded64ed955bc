//! Which bits never change: the first position, and what may come of it, with "may be either" as a third truth value.

use super::build::Net;
use super::circuit::{Circuit, Signal};

/// So many wires may be read to find out.
const WORK: usize = 1_000_000_000;

/// What a wire may carry.
#[derive(Clone, Copy, PartialEq, Eq)]
struct May {
    fail: bool,
    hold: bool,
}

impl May {
    const EITHER: May = May { fail: true, hold: true };
}

impl Signal for May {
    const FALSE: May = May { fail: true, hold: false };
    const TRUE: May = May { fail: false, hold: true };

    fn and(self, other: May) -> May {
        May { fail: self.fail | other.fail, hold: self.hold & other.hold }
    }

    fn and_not(self, other: May) -> May {
        self.and(May { fail: other.hold, hold: other.fail })
    }
}

/// The bits that are the same at every position, as far as that can be seen; `None` for the others.
pub fn constants(net: &Net) -> Vec<Option<bool>> {
    let legal = net.moves.iter().flatten().map(|&(_, wire)| wire);
    let outputs: Vec<_> = net.next.iter().copied().chain(legal).collect();
    let circuit = Circuit::new(&net.gates, outputs.len(), &outputs);
    let mut slots: Vec<May> = circuit.slots();
    for (input, &holds) in circuit.inputs(&mut slots).iter_mut().zip(&net.start) {
        *input = if holds { May::TRUE } else { May::FALSE };
    }
    for _ in 0..=WORK / (circuit.size() + outputs.len() + 1) {
        circuit.run(&mut slots);
        let found: Vec<May> = circuit.outputs().iter().map(|tap| tap.read(&slots)).collect();
        let mut changed = false;
        for (at, (input, found)) in circuit.inputs(&mut slots).iter_mut().zip(found).enumerate() {
            // what is legal may be done, or not
            let more = if at >= net.next.len() && found.hold { May::EITHER } else { found };
            let joined = May { fail: input.fail | more.fail, hold: input.hold | more.hold };
            changed |= joined != *input;
            *input = joined;
        }
        if !changed {
            let bit = |may: &May| (*may != May::EITHER).then_some(may.hold);
            return circuit.inputs(&mut slots)[..net.next.len()].iter().map(bit).collect();
        }
    }
    vec![None; net.next.len()]
}

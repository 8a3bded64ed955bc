//! How much work the positions of each layer are, as far as it has been seen.

/// What one thread has seen.
#[derive(Default)]
pub(super) struct Layers {
    /// As many as it has come to.
    of: Vec<Layer>,
    /// Positions up to this layer take many nodes.
    many: Option<u32>,
}

#[derive(Clone, Copy, Default)]
struct Layer {
    positions: u64,
    nodes: u64,
    takes_few: bool,
}

/// Positions take few nodes if it is fewer on average.
const FEW: u64 = 32;
/// They take many nodes if it is as many. In tests games are small.
const MANY: u64 = if cfg!(test) { 2 } else { 512 };
/// Of so many positions an average can be taken.
const ENOUGH_FOR_FEW: u64 = 64;
const ENOUGH_FOR_MANY: u64 = 8;
/// Of later layers nothing is said.
const LAYERS: usize = 256;

impl Layers {
    /// A position of this layer has taken so many nodes.
    #[inline]
    pub fn learn(&mut self, layer: Option<u32>, nodes: u64) {
        let Some(layer) = layer.map(|layer| layer as usize).filter(|&layer| layer < LAYERS) else { return };
        if layer >= self.of.len() {
            self.of.resize(layer + 1, Layer::default());
        }
        self.of[layer].positions += 1;
        self.of[layer].nodes += nodes;
    }

    /// Makes use of what was learned.
    pub fn adapt(&mut self) {
        for layer in &mut self.of {
            layer.takes_few = layer.positions >= ENOUGH_FOR_FEW && layer.nodes < FEW * layer.positions;
        }
        let takes_many = |layer: &Layer| layer.positions >= ENOUGH_FOR_MANY && layer.nodes >= MANY * layer.positions;
        self.many = self.of.iter().rposition(takes_many).map(|layer| layer as u32);
    }

    /// Whether positions of this layer take few nodes.
    #[inline]
    pub fn take_few(&self, layer: Option<u32>) -> bool {
        layer.and_then(|layer| self.of.get(layer as usize)).is_some_and(|layer| layer.takes_few)
    }

    /// Whether positions of this layer, or of a later one, take many nodes.
    #[inline]
    pub fn take_many(&self, layer: Option<u32>) -> bool {
        layer.is_some() && layer <= self.many
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_average_tells_and_earlier_layers_take_more() {
        let learned = |nodes: &[(u32, u64)]| {
            let mut layers = Layers::default();
            (0..ENOUGH_FOR_FEW).for_each(|_| nodes.iter().for_each(|&(layer, nodes)| layers.learn(Some(layer), nodes)));
            layers.learn(Some(40), 1_000_000);
            layers.learn(Some(41), 1);
            layers.learn(None, 1_000_000);
            assert!(!layers.take_many(Some(10)) && !layers.take_few(Some(30)));
            layers.adapt();
            layers
        };
        let of = |tells: &dyn Fn(&u32) -> bool| (0..2000).filter(tells).collect::<Vec<u32>>();
        let layers = learned(&[(9, MANY - 1), (10, MANY), (20, MANY - 1), (1000, MANY)]);
        assert_eq!(of(&|&layer| layers.take_many(Some(layer))), (0..=10).collect::<Vec<_>>());
        let layers = learned(&[(20, FEW), (30, FEW - 1), (1000, 1)]);
        assert_eq!(of(&|&layer| layers.take_few(Some(layer))), [30]);
        assert!(!layers.take_many(None) && !layers.take_few(None));
    }
}

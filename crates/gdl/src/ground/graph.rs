//! What hangs together in a graph: its strongly connected components, those first that others depend on.

/// The components of a graph whose nodes are numbers from 0 on. `edges` adds the nodes that a node depends on. (Tarjan's algorithm,
/// without recursion: graphs can be deep.)
pub fn components(count: usize, mut edges: impl FnMut(usize, &mut Vec<usize>)) -> Vec<Vec<usize>> {
    const NEW: usize = usize::MAX;
    let (mut order, mut low) = (vec![NEW; count], vec![0; count]);
    let mut waiting = vec![false; count];
    let (mut stack, mut found, mut clock) = (vec![], vec![], 0);
    // nodes that are being looked at, and where in the list begins what they depend on and is left to see
    let mut open: Vec<(usize, usize)> = vec![];
    let mut rest = vec![];
    for root in 0..count {
        if order[root] == NEW {
            open.push((root, 0));
        }
        while let Some(&(node, start)) = open.last() {
            if order[node] == NEW {
                (order[node], low[node]) = (clock, clock);
                clock += 1;
                waiting[node] = true;
                stack.push(node);
                edges(node, &mut rest);
            }
            match if rest.len() > start { rest.pop() } else { None } {
                Some(next) if order[next] == NEW => open.push((next, rest.len())),
                Some(next) if waiting[next] => low[node] = low[node].min(order[next]),
                Some(_) => {}
                None => {
                    open.pop();
                    if let Some(&(above, _)) = open.last() {
                        low[above] = low[above].min(low[node]);
                    }
                    if low[node] == order[node] {
                        let at = stack.iter().rposition(|&other| other == node).expect("the node is on the stack");
                        let component = stack.split_off(at);
                        component.iter().for_each(|&member| waiting[member] = false);
                        found.push(component);
                    }
                }
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_graphs_against_reachability() {
        let mut random = fastrand::Rng::with_seed(1);
        for _ in 0..2000 {
            let count = random.usize(1..9);
            let edges: Vec<Vec<usize>> =
                (0..count).map(|_| (0..count).filter(|_| random.usize(0..5) == 0).collect()).collect();
            let mut reach = vec![vec![false; count]; count];
            for (from, reach) in reach.iter_mut().enumerate() {
                let mut open = vec![from];
                while let Some(node) = open.pop() {
                    if !std::mem::replace(&mut reach[node], true) {
                        open.extend(&edges[node]);
                    }
                }
            }
            let found = components(count, |node, list| list.extend(&edges[node]));
            let mut place = vec![usize::MAX; count];
            found.iter().enumerate().for_each(|(at, list)| list.iter().for_each(|&node| place[node] = at));
            for one in 0..count {
                for other in 0..count {
                    assert_eq!(place[one] == place[other], reach[one][other] && reach[other][one]);
                    assert!(!reach[one][other] || place[other] <= place[one], "what is depended on comes first");
                }
            }
        }
    }
}

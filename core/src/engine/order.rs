//! Sorting without moving what is sorted.

/// The places of the items that have these keys, the lowest first, equal ones as they come.
pub fn order_of<K: Ord>(keys: Vec<K>) -> impl Iterator<Item = usize> {
    let mut places: Vec<_> = keys.into_iter().zip(0..).collect();
    places.sort_unstable();
    places.into_iter().map(|(_, place)| place)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_keys_keep_their_order() {
        let order: Vec<usize> = order_of(vec![3, 1, 2, 1, 3, 0]).collect();
        assert_eq!(order, [5, 1, 3, 2, 0, 4]);
    }
}

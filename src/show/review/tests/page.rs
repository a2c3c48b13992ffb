//! Tests of a review as a page.

use super::*;

#[test]
fn a_page_is_well_formed_and_has_every_turn() {
    for family in FAMILIES {
        let game = &games::open(family.id).unwrap();
        let history = random_game(game, 3, 12);
        let review = reviewed(game, &history, AssessmentLimits { nodes: 300, proof: 300, ..SMALL_LIMITS });
        let page = page("<script>alert(1)</script> \"x\" & y", game, &history, &review);
        check_tags(&page);
        assert!(!page.contains("<script>alert"), "names are escaped");
        let ids = values(&page, "id");
        let mut unique = ids.clone();
        unique.sort_unstable();
        unique.dedup();
        assert_eq!(unique.len(), ids.len());
        for number in 0..=history.plies() {
            assert!(ids.contains(&format!("turn-{number}").as_str()));
        }
        let links = values(&page, "href");
        assert!(links.len() > history.plies() && links.iter().all(|link| ids.contains(&&link[1..])));
        assert!(
            values(&page, "src").is_empty()
                && !page.replace("http://www.w3.org/2000/svg", "").contains("://")
        );
    }
}

/// Returns the values of an attribute in a page.
fn values<'a>(text: &'a str, name: &str) -> Vec<&'a str> {
    let start = format!(" {name}=\"");
    text.split(start.as_str()).skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

/// Checks that elements are closed in the right order, and that text between tags is escaped.
fn check_tags(page: &str) {
    let (mut open, mut rest) = (Vec::new(), page.strip_prefix("<!DOCTYPE html>").unwrap());
    while let Some((before, after)) = rest.split_once('<') {
        assert!(!before.contains('>'), "{before}");
        let (tag, after) = after.split_once('>').unwrap();
        let name = tag.split_whitespace().next().unwrap();
        rest = after;
        if let Some(name) = name.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "{before}");
        } else if !tag.ends_with('/') {
            open.push(name);
            if ["script", "style"].contains(&name) {
                let end = rest.find(&format!("</{name}>")).unwrap();
                rest = &rest[end..];
            }
        }
    }
    assert!(open.is_empty(), "{open:?}");
}

//! The cards of a reviewed game: the wins that people missed, and the first turn with which each of them lost.

use crate::analysis::review::{Review, ReviewedTurn};
use crate::games::{AnyGame, AnyPosition};
use crate::model::{Date, Game as _, History, Mark, Player, Record};
use crate::players::seats;

use super::{Card, CardKind, Schedule};

/// Returns the cards of the recorded game of `history`, for the person who played here, or for all seats of people if
/// there is not exactly one. A review that was stopped has none.
pub fn cards(
    game: &AnyGame,
    history: &History<AnyPosition>,
    record: &Record,
    review: &Review,
    today: Date,
) -> Vec<Card> {
    let (seating, reader) = (seats::seating(record), seats::reader(record));
    let is_learner = |player| reader.map_or(seating.is_human(player), |reader| reader == player);
    let turns = review.turns.iter().filter(|turn| is_learner(turn.player) && !review.is_incomplete());
    let losing = Player::BOTH.map(|player| first_losing_turn(review, player));
    let card = |turn: &ReviewedTurn| {
        let position = history.at(turn.number - 1);
        let kind = match () {
            () if is_missed_win(turn) => CardKind::MissedWin,
            () if losing[turn.player.index()] == Some(turn.number) => CardKind::LosingTurn,
            () => return None,
        };
        Some(Card {
            schedule: Schedule::new(today),
            kind,
            pattern: turn.reasons.first().map(|reason| reason.pattern.to_owned()),
            game: game.clone(),
            position: position.clone(),
            played: history.moves()[turn.number - 1],
            best: game.read_legal_move(position, turn.better.canonical.first()?).ok()?,
            value: turn.before,
        })
    };
    turns.filter_map(card).collect()
}

/// Returns whether the position was won, and is not after the turn, as far as the review knows.
fn is_missed_win(turn: &ReviewedTurn) -> bool {
    turn.before.is_win() && !turn.after.is_win() && turn.mark() >= Some(Mark::Mistake)
}

/// Returns the number of the first turn of `player` that is proven to lose. If there is none, it is the first one
/// marked `??`.
fn first_losing_turn(review: &Review, player: Player) -> Option<usize> {
    let mistakes = || review.turns.iter().filter(|turn| turn.player == player && turn.is_mistake());
    let proven = mistakes().find(|turn| turn.loses());
    proven.or_else(|| mistakes().find(|turn| turn.mark() == Some(Mark::Blunder))).map(|turn| turn.number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::assessment::{AssessmentLimits, Assessor, Knowledge};
    use crate::analysis::practice::{CardVerdict, Deck};
    use crate::analysis::review::review;
    use crate::games::{self, FAMILIES};
    use crate::model::{Eval, GameRng, Position as _, StopSignal};
    use crate::samples::is_sampled;

    fn today() -> Date {
        "2026-11-25".parse().unwrap()
    }

    /// The swan on b3 wins at once. After any other move the enemy's swan on d3 wins.
    const START: &str = "5/D1S2/5/2s2/5 1";

    /// Reviews these moves from [`START`].
    fn reviewed(moves: &[&str]) -> (AnyGame, History<AnyPosition>, Review) {
        let game = games::open("uglyduck").unwrap();
        let mut history = History::new(game.read_position(START).unwrap());
        for mv in moves {
            history.play(game.read_legal_move(history.current(), mv).unwrap());
        }
        let (stop, knowledge) = (StopSignal::new(), Knowledge::default());
        let assessor = Assessor::new(&game, AssessmentLimits::ADVICE, &stop, &knowledge);
        let review = review(&game, &history, history.current().outcome(), &assessor, &mut |_| {});
        (game, history, review)
    }

    #[test]
    fn a_missed_win_is_a_card_of_the_person_who_missed_it() {
        let (game, history, review) = reviewed(&["b1c1", "d3e2"]);
        let cards_of = |seats: [&str; 2]| {
            cards(&game, &history, &Record::new(game.name()).with_seats(seats), &review, today())
        };
        let cards = cards_of(["human", "easy"]);
        let wanted = Card {
            schedule: Schedule::new(today()),
            kind: CardKind::MissedWin,
            pattern: Some("swan-comes-home".to_owned()),
            value: Eval::Won(Some(1)),
            ..cards[0].clone()
        };
        assert_eq!(cards, [wanted]);
        let texts = format!("\tuglyduck\t{START}\tb1c1\tb3a");
        assert!(cards[0].to_string().contains(&texts), "{}", cards[0]);
        assert_eq!(cards_of(["human", "human"]).len(), 1);
        assert_eq!(cards_of(["easy", "human"]), []);
        let (game, history, review) = reviewed(&["b3a2"]);
        let record = Record::new(game.name()).with_seats(["human", "easy"]);
        assert_eq!(super::cards(&game, &history, &record, &review, today()), []);
    }

    #[test]
    fn mistakes_of_the_player_at_another_computer_are_not_yours() {
        let (game, history, review) = reviewed(&["b1c1"]);
        let kept = |player| seats::with_reader(Record::new(game.name()).with_seats(["human"; 2]), player);
        for (player, found) in [(Some(Player::One), 1), (Some(Player::Two), 0)] {
            assert_eq!(cards(&game, &history, &kept(player), &review, today()).len(), found);
            assert_eq!(review.clone().with_record(&game, &kept(player)).person, player);
        }
    }

    #[test]
    #[cfg_attr(not(slow), ignore = "slow: .ci/run runs it")]
    fn cards_of_every_game_can_be_read_again_and_judge_their_own_moves() {
        let (mut found, mut games) = (0, 0);
        let seeds = FAMILIES.iter().flat_map(|family| [(family, 1), (family, 2)]).enumerate();
        for (_, (family, seed)) in seeds.filter(|(number, _)| is_sampled(*number, 3)) {
            let game = games::open(family.id).unwrap();
            let (mut history, mut rng) = (History::new(game.start()), GameRng::from_seed(seed));
            while history.plies() < 16
                && let Some(mv) = history.current().random_move(&mut rng)
                && history.current().outcome().is_none()
            {
                history.play(mv);
            }
            let (stop, knowledge) = (StopSignal::new(), Knowledge::default());
            let limits = AssessmentLimits {
                nodes: 2_000,
                proof: 1_000,
                proof_memory: 1 << 20,
                ..AssessmentLimits::ADVICE
            };
            let assessor = Assessor::new(&game, limits, &stop, &knowledge);
            let review = review(&game, &history, None, &assessor, &mut |_| {});
            let record = Record::new(game.name()).with_seats(["human"; 2]);
            let cards = cards(&game, &history, &record, &review, today());
            let mut deck = Deck::default();
            deck.add(cards.clone());
            let again = Deck::read(&deck.to_string());
            assert_eq!((again.problems(), again.to_string()), (&[][..], deck.to_string()));
            for card in again.cards() {
                let after = |mv| assessor.assess_turn(&card.position, mv).unwrap().after();
                assert_eq!(card.judge(false, card.value, after(card.played)), CardVerdict::Wrong, "{card}");
                assert_eq!(card.judge(true, card.value, after(card.best)), CardVerdict::Right, "{card}");
            }
            (found, games) = (found + cards.len(), games + 1);
        }
        assert!(2 * found >= games, "{found}");
    }
}

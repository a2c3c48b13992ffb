//! Games in progress, judged by the referee.

use cygnet_core::engine::bots::{self, Bot, MoveContext, Random};
use cygnet_core::engine::referee::{Referee, TextError};
use cygnet_core::games::AnyGame;
use cygnet_core::games::replica::{Replica, Rules};
use cygnet_core::games::ugly_duck::{CLASSIC, UglyDuck};
use cygnet_core::model::{
    Ending, Game, GameRng, MoveError, Outcome, Player, Position, Reason, Record, StopSignal, SystemClock,
    View,
};

use crate::common::every_kind;

fn referee_after(moves: &[&str]) -> Referee<UglyDuck> {
    Referee::read(&CLASSIC, None, moves).unwrap()
}

/// Runs `test` with everything that a bot needs.
fn with_context<T>(stop: &StopSignal, test: impl FnOnce(&mut MoveContext<'_>) -> T) -> T {
    let (mut rng, clock) = (GameRng::from_seed(1), SystemClock::new());
    test(&mut MoveContext::new(&mut rng, stop, &clock))
}

/// A bot that gives the same answer in every position.
struct Stubborn<M>(Option<M>);

impl<P: Position> Bot<P> for Stubborn<P::Move> {
    fn choose(&mut self, _: &View<'_, P>, _: &mut MoveContext<'_>) -> Option<P::Move> {
        self.0
    }
}

#[test]
fn legal_moves_change_the_game_and_others_do_not() {
    let mut referee = Referee::new(&CLASSIC);
    let start = *referee.position();
    let [first, second] = ["a1b1", "e1d1"].map(|text| CLASSIC.read_move(text).unwrap());
    assert!(matches!(referee.play(second), Err(MoveError::Illegal(_))));
    assert_eq!((referee.position(), referee.history().plies()), (&start, 0));
    assert_eq!(referee.play(first), Ok(()));
    assert_eq!(referee.position(), &start.after(first));
    assert_eq!((referee.to_move(), referee.history().plies()), (Player::Two, 1));
    referee.undo(1);
    assert_eq!(referee.position(), &start);
    referee.redo(1);
    assert_eq!(referee.position(), &start.after(first));
}

#[test]
fn a_game_is_read_up_to_the_first_mistake() {
    let referee = referee_after(&["a1b1", "e1d1"]);
    assert_eq!((referee.history().plies(), referee.to_move()), (2, Player::One));
    let wrong = Referee::read(&CLASSIC, None, ["a1b1", "a2b2"]);
    assert!(matches!(wrong, Err(TextError::Move { number: 2, error: MoveError::Illegal(_) })));
    assert!(matches!(Referee::read(&CLASSIC, Some("5/5 1"), [""; 0]), Err(TextError::Start(_))));
}

#[test]
fn endings_that_are_declared_last_until_a_turn_is_taken_back() {
    let mut referee = referee_after(&["a1b1"]);
    referee.resign();
    assert_eq!(referee.ending(), Some(Ending::lost(Player::Two, Reason::Resigned)));
    assert_eq!(referee.play(CLASSIC.read_move("e1d1").unwrap()), Err(MoveError::GameOver));
    referee.resign();
    referee.end(Ending::drawn(Reason::Agreed));
    assert_eq!(referee.ending(), Some(Ending::drawn(Reason::Agreed)));
    referee.undo(1);
    assert_eq!(referee.ending(), None);
}

#[test]
fn a_game_that_is_over_by_the_rules_cannot_end_otherwise() {
    let start = CLASSIC.read_position("5/S4/5/5/d4 1").unwrap();
    let mut referee = Referee::from_position(&CLASSIC, start);
    referee.play(CLASSIC.read_move("b1a1").unwrap()).unwrap();
    let won = Some(Ending::by_rules(Outcome::Win(Player::One)));
    referee.end(Ending::drawn(Reason::Agreed));
    referee.resign();
    assert_eq!(referee.ending(), won);
    referee.settle_disputes([Some("no".to_owned()), Some("yes".to_owned())]);
    assert_eq!(referee.ending(), won);
    referee.settle_disputes([None, Some("I won".to_owned())]);
    assert_eq!(referee.ending(), Some(Ending::forfeit(Player::Two, "I won")));
    referee.settle_disputes([Some("I lost".to_owned()), None]);
    assert_eq!(referee.ending(), Some(Ending::forfeit(Player::One, "I lost")));
}

/// Plays turns without progress: checkers step to and fro.
fn walk(referee: &mut Referee<Replica<u64>>, turns: usize) {
    for mv in ["g5f5", "b4c4", "f5g5", "c4b4"].into_iter().cycle().take(turns) {
        let mv = referee.game().read_move(mv).unwrap();
        referee.play(mv).unwrap_or_else(|error| panic!("{}: {error}", referee.idle_turns()));
    }
}

#[test]
fn a_game_without_progress_ends_unless_a_human_plays() {
    let game = Replica::<u64>::new(Rules::new(8, true).unwrap());
    let max = game.max_idle_turns().unwrap();
    let mut referee = Referee::new(&game);
    walk(&mut referee, max as usize - 1);
    assert_eq!((referee.idle_turns(), referee.ending()), (max - 1, None));
    let human = referee.clone().with_human(true);
    for (mut referee, ending) in [(referee, Some(Ending::drawn(Reason::NoProgress))), (human, None)] {
        let last = game.read_move("c4b4").unwrap();
        referee.play(last).unwrap();
        assert_eq!((referee.ending(), referee.exceeded_idle_turns()), (ending, Some(max)));
        referee.undo(3);
        assert_eq!((referee.ending(), referee.idle_turns()), (None, max - 3));
        referee.restart(game.start());
        assert_eq!(referee.idle_turns(), 0);
    }
    let mut referee = Referee::new(&game).with_idle_turns(max);
    for _ in 0..2 {
        assert_eq!(referee.ending(), Some(Ending::drawn(Reason::NoProgress)));
        referee.undo(0);
    }
    let mut referee = Referee::new(&game).with_idle_turns(3);
    walk(&mut referee, 4);
    referee.undo(1);
    assert_eq!(referee.idle_turns(), 6);
    referee.resign();
    referee.redo(1);
    assert_eq!((referee.ending(), referee.idle_turns()), (None, 7));
    // Official rules end every game.
    let mut referee = Referee::new(&Replica::<u64>::new(Rules::new(8, false).unwrap()));
    referee.play(referee.game().read_move("f7e6").unwrap()).unwrap();
    referee.undo(0);
    assert_eq!(referee.idle_turns(), 0);
}

#[test]
fn a_bot_without_a_legal_move_forfeits() {
    let stop = StopSignal::new();
    for (answer, reason) in [(None, "it returned no move"), (Some("e1d1"), "illegal move \"e1d1\": ")] {
        let mut referee = referee_after(&[]);
        let mut bot = Stubborn(answer.map(|text| CLASSIC.read_move(text).unwrap()));
        let played = with_context(&stop, |context| referee.take_turn(&mut bot, context));
        assert_eq!(played, None);
        let Some(Ending { reason: Reason::Forfeited(problem), .. }) = referee.ending() else {
            panic!("{:?}", referee.ending());
        };
        assert_eq!(referee.ending().unwrap().loser(), Some(Player::One));
        assert!(problem.starts_with(reason), "{problem}");
        assert_eq!(referee.history().plies(), 0);
    }
}

#[test]
fn bots_play_every_game_to_its_end() {
    for game in every_kind() {
        let mut referee: Referee<AnyGame> = Referee::new(&game);
        let ending = with_context(&StopSignal::new(), |context| {
            referee.play_out([&mut Random, &mut bots::make(&game, "random").unwrap()], context)
        });
        assert!(ending.is_some() && ending == referee.ending(), "{}", game.name());
        assert!(referee.history().plies() > 0);
        // A game that is over keeps its end.
        let more = with_context(&StopSignal::new(), |context| referee.take_turn(&mut Random, context));
        assert_eq!((more, referee.ending()), (None, ending), "{}", game.name());
    }
}

#[test]
fn a_stopped_game_has_no_ending() {
    let mut referee = referee_after(&[]);
    let stop = StopSignal::new();
    stop.raise();
    let ending = with_context(&stop, |context| referee.play_out([&mut Random, &mut Stubborn(None)], context));
    assert_eq!((ending, referee.history().plies()), (None, 0));
}

#[test]
fn a_record_keeps_the_annotations_of_moves_that_were_played() {
    let text = "cygnet record 2\ngame: uglyduck\n1. a1b1 ??\n2. e1d1 ?\nresult: none, unfinished\n";
    let head = text.parse::<Record>().unwrap();
    let marks = |moves: &[&str]| {
        let record = referee_after(moves).record(&head);
        assert_eq!(record.moves.iter().map(|(_, mv)| mv.as_str()).collect::<Vec<_>>(), moves);
        record.annotations.notes.iter().filter(|(_, note)| note.mark.is_some()).map(|(at, _)| *at).collect()
    };
    let marked: [Vec<usize>; 3] =
        [marks(&["a1b1", "e1d1"]), marks(&["a1b1", "e2d2"]), marks(&["a2b2", "e1d1"])];
    assert_eq!(marked, [vec![1, 2], vec![1], vec![]]);
}

#[test]
fn a_record_has_the_first_position_if_it_is_not_the_default_one() {
    for game in every_kind() {
        let mut referee = Referee::new(&game);
        let head = Record::new(game.name());
        assert_eq!(referee.record(&head).start, None);
        let second = referee.position().after(referee.position().moves()[0]);
        referee = Referee::from_position(&game, second.clone());
        referee.play(second.moves()[0]).unwrap();
        let mut played = referee.record(&head);
        assert_eq!(played.replay().unwrap().position(), referee.position(), "{}", game.name());
        // A record that begins elsewhere is not believed.
        played.start = Some(second.after(second.moves()[0]).to_string());
        assert_eq!(referee.record(&played).start, Some(second.to_string()), "{}", game.name());
        referee.restart(game.start());
        assert_eq!(referee.record(&played).start, None, "{}", game.name());
    }
}

#[test]
fn what_a_bot_reports_is_never_taken_for_that_of_the_next() {
    let stop = StopSignal::new();
    with_context(&stop, |context| {
        let mut referee = Referee::new(&CLASSIC);
        referee.take_turn(&mut *bots::make(&CLASSIC, "minimax:2").unwrap(), context).unwrap();
        assert!(context.nodes.is_some() && context.eval.is_some());
        referee.take_turn(&mut Random, context).unwrap();
        assert_eq!((context.nodes, context.eval), (None, None));
    });
}

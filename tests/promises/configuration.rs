//! The configuration: the text of the file.

use cygnet::cli::{Config, ROWS, with_settings};
use cygnet::console::{BoardStyle, Bottom, ColorDepth, Paint, Palette, Settings};

use super::check_message;

/// Checks that any text is a configuration or is refused, and that saved settings are read as they were
/// written, next to those that were there.
pub fn check(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let config = match Config::parse(text) {
        Ok(config) => config,
        Err(error) => {
            check_message(&error.to_string());
            let lines = text.matches('\n').count() + 1;
            assert!((1..=lines).contains(&error.line), "{error}: {text:?}");
            return;
        }
    };
    let explicit = Settings {
        board: BoardStyle::Words,
        board_is_explicit: true,
        bottom: Bottom::Original,
        coach: true,
        paint: Paint::new(Palette::Mono, ColorDepth::Ansi16),
        ..Settings::PIPED
    };
    for settings in [Settings::PIPED, explicit] {
        check_saved(text, &config, &settings);
    }
}

fn check_saved(text: &str, config: &Config, settings: &Settings) {
    let saved = with_settings(text, settings).expect("the text is a configuration");
    let read = Config::parse(&saved).expect("a saved configuration can be read");
    for (row, kept) in ROWS {
        let kept = kept(settings).map(|kept| kept.trim_matches('"').to_owned());
        assert_eq!(read.shown(row), kept.unwrap_or_else(|| config.shown(row)), "{text:?}: {saved:?}");
    }
    assert_eq!(with_settings(&saved, settings).as_ref(), Ok(&saved), "{text:?}");
}

//! The configuration: the text of the file.

use cygnet::cli::{Config, with_settings};
use cygnet::console::{BoardStyle, Bottom, ColorDepth, Paint, Palette, Settings};

use crate::check_message;

/// Checks that any text is a configuration or is refused, and that saved settings are read as they were
/// written, next to those that were there.
pub fn check(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let config = match Config::parse(text) {
        Ok(config) => config,
        Err(error) => {
            check_message(&error.to_string());
            let lines = text.matches('\n').count() + 1;
            assert!((1..=lines).contains(&error.line()), "{error}: {text:?}");
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
    let saved = match with_settings(text, settings) {
        Ok(saved) => saved,
        Err(error) => return check_message(&error.to_string()),
    };
    let wanted = Config {
        board: Some(settings.board).filter(|_| settings.board_is_explicit).or(config.board),
        bottom: Some(settings.bottom),
        coach: Some(settings.coach),
        palette: settings.paint.palette().or(config.palette),
        ..config.clone()
    };
    assert_eq!(Config::parse(&saved).as_ref(), Ok(&wanted), "{text:?}: {saved:?}");
    assert_eq!(with_settings(&saved, settings).as_ref(), Ok(&saved), "{text:?}");
}

//! The options of `cygnet host`, `join` and `watch`.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use clap::{Args, ValueEnum};

use crate::cli::play::InteractiveOptions;
use crate::cli::positions::Format;
use crate::cli::settings::NAME;
use crate::network::code::Code;
use crate::network::link::DEFAULT_PORT;
use crate::words::TimeControl;

/// Where a new game is hosted without `--listen`.
pub(super) const DEFAULT_ADDRESS: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), DEFAULT_PORT);

/// How many people can watch without `--spectators`.
pub(super) const DEFAULT_SPECTATORS: u16 = 8;

pub const HOST_EXAMPLES: &str = "\
Examples:
  cygnet host qawale                            players on this computer can join
  cygnet host qawale --listen 192.168.1.20      players on this network can join
  cygnet host uglyduck --clock 10+5 --side second
  cygnet host replica --p1 level:3              a computer plays here";
pub const JOIN_EXAMPLES: &str = "\
Examples:
  cygnet join 192.168.1.20 7-amber-otter
  cygnet join                                   a game that is hosted on this computer
  ssh -t friend.example cygnet join             a game on another computer";
pub const WATCH_EXAMPLES: &str = "Example:\n  cygnet watch 192.168.1.20 3-quiet-heron";

/// Options of both players and of those who watch.
#[derive(Clone, Debug, Default, Args)]
pub(super) struct CommonOptions {
    #[command(flatten)]
    pub(super) interactive: InteractiveOptions,
    #[arg(long, value_name = "NAME", help = NAME.help)]
    pub(super) name: Option<String>,
    /// Keep reading input after a game ends, so that :again and other commands still work
    #[arg(long)]
    pub(super) stay: bool,
    /// Output format; with JSON, each turn and each game is an object on a line of standard output
    #[arg(long, value_enum, default_value = "text")]
    pub(super) format: Format,
}

/// Which side the host plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum WantedSide {
    // The side that moves first.
    First,
    // The other side.
    Second,
    // Drawn by lot.
    #[default]
    Lot,
}

#[derive(Debug, Default, Args)]
pub struct HostOptions {
    /// The game: `id` or `id:options`; without it, a menu of the games
    pub(super) game: Option<String>,
    /// The address of this computer at which others can join, with a port after a colon if it is not 4040; by default
    /// 127.0.0.1, or where a kept game was hosted
    #[arg(long, value_name = "ADDRESS", value_parser = parse_address)]
    pub(super) listen: Option<SocketAddr>,
    /// Your side: first, second or by lot
    #[arg(long, value_enum, default_value = "lot", value_name = "SIDE", conflicts_with_all = ["p1", "p2"])]
    pub(super) side: WantedSide,
    /// Who plays here as the first player: `human`, a bot, ugi:COMMAND for a program, or @NAME for an engine in the
    /// configuration file
    #[arg(long, value_name = "SEAT", conflicts_with = "p2")]
    pub(super) p1: Option<String>,
    /// Who plays here as the second player, in the same form
    #[arg(long, value_name = "SEAT")]
    pub(super) p2: Option<String>,
    /// Clocks: minutes per game, plus seconds added per turn
    #[arg(long, alias = "tc", value_name = "MINUTES+SECONDS", value_parser = TimeControl::in_minutes)]
    pub(super) clock: Option<TimeControl>,
    /// Allow hints, the coach and reviews during the game, if the other player does too
    #[arg(long)]
    pub(super) casual: bool,
    /// How many people can watch [default: 8]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(0..=64))]
    pub(super) spectators: Option<u16>,
    /// Use this code; if a game with it is kept, continue it
    #[arg(long, value_name = "CODE", value_parser = str::parse::<Code>)]
    pub(super) code: Option<Code>,
    /// The random seed for a computer player and for the lot
    #[arg(long, value_name = "N")]
    pub(super) seed: Option<u64>,
    #[command(flatten)]
    pub(super) common: CommonOptions,
}

impl HostOptions {
    /// Returns whether there is an option that only a new game can have.
    pub(super) fn describes_new_game(&self) -> bool {
        let seats = [&self.p1, &self.p2].into_iter().flatten();
        seats.count() > 0 || self.clock.is_some() || self.seed.is_some() || self.side != WantedSide::Lot
    }
}

#[derive(Debug, Default, Args)]
pub struct JoinOptions {
    /// The address of the host, with a port after a colon if it is not 4040; without it, a game on this computer
    pub(super) address: Option<String>,
    /// The code that the host shows; without it, it is asked for
    pub(super) code: Option<String>,
    /// Allow hints, the coach and reviews during the game, if the host does too
    #[arg(long)]
    pub(super) casual: bool,
    /// Take the game as the host has it, even if it differs from the one that was kept here
    #[arg(long)]
    pub(super) forget: bool,
    #[command(flatten)]
    pub(super) common: CommonOptions,
}

#[derive(Debug, Args)]
pub struct WatchOptions {
    /// The address of the host, with a port after a colon if it is not 4040
    pub(super) address: String,
    /// The code for watching that the host shows; without it, it is asked for
    pub(super) code: Option<String>,
    #[command(flatten)]
    pub(super) common: CommonOptions,
}

/// Reads an IP address, with a port or without.
fn parse_address(text: &str) -> Result<SocketAddr, &'static str> {
    let bare = text.trim_start_matches('[').trim_end_matches(']');
    let with_default = |address: IpAddr| SocketAddr::new(address, DEFAULT_PORT);
    text.parse()
        .ok()
        .or_else(|| bare.parse().ok().map(with_default))
        .or_else(|| localhost(text))
        .ok_or("expected the IP address of this computer, such as 192.168.1.20 or 192.168.1.20:4040")
}

/// Reads `localhost`, with a port or without.
fn localhost(text: &str) -> Option<SocketAddr> {
    let (host, port) = text.split_once(':').map_or((text, None), |(host, port)| (host, Some(port)));
    let port = port.map_or(Some(DEFAULT_PORT), |port| port.parse().ok())?;
    host.eq_ignore_ascii_case("localhost").then(|| SocketAddr::new(Ipv4Addr::LOCALHOST.into(), port))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_of_an_address_takes_a_port_or_none() {
        for (text, wanted) in [
            ("192.168.1.20", "192.168.1.20:4040"),
            ("192.168.1.20:4555", "192.168.1.20:4555"),
            ("localhost", "127.0.0.1:4040"),
            ("localhost:4555", "127.0.0.1:4555"),
            ("LocalHost:0", "127.0.0.1:0"),
            ("::1", "[::1]:4040"),
            ("[::1]", "[::1]:4040"),
            ("[::1]:4555", "[::1]:4555"),
        ] {
            assert_eq!(
                parse_address(text).map(|address| address.to_string()),
                Ok(wanted.to_owned()),
                "{text}"
            );
        }
        for text in ["", "localhost:", "localhost:x", "localhost:70000", "example.org", "192.168.1.20:"] {
            assert!(parse_address(text).is_err(), "{text}");
        }
    }
}

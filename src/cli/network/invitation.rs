//! What a host says to those who want to join.

use std::net::{IpAddr, SocketAddr, UdpSocket};

use crate::network::code::Code;
use crate::network::link::DEFAULT_PORT;

/// Returns the address at which others reach this computer if it listens on `address`: for all addresses, the one that
/// the system would use to reach others. Nothing is sent.
fn reachable(address: IpAddr) -> IpAddr {
    let (any, elsewhere) = match address {
        IpAddr::V4(_) => ("0.0.0.0:0", "192.0.2.1:9"),
        IpAddr::V6(_) => ("[::]:0", "[2001:db8::1]:9"),
    };
    let own = || {
        let socket = UdpSocket::bind(any)?;
        socket.connect(elsewhere)?;
        socket.local_addr()
    };
    match address.is_unspecified() {
        true => own().map_or(address, |own| own.ip()),
        false => address,
    }
}

/// Says how others can join.
pub(super) fn invitation(addresses: &[SocketAddr], code: Code, watching: Option<Code>) -> String {
    let Some(address) = addresses.first() else { return String::new() };
    let shown = SocketAddr::new(reachable(address.ip()), address.port());
    let place = match address.port() {
        DEFAULT_PORT => shown.ip().to_string(),
        _ => shown.to_string(),
    };
    let (computer, reach) = if address.ip().is_loopback() {
        (
            "In another terminal of this computer",
            "Only this computer can reach it; --listen ADDRESS lets others in.",
        )
    } else {
        (
            "On the other computer",
            "Every computer that can reach this address can try to join; it needs the code.",
        )
    };
    let watch =
        watching.map_or_else(String::new, |code| format!("To watch:\n  cygnet watch {place} {code}\n"));
    format!("Waiting on {address}. {reach}\n{computer}, type:\n  cygnet join {place} {code}\n{watch}")
}

//! Tests of what happens after the handshake.

use super::super::*;
use super::say;

/// Both sides of a channel that was made without a code, which is faster.
fn sessions() -> (Session, Session) {
    let build = |is_initiator| {
        let builder = snow::Builder::new("Noise_NN_25519_ChaChaPoly_SHA256".parse().unwrap());
        if is_initiator { builder.build_initiator() } else { builder.build_responder() }.unwrap()
    };
    let (mut guest, mut host) = (build(true), build(false));
    let mut bytes = [0; 100];
    let length = guest.write_message(&[], &mut bytes).unwrap();
    host.read_message(&bytes[..length], &mut [0; 100]).unwrap();
    let length = host.write_message(&[], &mut bytes).unwrap();
    guest.read_message(&bytes[..length], &mut [0; 100]).unwrap();
    (Session::new(guest).unwrap(), Session::new(host).unwrap())
}

/// Sends messages, changes their frames, and returns what is received until an error, and the error.
fn exchange(
    messages: &[Message],
    change: impl FnOnce(Vec<Vec<u8>>) -> Vec<Vec<u8>>,
) -> (Vec<Message>, ChannelError) {
    let (guest, host) = sessions();
    let (_, mut sender) = guest.split(io::empty(), Vec::new());
    let mut frames = Vec::new();
    for message in messages {
        sender.send(message).unwrap();
        frames.push(std::mem::take(&mut sender.writer));
    }
    let bytes = change(frames).concat();
    let (mut receiver, mut back) = host.split(&*bytes, Vec::new());
    let mut received = Vec::new();
    loop {
        match receiver.receive() {
            Ok(message) => received.push(message),
            Err(error) => {
                assert!(matches!(back.send(&Message::Ping), Err(ChannelError::Ended)));
                assert!(receiver.receive().is_err());
                assert!(back.writer.is_empty());
                return (received, error);
            }
        }
    }
}

#[test]
fn changed_bytes_end_the_channel() {
    let messages = [say("attack at dawn"), say("retreat")];
    let length = messages[0].to_json().len() + 1 + TAG_BYTES + 2;
    for at in 0..length {
        let (received, error) = exchange(&messages, |mut frames| {
            assert_eq!(frames[0].len(), length);
            frames[0][at] ^= 1;
            frames
        });
        assert!(received.is_empty());
        assert!(matches!(error, ChannelError::Tampered | ChannelError::Closed), "{at} {error:?}");
    }
}

#[test]
fn a_truncated_stream_ends_the_channel() {
    for kept in 0..50 {
        let (received, error) = exchange(&[say("attack at dawn")], |mut frames| {
            frames[0].truncate(kept);
            frames
        });
        assert!(received.is_empty() && matches!(error, ChannelError::Closed), "{kept} {error:?}");
    }
}

#[test]
fn repeated_reordered_and_missing_frames_end_the_channel() {
    let [a, b, c] = [say("a"), say("b"), say("c")];
    let messages = [a.clone(), b, c];
    let orders: [(&[usize], usize); 5] =
        [(&[0, 0], 1), (&[1, 0], 0), (&[0, 2], 1), (&[2], 0), (&[0, 1, 0], 2)];
    for (order, good) in orders {
        let (received, error) =
            exchange(&messages, |frames| order.iter().map(|frame| frames[*frame].clone()).collect());
        assert_eq!(received, messages[..good], "{order:?}");
        assert!(matches!(error, ChannelError::Tampered), "{order:?} {error:?}");
    }
}

#[test]
fn reflected_frames_end_the_channel() {
    let (guest, _host) = sessions();
    let keys = Arc::new(Mutex::new(Some(guest.0)));
    let mut sender = Sender { writer: Vec::new(), keys: Arc::clone(&keys) };
    sender.send(&say("hello")).unwrap();
    let mut receiver = Receiver { reader: &*sender.writer, keys };
    assert!(matches!(receiver.receive(), Err(ChannelError::Tampered)));
}

#[test]
fn frames_do_not_show_their_text() {
    let (_, error) = exchange(&[say("attack at dawn")], |frames| {
        let bytes = frames.concat();
        assert!(
            !bytes.windows(4).any(|bytes| b"\"say\" attack at dawn".windows(4).any(|text| text == bytes))
        );
        frames
    });
    assert!(matches!(error, ChannelError::Closed));
}

/// Encrypts pieces, however invalid, and receives them.
fn receive_pieces(pieces: &[&[u8]]) -> Result<Message, ChannelError> {
    let (guest, host) = sessions();
    let (_, sender) = guest.split(io::empty(), io::sink());
    let mut bytes = Vec::new();
    for piece in pieces {
        let mut frame = vec![0; piece.len() + TAG_BYTES];
        with_keys(&sender.keys, |keys| keys.write_message(piece, &mut frame)).unwrap();
        bytes.extend_from_slice(&(frame.len() as u16).to_be_bytes());
        bytes.extend_from_slice(&frame);
    }
    host.split(&*bytes, io::sink()).0.receive()
}

#[test]
fn invalid_messages_end_the_channel() {
    assert_eq!(receive_pieces(&[b"\x01{\"type\":", b"\0\"ping\"}"]).unwrap(), Message::Ping);
    for pieces in [
        &[&b"\0{"[..]][..],
        &[b"\0"],
        &[b""],
        &[b"\x01", b"\0{\"type\":\"ping\"}"],
        &[b"\x02{\"type\":\"ping\"}"],
        &[b"\0{\"type\":\"other\"}"],
        &[b"\0\xff\xfe"],
    ] {
        assert!(matches!(receive_pieces(pieces), Err(ChannelError::Malformed)), "{pieces:?}");
    }
    assert!(matches!(receive_pieces(&[b"\x01{"]), Err(ChannelError::Closed)));
}

#[test]
fn messages_that_are_too_long_end_the_channel() {
    let piece = [&[1], &[b' '; 1 << 11][..]].concat();
    assert!(matches!(receive_pieces(&[&*piece; 2]), Err(ChannelError::Closed)));
    assert!(matches!(receive_pieces(&[&*piece; 3]), Err(ChannelError::TooLong)));
    let (guest, _host) = sessions();
    let (_, mut sender) = guest.split(io::empty(), Vec::new());
    assert!(matches!(sender.send(&say(&"x".repeat(MAX_MESSAGE_BYTES))), Err(ChannelError::TooLong)));
    assert!(matches!(sender.send(&Message::Ping), Err(ChannelError::Ended)));
    assert!(sender.writer.is_empty());
}

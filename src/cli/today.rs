//! The time of day, and the date where the player is.

use std::env;
use std::io::Read as _;
use std::path::Path;
use std::time::SystemTime;

use jiff::Timestamp;
use jiff::tz::TimeZone;

use crate::model::Date;
use crate::store::Disk;
use crate::words::written_date;

/// The folders of time zones.
const FOLDERS: [&str; 3] = ["/usr/share/zoneinfo", "/share/zoneinfo", "/etc/zoneinfo"];

/// The maximum size of a time zone file, in bytes.
const MAX_ZONE_BYTES: u64 = 1 << 20;

/// Returns the time, for the age of unfinished games and for the date.
#[expect(clippy::disallowed_methods, reason = "the only place that reads the time of day")]
pub(super) fn now() -> SystemTime {
    SystemTime::now()
}

/// Returns today's local date. Without a readable time zone it is the date of UTC.
pub(super) fn today() -> Option<Date> {
    let now = Timestamp::try_from(now()).ok()?;
    written_date(time_zone().unwrap_or(TimeZone::UTC).to_datetime(now).date())
}

/// Reads the time zone that `TZ` names or describes, or that of the system.
fn time_zone() -> Option<TimeZone> {
    let Ok(name) = env::var("TZ") else { return read_zone(Path::new("/etc/localtime")) };
    let name = name.strip_prefix(':').unwrap_or(&name);
    let mut files = FOLDERS.iter().map(|folder| Path::new(folder).join(name));
    files.find_map(|file| read_zone(&file)).or_else(|| TimeZone::posix(name).ok())
}

/// Reads a time zone file. Only regular files are read: `TZ` can name any file.
fn read_zone(path: &Path) -> Option<TimeZone> {
    let mut bytes = Vec::new();
    Disk::default().open_regular(path).ok()?.take(MAX_ZONE_BYTES).read_to_end(&mut bytes).ok()?;
    TimeZone::tzif("local", &bytes).ok()
}

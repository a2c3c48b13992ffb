//! The date where the player is.

use std::env;
use std::io::Read as _;
use std::path::Path;
use std::time::SystemTime;

use jiff::Timestamp;
use jiff::tz::TimeZone;

use crate::model::Date;
use crate::store::files;
use crate::words::written_date;

/// The folders of time zones, and the system's own.
const FOLDERS: [&str; 3] = ["/usr/share/zoneinfo", "/share/zoneinfo", "/etc/zoneinfo"];
const LOCAL: &str = "/etc/localtime";

/// The maximum size of a time zone file, in bytes.
const MAX_ZONE_BYTES: u64 = 1 << 20;

/// Returns today's local date. Without a readable time zone it is the date of UTC.
#[expect(clippy::disallowed_methods, reason = "the only place that reads the date")]
pub(super) fn today() -> Option<Date> {
    let now = Timestamp::try_from(SystemTime::now()).ok()?;
    written_date(time_zone().unwrap_or(TimeZone::UTC).to_datetime(now).date())
}

/// Reads the time zone that `TZ` names or describes, or that of the system.
fn time_zone() -> Option<TimeZone> {
    let Ok(name) = env::var("TZ") else { return read_zone(Path::new(LOCAL)) };
    let name = name.strip_prefix(':').unwrap_or(&name);
    let mut files = FOLDERS.iter().map(|folder| Path::new(folder).join(name));
    files.find_map(|file| read_zone(&file)).or_else(|| TimeZone::posix(name).ok())
}

/// Reads a time zone file. Only regular files are read: `TZ` can name any file.
fn read_zone(path: &Path) -> Option<TimeZone> {
    let mut bytes = Vec::new();
    files::open(path).ok()?.take(MAX_ZONE_BYTES).read_to_end(&mut bytes).ok()?;
    TimeZone::tzif("local", &bytes).ok()
}

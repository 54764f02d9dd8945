//! Times that a transcript writes as a number, given the way the others write them. It asks no clock.

/// Milliseconds since 1970 in ISO 8601, UTC; none for years that have no four digits.
pub(super) fn from_millis(millis: i64) -> Option<String> {
    let days = millis.div_euclid(86_400_000);
    let in_day = millis.rem_euclid(86_400_000);
    let (year, month, day) = civil(days);
    if !(0..=9999).contains(&year) {
        return None;
    }
    let (seconds, millis) = (in_day / 1000, in_day % 1000);
    let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    Some(format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{millis:03}Z"))
}

/// Seconds since 1970, likewise.
pub(super) fn from_seconds(seconds: i64) -> Option<String> {
    from_millis(seconds.checked_mul(1000)?)
}

/// Year, month and day of a number of days since 1970, by counting in years that begin in March, so that the leap
/// day is the last one.
fn civil(days: i64) -> (i64, i64, i64) {
    const DAYS_IN_400_YEARS: i64 = 146_097;
    let days = days + 719_468;
    let era = days.div_euclid(DAYS_IN_400_YEARS);
    let day_of_era = days.rem_euclid(DAYS_IN_400_YEARS);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (year_of_era + era * 400 + i64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_become_dates() {
        let cases = [
            (0, Some("1970-01-01T00:00:00.000Z")),
            (-1, Some("1969-12-31T23:59:59.999Z")),
            (951_782_400_000, Some("2000-02-29T00:00:00.000Z")),
            (1_790_000_001_234, Some("2026-09-21T14:13:21.234Z")),
            (i64::MAX, None),
            (i64::MIN, None),
        ];
        for (millis, time) in cases {
            assert_eq!(from_millis(millis).as_deref(), time, "{millis}");
        }
        assert_eq!(from_seconds(i64::MAX), None);
    }
}

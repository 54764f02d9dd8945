//! Checks and directions of the crates below as the words that stored runs use, both ways.

/// [`guarddiff_engine::facts::Check`] by name.
pub(crate) mod check {
    use guarddiff_engine::facts::Check;
    use serde::{Deserialize as _, Deserializer, Serializer, de::Error as _};

    pub(crate) fn serialize<S: Serializer>(check: &Check, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(check.name())
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Check, D::Error> {
        by_name(&String::deserialize(from)?).map_err(D::Error::custom)
    }

    pub(super) fn by_name(name: &str) -> Result<Check, String> {
        let mut all = Check::ALL.into_iter();
        all.find(|check| check.name() == name).ok_or_else(|| format!("no check is named {name:?}"))
    }
}

/// The same where there may be none.
pub(crate) mod optional_check {
    use guarddiff_engine::facts::Check;
    use serde::{Deserialize as _, Deserializer, Serializer, de::Error as _};

    pub(crate) fn serialize<S: Serializer>(
        check: &Option<Check>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        match check {
            Some(check) => super::check::serialize(check, to),
            None => to.serialize_none(),
        }
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Option<Check>, D::Error> {
        let Some(name) = Option::<String>::deserialize(from)? else { return Ok(None) };
        super::check::by_name(&name).map(Some).map_err(D::Error::custom)
    }
}

/// [`guarddiff_oracle::divergence::Direction`] by name, where there is one.
pub(crate) mod direction {
    use guarddiff_oracle::divergence::Direction;
    use serde::{Deserialize as _, Deserializer, Serializer, de::Error as _};

    pub(crate) fn serialize<S: Serializer>(
        direction: &Option<Direction>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        match direction {
            Some(direction) => to.serialize_str(direction.name()),
            None => to.serialize_none(),
        }
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Option<Direction>, D::Error> {
        let Some(name) = Option::<String>::deserialize(from)? else {
            return Ok(None);
        };
        [Direction::Narrowed, Direction::Changed, Direction::Widened]
            .into_iter()
            .find(|direction| direction.name() == name)
            .map(Some)
            .ok_or_else(|| D::Error::custom(format_args!("no direction is named {name:?}")))
    }
}

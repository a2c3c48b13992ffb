//! What follows from the text of a value: a readable `Debug`, and Serde with the feature `serde`.

/// Implements these traits for types with `Display` and `FromStr`: `[GENERICS] TYPE, "NAME";`.
macro_rules! text_traits {
    ($([$($generics:tt)*] $type:ty, $name:literal;)*) => {$(
        impl<$($generics)*> std::fmt::Debug for $type {
            /// Writes the name of the type with the text.
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!($name, "({})"), self)
            }
        }

        $crate::model::serde_as_text! { [$($generics)*] $type; }
    )*};
}

/// Implements Serde with the text of a value. A value that its text does not describe completely is not written.
#[cfg(feature = "serde")]
macro_rules! serde_as_text {
    ($([$($generics:tt)*] $type:ty;)*) => {$(
        impl<$($generics)*> serde::Serialize for $type {
            /// Writes the text. Fails if the text would be read back as another value.
            fn serialize<Z: serde::Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
                let text = self.to_string();
                match text.parse::<$type>() {
                    Ok(read) if read == *self => serializer.serialize_str(&text),
                    _ => Err(serde::ser::Error::custom(format!("\"{text}\" does not describe the whole value"))),
                }
            }
        }

        impl<'de, $($generics)*> serde::Deserialize<'de> for $type {
            /// Reads the text.
            fn deserialize<Z: serde::Deserializer<'de>>(deserializer: Z) -> Result<Self, Z::Error> {
                <String as serde::Deserialize>::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
            }
        }
    )*};
}

#[cfg(not(feature = "serde"))]
macro_rules! serde_as_text {
    ($($ignored:tt)*) => {};
}

pub(crate) use {serde_as_text, text_traits};

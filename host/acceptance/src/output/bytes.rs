//! Sets of bytes, to look at a text byte by byte.

/// A set of bytes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bytes([bool; 256]);

impl Bytes {
    /// None.
    pub(super) const NONE: Bytes = Bytes([false; 256]);

    /// With one more.
    pub(super) const fn with(mut self, byte: u8) -> Bytes {
        self.0[byte as usize] = true;
        self
    }

    /// With these.
    pub(super) const fn and(self, bytes: &[u8]) -> Bytes {
        let mut set = self;
        let mut rest = bytes;
        while let Some((byte, after)) = rest.split_first() {
            set = set.with(*byte);
            rest = after;
        }
        set
    }

    /// With letters and digits.
    pub(super) const fn and_alphanumeric(self) -> Bytes {
        self.and(b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
    }

    /// All others.
    pub(super) const fn others(mut self) -> Bytes {
        let mut byte = 0;
        while byte < 256 {
            self.0[byte] = !self.0[byte];
            byte += 1;
        }
        self
    }

    /// Whether it is among them.
    #[inline]
    pub(super) const fn has(&self, byte: u8) -> bool {
        self.0[byte as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_told_apart() {
        let set = Bytes::NONE.and(b"a~\0").with(200);
        let found: Vec<u8> = (0..=u8::MAX).filter(|byte| set.has(*byte)).collect();
        assert_eq!(found, [0, b'a', b'~', 200]);
        assert!(set.others().has(1) && !set.others().has(200));
        assert!(set.and_alphanumeric().has(b'Z') && !set.and_alphanumeric().has(b'-'));
    }
}

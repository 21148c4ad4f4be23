//! Recognises the escape sequences of terminals (ECMA-48 and the xterm control strings), to skip them.

const CAN: u8 = 0x18;
const SUB: u8 = 0x1a;
const ESC: u8 = 0x1b;
const BEL: u8 = 0x07;

/// Where the input stands within an escape sequence.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) enum Escape {
    /// Not in a sequence.
    #[default]
    Ground,
    /// After ESC.
    Start,
    /// After ESC and intermediate bytes: character sets and the like.
    Intermediate,
    /// Control sequence (`ESC [`), with its only parameter if it is a plain number.
    Csi(Parameter),
    /// Control string: title, link, image. `bell`: BEL ends it, too; `c2`: the last byte may begin U+009C.
    String { bell: bool, c2: bool },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Parameter {
    Number(u16),
    Other,
}

/// What a finished sequence does to the line; all others do nothing in a preview.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Control {
    /// What comes next starts the line anew.
    Rewind,
    /// Erases from the position to the end of the line.
    EraseRight,
}

/// What became of a byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    /// Part of a sequence.
    Consumed,
    /// Ended a sequence with an effect.
    Control(Control),
    /// Not part of a sequence; an open one was given up.
    Text,
}

impl Escape {
    /// Takes the next byte. A byte that cannot continue a sequence is text, as is every `\n`: a sequence never
    /// swallows the lines after it.
    pub(super) fn step(&mut self, byte: u8) -> Step {
        if *self == Self::Ground && byte != ESC {
            return Step::Text;
        }
        match byte {
            ESC => *self = Self::Start,
            CAN | SUB => *self = Self::Ground,
            b'\n' => return self.abandon(),
            _ => match *self {
                Self::Ground => return Step::Text,
                Self::Start => return self.after_esc(byte),
                Self::Intermediate => return self.after_intermediate(byte),
                Self::Csi(parameter) => return self.in_csi(parameter, byte),
                Self::String { bell, c2 } => *self = in_string(bell, c2, byte),
            },
        }
        Step::Consumed
    }

    /// Enters the sequence that a C1 control character, decoded from UTF-8, begins. False if it begins none.
    pub(super) fn enter_c1(&mut self, character: char) -> bool {
        *self = match character {
            '\u{9b}' => Self::csi(),
            '\u{9d}' => Self::string(true),
            '\u{90}' | '\u{98}' | '\u{9e}' | '\u{9f}' => Self::string(false),
            _ => return false,
        };
        true
    }

    fn csi() -> Self {
        Self::Csi(Parameter::Number(0))
    }

    fn string(bell: bool) -> Self {
        Self::String { bell, c2: false }
    }

    fn abandon(&mut self) -> Step {
        *self = Self::Ground;
        Step::Text
    }

    fn after_esc(&mut self, byte: u8) -> Step {
        *self = match byte {
            b'[' => Self::csi(),
            b']' => Self::string(true),
            b'P' | b'X' | b'^' | b'_' => Self::string(false),
            0x20..=0x2f => Self::Intermediate,
            0x30..=0x7e => Self::Ground,
            _ => return self.abandon(),
        };
        Step::Consumed
    }

    fn after_intermediate(&mut self, byte: u8) -> Step {
        match byte {
            0x20..=0x2f => {}
            0x30..=0x7e => *self = Self::Ground,
            _ => return self.abandon(),
        }
        Step::Consumed
    }

    fn in_csi(&mut self, parameter: Parameter, byte: u8) -> Step {
        *self = match (byte, parameter) {
            (b'0'..=b'9', Parameter::Number(number)) => {
                Self::Csi(Parameter::Number(number.saturating_mul(10).saturating_add(u16::from(byte - b'0'))))
            }
            (0x20..=0x3f, _) => Self::Csi(Parameter::Other),
            (0x40..=0x7e, _) => {
                *self = Self::Ground;
                return finish_csi(parameter, byte);
            }
            _ => return self.abandon(),
        };
        Step::Consumed
    }
}

fn finish_csi(parameter: Parameter, last: u8) -> Step {
    match (last, parameter) {
        (b'K', Parameter::Number(0)) => Step::Control(Control::EraseRight),
        (b'K', Parameter::Number(1 | 2)) | (b'G', Parameter::Number(0 | 1)) => Step::Control(Control::Rewind),
        _ => Step::Consumed,
    }
}

/// ST in its two-byte form needs no care here: its ESC leaves the string and its `\` ends that sequence.
fn in_string(bell: bool, c2: bool, byte: u8) -> Escape {
    match byte {
        BEL if bell => Escape::Ground,
        0x9c if c2 => Escape::Ground,
        _ => Escape::String { bell, c2: byte == 0xc2 },
    }
}

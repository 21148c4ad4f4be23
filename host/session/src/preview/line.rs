//! The text so far, and the line that is being written: a position that `\r` and backspace move.

/// Text up to the position is the end of `text`; what lies behind it is in `behind`. All moves are O(1).
#[derive(Debug, Default)]
pub(super) struct Line {
    /// All finished lines and the current one up to the position.
    text: String,
    /// Where the current line starts in `text`.
    line_start: usize,
    /// Characters behind the position, the nearest last, each with its place in the raw bytes.
    behind: Vec<(char, u32)>,
    /// At the first column of a line that the next character replaces.
    rewound: bool,
    /// For each character of the current line in `text`, its place in the raw bytes; none: not recorded.
    starts: Option<Vec<u32>>,
}

impl Line {
    /// A line that records where its characters come from; for a single line only.
    pub(super) fn recording() -> Self {
        Self { starts: Some(Vec::new()), ..Self::default() }
    }

    /// Where the current line starts in the text.
    pub(super) fn start(&self) -> usize {
        self.line_start
    }

    /// Writes a character over the one at the position.
    pub(super) fn put(&mut self, character: char, start: usize) {
        self.begin_frame();
        self.text.push(character);
        self.behind.pop();
        if let Some(starts) = &mut self.starts {
            starts.push(place(start));
        }
    }

    /// Writes a run of printable ASCII.
    pub(super) fn put_ascii(&mut self, run: &str, start: usize) {
        self.begin_frame();
        self.text.push_str(run);
        self.behind.truncate(self.behind.len().saturating_sub(run.len()));
        if let Some(starts) = &mut self.starts {
            starts.extend((start..start + run.len()).map(place));
        }
    }

    /// Moves to the first column; the line stays until something is written.
    pub(super) fn rewind(&mut self) {
        self.rewound = true;
    }

    /// Moves back one character.
    pub(super) fn back(&mut self) {
        if self.rewound || self.text.len() == self.line_start {
            return;
        }
        if let Some(character) = self.text.pop() {
            let start = self.starts.as_mut().and_then(Vec::pop).unwrap_or_default();
            self.behind.push((character, start));
        }
    }

    /// Erases what lies behind the position.
    pub(super) fn erase_right(&mut self) {
        if !self.rewound {
            self.behind.clear();
        }
    }

    /// Ends the line.
    pub(super) fn end(&mut self) {
        self.restore_behind();
        self.rewound = false;
        self.text.push('\n');
        self.line_start = self.text.len();
    }

    /// The text, and the recorded places.
    pub(super) fn finish(mut self) -> (String, Vec<u32>) {
        self.restore_behind();
        (self.text, self.starts.unwrap_or_default())
    }

    fn begin_frame(&mut self) {
        if self.rewound {
            self.rewound = false;
            self.text.truncate(self.line_start);
            self.behind.clear();
            if let Some(starts) = &mut self.starts {
                starts.clear();
            }
        }
    }

    fn restore_behind(&mut self) {
        while let Some((character, start)) = self.behind.pop() {
            self.text.push(character);
            if let Some(starts) = &mut self.starts {
                starts.push(start);
            }
        }
    }
}

/// Places beyond `u32` (4 GiB in one line) are not told apart; callers feed windows of a few MiB.
fn place(position: usize) -> u32 {
    u32::try_from(position).unwrap_or(u32::MAX)
}

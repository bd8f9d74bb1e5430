//! The line of an operation during printing.

/// Text under construction, word by word.
pub(super) struct Line {
    text: String,
}

impl Line {
    /// A line that starts with these words.
    pub(super) fn new(start: String) -> Self {
        Line { text: start }
    }

    /// Adds a word, with a space before it unless a bracket has just been opened or closes here.
    pub(super) fn word(&mut self, word: &str) {
        let opened = self.text.is_empty() || self.text.ends_with(['(', ' ', '\n']);
        if !opened && word != "," && word != ")" {
            self.text.push(' ');
        }
        self.text.push_str(word);
    }

    /// Adds text with no space before it.
    pub(super) fn close(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// The printed text.
    pub(super) fn finish(self) -> String {
        self.text
    }
}

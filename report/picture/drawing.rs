//! The parts of a picture, assembled by each format.

/// A picture in parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Drawing {
    /// A description of the picture.
    pub heading: Vec<String>,
    /// The numbers over the columns.
    pub ruler: Option<String>,
    /// The rows, of marks and borders.
    pub rows: Vec<String>,
    /// The legend of the marks.
    pub legend: Vec<(char, &'static str)>,
}

impl Drawing {
    /// As plain text.
    pub(super) fn text(&self) -> String {
        let words: Vec<_> = self.legend.iter().map(|(mark, meaning)| format!("{mark} {meaning}")).collect();
        let legend = format!("    {}", words.join("   "));
        let lines = self.heading.iter().chain(&self.ruler).chain(&self.rows).chain([&legend]);
        lines.map(String::as_str).collect::<Vec<_>>().join("\n")
    }
}

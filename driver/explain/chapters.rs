//! The chapters of the specification, as text.

/// The section under the heading `#### code`, without the markers of generated parts, and without the sentence
/// and the source, which the caller has from the rule itself.
pub fn section(code: &str) -> Option<String> {
    spec::chapters::ALL.iter().find_map(|(_, chapter)| section_of(chapter, code))
}

fn section_of(chapter: &str, code: &str) -> Option<String> {
    let mut lines = chapter.lines().skip_while(|line| heading(line) != Some((4, code)));
    lines.next()?;
    let mut fenced = false;
    let mut section = String::new();
    for line in lines {
        fenced ^= line.trim_start().starts_with("```");
        if !fenced && heading(line).is_some_and(|(level, _)| level <= 4) {
            break;
        }
        let repeated = ["<!--", "> ", "Source: "].iter().any(|start| line.trim_start().starts_with(start));
        if fenced || !repeated {
            section.push_str(line);
            section.push('\n');
        }
    }
    Some(section)
}

/// The level of a heading, and its text without backquotes.
fn heading(line: &str) -> Option<(usize, &str)> {
    let text = line.trim_start_matches('#');
    let level = line.len() - text.len();
    (level > 0 && text.starts_with(' ')).then(|| (level, text.trim().trim_matches('`')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_section_ends_at_the_next_heading_of_its_level() {
        let chapter = "### Chapter\n#### a.b\n<!-- generated -->\nWhy.\n```tile\n# not a heading\n```\n##### More\ntext\n#### a.c\nno";
        assert_eq!(
            section_of(chapter, "a.b").as_deref(),
            Some("Why.\n```tile\n# not a heading\n```\n##### More\ntext\n")
        );
        assert_eq!(section_of(chapter, "a.d"), None);
    }
}

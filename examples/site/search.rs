//! The search of the site: an index of all sections, as a script that works without a server.

use serde_json::json;

use crate::page::Page;

/// The file of the index.
pub(crate) const INDEX: &str = "search-index.js";
/// The file of the code that searches the index.
pub(crate) const SCRIPT: &str = "search.js";

/// The most bytes of text from one section.
const LONGEST: usize = 4000;

/// A section of a page: from one heading to the next.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Section {
    /// The anchor of the heading.
    anchor: String,
    /// The heading.
    title: String,
    /// The words without markup.
    text: String,
}

/// The index as a script: one entry per section with page, anchor, title of the page, heading and text.
pub(crate) fn index<'p>(pages: impl Iterator<Item = &'p Page>) -> String {
    let entries: Vec<_> = pages
        .flat_map(|page| sections(&page.html).into_iter().map(move |section| (page, section)))
        .map(|(page, section)| json!([page.file, section.anchor, page.title, section.title, section.text]))
        .collect();
    format!("const SEARCH_INDEX = {};\n", json!(entries))
}

/// The sections of a page.
fn sections(html: &str) -> Vec<Section> {
    let mut sections = Vec::new();
    for part in html.split("<h").skip(1).filter(|part| part.get(1..6) == Some(" id=\"")) {
        let Some((anchor, rest)) = part[6..].split_once("\">") else { continue };
        let (title, body) = rest.split_once("</h").unwrap_or((rest, ""));
        let body = body.split_once('>').map_or("", |(_, body)| body);
        let mut text = words(body);
        if let Some((end, _)) = text.char_indices().find(|(at, _)| *at >= LONGEST) {
            text.truncate(end);
        }
        sections.push(Section { anchor: anchor.to_owned(), title: words(title), text });
    }
    sections
}

/// The words of HTML: without tags, and with single spaces.
fn words(html: &str) -> String {
    let mut text = String::with_capacity(html.len());
    let mut in_tag = false;
    for c in html.chars() {
        match c {
            '<' => {
                in_tag = true;
                text.push(' ');
            }
            '>' if in_tag => in_tag = false,
            _ if in_tag => {}
            _ => text.push(c),
        }
    }
    let text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn sections_are_found_by_their_words() {
    let page = Page::new(
        "docs/x.md",
        "docs/x.md",
        "# First one\na **b** `c<d>`\n\n## Second\n| e | f |\n|--|--|\n| g | h |\n",
    );
    let section = |anchor: &str, title: &str, text: &str| Section {
        anchor: anchor.to_owned(),
        title: title.to_owned(),
        text: text.to_owned(),
    };
    assert_eq!(
        sections(&page.html),
        [section("first-one", "First one", "a b c<d>"), section("second", "Second", "e f g h")]
    );
    let script = index([page].iter());
    assert!(
        script.starts_with("const SEARCH_INDEX = [[\"docs/x.html\",\"first-one\",\"First one\""),
        "{script}"
    );
}

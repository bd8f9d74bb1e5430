//! The frame of a page: the contents of the site by group, and links to the neighbors.

use std::fmt::Write;

use crate::links::relative;
use crate::page::{Page, escaped};
use crate::search::{INDEX, SCRIPT};

/// The file of the style.
pub(crate) const STYLE: &str = "site.css";

/// The groups: the name, and the prefixes of its pages' paths.
const GROUPS: [(&str, &[&str]); 6] = [
    ("tileproof", &["README.md", "docs/", "GLOSSARY.md", "integrations/"]),
    ("Rules", &["rules/"]),
    ("Specification", &["spec/"]),
    ("Corpus", &["corpus/"]),
    ("Measured", &["bench/"]),
    ("Project", &["CHANGELOG.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "FOUND.md"]),
];

/// The whole page, with the site's contents beside it and its neighbors below.
pub(crate) fn html(page: &Page, pages: &[Page]) -> String {
    let group = group(page);
    let neighbours: Vec<_> =
        pages.iter().filter(|other| group.is_some() && self::group(other) == group).collect();
    let here = neighbours.iter().position(|other| other.file == page.file);
    let before = here.and_then(|here| neighbours.get(here.checked_sub(1)?));
    let after = here.and_then(|here| neighbours.get(here + 1));
    let link = |other: Option<&&Page>, arrow: &str| {
        other.map_or(String::new(), |other| {
            format!("<a href=\"{}\">{arrow} {}</a>", relative(&page.file, &other.file), escaped(&other.title))
        })
    };
    let scripts: String = [INDEX, SCRIPT]
        .map(|file| format!("<script src=\"{}\" defer></script>\n", relative(&page.file, file)))
        .concat();
    let title = if page.title == "tileproof" { String::new() } else { escaped(&page.title) + " · " };
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}tileproof</title>\n\
         <link rel=\"stylesheet\" href=\"{}\">\n</head>\n<body>\n\
         <input type=\"checkbox\" id=\"menu\"><label for=\"menu\">Contents</label>\n<nav>\n\
         <input type=\"search\" id=\"search\" placeholder=\"Search\" aria-label=\"Search\" data-root=\"{}\">\n\
         <ol id=\"found\"></ol>\n{}</nav>\n<main>\n{}\
         <footer><span>{}</span><span>{}</span></footer>\n</main>\n{scripts}</body>\n</html>\n",
        relative(&page.file, STYLE),
        relative(&page.file, ""),
        contents(page, pages),
        page.html,
        link(before, "←"),
        link(after, "→"),
    )
}

/// The number of a page's group; a page of a plain file has none.
pub(crate) fn group(page: &Page) -> Option<usize> {
    let is_document = page.path.ends_with(".md");
    let begins = |(_, starts): &(&str, &[&str])| starts.iter().any(|start| page.path.starts_with(start));
    GROUPS.iter().position(begins).filter(|_| is_document)
}

fn contents(here: &Page, pages: &[Page]) -> String {
    let mut text = String::new();
    for (number, (name, _)) in GROUPS.iter().enumerate() {
        let open = if group(here) == Some(number) { " open" } else { "" };
        let _ = writeln!(text, "<details{open}><summary>{name}</summary>\n<ol>");
        for page in pages.iter().filter(|page| group(page) == Some(number)) {
            entry(&mut text, here, page);
        }
        text.push_str("</ol></details>\n");
    }
    text
}

fn entry(text: &mut String, here: &Page, page: &Page) {
    let is_here = page.file == here.file;
    let class = if is_here { " class=\"here\"" } else { "" };
    let file = relative(&here.file, &page.file);
    let _ = write!(text, "<li><a href=\"{file}\"{class}>{}</a>", escaped(&page.title));
    if is_here && !page.sections.is_empty() {
        text.push_str("<ol>\n");
        for (anchor, words) in &page.sections {
            let _ = writeln!(text, "<li><a href=\"#{anchor}\">{}</a></li>", escaped(words));
        }
        text.push_str("</ol>");
    }
    text.push_str("</li>\n");
}

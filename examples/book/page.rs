//! A page: Markdown to HTML, with an anchor for every heading and the contents beside it.

use std::fmt::Write;

use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};

/// A page of the book.
pub(crate) struct Page {
    /// Its file.
    pub(crate) file: String,
    /// Its first heading.
    pub(crate) title: String,
    /// Headings of the second rank: anchor and text.
    pub(crate) sections: Vec<(String, String)>,
    /// What stands on it.
    pub(crate) html: String,
}

impl Page {
    /// The page of that name, from Markdown.
    pub(crate) fn new(name: &str, markdown: &str) -> Self {
        let events: Vec<Event<'_>> = Parser::new_ext(markdown, Options::ENABLE_TABLES).collect();
        let mut page = Page {
            file: format!("{name}.html"),
            title: name.to_owned(),
            sections: Vec::new(),
            html: String::new(),
        };
        let events = events.iter().enumerate().map(|(position, event)| match event {
            Event::Start(Tag::Heading { level, .. }) => page.heading(*level, &text(&events[position + 1..])),
            Event::End(TagEnd::Heading(level)) => Event::Html(format!("</{level}>\n").into()),
            Event::Text(_)
            | Event::Start(_)
            | Event::End(_)
            | Event::Code(_)
            | Event::InlineMath(_)
            | Event::DisplayMath(_)
            | Event::Html(_)
            | Event::InlineHtml(_)
            | Event::FootnoteReference(_)
            | Event::SoftBreak
            | Event::HardBreak
            | Event::Rule
            | Event::TaskListMarker(_) => event.clone(),
        });
        let events: Vec<_> = events.collect();
        let mut body = String::new();
        html::push_html(&mut body, events.into_iter());
        page.html = linked(&mark(&body));
        page
    }

    fn heading(&mut self, level: HeadingLevel, text: &str) -> Event<'static> {
        let anchor = anchor(text);
        if level == HeadingLevel::H1 {
            text.clone_into(&mut self.title);
        }
        if level == HeadingLevel::H2 {
            self.sections.push((anchor.clone(), text.to_owned()));
        }
        Event::Html(CowStr::from(format!("<{level} id=\"{anchor}\">")))
    }
}

/// The words of a heading whose start was just read.
fn text(events: &[Event<'_>]) -> String {
    let inside = events.iter().take_while(|event| !matches!(event, Event::End(TagEnd::Heading(_))));
    inside
        .filter_map(
            |event| if let Event::Text(text) | Event::Code(text) = event { Some(&**text) } else { None },
        )
        .collect()
}

/// What a heading is called in a link: letters, digits, dots and underscores as they are.
pub(crate) fn anchor(heading: &str) -> String {
    let kept = |c: char| if c.is_alphanumeric() || "._".contains(c) { c.to_ascii_lowercase() } else { '-' };
    heading.chars().map(kept).collect()
}

/// Shows where a kernel breaks a rule, and leads from there to the rule.
fn mark(html: &str) -> String {
    let mut marked = String::with_capacity(html.len());
    for line in html.split_inclusive('\n') {
        match line.split_once("//~ ") {
            Some((before, code)) if !code.contains('<') => {
                let code = code.trim();
                let _ = writeln!(marked, "{before}<span class=\"breaks\">breaks {code}</span>");
            }
            Some(_) | None => marked.push_str(line),
        }
    }
    marked
}

/// Links to chapters lead to their pages.
fn linked(html: &str) -> String {
    let mut out = String::with_capacity(html.len());
    for (number, part) in html.split("href=\"").enumerate() {
        if number == 0 {
            out.push_str(part);
            continue;
        }
        let (link, rest) = part.split_once('"').unwrap_or((part, ""));
        let (path, anchor) =
            link.split_once('#').map_or((link, String::new()), |(path, at)| (path, format!("#{at}")));
        let page = path.strip_suffix(".md").map(|path| path.rsplit('/').next().unwrap_or(path));
        match page {
            Some(page) => {
                let _ = write!(out, "href=\"{page}.html{anchor}\"{rest}");
            }
            None => {
                let _ = write!(out, "href=\"{link}\"{rest}");
            }
        }
    }
    out
}

/// The whole page, with the contents of the book beside it and its neighbours below.
pub(crate) fn html(page: &Page, pages: &[Page]) -> String {
    let here = pages.iter().position(|other| other.file == page.file).unwrap_or(0);
    let before = here.checked_sub(1).and_then(|before| pages.get(before));
    let link = |page: Option<&Page>, arrow: &str| {
        page.map_or(String::new(), |page| format!("<a href=\"{}\">{arrow} {}</a>", page.file, page.title))
    };
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{} · tileproof</title>\n\
         <link rel=\"stylesheet\" href=\"book.css\">\n</head>\n<body>\n<nav>\n{}</nav>\n<main>\n{}\
         <footer><span>{}</span><span>{}</span></footer>\n</main>\n</body>\n</html>\n",
        page.title,
        contents(page, pages),
        page.html,
        link(before, "←"),
        link(pages.get(here + 1), "→"),
    )
}

fn contents(here: &Page, pages: &[Page]) -> String {
    let mut list = String::from("<ol>\n");
    for page in pages {
        let class = if page.file == here.file { " class=\"here\"" } else { "" };
        let _ = write!(list, "<li><a href=\"{}\"{class}>{}</a>", page.file, page.title);
        if page.file == here.file && !page.sections.is_empty() {
            list.push_str("<ol>\n");
            for (anchor, text) in &page.sections {
                let _ = writeln!(list, "<li><a href=\"#{anchor}\">{text}</a></li>");
            }
            list.push_str("</ol>");
        }
        list.push_str("</li>\n");
    }
    list + "</ol>\n"
}

//! A page: Markdown to HTML, with an anchor for every heading, and links to pages where the Markdown has links to files.

use std::collections::BTreeMap;

use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};

use crate::links::{Target, relative, site_file};

/// A page of the site.
pub(crate) struct Page {
    /// The path in the tree; a generated page has the path of a document with its name.
    pub(crate) path: String,
    /// The file.
    pub(crate) file: String,
    /// The first heading.
    pub(crate) title: String,
    /// Headings of the second rank: anchor and text.
    pub(crate) sections: Vec<(String, String)>,
    /// The targets of the links.
    pub(crate) targets: Vec<Target>,
    /// The content.
    pub(crate) html: String,
}

impl Page {
    /// The page at a path of the tree, from Markdown with links relative to `links_from`.
    pub(crate) fn new(path: &str, links_from: &str, markdown: &str) -> Self {
        let mut page = Page {
            path: path.to_owned(),
            file: site_file(path),
            title: path.to_owned(),
            sections: Vec::new(),
            targets: Vec::new(),
            html: String::new(),
        };
        let events: Vec<Event<'_>> = Parser::new_ext(markdown, Options::ENABLE_TABLES).collect();
        let mut anchors = BTreeMap::new();
        let mut shown = Vec::with_capacity(events.len());
        for (position, event) in events.iter().enumerate() {
            match event {
                Event::Start(Tag::Heading { level, .. }) => {
                    shown.push(page.heading(*level, &text(&events[position + 1..]), &mut anchors));
                }
                Event::End(TagEnd::Heading(level)) => shown.push(Event::Html(format!("</{level}>\n").into())),
                // Wide tables scroll by themselves, and not the page.
                Event::Start(Tag::Table(_)) => {
                    shown.extend([Event::Html("<div class=\"wide\">".into()), event.clone()]);
                }
                Event::End(TagEnd::Table) => shown.extend([event.clone(), Event::Html("</div>\n".into())]),
                Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                    let dest_url = page.link(links_from, dest_url).into();
                    let (link_type, title, id) = (*link_type, title.clone(), id.clone());
                    shown.push(Event::Start(Tag::Link { link_type, dest_url, title, id }));
                }
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
                | Event::TaskListMarker(_) => shown.push(event.clone()),
            }
        }
        let mut body = String::new();
        html::push_html(&mut body, shown.into_iter());
        page.html = mark(&body);
        page
    }

    /// The page of a file other than Markdown: its text, or a folder's listing.
    pub(crate) fn plain(path: &str, text: &str) -> Self {
        let name = escaped(path);
        Page {
            path: path.to_owned(),
            file: site_file(path),
            title: path.to_owned(),
            sections: Vec::new(),
            targets: Vec::new(),
            html: format!("<h1>{name}</h1>\n<pre><code>{}</code></pre>\n", escaped(text)),
        }
    }

    fn heading(
        &mut self,
        level: HeadingLevel,
        text: &str,
        anchors: &mut BTreeMap<String, usize>,
    ) -> Event<'static> {
        let mut anchor = anchor(text);
        let number = anchors.entry(anchor.clone()).and_modify(|number| *number += 1).or_default();
        if *number > 0 {
            anchor = format!("{anchor}-{number}");
        }
        if level == HeadingLevel::H1 {
            text.clone_into(&mut self.title);
        }
        if level == HeadingLevel::H2 {
            self.sections.push((anchor.clone(), text.to_owned()));
        }
        Event::Html(CowStr::from(format!("<{level} id=\"{anchor}\">")))
    }

    /// The link on the site.
    fn link(&mut self, from: &str, link: &str) -> String {
        let target = Target::new(from, link);
        let shown = match &target {
            Target::Elsewhere(address) => address.clone(),
            Target::Here { path, anchor } => {
                let place = if anchor.is_empty() { String::new() } else { format!("#{anchor}") };
                let file = site_file(path);
                let file = if file == self.file { String::new() } else { relative(&self.file, &file) };
                file + &place
            }
        };
        self.targets.push(target);
        shown
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

/// What a heading is called in a link, as hosts of Markdown have it: letters, digits and `_` as they are, `-` for blanks. A heading
/// with a code keeps its dots.
pub(crate) fn anchor(heading: &str) -> String {
    let is_code = !heading.contains(' ');
    let kept = |c: char| match c {
        ' ' | '-' => Some('-'),
        '.' => is_code.then_some('.'),
        _ => (c.is_alphanumeric() || c == '_').then_some(c),
    };
    heading.to_lowercase().chars().filter_map(kept).collect()
}

/// Escapes text for HTML.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Marks the place where a kernel breaks a rule.
fn mark(html: &str) -> String {
    let mut marked = String::with_capacity(html.len());
    for line in html.split_inclusive('\n') {
        match line.split_once("//~ ") {
            Some((before, code)) if !code.contains('<') => {
                marked.push_str(&format!("{before}<span class=\"breaks\">breaks {}</span>\n", code.trim()));
            }
            Some(_) | None => marked.push_str(line),
        }
    }
    marked
}

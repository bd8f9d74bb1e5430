//! The specification as a book: a page a chapter, the rules with what was tried of each, the operations.
//!
//! `cargo run --release --example book -- FOLDER` writes HTML to the folder, `target/book` without one. Sentences and
//! formulas are those of the code, which the chapters' tests hold them to; what is reported below a kernel is what the
//! verifier says of it while the book is made. A table with an empty cell is an error, and nothing is written.

#[allow(dead_code, reason = "the tests of the corpus take the rest")]
#[path = "../../tests/harness/mod.rs"]
mod harness;

mod chapter;
mod evidence;
mod operations;
mod page;

use std::error::Error;
use std::path::PathBuf;
use std::{env, fs};

use page::Page;
use spec::chapters;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = env::args_os().nth(1).map_or_else(|| PathBuf::from("target/book"), PathBuf::from);
    let pages = pages()?;
    fs::create_dir_all(&folder)?;
    for page in &pages {
        fs::write(folder.join(&page.file), page::html(page, &pages))?;
    }
    fs::write(folder.join("book.css"), include_str!("book.css"))?;
    #[expect(clippy::print_stdout, reason = "whoever makes the book is told where it is")]
    {
        println!("{} pages: {}", pages.len(), folder.join("index.html").display());
    }
    Ok(())
}

/// Every page in reading order, the title page first.
fn pages() -> Result<Vec<Page>, String> {
    let files = harness::files();
    let mut pages = vec![Page::new("index", include_str!("title.md"))];
    pages.extend(chapters::ALL.iter().map(|(path, text)| chapter::page(path, text)));
    pages.push(Page::new("rules", &evidence::table(&files)?));
    pages.push(Page::new("operations", &operations::table(&files)));
    Ok(pages)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_is_complete_and_every_link_leads_somewhere() {
        let pages = pages().expect("no cell of a table is empty");
        assert_eq!(pages.len(), chapters::ALL.len() + 3);
        for page in &pages {
            let html = page::html(page, &pages);
            assert!(
                html.starts_with("<!doctype html>") && html.trim_end().ends_with("</html>"),
                "{}",
                page.file
            );
            for link in html.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
                assert!(leads_somewhere(link, page, &pages), "{}: {link}", page.file);
            }
        }
    }

    fn leads_somewhere(link: &str, from: &Page, pages: &[Page]) -> bool {
        let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
        let to = if file.is_empty() { Some(from) } else { pages.iter().find(|page| page.file == file) };
        match to {
            Some(page) => anchor.is_empty() || page.html.contains(&format!("id=\"{anchor}\"")),
            None => file == "book.css",
        }
    }
}

//! The site as static pages: README and the documents behind its links, a page for each rule, and the specification as a book. A search
//! over all of them needs no server.
//!
//! `cargo run --release --example site -- FOLDER` writes HTML to the folder, `target/site` without one. Sentences and
//! formulas come from the code, and tests compare the chapters with it. The report below a kernel comes from the
//! verifier while the site is built. A table with an empty cell is an error, and so is a link that leads nowhere:
//! nothing is written then.

#[allow(dead_code, reason = "the tests of the corpus take the rest")]
#[path = "../../tests/harness/mod.rs"]
mod harness;

mod chapter;
mod evidence;
mod frame;
mod links;
mod operations;
mod page;
mod rule;
mod search;
mod tree;

use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fs};

use page::Page;
use spec::chapters;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = env::args_os().nth(1).map_or_else(|| PathBuf::from("target/site"), PathBuf::from);
    let pages = pages()?;
    let dead = links::dead(&pages);
    if !dead.is_empty() {
        return Err(format!("links that lead nowhere:\n  {}", dead.join("\n  ")).into());
    }
    for page in &pages {
        let file = folder.join(&page.file);
        fs::create_dir_all(file.parent().unwrap_or(&folder))?;
        fs::write(file, frame::html(page, &pages))?;
    }
    fs::write(folder.join(frame::STYLE), include_str!("site.css"))?;
    fs::write(folder.join(search::SCRIPT), include_str!("search.js"))?;
    let documents = pages.iter().filter(|page| frame::group(page).is_some());
    fs::write(folder.join(search::INDEX), search::index(documents))?;
    #[expect(clippy::print_stdout, reason = "whoever makes the site is told where it is")]
    {
        println!("{} pages: {}", pages.len(), folder.join("index.html").display());
    }
    Ok(())
}

/// Every page in reading order, the start page first.
fn pages() -> Result<Vec<Page>, String> {
    let files = harness::files();
    let evidence = evidence::gather(files)?;
    let mut made = vec![Page::new("rules/README.md", "rules/README.md", &evidence::table(&evidence))];
    made.extend(evidence.iter().map(rule::page));
    made.push(Page::new("spec/README.md", "spec/README.md", include_str!("title.md")));
    made.extend(chapters::ALL.iter().map(|(path, text)| chapter::page(path, text)));
    made.push(Page::new("spec/operations.md", "spec/operations.md", &operations::table(files)));
    tree::with_documents(Path::new(env!("CARGO_MANIFEST_DIR")), made)
}

#[cfg(test)]
mod tests {
    use spec::rules::Rule;

    use super::*;

    #[test]
    fn every_page_is_complete_and_every_link_leads_somewhere() {
        let pages = pages().expect("no cell of a table is empty");
        assert_eq!(links::dead(&pages), Vec::<String>::new());
        let at = |file: &str| pages.iter().find(|page| page.file == file).expect("there is such a page");
        for page in &pages {
            let html = frame::html(page, &pages);
            assert!(
                html.starts_with("<!doctype html>") && html.trim_end().ends_with("</html>"),
                "{}",
                page.file
            );
        }
        for rule in Rule::ALL {
            let page = at(&format!("rules/{}.html", rule.code()));
            let kernels = page.html.matches("<pre><code class=\"language-tile\">").count();
            assert!(
                kernels >= 2 && page.html.contains("<pre class=\"report\">"),
                "{rule}: {kernels} kernels"
            );
            assert!(page.html.contains("What to try"), "{rule}");
        }
        for document in
            ["index.html", "docs/check-cpp.html", "corpus/CONFORM.html", "CHANGELOG.html", "spec/lib.rs.html"]
        {
            at(document);
        }
    }

    #[test]
    fn a_dead_link_is_found() {
        let page = |path: &str, text: &str| Page::new(path, path, text);
        let pages = [
            page("README.md", "# A b\n[1](#a-b) [2](docs/x.md#y-z) [3](https://example.org/none)\n"),
            page("docs/x.md", "# Y, z\n[1](../README.md) [2](../README.md#c) [3](none.md) [4](#a-b)\n"),
        ];
        assert_eq!(
            links::dead(&pages),
            [
                "docs/x.html: ../index.html#c: the page has no such place",
                "docs/x.html: none.html: there is no such page",
                "docs/x.html: #a-b: the page has no such place"
            ]
        );
    }
}

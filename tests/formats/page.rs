//! The HTML page: one file without external resources, with pictures.

use roxmltree::Document;

use crate::broken;
use crate::folder::{Folder, STORE, UNKNOWN, has};

#[test]
fn a_page_is_sorted_and_asks_for_nothing() {
    let evil = broken().replace("@store", "@\"<script>\"");
    let folder =
        Folder::new("formats_page").with("a.tile", STORE).with("b.tile", UNKNOWN).with("c.tile", broken());
    let folder = folder.with("d.tile", evil);
    let words = ["check", "a.tile", "b.tile", "c.tile", "--format", "html"];
    let page = folder.ends(1, &words);
    let order: Vec<_> =
        page.match_indices("<section class=\"").map(|(at, _)| page[at..].split('"').nth(1)).collect();
    assert_eq!(order, [Some("undefined"), Some("unknown"), Some("proved")]);
    for word in ["http", "<script", "<link", "src=", "url(", "@import"] {
        assert!(!page.contains(word), "{word} is in\n{page}");
    }
    has(&page, "width=device-width");
    has(&page, "3 kernels checked: 1 with undefined behavior, 1 unknown, 1 proved");
    // The last tile lies outside, as the text's picture has it.
    let svg = &page[page.find("<svg").expect("a picture")..];
    let svg = &svg[..svg.find("</svg>").expect("its end") + 6];
    let drawn = Document::parse(svg).expect("it is XML");
    let boxes =
        |class: &str| drawn.descendants().filter(|node| node.attribute("class") == Some(class)).count();
    assert_eq!((boxes("out"), boxes("free")), (4, 5), "{svg}");
    let page = folder.ends(1, &["check", "d.tile", "--format", "html"]);
    assert!(!page.contains("<script"), "{page}");
    // Names and code stand in a font of their own.
    has(&page, "tile index is out of range of <code>o</code>; block");
    assert!(!page.split("<svg").next().unwrap_or_default().contains('`'), "{page}");
}

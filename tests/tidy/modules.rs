//! The modules of a crate, from its `mod` items, and the file that defines a path's target.

use std::collections::{BTreeMap, BTreeSet};

use crate::tokens::{Token, group_end, tokens, tokens_outside_tests};

/// A module: its path from the root of the crate.
type Module = Vec<String>;

/// `use path as name;`, or `use path::*` with the name `*`.
#[derive(Debug, Clone)]
struct Import {
    name: String,
    path: Vec<String>,
    /// Whether other modules can name the item by this module.
    is_export: bool,
}

/// The facts about a module.
#[derive(Debug, Default)]
struct Known {
    file: String,
    imports: Vec<Import>,
    /// The names of the items.
    items: BTreeSet<String>,
    /// Paths in its code, and single words, outside of `use`.
    mentions: Vec<Vec<String>>,
}

/// A crate, as far as paths are concerned.
#[derive(Debug, Default)]
pub(crate) struct Crate {
    modules: BTreeMap<Module, Known>,
}

/// Words in front of the name of an item.
const ITEMS: [&str; 9] = ["fn", "struct", "enum", "union", "trait", "type", "const", "static", "macro_rules"];

impl Crate {
    /// Reads a crate from its root file; `read` returns the text of a file by its path, if present.
    pub(crate) fn read<'t>(root: &str, read: &impl Fn(&str) -> Option<&'t str>) -> Crate {
        let mut crate_ = Crate::default();
        let folder = root.rsplit_once('/').map_or("", |(folder, _)| folder);
        crate_.read_file(root, folder, Vec::new(), read);
        crate_
    }

    /// Reads the file of a module; its children lie in `folder`.
    fn read_file<'t>(
        &mut self,
        file: &str,
        folder: &str,
        module: Module,
        read: &impl Fn(&str) -> Option<&'t str>,
    ) {
        let Some(text) = read(file) else { return };
        let own_folder = file.rsplit_once('/').map_or("", |(folder, _)| folder);
        for (name, path) in children(text) {
            let inside = |name: &str| format!("{folder}/{name}").trim_start_matches('/').to_owned();
            let candidates = match path {
                Some(path) => vec![normalize(&format!("{own_folder}/{path}"))],
                None => vec![inside(&format!("{name}.rs")), inside(&format!("{name}/mod.rs"))],
            };
            let Some(child) = candidates.into_iter().find(|path| read(path).is_some()) else { continue };
            let is_folder = child.ends_with("/mod.rs");
            let below = if is_folder { child.trim_end_matches("/mod.rs").to_owned() } else { inside(&name) };
            let mut path: Module = module.iter().cloned().chain([name]).collect();
            // Of two files for one module, features choose.
            if self.modules.contains_key(&path) {
                path.push("otherwise".to_owned());
            }
            self.read_file(&child, &below, path, read);
        }
        self.scan(&tokens_outside_tests(text), file, &module);
    }

    /// Adds what the tokens of a module say; inline modules are modules of the same file.
    fn scan(&mut self, tokens: &[Token<'_>], file: &str, module: &Module) {
        let mut known = Known { file: file.to_owned(), ..Known::default() };
        let (mut at, mut depth) = (0, 0_usize);
        while at < tokens.len() {
            let next = |ahead: usize| tokens.get(at + ahead).map_or("", |token| token.text);
            match next(0) {
                "mod" if depth == 0 && next(2) == "{" => {
                    let end = group_end(tokens, at + 2);
                    let inner = module.iter().cloned().chain([next(1).to_owned()]).collect();
                    self.scan(&tokens[at + 3..end - 1], file, &inner);
                    at = end;
                    continue;
                }
                "mod" if next(2) == ";" => at += 3,
                // `pub(in crate::a)` names no item.
                "pub" if next(1) == "(" => at = group_end(tokens, at + 1),
                "use" => {
                    let end = at + tokens[at..].iter().take_while(|token| token.text != ";").count();
                    let is_export = at > 0 && matches!(tokens[at - 1].text, "pub" | ")");
                    imports(&tokens[at + 1..end], &mut Vec::new(), is_export, &mut known.imports);
                    at = end + 1;
                }
                word => {
                    depth = match word {
                        "{" => depth + 1,
                        "}" => depth.saturating_sub(1),
                        _ => depth,
                    };
                    if depth == 0 && ITEMS.contains(&word) {
                        let name = if next(1) == "!" { next(2) } else { next(1) };
                        known.items.insert(name.to_owned());
                    }
                    let (path, length) = mention(&tokens[at..]);
                    known.mentions.extend(path);
                    at += length;
                }
            }
        }
        self.modules.insert(module.clone(), known);
    }

    /// Which files of the crate each file needs.
    pub(crate) fn needs(&self) -> BTreeMap<String, BTreeSet<String>> {
        let mut needs: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (module, known) in &self.modules {
            let to = needs.entry(known.file.clone()).or_default();
            let said: BTreeSet<&str> = known.mentions.iter().map(|path| path[0].as_str()).collect();
            // A re-export alone offers a name without a use.
            let used = |import: &&Import| !import.is_export || said.contains(import.name.as_str());
            let imports = known.imports.iter().filter(used).map(|import| &import.path);
            for path in known.mentions.iter().filter(|path| path.len() > 1).chain(imports) {
                to.extend(self.definition(module, path, 0).filter(|file| *file != known.file));
            }
        }
        needs
    }

    /// The file that defines a path's target, seen from a module.
    fn definition(&self, from: &Module, path: &[String], depth: usize) -> Option<String> {
        let (first, rest) = path.split_first()?;
        let start = match first.as_str() {
            "crate" => Module::new(),
            "self" => from.clone(),
            "super" => from.split_last()?.1.to_vec(),
            "Self" => return None,
            _ => {
                let child: Module = from.iter().chain([first]).cloned().collect();
                let known = self.modules.contains_key(&child);
                return if known { self.descend(child, rest, depth) } else { None };
            }
        };
        self.descend(start, rest, depth)
    }

    /// Follows a path down from a module, through re-exports.
    fn descend(&self, from: Module, path: &[String], depth: usize) -> Option<String> {
        let known = self.modules.get(&from)?;
        let Some((first, rest)) = path.split_first().filter(|_| depth < 16) else {
            return Some(known.file.clone());
        };
        if first == "super" {
            return self.descend(from.split_last()?.1.to_vec(), rest, depth);
        }
        let child: Module = from.iter().chain([first]).cloned().collect();
        if self.modules.contains_key(&child) {
            return self.descend(child, rest, depth);
        }
        if known.items.contains(first) {
            return Some(known.file.clone());
        }
        let named = known.imports.iter().find(|import| import.name == *first);
        if let Some(import) = named {
            let whole: Vec<String> = import.path.iter().chain(rest).cloned().collect();
            return self.definition(&from, &whole, depth + 1);
        }
        let mut globs = known.imports.iter().filter(|import| import.name == "*" && import.is_export);
        let from_glob = globs.find_map(|glob| {
            let whole: Vec<String> = glob.path.iter().chain(path).cloned().collect();
            self.definition(&from, &whole, depth + 1).filter(|file| self.defines(file, first))
        });
        from_glob.or_else(|| Some(known.file.clone()))
    }

    /// Whether a file has an item of that name.
    fn defines(&self, file: &str, name: &str) -> bool {
        self.modules.values().any(|known| known.file == file && known.items.contains(name))
    }
}

/// The `mod name;` of a file, those of tests too, each with the file of its `path` attribute.
fn children(text: &str) -> Vec<(String, Option<String>)> {
    let mut found = Vec::new();
    let all = tokens(text);
    for window in all.windows(3) {
        if window[0].text == "mod" && window[2].text == ";" {
            let above = text.lines().take(window[0].line - 1).collect::<Vec<_>>();
            let attributes = above.iter().rev().take_while(|line| line.trim_start().starts_with("#["));
            let path = attributes.filter_map(|line| line.trim().strip_prefix("#[path = \"")).next();
            let path = path.and_then(|rest| rest.split('"').next()).map(str::to_owned);
            found.push((window[1].text.to_owned(), path));
        }
    }
    found
}

/// A path without `x/..`.
fn normalize(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/').filter(|part| !part.is_empty()) {
        if part == ".." {
            parts.pop();
        } else {
            parts.push(part);
        }
    }
    parts.join("/")
}

/// The imports of a `use`, from the tokens.
fn imports(tokens: &[Token<'_>], prefix: &mut Vec<String>, is_export: bool, found: &mut Vec<Import>) {
    let depth = prefix.len();
    let mut at = 0;
    while at < tokens.len() {
        match tokens[at].text {
            "{" => {
                let end = group_end(tokens, at);
                imports(&tokens[at + 1..end - 1], prefix, is_export, found);
                prefix.truncate(depth);
                at = end;
                continue;
            }
            "," => prefix.truncate(depth),
            "::" => {}
            "*" => found.push(Import { name: "*".to_owned(), path: prefix.clone(), is_export }),
            word => {
                let next = |ahead: usize| tokens.get(at + ahead).map(|token| token.text);
                let word = if word == "self" && depth > 0 { None } else { Some(word.to_owned()) };
                prefix.extend(word);
                if next(1) != Some("::") {
                    let renamed = if next(1) == Some("as") { next(2).map(str::to_owned) } else { None };
                    let name = renamed.clone().or_else(|| prefix.last().cloned()).unwrap_or_default();
                    found.push(Import { name, path: prefix.clone(), is_export });
                    at += if renamed.is_some() { 2 } else { 0 };
                }
            }
        }
        at += 1;
    }
}

/// The path that starts here, and the number of tokens; a mark is a token and no path.
fn mention(tokens: &[Token<'_>]) -> (Option<Vec<String>>, usize) {
    let is_word = |text: &str| text.starts_with(|c: char| c.is_alphabetic() || c == '_');
    if !is_word(tokens[0].text) {
        return (None, 1);
    }
    let mut path = vec![tokens[0].text.to_owned()];
    let mut at = 1;
    while tokens.get(at).is_some_and(|token| token.text == "::")
        && tokens.get(at + 1).is_some_and(|token| is_word(token.text))
    {
        path.push(tokens[at + 1].text.to_owned());
        at += 2;
    }
    (Some(path), at)
}

#[test]
fn paths_lead_to_the_files_that_define_what_they_name() {
    let files = [
        ("lib.rs", "mod a; mod b; pub use a::inner::Thing; pub use b::*; fn f() { b::go(); }"),
        ("a/mod.rs", "pub mod inner; pub struct Own;"),
        ("a/inner.rs", "use crate::{Thing, other as renamed}; use super::Own; pub struct Thing;"),
        ("b.rs", "pub fn go() {} pub fn other() { crate::a::inner::x(); super::a::Own; Self::x(); }"),
    ];
    let read = |path: &str| files.iter().find(|(name, _)| *name == path).map(|(_, text)| *text);
    let needs = Crate::read("lib.rs", &read).needs();
    let of = |file: &str| needs[file].iter().map(String::as_str).collect::<Vec<_>>();
    assert_eq!(of("lib.rs"), ["b.rs"]);
    assert_eq!(of("a/mod.rs"), [""; 0]);
    assert_eq!(of("a/inner.rs"), ["a/mod.rs", "b.rs"]);
    assert_eq!(of("b.rs"), ["a/inner.rs", "a/mod.rs"]);
}

#[test]
fn a_path_attribute_says_where_a_module_is() {
    let files = [
        ("t/x/main.rs", "#[path = \"../y/mod.rs\"]\nmod y;\nmod z;"),
        ("t/y/mod.rs", "mod w; fn f() {}"),
        ("t/y/w.rs", "use super::f;"),
        ("t/x/z.rs", "use crate::y::f;"),
    ];
    let read = |path: &str| files.iter().find(|(name, _)| *name == path).map(|(_, text)| *text);
    let needs = Crate::read("t/x/main.rs", &read).needs();
    assert!(needs["t/x/z.rs"].contains("t/y/mod.rs") && needs["t/y/w.rs"].contains("t/y/mod.rs"));
    assert_eq!(tokens("a::b").len(), 3);
}

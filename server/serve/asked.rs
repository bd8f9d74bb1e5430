//! Questions about a document, and the answers from known facts.

use std::collections::HashMap;

use lsp_types::{
    CodeAction, CodeActionKind, DocumentChanges, Hover, HoverContents, InlayHint, InlayHintLabel,
    InlayHintTooltip, MarkupContent, MarkupKind, OneOf, OptionalVersionedTextDocumentIdentifier, Position,
    Range, TextDocumentEdit, TextEdit, Uri, WorkspaceEdit,
};
use serde_json::{Value, json};
use spec::syntax::count::{saturating_u32, u64_from_usize};

use super::client::{Client, FIX_ALL};
use super::documents::{Document, Kind};
use super::moved::changed_lines;
use crate::order::{Found, Spot, Standing};
use crate::uri;

/// The most kernels, or instances of one, in the description of an access.
const SAID: usize = 4;

/// A question about a document.
#[derive(Debug, Clone)]
pub(super) enum Asked {
    Hover(Position),
    Hints(Range),
    Actions(Range, Option<Vec<CodeActionKind>>),
}

impl Asked {
    /// Whether what is known already is all that can be said, though more is being decided.
    pub(super) fn is_settled(&self, document: &Document) -> bool {
        match self {
            // What is known while a check is due is known of another text.
            Asked::Hover(at) => document.worker().is_some() && spots_at(document, *at).is_some(),
            Asked::Hints(_) | Asked::Actions(..) => false,
        }
    }

    /// The answer.
    pub(super) fn answer(&self, uri: &str, document: &Document, client: &Client) -> Value {
        match self {
            Asked::Hover(at) => hover(document, *at),
            Asked::Hints(range) => hints(document, *range),
            Asked::Actions(range, only) => actions(uri, document, client, *range, only.as_deref()),
        }
    }
}

/// The smallest place around a position, with its facts.
fn spots_at(document: &Document, at: Position) -> Option<(Range, Vec<&Spot>)> {
    let around = |(range, _): &(Range, Vec<&Spot>)| range.start <= at && at <= range.end;
    let size = |range: &Range| {
        let lines = range.end.line - range.start.line;
        (lines, if lines == 0 { range.end.character - range.start.character } else { 0 })
    };
    document.spots().into_iter().filter(around).min_by_key(|(range, _)| size(range))
}

fn hover(document: &Document, at: Position) -> Value {
    let Some((range, spots)) = spots_at(document, at) else { return Value::Null };
    let mut all: Vec<&str> = spots.iter().map(|spot| spot.words.as_str()).collect();
    all.sort_unstable();
    all.dedup();
    let more = all.len().saturating_sub(SAID);
    let mut text = all.into_iter().take(SAID).collect::<Vec<_>>().join("\n---\n");
    if more > 0 {
        text.push_str(&format!("\n---\nand {more} more\n"));
    }
    let contents = HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value: text });
    json!(Hover { contents, range: Some(range) })
}

/// The combined verdict of several kernels about one access.
fn standing(spots: &[&Spot]) -> Option<Standing> {
    spots.iter().filter_map(|spot| spot.standing).reduce(Standing::and)
}

fn hints(document: &Document, wanted: Range) -> Value {
    let hint = |(range, spots): (Range, Vec<&Spot>)| {
        let label = standing(&spots)?.label()?;
        let inside = wanted.start <= range.end && range.end <= wanted.end;
        let words = spots.first().map(|spot| spot.words.clone())?;
        let tooltip = MarkupContent { kind: MarkupKind::Markdown, value: words };
        inside.then_some(InlayHint {
            position: range.end,
            label: InlayHintLabel::String(label.to_owned()),
            kind: None,
            text_edits: None,
            tooltip: Some(InlayHintTooltip::MarkupContent(tooltip)),
            padding_left: Some(true),
            padding_right: Some(false),
            data: None,
        })
    };
    json!(document.spots().into_iter().filter_map(hint).collect::<Vec<_>>())
}

fn actions(
    uri: &str,
    document: &Document,
    client: &Client,
    range: Range,
    only: Option<&[CodeActionKind]>,
) -> Value {
    let is_wanted = |kind: &str| {
        let within = |wanted: &CodeActionKind| {
            let wanted = wanted.as_str();
            wanted.is_empty()
                || kind == wanted
                || kind.strip_prefix(wanted).is_some_and(|rest| rest.starts_with('.'))
        };
        only.is_none_or(|only| only.iter().any(within))
    };
    let touches = |found: &Found| {
        let place = found.diagnostic.range;
        found.uri == uri && place.start <= range.end && range.start <= place.end
    };
    let findings: Vec<Found> = document.findings(uri).into_iter().filter(touches).collect();
    let mut actions = Vec::new();
    if is_wanted(CodeActionKind::QUICKFIX.as_str()) {
        actions.extend(proposals(uri, document, client, &findings, false));
    }
    let is_source = matches!(document.kind, Kind::Compiled | Kind::Executed) && document.moved().is_nothing();
    let promises = if is_wanted(CodeActionKind::QUICKFIX.as_str()) {
        proposals(uri, document, client, &findings, true)
    } else {
        Vec::new()
    };
    if !is_source || !client.resolves_actions {
        actions.extend(promises);
        return json!(actions);
    }
    let fix = |kind: &str| CodeAction {
        title:
            "Add missing masks and paddings, and remove unneeded masks (each edit is compiled and checked)"
                .to_owned(),
        kind: Some(CodeActionKind::from(kind.to_owned())),
        data: Some(json!({ "uri": uri, "version": document.version })),
        ..CodeAction::default()
    };
    if only.is_some() && is_wanted(FIX_ALL) {
        actions.push(fix(FIX_ALL));
    } else if !findings.is_empty() && is_wanted(CodeActionKind::QUICKFIX.as_str()) {
        actions.push(fix(CodeActionKind::QUICKFIX.as_str()));
    }
    // A declaration mends nothing, so repairs come first.
    actions.extend(promises);
    json!(actions)
}

/// The changes that reports propose: repairs of code, or declarations alone.
fn proposals(
    uri: &str,
    document: &Document,
    client: &Client,
    findings: &[Found],
    promises: bool,
) -> Vec<CodeAction> {
    let is_meant = |found: &&Found| found.proposal.as_ref().is_some_and(|one| one.is_promise == promises);
    findings.iter().filter(is_meant).filter_map(|found| proposed(uri, document, client, found)).collect()
}

/// The change that a report proposes, untested.
fn proposed(own: &str, document: &Document, client: &Client, found: &Found) -> Option<CodeAction> {
    let proposal = found.proposal.as_ref()?;
    Some(CodeAction {
        title: proposal.title.clone(),
        kind: Some(CodeActionKind::QUICKFIX),
        diagnostics: Some(vec![found.diagnostic.clone()]),
        edit: Some(workspace_edit(own, document, client, &proposal.edits)),
        ..CodeAction::default()
    })
}

/// The lines that `fix` changes.
pub(super) fn fix_edit(own: &str, document: &Document, client: &Client, changed: &str) -> WorkspaceEdit {
    let (start, end, words) = changed_lines(&document.text, changed);
    let at = |line: usize| Position::new(saturating_u32(u64_from_usize(line)), 0);
    let edit = TextEdit::new(Range::new(at(start), at(end)), words.to_owned());
    workspace_edit(own, document, client, &[(own.to_owned(), edit)])
}

fn workspace_edit(
    own: &str,
    document: &Document,
    client: &Client,
    edits: &[(String, TextEdit)],
) -> WorkspaceEdit {
    let edits = edits.iter().filter_map(|(file, edit)| Some((file, uri::parse(file)?, edit.clone())));
    if client.has_versions {
        let edit = |(file, uri, edit): (&String, Uri, TextEdit)| {
            let version = (file == own).then_some(document.version);
            let text_document = OptionalVersionedTextDocumentIdentifier { uri, version };
            TextDocumentEdit { text_document, edits: vec![OneOf::Left(edit)] }
        };
        let mut all: Vec<TextDocumentEdit> = Vec::new();
        for one in edits.map(edit) {
            // Edits of one file are made at once.
            match all.iter_mut().find(|other| other.text_document == one.text_document) {
                Some(other) => other.edits.extend(one.edits),
                None => all.push(one),
            }
        }
        return WorkspaceEdit {
            document_changes: Some(DocumentChanges::Edits(all)),
            ..WorkspaceEdit::default()
        };
    }
    #[expect(clippy::mutable_key_type, reason = "the type is the protocol's")]
    let mut changes: HashMap<Uri, Vec<TextEdit>> = HashMap::new();
    for (_, uri, edit) in edits {
        changes.entry(uri).or_default().push(edit);
    }
    WorkspaceEdit::new(changes)
}

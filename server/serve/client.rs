//! The capabilities of the client, and of this server.

use lsp_types::{
    CodeActionKind, CodeActionOptions, CodeActionProviderCapability, HoverProviderCapability,
    InitializeParams, OneOf, PositionEncodingKind, SaveOptions, ServerCapabilities,
    TextDocumentSyncCapability, TextDocumentSyncKind, TextDocumentSyncOptions, TextDocumentSyncSaveOptions,
};
use serde::Deserialize;

use crate::order::Encoding;

/// The kind of the action that takes all changes of `tileproof fix`.
pub(super) const FIX_ALL: &str = "source.fixAll.tileproof";

/// The client's capabilities and wishes.
#[derive(Debug, Default)]
pub(super) struct Client {
    pub(super) encoding: Encoding,
    /// The client refreshes inlay hints on request.
    pub(super) refreshes_hints: bool,
    /// The client requests the edits of an action when it is chosen.
    pub(super) resolves_actions: bool,
    /// Its edits are of versions of documents.
    pub(super) has_versions: bool,
    /// The client supports dynamic file watching.
    pub(super) watches_files: bool,
    /// The client shows the progress of long work.
    pub(super) shows_progress: bool,
    pub(super) wishes: Wishes,
}

/// The fields of `initializationOptions`.
#[derive(Debug, Deserialize)]
#[serde(default)]
pub(super) struct Wishes {
    /// Whether scripts of Python are executed when they are saved.
    pub(super) python: bool,
    /// About how long a kernel may take, in seconds of counted work.
    pub(super) timeout: Option<f64>,
}

impl Default for Wishes {
    fn default() -> Self {
        Wishes { python: true, timeout: None }
    }
}

impl Client {
    /// # Errors
    /// Options that are none, in a sentence.
    pub(super) fn new(params: &InitializeParams) -> Result<Self, String> {
        let capabilities = &params.capabilities;
        let general = capabilities.general.as_ref();
        let encodings = general.and_then(|general| general.position_encodings.as_deref()).unwrap_or_default();
        let is_utf8 = encodings.contains(&PositionEncodingKind::UTF8);
        let workspace = capabilities.workspace.as_ref();
        let document = capabilities.text_document.as_ref();
        let actions = document.and_then(|document| document.code_action.as_ref());
        let resolved = actions.and_then(|actions| actions.resolve_support.as_ref());
        let hints = workspace.and_then(|workspace| workspace.inlay_hint.as_ref());
        let edits = workspace.and_then(|workspace| workspace.workspace_edit.as_ref());
        let watched = workspace.and_then(|workspace| workspace.did_change_watched_files);
        let wishes = params.initialization_options.clone().filter(|wishes| !wishes.is_null());
        let wishes: Wishes = wishes
            .map_or_else(|| Ok(Wishes::default()), serde_json::from_value)
            .map_err(|error| format!("initializationOptions may have `python` and `timeout`: {error}"))?;
        if wishes.timeout.is_some_and(|seconds| !(seconds > 0.0 && seconds.is_finite())) {
            return Err("`timeout` is a number of seconds above 0".to_owned());
        }
        Ok(Client {
            encoding: if is_utf8 { Encoding::Utf8 } else { Encoding::Utf16 },
            refreshes_hints: hints.and_then(|hints| hints.refresh_support) == Some(true),
            resolves_actions: resolved.is_some_and(|known| known.properties.iter().any(|one| one == "edit")),
            has_versions: edits.and_then(|edits| edits.document_changes) == Some(true),
            shows_progress: capabilities.window.as_ref().and_then(|window| window.work_done_progress)
                == Some(true),
            watches_files: watched.and_then(|watched| watched.dynamic_registration) == Some(true),
            wishes,
        })
    }

    /// The server's capabilities.
    pub(super) fn capabilities(&self) -> ServerCapabilities {
        let encoding = match self.encoding {
            Encoding::Utf8 => PositionEncodingKind::UTF8,
            Encoding::Utf16 => PositionEncodingKind::UTF16,
        };
        ServerCapabilities {
            position_encoding: Some(encoding),
            text_document_sync: Some(TextDocumentSyncCapability::Options(TextDocumentSyncOptions {
                open_close: Some(true),
                change: Some(TextDocumentSyncKind::FULL),
                save: Some(TextDocumentSyncSaveOptions::SaveOptions(SaveOptions { include_text: None })),
                ..TextDocumentSyncOptions::default()
            })),
            hover_provider: Some(HoverProviderCapability::Simple(true)),
            inlay_hint_provider: Some(OneOf::Left(true)),
            code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
                code_action_kinds: Some(vec![CodeActionKind::QUICKFIX, CodeActionKind::new(FIX_ALL)]),
                resolve_provider: Some(true),
                ..CodeActionOptions::default()
            })),
            ..ServerCapabilities::default()
        }
    }
}

// Open, edit, diagnose, point at, mend, cancel.

"use strict";

const assert = require("node:assert/strict");
const fs = require("node:fs");
const path = require("node:path");
const { test } = require("node:test");
const {
  CancellationTokenSource,
  CodeActionRequest,
  CodeActionResolveRequest,
  DiagnosticSeverity,
  HoverRequest,
  InlayHintRequest,
  LSPErrorCodes,
} = require("vscode-languageserver-protocol/node");
const { Client, hard, lineOf, root, store } = require("./client.js");

const everything = { start: { line: 0, character: 0 }, end: { line: 9999, character: 0 } };

test("what is wrong is shown until it is not", async () => {
  const client = new Client();
  const { capabilities } = await client.initialize();
  assert.equal(capabilities.positionEncoding, "utf-16");
  const uri = client.file("a.tile");
  const first = client.next(uri);
  await client.open(uri, store(2));
  const { diagnostics } = await first;
  assert.deepEqual(diagnostics.map((one) => [one.severity, one.code]), [[DiagnosticSeverity.Error, "view.index.space"]]);
  const line = lineOf(store(1), "store_view_tko");
  assert.deepEqual(diagnostics[0].range.start, { line, character: 2 });

  const second = client.next(uri);
  await client.change(uri, 2, store(1));
  assert.deepEqual((await second).diagnostics, []);
  const textDocument = { uri };
  const hover = await client.connection.sendRequest(HoverRequest.type, { textDocument, position: { line, character: 9 } });
  assert.match(hover.contents.value, /proved in bounds and free of races/);
  const hints = await client.connection.sendRequest(InlayHintRequest.type, { textDocument, range: everything });
  assert.deepEqual(hints.map((hint) => hint.label), ["proved, masked"]);
  assert.equal(await client.shutDown(), 0);
});

test("a source is mended by a proposal and by what fix has tried", async () => {
  const corpus = path.join(root, "corpus/typical");
  const text = fs.readFileSync(path.join(corpus, "wrong/saxpy.cu"), "utf8");
  const nvcc = `#!/bin/sh
for last; do :; done
while [ $# -gt 1 ]; do [ "$1" = -o ] && out=$2; shift; done
if grep -qF 'alpha * xs.load(i)' "$last"; then cp '${corpus}/wrong/saxpy.cu.tilebc' "$out"; exit; fi
if grep -qF 'xs.load_masked(i)' "$last"; then cp '${corpus}/repaired/saxpy.cu.tilebc' "$out"; exit; fi
exit 2
`;
  const client = new Client({ NVCC: "./nvcc" });
  client.file("nvcc", nvcc);
  fs.chmodSync(path.join(client.folder, "nvcc"), 0o755);
  await client.initialize();
  const uri = client.file("saxpy.cu", text);
  const first = client.next(uri);
  await client.open(uri, text);
  const bug = (await first).diagnostics.find((one) => one.code === "view.tile.inside");
  const line = lineOf(text, "alpha * xs.load(i)");
  assert.equal(bug.range.start.line, line);
  const params = { textDocument: { uri }, range: bug.range, context: { diagnostics: [bug] } };
  const [proposal, fix] = await client.connection.sendRequest(CodeActionRequest.type, params);
  assert.match(proposal.title, /xs\.load_masked\(i\).*untried/);
  const resolved = await client.connection.sendRequest(CodeActionResolveRequest.type, fix);
  const [edit] = resolved.edit.documentChanges[0].edits;
  const lines = text.split("\n");
  lines.splice(edit.range.start.line, edit.range.end.line - edit.range.start.line, ...edit.newText.replace(/\n$/, "").split("\n"));
  const fixed = lines.join("\n");
  assert.match(fixed, /alpha \* xs\.load_masked\(i\) \+ ys\.load_masked\(i\)/);
  client.file("saxpy.cu", fixed);
  await client.change(uri, 2, fixed);
  const second = client.next(uri);
  await client.save(uri);
  assert.equal((await second).diagnostics.some((one) => one.code === "view.tile.inside"), false);
  assert.equal(await client.shutDown(), 0);
});

test("what takes seconds keeps nobody waiting, and is cancelled", async () => {
  const client = new Client();
  await client.initialize();
  const [slow, quick] = [client.file("slow.tile"), client.file("quick.tile")];
  await client.open(slow, hard);
  const position = { line: lineOf(hard, "divi"), character: 4 };
  const source = new CancellationTokenSource();
  const asked = client.connection.sendRequest(HoverRequest.type, { textDocument: { uri: slow }, position }, source.token);
  const start = performance.now();
  const answered = client.next(quick);
  await client.open(quick, store(2));
  assert.equal((await answered).diagnostics.length, 1);
  const took = performance.now() - start;
  assert.equal(client.published.some((one) => one.uri === slow && one.diagnostics.length > 0), false);
  source.cancel();
  await assert.rejects(asked, { code: LSPErrorCodes.RequestCancelled });
  console.log(`an answer beside a check of seconds: ${took.toFixed(0)} ms`);
  assert.equal(await client.shutDown(), 0);
});

// The server, driven by the protocol library that VS Code's own client is made of.

"use strict";

const { spawn } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { pathToFileURL } = require("node:url");
const {
  createProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
  InitializeRequest,
  InitializedNotification,
  ShutdownRequest,
  ExitNotification,
  DidOpenTextDocumentNotification,
  DidChangeTextDocumentNotification,
  DidSaveTextDocumentNotification,
  PublishDiagnosticsNotification,
  RegistrationRequest,
  InlayHintRefreshRequest,
} = require("vscode-languageserver-protocol/node");

const root = path.resolve(process.env.TILEPROOF_SOURCES ?? path.join(__dirname, "../../.."));
const program = process.env.TILEPROOF ?? "tileproof";

/** A store to one of two places, the second of which may be partly outside; `least` is the greatest index. */
const store = (greatest) => `contract @store {
  names = (o, i)
  grid = (1)
  requires = i >= 0, i <= ${greatest}
  buffer o : i32[5]
}
entry @store(%o: tile<ptr<i32>>, %i: tile<i32>) {
  %c7 = constant <i32: 7> : tile<4xi32>
  %to = make_tensor_view %o, shape = [5], strides = [1] : tensor_view<5xi32, strides=[1]>
  %target = make_partition_view %to : partition_view<tile=(4), tensor_view<5xi32, strides=[1]>>
  %t = store_view_tko weak %c7, %target[%i] : tile<4xi32>, partition_view<tile=(4), tensor_view<5xi32, strides=[1]>>, tile<i32> -> token
  return
}
`;

/** A kernel on which the solver works for seconds. */
const hard = `contract @hard {
  names = (x, y, z)
  grid = (1)
  requires = x >= 2, y >= 2, z >= 2, x <= 2000000, y <= 2000000, z <= 2000000
}
entry @hard(%x: tile<i64>, %y: tile<i64>, %z: tile<i64>) {
  %a = muli %x, %x : tile<i64>
  %a3 = muli %a, %x : tile<i64>
  %b = muli %y, %y : tile<i64>
  %b3 = muli %b, %y : tile<i64>
  %c = muli %z, %z : tile<i64>
  %c3 = muli %c, %z : tile<i64>
  %s = addi %a3, %b3 : tile<i64>
  %d = subi %s, %c3 : tile<i64>
  %one = constant <i64: 1> : tile<i64>
  %q = divi %one, %d signed : tile<i64>
  return
}
`;

/** The line, from zero, on which some words stand. */
const lineOf = (text, words) => text.split("\n").findIndex((line) => line.includes(words));

const sleep = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** A server in a folder of its own. */
class Client {
  constructor(variables = {}) {
    this.folder = fs.mkdtempSync(path.join(os.tmpdir(), "tileproof-server-"));
    const cache = path.join(this.folder, "cache");
    const env = { ...process.env, TILEPROOF_CACHE: cache, ...variables };
    this.process = spawn(program, ["server", "--stdio"], { cwd: this.folder, env, stdio: ["pipe", "pipe", "inherit"] });
    this.ended = new Promise((done) => this.process.on("exit", (code, signal) => done(code ?? signal)));
    const reader = new StreamMessageReader(this.process.stdout);
    this.connection = createProtocolConnection(reader, new StreamMessageWriter(this.process.stdin));
    this.published = [];
    this.listeners = new Set();
    this.connection.onNotification(PublishDiagnosticsNotification.type, (params) => {
      const one = { ...params, at: performance.now() };
      this.published.push(one);
      this.listeners.forEach((listener) => listener(one));
    });
    this.connection.onRequest(RegistrationRequest.type, () => {});
    this.connection.onRequest(InlayHintRefreshRequest.type, () => {});
    this.connection.listen();
  }

  async initialize() {
    const capabilities = {
      general: { positionEncodings: ["utf-16"] },
      textDocument: {
        codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: [] } }, dataSupport: true, resolveSupport: { properties: ["edit"] } },
        publishDiagnostics: { relatedInformation: true, versionSupport: true },
      },
      workspace: { workspaceEdit: { documentChanges: true }, inlayHint: { refreshSupport: true }, didChangeWatchedFiles: { dynamicRegistration: true } },
    };
    const params = { processId: process.pid, rootUri: pathToFileURL(this.folder).href, capabilities, workspaceFolders: null };
    const result = await this.connection.sendRequest(InitializeRequest.type, params);
    await this.connection.sendNotification(InitializedNotification.type, {});
    return result;
  }

  file(name, text) {
    const file = path.join(this.folder, name);
    if (text !== undefined) fs.writeFileSync(file, text);
    return pathToFileURL(file).href;
  }

  open(uri, text) {
    const textDocument = { uri, languageId: "tile-ir", version: 1, text };
    return this.connection.sendNotification(DidOpenTextDocumentNotification.type, { textDocument });
  }

  change(uri, version, text) {
    const params = { textDocument: { uri, version }, contentChanges: [{ text }] };
    return this.connection.sendNotification(DidChangeTextDocumentNotification.type, params);
  }

  save(uri) {
    return this.connection.sendNotification(DidSaveTextDocumentNotification.type, { textDocument: { uri } });
  }

  /** The next diagnostics that are meant, of those that come from now on. */
  next(uri, isMeant = () => true) {
    return new Promise((done) => {
      const listener = (one) => {
        if (one.uri !== uri || !isMeant(one)) return;
        this.listeners.delete(listener);
        done(one);
      };
      this.listeners.add(listener);
    });
  }

  /** How much memory the server has, in KiB. */
  memory() {
    const status = fs.readFileSync(`/proc/${this.process.pid}/status`, "utf8");
    return Number(/VmRSS:\s+(\d+)/.exec(status)[1]);
  }

  async shutDown() {
    await this.connection.sendRequest(ShutdownRequest.type);
    await this.connection.sendNotification(ExitNotification.type);
    const code = await this.ended;
    this.connection.dispose();
    fs.rmSync(this.folder, { recursive: true });
    return code;
  }
}

module.exports = { Client, hard, lineOf, root, sleep, store };

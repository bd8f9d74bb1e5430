// The extension itself, in a made-up editor: what it registers, what it starts, and how its debugger is called.

"use strict";

const assert = require("node:assert/strict");
const Module = require("node:module");
const path = require("node:path");
const { test } = require("node:test");

const folder = process.env.EXTENSION ?? path.join(__dirname, "..");

/** Whatever anybody asks an editor for: a class, and a function. */
const anything = (known = {}) =>
  new Proxy(class {}, { get: (target, name) => known[name] ?? target[name] ?? (target[name] = anything()) });

test("what the manifest promises is registered", async () => {
  const [registered, started] = [{}, []];
  const settings = { path: "/opt/tileproof", python: false, timeout: 3 };
  const vscode = anything({
    version: "1.90.0",
    workspace: anything({
      getConfiguration: () => ({ get: (name) => settings[name] }),
      onDidChangeConfiguration: () => ({ dispose() {} }),
    }),
    commands: anything({ registerCommand: (name) => (registered.command = name) }),
    debug: anything({
      registerDebugAdapterDescriptorFactory: (type, factory) => Object.assign(registered, { type, factory }),
    }),
    DebugAdapterExecutable: class {
      constructor(command, args) {
        Object.assign(this, { command, args });
      }
    },
  });
  class LanguageClient {
    constructor(...all) {
      this.all = all;
    }
    async start() {
      started.push(this.all);
    }
    isRunning() {
      return true;
    }
    async stop() {
      started.push("stopped");
    }
  }
  const load = Module._load;
  Module._load = (name, ...rest) => {
    if (name === "vscode") return vscode;
    const loaded = load(name, ...rest);
    // The library is loaded as it is, and its client does not need an editor that is real.
    return name === "vscode-languageclient/node" ? { ...loaded, LanguageClient } : loaded;
  };
  const manifest = require(path.join(folder, "package.json"));
  const extension = require(path.join(folder, manifest.main));
  await extension.activate({ subscriptions: [] });
  await extension.deactivate();
  Module._load = load;

  assert.equal(registered.command, manifest.contributes.commands[0].command);
  assert.equal(registered.type, manifest.contributes.debuggers[0].type);
  const adapter = registered.factory.createDebugAdapterDescriptor({ configuration: { program: "a.tile" } });
  assert.deepEqual([adapter.command, adapter.args], ["/opt/tileproof", ["debug", "a.tile", "--dap"]]);
  const [[, , server, options], last] = started;
  assert.deepEqual([server.command, server.args], ["/opt/tileproof", ["server"]]);
  assert.deepEqual(options.initializationOptions, { python: false, timeout: 3 });
  assert.equal(last, "stopped");
});

// The extension: it starts `tileproof server` for the files that tileproof reads, and `tileproof debug` where somebody debugs.

"use strict";

const vscode = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");

/** Files that the server reads. */
const FILES = [{ scheme: "file", pattern: "**/*.{tile,mlir,cu,cuh,py}" }];

/** @type {LanguageClient | undefined} */
let client;

function setting(name) {
  return vscode.workspace.getConfiguration("tileproof").get(name);
}

function createClient() {
  const command = setting("path");
  const server = { command, args: ["server"], transport: TransportKind.stdio };
  const initializationOptions = { python: setting("python"), timeout: setting("timeout") };
  return new LanguageClient("tileproof", "tileproof", server, { documentSelector: FILES, initializationOptions });
}

async function start() {
  client = createClient();
  try {
    await client.start();
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    vscode.window.showErrorMessage(
      `${setting("path")} does not start: ${said}. The setting tileproof.path names the program.`,
    );
  }
}

async function stop() {
  const running = client;
  client = undefined;
  // One that has not started cannot be stopped.
  if (running?.isRunning()) await running.stop();
}

async function restart() {
  await stop();
  await start();
}

/** The adapter is the program itself; which launch is debugged, it is told by the protocol. */
const adapters = {
  createDebugAdapterDescriptor(debugged) {
    const { program } = debugged.configuration;
    return new vscode.DebugAdapterExecutable(setting("path"), ["debug", program, "--dap"]);
  },
};

exports.activate = async (context) => {
  context.subscriptions.push(
    vscode.commands.registerCommand("tileproof.restart", restart),
    vscode.debug.registerDebugAdapterDescriptorFactory("tileproof", adapters),
    vscode.workspace.onDidChangeConfiguration((change) => {
      const names = ["path", "python", "timeout"].map((name) => `tileproof.${name}`);
      if (names.some((name) => change.affectsConfiguration(name))) return restart();
    }),
  );
  await start();
};

exports.deactivate = stop;

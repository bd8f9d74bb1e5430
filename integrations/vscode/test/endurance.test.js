// Times and memory over many edits; what came of it stands in docs/editors.md.

"use strict";

const assert = require("node:assert/strict");
const { test } = require("node:test");
const { HoverRequest } = require("vscode-languageserver-protocol/node");
const { Client, lineOf, sleep, store } = require("./client.js");

/** A text of its own for every number, wrong or right. */
const version = (number) => `// ${number}\n${store(number % 2 === 0 ? 2 : 1)}`;

test("200 edits in ten seconds leave no stale answer", async () => {
  const client = new Client();
  await client.initialize();
  const uri = client.file("a.tile");
  await client.open(uri, version(1));
  const start = performance.now();
  for (let number = 2; number <= 201; number++) {
    await client.change(uri, number, version(number));
    await sleep(Math.max(0, (number - 1) * 50 - (performance.now() - start)));
  }
  const typed = performance.now() - start;
  const last = await client.next(uri, (one) => one.version === 201);
  assert.deepEqual(last.diagnostics, []);
  // Nothing comes behind it.
  const count = client.published.length;
  await sleep(1500);
  assert.equal(client.published.length, count);
  for (const one of client.published) {
    const wrong = one.version % 2 === 0;
    assert.equal(one.diagnostics.length, wrong ? 1 : 0, `version ${one.version}`);
  }
  console.log(`200 edits in ${(typed / 1000).toFixed(1)} s; the last is answered after ${(last.at - start - typed).toFixed(0)} ms, ${count} answers in all`);
  assert.equal(await client.shutDown(), 0);
});

test("an answer from the cache takes less than 200 ms", async () => {
  const client = new Client();
  await client.initialize();
  const uri = client.file("a.tile");
  const first = client.next(uri);
  await client.open(uri, version(2));
  await first;
  const [checked, pointed] = [[], []];
  for (let number = 1; number <= 50; number++) {
    // The same kernel, elsewhere: a kept verdict. Saving is not typing: it is answered at once.
    const again = client.file(`b${number}.tile`);
    const start = performance.now();
    const answer = client.next(again);
    await client.open(again, version(2 * number));
    checked.push((await answer).at - start);
    const position = { line: 1 + lineOf(store(2), "store_view_tko"), character: 9 };
    const asked = performance.now();
    const hover = await client.connection.sendRequest(HoverRequest.type, { textDocument: { uri: again }, position });
    pointed.push(performance.now() - asked);
    assert.match(hover.contents.value, /view\.index\.space/);
  }
  const at = (times, part) => times.sort((a, b) => a - b)[Math.floor((times.length - 1) * part)].toFixed(1);
  console.log(`from the cache: diagnostics ${at(checked, 0.5)} ms, at most ${at(checked, 1)} ms; hover ${at(pointed, 0.5)} ms, at most ${at(pointed, 1)} ms`);
  assert.ok(Number(at(checked, 0.9)) < 200, `${checked}`);
  assert.equal(await client.shutDown(), 0);
});

test("memory after 1,000 edits is that after 100", async () => {
  const client = new Client();
  await client.initialize();
  const uri = client.file("a.tile");
  await client.open(uri, version(1));
  let early;
  for (let number = 2; number <= 1001; number++) {
    await client.change(uri, number, version(number));
    // Every tenth is waited for, others are cancelled.
    if (number % 10 === 0) await client.next(uri, (one) => one.version === number);
    if (number === 101) early = client.memory();
  }
  const late = client.memory();
  console.log(`memory: ${early} KiB after 100 edits, ${late} KiB after 1,000`);
  assert.ok(late <= early * 1.1, `${early} KiB, then ${late} KiB`);
  assert.equal(await client.shutDown(), 0);
});

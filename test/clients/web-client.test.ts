import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { basename, extname, join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Provider } from '#engine/llm/provider.ts';
import { createOfflineProvider } from '#engine/offline/storyteller.ts';
import { openBrowser } from '../support/browser.ts';
import { openEngine } from '../support/engine.ts';
import { startSeveringProxy } from '../support/severing-proxy.ts';

const FOLDER = 'examples/web';
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

/** The files of the example, as any web server gives them out. */
const files = createServer((request, response) => {
  const name = basename(new URL(request.url ?? '/', 'http://localhost').pathname) || 'index.html';
  response.setHeader('content-type', TYPES[extname(name)] ?? 'text/plain');
  response.end(readFileSync(join(FOLDER, name)));
});

/** The Red Lamp, where players roll their own dice. */
function writeRedLamp(folder: string): void {
  cpSync('content_packs/red_lamp', join(folder, 'red_lamp'), { recursive: true });
  const ruleset = join(folder, 'red_lamp', 'rulesets', 'two_dice.yaml');
  const text = readFileSync(ruleset, 'utf8');
  writeFileSync(ruleset, text.replace('player_dice: allowed', 'player_dice: asked'));
}

/** The offline storyteller; the narration stops behind its prose while the gate is closed. */
function createGatedStoryteller() {
  const inner = createOfflineProvider({ wordsPerSecond: 0 });
  let gate = Promise.withResolvers<void>();
  gate.resolve();
  const provider: Provider = {
    ...inner,
    async *stream(request) {
      let told = '';
      for await (const part of inner.stream(request)) {
        if (request.step === 'narrate' && told.includes('===')) await gate.promise;
        if ('text' in part) told += part.text;
        yield part;
      }
    },
  };
  return {
    provider,
    close: () => {
      gate = Promise.withResolvers<void>();
    },
    open: () => gate.resolve(),
  };
}

const storyteller = createGatedStoryteller();
let engine: Awaited<ReturnType<typeof openEngine>>;
let proxy: Awaited<ReturnType<typeof startSeveringProxy>>;
let browser: Awaited<ReturnType<typeof openBrowser>>;
beforeAll(async () => {
  engine = await openEngine({ writePacks: writeRedLamp, provider: storyteller.provider });
  proxy = await startSeveringProxy(engine.url);
  await new Promise<void>((listening) => files.listen(0, '127.0.0.1', listening));
  browser = await openBrowser();
}, 120_000);
afterAll(async () => {
  storyteller.open();
  if (!('reason' in browser)) await browser.close();
  files.close();
  await proxy.close();
  await engine.close();
});

const WAIT = { timeout: 25_000 };

const story = (page: Page) =>
  page.$eval('#story', ({ textContent }) => String(textContent).replace(/\s+/g, ' '));

/** Waits until the story shows a text. */
const reads = (page: Page, text: string) => expect.poll(() => story(page), WAIT).toContain(text);

/** Waits until the page waits for the player. */
const isQuiet = (page: Page) =>
  expect.poll(() => page.$eval('#status', ({ textContent }) => textContent), WAIT).toBe('');

async function say(page: Page, text: string): Promise<void> {
  await isQuiet(page);
  await page.type('#action input', text);
  await page.click('#action button');
}

async function click(page: Page, selector: string): Promise<void> {
  await page.waitForSelector(selector, WAIT);
  await page.click(selector);
}

/** Reads the first event of a session with the EventSource of the browser. */
function readWithEventSource(page: Page, sessionId: string): Promise<string> {
  const query = `subscription { turnEvents(sessionId: "${sessionId}") { __typename } }`;
  return page.evaluate(
    (address) =>
      new Promise<string>((resolve, reject) => {
        const source = new globalThis.EventSource(address);
        source.onerror = reject;
        source.addEventListener('next', ({ data }) => {
          source.close();
          resolve(data);
        });
      }),
    `${engine.url}/graphql?${new URLSearchParams({ query })}`,
  );
}

it('plays a whole evening: dice, a question, a dropped connection and a reload in the middle of a turn', {
  timeout: 300_000,
}, async (context) => {
  if ('reason' in browser) return context.skip(browser.reason);
  const page = await browser.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  const { port } = Object(files.address());
  await page.goto(`http://127.0.0.1:${port}/?server=${proxy.url}`);

  await click(page, '#stories button');
  await reads(page, 'The Night Mail');
  await isQuiet(page);

  await say(page, 'persuade Dan to help me');
  await expect
    .poll(() => page.$eval('#prompt', ({ textContent }) => textContent), WAIT)
    .toContain('roll 2d6');
  await page.reload();
  await click(page, '#prompt button');
  await expect.poll(() => page.$$eval('.dice', (lines) => lines.length), WAIT).toBe(1);

  await say(page, 'flumox the gribble');
  await expect.poll(() => page.$eval('#prompt', ({ textContent }) => textContent), WAIT).not.toBe('');
  await isQuiet(page);
  await say(page, 'ask Dan how to stop the train');
  await reads(page, '> ask Dan how to stop the train');
  await say(page, 'go to the signal box');

  await isQuiet(page);
  storyteller.close();
  await say(page, 'ask Tapley for the hut key');
  await expect
    .poll(async () => (await story(page)).split('> ask Tapley for the hut key')[1]?.trim(), WAIT)
    .not.toBe('');
  proxy.sever();
  const before = await story(page);
  await page.reload();
  await reads(page, before.slice(-20));
  expect(await page.$eval('#status', ({ textContent }) => textContent)).toBe('The story goes on …');
  storyteller.open();
  await reads(page, 'You now have the hut key.');

  await say(page, 'go to the platform');
  await isQuiet(page);
  proxy.sever();
  await say(page, 'go to the bridge');
  await say(page, 'unlock the hut');
  await reads(page, 'You now have the fog signals.');
  await say(page, 'go back to the halt');
  await say(page, 'lay the fog signals on the rail');
  await reads(page, 'Nobody on the train ever learns your name.');
  expect(await page.$eval('#action', (form) => form.checkVisibility())).toBe(false);

  const whole = await story(page);
  await page.reload();
  await reads(page, 'Nobody on the train ever learns your name.');
  // The page that lived through the evening and the one that opens afterwards tell the same story.
  for (const line of ['persuade Dan to help me', 'ask Tapley for the hut key', 'You now have the hut key.']) {
    for (const text of [whole, await story(page)])
      expect(text.split(line).length - 1, `${line}: ${text}`).toBe(1);
  }
  const id = decodeURIComponent(new URL(page.url()).hash.slice(1));
  expect(await readWithEventSource(page, id)).toContain('"TurnStarted"');
  expect(proxy.severed()).toBe(2);
  expect(faults).toEqual([]);
});

it('is a client of at most 400 lines', () => {
  const lines = readdirSync(FOLDER).map(
    (name) => readFileSync(join(FOLDER, name), 'utf8').trimEnd().split('\n').length,
  );

  expect(lines.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(400);
});

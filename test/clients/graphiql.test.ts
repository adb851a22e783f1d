import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, beforeEach, expect, it, type TestContext } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { openEngine } from '../support/engine.ts';
import { begin, takeTurn } from '../support/play.ts';

let engine: Awaited<ReturnType<typeof openEngine>>;
let opened: Awaited<ReturnType<typeof openBrowser>>;
beforeAll(async () => {
  engine = await openEngine();
  opened = await openBrowser();
}, 120_000);
afterAll(async () => {
  if (!('reason' in opened)) await opened.close();
  await engine.close();
});

let browser: Browser;
beforeEach((context: TestContext) => {
  if ('reason' in opened) return context.skip(opened.reason);
  browser = opened;
});

type Visit = { readonly page: Page; readonly outside: string[]; readonly faults: string[] };

/** Opens GraphiQL and keeps an eye on what the page asks of others and what goes wrong in it. */
async function visit(query?: string): Promise<Visit> {
  // Somebody new each time: GraphiQL keeps its tabs in the browser.
  const page = await (await browser.createBrowserContext()).newPage();
  await page.setViewport({ width: 2_400, height: 1_400 });
  const outside: string[] = [];
  const faults: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    const isOurs = url.origin === engine.url || ['data:', 'blob:'].includes(url.protocol);
    if (!isOurs) outside.push(request.url());
  });
  page.on('pageerror', (error) => faults.push(String(error)));
  const search = query === undefined ? '' : `?${new URLSearchParams({ query })}`;
  await page.goto(`${engine.url}/graphql${search}`, { waitUntil: 'domcontentloaded', timeout: 120_000 });
  await page.waitForSelector('.graphiql-execute-button', { timeout: 120_000 });
  return { page, outside, faults };
}

/** What the answer says; the editor breaks long lines wherever it likes. */
async function shown(page: Page): Promise<string> {
  const text = await page.evaluate(
    () => globalThis.document.querySelector('.graphiql-response')?.textContent ?? '',
  );
  return text.replace(/\s+/g, ' ');
}

async function runUntil({ page }: Visit, text: string): Promise<void> {
  await page.click('.graphiql-execute-button');
  await expect.poll(() => shown(page), { timeout: 120_000 }).toContain(text);
}

it('runs a query in a browser and asks nothing of anybody else', { timeout: 240_000 }, async () => {
  const visited = await visit('{ entryPoints(first: 1) { nodes { name } } }');
  await runUntil(visited, 'The Second Ledger');

  expect(visited.outside).toEqual([]);
  expect(visited.faults).toEqual([]);
  await visited.page.close();
});

it('follows a session live in a browser', { timeout: 240_000 }, async () => {
  const sessionId = await begin(engine.url);
  const visited = await visit(
    `subscription { turnEvents(sessionId: "${sessionId}") { ... on TurnCommitted { sceneIndex } } }`,
  );
  await runUntil(visited, '"sceneIndex": 1');
  await takeTurn(engine.url, sessionId);
  await expect.poll(() => shown(visited.page), { timeout: 120_000 }).toContain('"sceneIndex": 2');

  expect(visited.outside).toEqual([]);
  expect(visited.faults).toEqual([]);
  await visited.page.close();
});

it('opens with the example operations in tabs, ready to run', { timeout: 240_000 }, async () => {
  const visited = await visit();
  const tabs = () =>
    visited.page.evaluate(() =>
      [...globalThis.document.querySelectorAll('.graphiql-tab')].map(({ textContent }) => textContent ?? ''),
    );
  await expect
    .poll(tabs, { timeout: 120_000 })
    .toEqual(
      expect.arrayContaining([
        expect.stringContaining('BrowseEntryPoints'),
        expect.stringContaining('StartCampaign'),
        expect.stringContaining('WatchTurns'),
        expect.stringContaining('TakeTurn'),
      ]),
    );
  await runUntil(visited, 'The Second Ledger');

  expect(visited.outside).toEqual([]);
  expect(visited.faults).toEqual([]);
  await visited.page.close();
});

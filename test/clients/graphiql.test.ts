import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, beforeEach, expect, it, type TestContext } from 'vitest';
import { openAccounts } from '../support/accounts.ts';
import { openBrowser } from '../support/browser.ts';
import { openEngine } from '../support/engine.ts';

let accounts: Awaited<ReturnType<typeof openAccounts>>;
let local: Awaited<ReturnType<typeof openEngine>>;
let opened: Awaited<ReturnType<typeof openBrowser>>;
beforeAll(async () => {
  accounts = await openAccounts();
  local = await openEngine();
  opened = await openBrowser();
}, 120_000);
afterAll(async () => {
  if (!('reason' in opened)) await opened.close();
  await accounts.close();
  await local.close();
});

let browser: Browser;
beforeEach((context: TestContext) => {
  if ('reason' in opened) return context.skip(opened.reason);
  browser = opened;
});

const WAIT = { timeout: 120_000 };

type Visit = { readonly page: Page; readonly outside: string[]; readonly faults: string[] };

/** Opens GraphiQL for the first time, and keeps what the page asks of other servers and what goes wrong in it. */
async function visit(
  address: string,
  { path = '/graphql', query }: { path?: string; query?: string } = {},
): Promise<Visit> {
  // GraphiQL keeps its tabs in the browser, so each visit has a browser of its own.
  const page = await (await browser.createBrowserContext()).newPage();
  await page.setViewport({ width: 2_400, height: 1_400 });
  const outside: string[] = [];
  const faults: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    const isOurs = url.origin === address || ['data:', 'blob:'].includes(url.protocol);
    if (!isOurs) outside.push(request.url());
  });
  page.on('pageerror', (error) => faults.push(String(error)));
  const search = query === undefined ? '' : `?${new URLSearchParams({ query })}`;
  await page.goto(`${address}${path}${search}`, { waitUntil: 'domcontentloaded', ...WAIT });
  return { page, outside, faults };
}

/** Text of the answer; the editor breaks long lines wherever it likes. */
async function shown(page: Page): Promise<string> {
  const text = await page.evaluate(
    () => globalThis.document.querySelector('.graphiql-response')?.textContent ?? '',
  );
  return text.replace(/\s+/g, ' ');
}

/** Clicks the run button until the answer has come. GraphiQL takes a moment to see that the tab has another operation. */
async function runUntil(page: Page, text: string): Promise<void> {
  await page.click('.graphiql-execute-button');
  const answered = async (): Promise<string> => {
    const answer = await shown(page);
    if (answer.includes('Cannot infer operation')) await page.click('.graphiql-execute-button');
    return answer;
  };
  await expect.poll(answered, { ...WAIT, interval: 500 }).toContain(text);
}

type Run = readonly [operation: string, answer: string];

/** Runs every tab as it is, clicked from left to right on a first visit with a token. */
async function runTabs(path: string, token: string, runs: readonly Run[]): Promise<void> {
  const { page, outside, faults } = await visit(accounts.url, { path });
  expect(await page.$('.graphiql-execute-button')).toBeNull();
  await page.type('input[name=token]', token);
  await page.click('#access button');
  await page.waitForSelector('.graphiql-tab', WAIT);

  expect((await page.$$('.graphiql-tab')).length).toBe(runs.length);
  for (const [at, [name, answer]] of runs.entries()) {
    // A real click at the middle of the tab: one that something covers or has moved does not react.
    await page.click(`.graphiql-tab:nth-child(${at + 1}) .graphiql-tab-button`);
    await expect
      .poll(() => page.$eval('.graphiql-tab-active', ({ textContent }) => textContent), WAIT)
      .toContain(name);
    await runUntil(page, answer);
    // A stream goes on until it is stopped.
    if (name === 'WatchTurns') await page.click('.graphiql-execute-button');
  }
  expect(await shown(page)).not.toContain('"errors"');
  expect(outside).toEqual([]);
  expect(faults).toEqual([]);
  await page.close();
}

it('runs every example tab of a first evening, and then those of authors and game masters', {
  timeout: 600_000,
}, async () => {
  const { token } = await accounts.makeToken('ada', ['gm', 'author']);
  await runTabs('/graphql', token, [
    ['BrowseEntryPoints', 'The Second Ledger'],
    ['StartCampaign', '"seedCommitment"'],
    ['WatchTurns', '"TurnCommitted"'],
    ['TakeTurn', '"COMMITTED"'],
    ['ShowSession', '"chronicle"'],
    ['ShowScene', '"exits"'],
    ['ListCampaigns', '"createdAt"'],
  ]);
  await runTabs('/graphql/authoring', token, [
    ['OpenAuthoringDesk', '"isPlayable"'],
    ['CheckPack', '"PackReport"'],
    ['ShowSceneAsGameMaster', '"revealedBy"'],
    ['PreviewPrompt', '"PromptAssembly"'],
    ['ShowMetrics', '"contradictionRate"'],
    ['ListModels', '"priceKind"'],
  ]);
});

it('runs a query of the address on a server without accounts, and asks nothing of other servers', {
  timeout: 240_000,
}, async () => {
  const { page, outside, faults } = await visit(local.url, {
    query: '{ entryPoints(first: 1) { nodes { name } } }',
  });
  await page.waitForSelector('.graphiql-execute-button', WAIT);
  await runUntil(page, 'The Second Ledger');

  expect(await page.$eval('#access', (form) => form.checkVisibility())).toBe(false);
  expect(outside).toEqual([]);
  expect(faults).toEqual([]);
  await page.close();
});

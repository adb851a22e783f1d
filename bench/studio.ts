import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'puppeteer-core';
import type { Provider } from '#engine/llm/provider.ts';
import { openAccounts } from '../test/support/accounts.ts';
import { openBrowser } from '../test/support/browser.ts';
import { createPlainProvider } from '../test/support/plain-provider.ts';
import { temporaryFolder } from '../test/support/stores.ts';

const PIECES = 500;
const MILLISECONDS_BETWEEN = 10;
const NO_USAGE = { inputTokens: 0, outputTokens: 0, cacheWriteTokens: 0, cacheReadTokens: 0 };

/** Measures the studio in Chromium: bytes of the first load, and tasks of the page while a long narration streams. */
export async function run(): Promise<void> {
  const browser = await openBrowser();
  if ('reason' in browser) throw new Error(browser.reason);
  const folder = temporaryFolder();
  const built = join(folder.path, 'studio');
  execFileSync(process.execPath, ['bin/build-studio.js', built], { stdio: 'pipe' });
  const server = await openAccounts({ studio: built, provider: withLongNarration(createPlainProvider()) });
  const { token } = await server.makeToken('owner', ['gm', 'player']);
  const { sessionId } = await server.begin(token);
  const page = await browser.newPage();
  await page.setCacheEnabled(false);
  await page.evaluateOnNewDocument(`sessionStorage.setItem('scenewright.token', ${JSON.stringify(token)})`);
  for (const path of ['/', `/play/${sessionId}`]) {
    const files = await listLoaded(page, `${server.url}${path}`);
    const bytes = files.map((file) => statSync(join(built, `${file}.gz`)).size);
    const sum = bytes.reduce((total, size) => total + size, 0);
    process.stdout.write(
      `${path.slice(0, 6)}: ${files.length} files, ${(sum / 1_000).toFixed(1)} kB with gzip\n`,
    );
  }
  await page.evaluate(() => {
    const tasks: number[] = [];
    Object.assign(globalThis, { tasks });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(duration);
    }).observe({ type: 'longtask' });
  });
  await page.waitForSelector('.choices button:not(:disabled)');
  await page.focus('textarea');
  await page.keyboard.type('I watch the water.');
  await page.keyboard.press('Enter');
  await page.waitForSelector('[data-scene="2"]', { timeout: 120_000 });
  // The browser tells of tasks of 50 ms and more.
  const tasks = (await page.evaluate(() => Reflect.get(globalThis, 'tasks'))) as readonly number[];
  process.stdout.write(
    `${PIECES} pieces in ${(PIECES * MILLISECONDS_BETWEEN) / 1_000} s: ${tasks.length} tasks of 50 ms or more${
      tasks.length === 0 ? '' : `, the longest ${Math.max(...tasks)} ms`
    }\n`,
  );
  await browser.close();
  await server.close();
  folder.remove();
}

/** Opens a page and returns the files of the studio that it asked for. */
async function listLoaded(page: Page, url: string): Promise<string[]> {
  const files = new Set(['index.html']);
  const note = (request: { url: () => string }) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/assets/')) files.add(pathname.slice(1));
  };
  page.on('request', note);
  await page.goto(url, { waitUntil: 'domcontentloaded' });
  await page.waitForSelector('.card, .scene', { timeout: 60_000 });
  await wait(1_000);
  page.off('request', note);
  return [...files];
}

/** A provider that narrates in many small pieces at a steady pace. */
function withLongNarration(provider: Provider): Provider {
  return {
    ...provider,
    async *stream(request) {
      if (request.step === 'narrate') {
        for (let piece = 0; piece < PIECES; piece += 1) {
          yield { type: 'text-delta', text: piece % 12 === 11 ? 'The tide rises.\n\n' : 'The tide rises. ' };
          await wait(MILLISECONDS_BETWEEN);
        }
        yield { type: 'text-delta', text: '\n===\nsafe | Wait. | Stay where you are.\n' };
        yield { type: 'reply-end', reason: 'finished', usage: NO_USAGE };
        return;
      }
      yield* provider.stream(request);
    },
  };
}

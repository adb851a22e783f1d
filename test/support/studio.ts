import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'puppeteer-core';
import { expect } from 'vitest';
import type { ModelRequest, Provider } from '#engine/llm/provider.ts';
import { openAccounts, writeTwoPersonas } from './accounts.ts';
import { openBrowser } from './browser.ts';
import { sharedFolder } from './shared-folder.ts';
import { type StepScript, scriptedSteps } from './step-script.ts';

/** Builds the studio from its source as `npm install` does, once for all tests of a run. Returns its folder. */
export function buildStudio(): Promise<string> {
  return sharedFolder('studio', async (folder) => {
    execFileSync(process.execPath, ['bin/build-studio.js', folder], { stdio: 'pipe' });
  });
}

/** What is waited for in a browser comes, however busy the machine. */
export const PATIENCE = { timeout: 90_000 };

const AXE = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');

export type Visit = {
  readonly page: Page;
  /** Errors of the page, refusals of its policy included. */
  readonly faults: string[];
  /** Waits until the page shows a text. */
  readonly sees: (text: string | RegExp) => Promise<void>;
  /** Clicks the first element of a kind whose name has this text. */
  readonly press: (name: string, selector?: string) => Promise<void>;
  /** Violations that axe finds on the page as it is shown, in light and in dark colours. */
  readonly violations: () => Promise<string[]>;
  readonly close: () => Promise<void>;
};

type Wish = {
  readonly token?: string;
  readonly width?: number;
  readonly height?: number;
  readonly dark?: boolean;
};

/** A server with accounts, a built studio and a browser for many cases. The storyteller can be scripted and held back. */
export async function openStudio() {
  const browser = await openBrowser();
  const studio = await buildStudio();
  const script: StepScript = new Map();
  const hold: { until: ((request: ModelRequest) => Promise<void>) | null } = { until: null };
  const server = await openAccounts({
    studio,
    provider: holding(scriptedSteps(script), hold),
    writePacks: writeAskingQuay,
  });

  const visit = async (path: string, wish: Wish = {}, url = server.url): Promise<Visit> => {
    if ('reason' in browser) throw new Error(browser.reason);
    const context = await browser.createBrowserContext();
    return openPage(context, `${url}${path}`, wish);
  };
  return {
    ...server,
    folder: studio,
    script,
    hold,
    reason: 'reason' in browser ? browser.reason : null,
    visit,
    close: async () => {
      hold.until = null;
      if (!('reason' in browser)) await browser.close();
      await server.close();
    },
  };
}

/** Lantern Quay for two, in which every check waits for the player's dice, and the pack that imported cards play by. */
function writeAskingQuay(folder: string): void {
  writeTwoPersonas(folder);
  cpSync('content_packs/just_talk', join(folder, 'just_talk'), { recursive: true });
  const file = join(folder, 'lantern_quay', 'rulesets', 'tide_dice.yaml');
  const written = readFileSync(file, 'utf8')
    .replace(/pipeline: full.*/, 'pipeline: full\n  player_dice: asked')
    .replace(/resolution: \{.*\}/, 'resolution: { kind: banded, stats: [nerve, wits] }');
  writeFileSync(file, written);
}

/** A provider that waits after each piece of a reply for as long as `hold` says. */
function holding(
  provider: Provider,
  hold: { readonly until: ((request: ModelRequest) => Promise<void>) | null },
): Provider {
  return {
    ...provider,
    async *stream(request) {
      for await (const part of provider.stream(request)) {
        yield part;
        await hold.until?.(request);
      }
    },
  };
}

/** Opens a page as a person who has this token. */
export async function openPage(context: BrowserContext, url: string, wish: Wish): Promise<Visit> {
  const page = await context.newPage();
  const { width = 1_280, height = 900, token, dark = false } = wish;
  await page.setViewport({ width, height });
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' }]);
  if (token !== undefined) {
    await page.evaluateOnNewDocument(`sessionStorage.setItem('scenewright.token', ${JSON.stringify(token)})`);
  }
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    // A refused policy or a broken component is told here; requests that fail are part of some tests.
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
      faults.push(message.text());
  });
  await page.goto(url, { waitUntil: 'domcontentloaded', ...PATIENCE });

  const text = () => page.evaluate(() => document.body.textContent ?? '');
  return {
    page,
    faults,
    sees: async (wanted) => {
      const expected =
        typeof wanted === 'string' ? expect.stringContaining(wanted) : expect.stringMatching(wanted);
      await expect.poll(text, PATIENCE).toEqual(expected);
    },
    press: async (name, selector = 'button, a') => {
      const find = () =>
        page.evaluateHandle(
          (kind, wanted) =>
            [...document.querySelectorAll<HTMLElement>(kind)].find(
              (one) =>
                (one.getAttribute('aria-label') ?? one.textContent ?? '').includes(wanted) &&
                one.offsetParent !== null &&
                !one.matches(':disabled'),
            ) ?? null,
          selector,
          name,
        );
      await expect.poll(async () => (await find()).asElement() !== null, PATIENCE).toBe(true);
      // A click by script needs no place on the screen that may be moving.
      await (await find()).asElement()?.evaluate((one) => {
        const element = one as HTMLElement;
        element.focus();
        element.click();
      });
    },
    violations: async () => {
      // The policy of the page forbids added scripts; what the debugger evaluates is not one.
      await page.evaluate(AXE);
      const found: string[] = [];
      for (const scheme of dark ? ['light', 'dark'] : ['dark', 'light']) {
        await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
        // Colours that are still changing would be judged by what they are on their way. What leaves the page ends by a rejection.
        await page.evaluate(async () => {
          await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
        });
        found.push(...(await findViolations(page)).map((violation) => `${scheme}: ${violation}`));
      }
      return found;
    },
    close: () => context.close(),
  };
}

function findViolations(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    // axe adds itself to the page under this name.
    const { axe } = globalThis as unknown as {
      axe: {
        run: (options: object) => Promise<{
          violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
        }>;
      };
    };
    // Rules that are kept need no description.
    const { violations } = await axe.run({ resultTypes: ['violations'] });
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html} ${node.failureSummary}`).join(' | ')}`,
    );
  });
}

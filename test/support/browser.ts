import { join } from 'node:path';
import chromium from '@sparticuz/chromium';
import puppeteer, { type Browser } from 'puppeteer-core';
import { sharedFolder } from './shared-folder.ts';

// No page draws by WebGL; drawing everything by software took four fifths of the browser's time.
chromium.setGraphicsMode = false;

/** One process for all pages stands still as soon as one of them is closed; without web security no page sends its origin. */
const UNWANTED = ['--single-process', '--disable-web-security'];

/** A real browser, or why there is none on this machine. */
export async function openBrowser(): Promise<Browser | { readonly reason: string }> {
  try {
    return await puppeteer.launch({
      executablePath: await unpackChromium(),
      args: [...chromium.args.filter((one) => !UNWANTED.includes(one)), '--no-sandbox'],
      headless: 'shell',
      protocolTimeout: 120_000,
    });
  } catch (error) {
    return {
      reason: `Chromium does not start here: ${error instanceof Error ? error.message : String(error)}`,
    };
  }
}

/** Unpacks Chromium once for all tests of a run. Two workers that unpacked it at the same place would start half of it. */
async function unpackChromium(): Promise<string> {
  const folder = await sharedFolder('chromium', async (own) => {
    const { TMPDIR } = process.env;
    process.env.TMPDIR = own;
    await chromium.executablePath();
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  });
  return join(folder, 'chromium');
}

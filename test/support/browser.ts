import chromium from '@sparticuz/chromium';
import puppeteer, { type Browser } from 'puppeteer-core';

/** A real browser, or why there is none on this machine. */
export async function openBrowser(): Promise<Browser | { readonly reason: string }> {
  try {
    return await puppeteer.launch({
      executablePath: await chromium.executablePath(),
      // One process for all pages would stand still as soon as one of them is closed.
      args: [...chromium.args.filter((one) => one !== '--single-process'), '--no-sandbox'],
      headless: 'shell',
      protocolTimeout: 120_000,
    });
  } catch (error) {
    return {
      reason: `Chromium does not start here: ${error instanceof Error ? error.message : String(error)}`,
    };
  }
}

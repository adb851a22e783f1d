import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openAccounts } from '../support/accounts.ts';
import { temporaryFolder } from '../support/stores.ts';
import { buildStudio } from '../support/studio.ts';

const MOST_BYTES = 130_000;

let studio: string;
let server: Awaited<ReturnType<typeof openAccounts>>;
beforeAll(async () => {
  studio = await buildStudio();
  server = await openAccounts({ studio });
});
afterAll(() => server.close());

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${server.url}${path}`, { headers });

/** Returns what a page loads at once: itself, its styles, its script and what the script imports without waiting. */
function listFirstLoad(): string[] {
  const page = readFileSync(join(studio, 'index.html'), 'utf8');
  const named = [...page.matchAll(/(?:src|href)="\/([^"]+)"/g)].map((match) => match[1] ?? '');
  return ['index.html', ...named];
}

it('serves its page at every address of its own, without a token', async () => {
  for (const path of ['/', '/play/some-session', '/models', '/begin/x']) {
    const response = await get(path);

    expect(response.status).toBe(200);
    expect(await response.text()).toContain('<div id="studio">');
  }
  expect((await get('/graphql')).status).toBe(401);
});

it('allows nothing from elsewhere and nothing inside of its text', async () => {
  const response = await get('/');
  const policy = response.headers.get('content-security-policy') ?? '';
  const page = await response.text();

  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/unsafe|https?:|\*/);
  expect(page).not.toMatch(/<style|<script(?![^>]*src=)|\son\w+=|https?:\/\//);
});

it('keeps files named by their content for good and asks for the page each time', async () => {
  const asset = listFirstLoad().find((file) => file.endsWith('.js')) ?? '';
  const response = await get(`/${asset}`, { 'accept-encoding': 'gzip' });
  const page = await get('/');
  const again = await get('/', { 'if-none-match': page.headers.get('etag') ?? '' });

  expect(response.headers.get('cache-control')).toContain('immutable');
  expect(response.headers.get('content-encoding')).toBe('gzip');
  expect(page.headers.get('cache-control')).toBe('no-cache');
  expect(again.status).toBe(304);
});

it('loads at most 130 kB before it shows something', () => {
  const sizes = listFirstLoad().map((file) => {
    const bytes = readFileSync(join(studio, `${file}.gz`));
    expect(gunzipSync(bytes).equals(readFileSync(join(studio, file)))).toBe(true);
    return bytes.length;
  });

  expect(sizes.length).toBeGreaterThan(3);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(MOST_BYTES);
});

it('says how to get it where dev dependencies were left out, and does not fail', () => {
  const folder = temporaryFolder();
  cpSync('bin', join(folder.path, 'bin'), { recursive: true });
  const { status, stdout } = spawnSync(process.execPath, [join(folder.path, 'bin/build-studio.js')], {
    encoding: 'utf8',
  });
  folder.remove();

  expect(status).toBe(0);
  expect(stdout).toContain('npm install --include=dev');
});

it('has types that fit the schema', () => {
  expect(() => execFileSync(process.execPath, ['bin/check-studio.js'], { stdio: 'pipe' })).not.toThrow();
});

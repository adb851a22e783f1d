import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openPrompts } from '../../src/server/start-server.ts';

let folder: string;
let logged: string[];
const logger = () => pino({ level: 'info' }, { write: (line: string) => logged.push(line) });
const recap = () => join(folder, 'recap', 'v1.md');
const rewrite = (change: (text: string) => string) =>
  writeFileSync(recap(), change(readFileSync(recap(), 'utf8')));

beforeEach(() => {
  logged = [];
  folder = mkdtempSync(join(tmpdir(), 'prompts-'));
  cpSync('prompts', folder, { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true }));

it('follows watched prompts and says so', async () => {
  const { prompts, close } = openPrompts(folder, logger(), true);
  const before = prompts.get('recap').hash;
  rewrite((text) => text.replace('<!-- system -->\n', '<!-- system -->\nBe brief. '));
  await vi.waitFor(() => expect(prompts.get('recap').hash).not.toBe(before), { timeout: 5000 });
  expect(logged.join('')).toContain('prompts reloaded');
  close();
});

it('tells of a file that does not load and keeps the prompts as they were', async () => {
  const { prompts, close } = openPrompts(folder, logger(), true);
  const before = prompts.get('recap').hash;
  rewrite(() => 'spoiled');
  await vi.waitFor(() => expect(logged.join('')).toContain('recap/v1.md'), { timeout: 5000 });
  expect(prompts.get('recap').hash).toBe(before);
  close();
});

it('reads prompts once when nobody watches them', () => {
  const { prompts, close } = openPrompts(folder, logger(), false);
  const before = prompts.get('recap').hash;
  rewrite(() => 'spoiled');
  expect(prompts.get('recap').hash).toBe(before);
  close();
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { askForLocalModel } from '#cli/play/ask-for-local-model.ts';
import { runScenewright } from '#cli/scenewright.ts';
import { pseudoTerminal } from '../support/pseudo-terminal.ts';
import { temporaryFolder } from '../support/stores.ts';
import { saying } from '../support/wire/behaviour.ts';
import type { LocalServer } from '../support/wire/local-server.ts';
import { startOllamaServer } from '../support/wire/ollama-server.ts';

let folder: ReturnType<typeof temporaryFolder>;
let ollama: LocalServer;
let environment: Record<string, string>;
beforeEach(async () => {
  folder = temporaryFolder();
  ollama = await startOllamaServer({
    models: [
      { name: 'tiny:1b', window: 8_192, bytes: 1e9 },
      { name: 'qwen3:8b', window: 40_960, bytes: 5e9 },
    ],
    behaviour: saying('{"place": "the ferry", "people": 3}'),
  });
  environment = { SCENEWRIGHT_DATA: folder.path, MODEL_DISCOVERY: '60000', OLLAMA_HOST: ollama.url };
});
afterEach(async () => {
  await ollama.close();
  folder.remove();
});

async function run(...words: string[]) {
  const { terminal, out, wrong } = pseudoTerminal();
  const code = await runScenewright(['models', ...words], { terminal, currentFolder: '.', environment });
  return { code, out: out(), wrong: wrong() };
}

it('lists what was found and recommends one', async () => {
  const { code, out } = await run();

  expect(code).toBe(0);
  expect(out).toMatch(/ollama\/qwen3:8b +qwen3:8b on Ollama, 40960 tokens, free\n/);
  expect(out).toContain(
    'New sessions use ollama/qwen3:8b to read and record and ollama/qwen3:8b to narrate.',
  );
  expect(out).toContain('ollama/qwen3:8b is recommended');
  expect(out).not.toContain('ANTHROPIC_API_KEY');
  expect((await run('--all')).out).toContain('needs ANTHROPIC_API_KEY');
});

it('tests a model, and says why one cannot be tested', async () => {
  const tested = await run('--test', 'ollama/tiny:1b');
  expect(tested).toMatchObject({
    code: 0,
    out: expect.stringMatching(/First word after .+ tokens a second/),
  });
  expect(tested.out).toContain('It keeps the form it is asked for.');

  expect(await run('--test', 'oracle')).toMatchObject({
    code: 1,
    wrong: expect.stringContaining('no model called oracle'),
  });
  expect(await run('--best')).toMatchObject({ code: 2 });
});

it('asks once at the table whether to play with it, and remembers the answer', async () => {
  const refusing = pseudoTerminal();
  refusing.type('n');
  const chosen = await askForLocalModel({ terminal: refusing.terminal, currentFolder: '.', environment });
  expect(refusing.out()).toContain('Found qwen3:8b on Ollama. Use it to tell the story? [Y/n]');
  expect(chosen).toMatchObject({ SMALL_MODEL: 'offline', LARGE_MODEL: 'offline' });

  const later = pseudoTerminal();
  expect(await askForLocalModel({ terminal: later.terminal, currentFolder: '.', environment })).toEqual(
    chosen,
  );
  expect(later.out()).toBe('');
  expect(JSON.parse(readFileSync(join(folder.path, 'play-model.json'), 'utf8'))).toEqual({
    'ollama/qwen3:8b': false,
  });
});

it('does not ask when a setting has chosen', async () => {
  const set = { ...environment, SMALL_MODEL: 'offline', LARGE_MODEL: 'offline' };
  const { terminal, out } = pseudoTerminal();
  expect(await askForLocalModel({ terminal, currentFolder: '.', environment: set })).toBe(set);
  expect(out()).toBe('');
});

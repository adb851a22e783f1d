import { afterAll, beforeAll, expect, it } from 'vitest';
import { runScenewright } from '#cli/scenewright.ts';
import { openEngine } from '../support/engine.ts';
import { pseudoTerminal } from '../support/pseudo-terminal.ts';
import { scriptedScenario } from '../support/scripted-scenario.ts';

let engine: Awaited<ReturnType<typeof openEngine>>;
beforeAll(async () => {
  engine = await openEngine({ scenarioProvider: scriptedScenario().provider });
});
afterAll(() => engine.close());

async function run(...words: string[]) {
  return runAt(engine.url, ...words);
}

async function runAt(url: string, ...words: string[]) {
  const seat = pseudoTerminal();
  const { terminal, out, wrong } = seat;
  const surroundings = { terminal, currentFolder: '.', environment: {} };
  const code = await runScenewright(['scenario', '--server', url, ...words], surroundings);
  return { code, out: out(), wrong: wrong() };
}

it('shows every chunk as it is made, then the story and how to play it, and keeps its secrets', async () => {
  const { code, out } = await run('--pack', 'lantern_quay', '--brief', 'a theft');

  expect(code).toBe(0);
  expect(out).toMatch(/outline +…\noutline +done\ncast +…\n[\s\S]*saving +done\n/);
  expect(out).toContain('Made by scripted for $0.0000.');
  expect(out).toMatch(/Play it: {2}scenewright play --pack (\w+) --entry \1:\w+\n/);
  expect(out).not.toContain('Secrets');
});

it('tells programs everything as JSON', async () => {
  const { out } = await run('--pack', 'lantern_quay', '--json');
  const made = JSON.parse(out);

  expect(made).toMatchObject({ model: 'scripted', costUsd: 0 });
  expect(made.scenario.secrets.length).toBeGreaterThan(0);
});

it('says without a language model that it needs one and how to set one', async () => {
  const offline = await openEngine();
  try {
    const { code, wrong } = await runAt(offline.url, '--pack', 'lantern_quay');

    expect(code).toBe(1);
    expect(wrong).toContain('A scenario needs a language model');
    expect(wrong).toContain('ANTHROPIC_API_KEY');
  } finally {
    await offline.close();
  }
});

it.each([
  [[], 2, '--pack: say for which pack'],
  [['--pack', 'nowhere'], 1, '--pack: there are lantern_quay'],
  [['--pack', 'lantern_quay', '--ruleset', 'chess'], 1, '--ruleset: there are lantern_quay:'],
  [['--pack', 'lantern_quay', '--model', 'oracle'], 1, 'There is no model called oracle'],
])('answers %j with %i', async (words, code, wrong) => {
  const said = await run(...words);

  expect(said.code).toBe(code);
  expect(said.wrong).toContain(wrong);
});

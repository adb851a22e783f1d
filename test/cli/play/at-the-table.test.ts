import { afterAll, beforeAll, expect, it } from 'vitest';
import { playCommand } from '#cli/commands/play.ts';
import { ReadInput } from '#engine/contracts/reading.ts';
import type { ModelRequest } from '#engine/llm/provider.ts';
import { openEngine } from '../../support/engine.ts';
import { ask } from '../../support/graphql-clients.ts';
import { findId, readAttempt } from '../../support/plain/shared-readings.ts';
import { createPlainProvider } from '../../support/plain-provider.ts';
import { pseudoTerminal } from '../../support/pseudo-terminal.ts';
import { copyShippedPack } from '../../support/shipped-packs.ts';

/** What is said to Luna is an attempt to persuade him. */
function readPersuasion({ input }: ModelRequest) {
  const given = ReadInput.parse(input);
  return /persuade|bargain/.test(given.playerText)
    ? readAttempt(given, { kind: 'talk', callType: 'persuasion', target: findId(given, 'Luna') })
    : undefined;
}

let engine: Awaited<ReturnType<typeof openEngine>>;
beforeAll(async () => {
  engine = await openEngine({
    provider: createPlainProvider({ read: readPersuasion }),
    writePacks: (folder) => {
      copyShippedPack('castile_1430')(folder);
      copyShippedPack('neo_seattle')(folder);
    },
  });
}, 60_000);
afterAll(() => engine.close());

const PERSONAS = { the_sharing_out: 'juan_ii', dead_drop: 'abdi' } as const;

function sitDown(entry: keyof typeof PERSONAS) {
  const seat = pseudoTerminal();
  const words = ['--server', engine.url, '--new', '--entry', entry, '--persona', PERSONAS[entry]];
  const done = playCommand.run(words, { terminal: seat.terminal, currentFolder: '.', environment: {} });
  return { ...seat, done };
}

type Rolls = { campaigns: { nodes: { sessions: { rolls: { nodes: { line: string }[] } }[] }[] } };
const ROLLS = '{ campaigns(first: 1) { nodes { sessions { rolls(first: 9) { nodes { line } } } } } }';

it('throws the dice of the player or of the engine for an awaited roll, and answers questions meanwhile', async () => {
  const seat = sitDown('the_sharing_out');
  seat.type(
    'I persuade Álvaro de Luna to leave Mayorga to the Crown.',
    '? what exactly am I rolling for',
    '/cost',
    '/soften the plague',
    '101',
    '60',
    'I bargain with Luna for Peñafiel as well.',
    '',
    '/quit',
  );
  expect(await seat.done).toBe(0);
  const { campaigns } = await ask<Rolls>(engine.url, ROLLS);
  const lines = campaigns.nodes[0]?.sessions[0]?.rolls.nodes.map(({ line }) => line) ?? [];

  expect(seat.wrong()).toBe('');
  expect(seat.out()).toContain('The story is held to it from now on.');
  expect(seat.out().match(/: 1d100\n/g)?.length).toBeGreaterThanOrEqual(4);
  expect(seat.out()).toContain('Write what each die of 1d100 shows, from 1 to 100');
  expect(seat.out()).toContain('campaign  $0.0000');
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain('60');
}, 60_000);

it('asks what was meant and goes on with the answer as the same turn', async () => {
  const seat = sitDown('dead_drop');
  seat.type('I threaten somebody.', '', '/cost', 'Ota.', '/why', '/quit');
  expect(await seat.done).toBe(0);

  expect(seat.wrong()).toBe('');
  // An empty line is no answer, nor is what is said to the table: it is asked again.
  expect(seat.out().match(/Whom do you mean to threaten/g)).toHaveLength(3);
  expect(seat.out()).toMatch(/rolls\n {2}Edge: stand your ground/);
  expect(seat.out()).toMatch(/Whom do you mean to threaten.*\n {3}1\. /);
  // The prose of the offline storyteller tells the roll itself.
  expect(seat.out()).not.toContain('  [Edge: stand your ground');
}, 60_000);

it('tells a turn again, goes on in another branch, and takes a turn back', async () => {
  const seat = sitDown('dead_drop');
  seat.type('I look around.', '/regenerate', '/fork', 'I wait.', '/recap', '/undo', '/quit');
  expect(await seat.done).toBe(0);
  type Answer = {
    campaigns: {
      nodes: { sessions: { currentScene: { index: number; narrations: { version: number }[] } }[] }[];
    };
  };
  const { campaigns } = await ask<Answer>(
    engine.url,
    '{ campaigns(first: 1) { nodes { sessions { currentScene { index narrations { version } } } } } }',
  );
  const scenes = campaigns.nodes[0]?.sessions.map(({ currentScene }) => currentScene) ?? [];

  expect(seat.wrong()).toBe('');
  expect(seat.out()).toContain('Telling it again …');
  // No sitting has ended: the recap is the last of what was told.
  expect(seat.out()).toMatch(/No sitting has been summed up yet.*Scene 2\. .*Scene 3\. /s);
  // The first session with its turn told twice, the branch with its own turn, and the branch from before that turn.
  expect(scenes.map(({ index }) => index)).toEqual([2, 3, 2]);
  expect(scenes[0]?.narrations).toHaveLength(2);
}, 60_000);

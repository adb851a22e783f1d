import { afterAll, beforeAll, expect, it } from 'vitest';
import { playCommand } from '#cli/commands/play.ts';
import { askingMystika } from '../../support/asking-packs.ts';
import { openEngine } from '../../support/engine.ts';
import { ask } from '../../support/graphql-clients.ts';
import { pseudoTerminal } from '../../support/pseudo-terminal.ts';

let engine: Awaited<ReturnType<typeof openEngine>>;
beforeAll(async () => {
  engine = await openEngine({ writePacks: askingMystika });
}, 60_000);
afterAll(() => engine.close());

const NEW = ['--new', '--entry', 'the_quiet_road', '--persona', 'hesper_tolliver'];

function sitDown(...words: readonly string[]) {
  const seat = pseudoTerminal();
  const surroundings = { terminal: seat.terminal, currentFolder: '.', environment: {} };
  return { ...seat, done: playCommand.run(['--server', engine.url, ...words], surroundings) };
}

type Session = {
  turns: { nodes: { status: string; attempt: number }[] };
  rolls: { nodes: { line: string; source: string }[] };
};
async function played(): Promise<Session | undefined> {
  const query =
    '{ campaigns(first: 1) { nodes { sessions { turns(first: 9) { nodes { status attempt } } rolls(first: 9) { nodes { line source } } } } } }';
  type Answer = { campaigns: { nodes: { sessions: Session[] }[] } };
  return (await ask<Answer>(engine.url, query)).campaigns.nodes[0]?.sessions[0];
}

it('asks for the dice a turn waits for, says how many they are, and goes on with them as the same turn', async () => {
  const seat = sitDown(...NEW);
  seat.type('I sneak past the toll-hut.', '15', '15 6', '/quit');
  expect(await seat.done).toBe(0);

  expect(seat.wrong()).toBe('');
  expect(seat.out()).toMatch(/Stealth check: 1d20\S* disadvantage\n/);
  expect(seat.out()).toContain('shows, both of them, from 1 to 20');
  expect(await played()).toMatchObject({
    turns: { nodes: [{ status: 'COMMITTED' }, { status: 'COMMITTED', attempt: 2 }] },
    rolls: { nodes: [{ line: expect.stringContaining('[15, 6]'), source: 'PLAYER' }] },
  });
}, 60_000);

it('asks again for dice that were left open, also after a question outside the story', async () => {
  const seat = sitDown(...NEW);
  seat.type('I sneak past the toll-hut.', '? what am I rolling for', '/quit');
  expect(await seat.done).toBe(0);
  expect((await played())?.turns.nodes.map(({ status }) => status)).toEqual([
    'COMMITTED',
    'AWAITING_ROLL',
    'ANSWERED',
  ]);

  const again = sitDown('--continue');
  again.type('', '/quit');
  expect(await again.done).toBe(0);
  expect(again.wrong()).toBe('');
  expect(again.out()).toMatch(/Stealth check: 1d20\S* disadvantage\n/);
  const { turns, rolls } = (await played()) ?? {};
  expect(turns?.nodes.map(({ status }) => status)).toEqual(['COMMITTED', 'COMMITTED', 'ANSWERED']);
  expect(rolls?.nodes).toMatchObject([{ source: 'ENGINE' }]);
}, 60_000);

it('calls the turn off on Ctrl-C while it waits, and the story goes on', async () => {
  const seat = sitDown(...NEW);
  seat.type('I sneak past the toll-hut.');
  await seat.until('Stealth check');
  seat.pressControlC();
  await seat.until('the story stands where it stood');
  seat.type('I wait.', '/quit');
  expect(await seat.done).toBe(0);
  expect((await played())?.turns.nodes.map(({ status }) => status)).toEqual([
    'COMMITTED',
    'CANCELLED',
    'COMMITTED',
  ]);
}, 60_000);

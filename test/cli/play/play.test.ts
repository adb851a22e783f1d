import { afterEach, beforeEach, expect, it } from 'vitest';
import { play } from '#cli/play.ts';
import { scenewright } from '#cli/scenewright.ts';
import { openEngine } from '../../support/engine.ts';
import { ask } from '../../support/graphql-clients.ts';
import { pseudoTerminal } from '../../support/pseudo-terminal.ts';

let engine: Awaited<ReturnType<typeof openEngine>>;
beforeEach(async () => {
  engine = await openEngine();
});
afterEach(() => engine.close());

function sitDown(...words: string[]) {
  const seat = pseudoTerminal();
  const { terminal } = seat;
  const done = play.run(['--server', engine.url, ...words], {
    terminal,
    currentFolder: '.',
    environment: {},
  });
  return { ...seat, done };
}

type Campaigns = {
  campaigns: { nodes: { id: string; sessions: { status: string; currentScene: { index: number } }[] }[] };
};
const CAMPAIGNS = '{ campaigns(first: 9) { nodes { id sessions { status currentScene { index } } } } }';

it('plays three turns, takes one back, and goes on there the next time', async () => {
  const first = sitDown();
  first.type('I listen to the room.', '1', 'I look for another way out.', '/undo', '/quit');
  expect(await first.done).toBe(0);
  const { campaigns } = await ask<Campaigns>(engine.url, CAMPAIGNS);

  expect(first.wrong()).toBe('');
  expect(first.out()).toContain('Until next time.');
  // The opening is scene 1; three turns lead to scene 4, and one of them is taken back.
  expect(first.out()).toMatch(/, scene 3\n/);
  expect(campaigns.nodes).toHaveLength(1);
  expect(
    campaigns.nodes[0]?.sessions.map(({ status, currentScene }) => [status, currentScene.index]),
  ).toEqual(
    expect.arrayContaining([
      ['ACTIVE', 3],
      ['INACTIVE', 4],
    ]),
  );

  const second = sitDown();
  second.type('1');
  second.endInput();
  expect(await second.done).toBe(0);
  expect(second.out()).toContain('Where were we?');
  expect(second.out()).toMatch(/, scene 3\n/);
});

it('answers questions outside the story without making a scene, and tells what things cost and why', async () => {
  const seat = sitDown('--new');
  seat.type('? where am I', '/why', '/cost', '/recap', '/fork', '/nonsense', '/help', '/quit');
  await seat.done;
  const { campaigns } = await ask<Campaigns>(engine.url, CAMPAIGNS);

  expect(seat.out()).toContain('checks of the prose');
  expect(seat.out()).toMatch(/session {3}\$0\.0000 {2}\d+ calls/);
  expect(seat.out()).toContain('There is no /nonsense. /help lists what there is.');
  expect(campaigns.nodes[0]?.sessions.map(({ currentScene }) => currentScene.index)).toEqual([1, 1]);
});

it('says what a flag could have been', async () => {
  const seat = sitDown('--pack', 'nowhere');

  expect(await seat.done).toBe(1);
  expect(seat.wrong()).toContain('--pack: there are lantern_quay');
});

it('says that nobody answers when there is no server', async () => {
  const { terminal, wrong } = pseudoTerminal();
  const words = ['play', '--server', 'http://127.0.0.1:9'];

  expect(await scenewright(words, { terminal, currentFolder: '.', environment: {} })).toBe(1);
  expect(wrong()).toBe('http://127.0.0.1:9 does not answer. Is the server running?\n');
});

it.each([
  [['help'], 0, 'plays a story here', ''],
  [['help', 'play'], 0, '--continue', ''],
  [['packs', '--help'], 0, 'check | new', ''],
  [['help', '--json'], 0, '"name": "play"', ''],
  [['paly'], 2, '', 'There is no command paly. Did you mean play?'],
  [['xylophone'], 2, '', 'scenewright help lists what there is.'],
])('answers %j with %i', async (words, code, printed, wrong) => {
  const seat = pseudoTerminal();

  expect(await scenewright(words, { terminal: seat.terminal, currentFolder: '.', environment: {} })).toBe(
    code,
  );
  expect(seat.out()).toContain(printed);
  expect(seat.wrong()).toContain(wrong);
});

import { afterEach, beforeEach, expect, it } from 'vitest';
import { playCommand } from '#cli/commands/play.ts';
import { runScenewright } from '#cli/scenewright.ts';
import { openEngine } from '../../support/engine.ts';
import { ask } from '../../support/graphql-clients.ts';
import { pseudoTerminal } from '../../support/pseudo-terminal.ts';

let engine: Awaited<ReturnType<typeof openEngine>>;
beforeEach(async () => {
  engine = await openEngine();
});
afterEach(() => engine.close());

function sitDown(...words: string[]) {
  return sitDownAt(0, ...words);
}

function sitDownAt(width: number, ...words: string[]) {
  const seat = pseudoTerminal({ width });
  const { terminal } = seat;
  const done = playCommand.run(['--server', engine.url, ...words], {
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

it('shows the notice once, what one is after, and the prologue before the prose of the opening', async () => {
  const seat = sitDown('--new');
  seat.type('I listen to the room.', '/quit');
  await seat.done;
  const out = seat.out();
  const [notice, title, goals, prologue, scene] = [
    'No language model is in use. The offline storyteller tells this story',
    'The Second Ledger\n',
    '  - ',
    'The packet boat puts you off at dusk',
    '   1. ',
  ].map((text) => out.indexOf(text));

  expect([notice, title, goals, prologue, scene]).not.toContain(-1);
  expect([notice, title, goals, prologue, scene]).toEqual(
    [notice, title, goals, prologue, scene].toSorted((one = 0, other = 0) => one - other),
  );
  expect(out.split('The offline storyteller tells this story')).toHaveLength(2);
  // The prose of the offline storyteller says who one is.
  expect(out).not.toContain('You play ');
});

it('shows the prologue again to those who come back before the first turn', async () => {
  const first = sitDown('--new');
  first.type('/quit');
  await first.done;
  const second = sitDown('--continue');
  second.type('I listen to the room.', '/look', '/quit');
  await second.done;

  expect(second.out()).toMatch(/, scene 1\n\nThe packet boat puts you off at dusk/);
  expect(second.out()).toMatch(/, scene 2\n\n(?!The packet boat)/);
});

it('lists what is carried and shows the character sheet', async () => {
  const seat = sitDown('--new');
  seat.type('/inventory', '/sheet', '/quit');
  await seat.done;

  expect(seat.out()).toMatch(/^ {4}1 × A brass key: A small key/m);
  expect(seat.out()).toMatch(
    /^Ines Varga, Auditor of the Insurance Office(, .*)?\nconscious\nStats\n {2}Nerve +1/m,
  );
});

it('prints no line wider than the terminal and breaks no word', async () => {
  const seat = sitDownAt(48, '--new');
  seat.type(
    '',
    '',
    'I listen to the room.',
    '? where am I',
    '/inventory',
    '/sheet',
    '/why',
    '/help',
    '/nonsense',
    '/quit',
  );
  await seat.done;
  const lines = seat.out().split('\n');

  expect(lines.filter((line) => line.length > 48)).toEqual([]);
  expect(seat.out().replace(/\s+/g, ' ')).toContain('No language model is in use. The offline storyteller');
});

type Agreed = {
  campaigns: { nodes: { sessions: { currentScene: { gm: { state: { calibration: object } } } }[] }[] };
};

async function calibration() {
  const { campaigns } = await ask<Agreed>(
    engine.url,
    '{ campaigns(first: 1) { nodes { sessions { currentScene { gm { state } } } } } }',
  );
  return campaigns.nodes[0]?.sessions[0]?.currentScene.gm.state.calibration;
}

it('leads through session zero, and leaves content out at any later time', async () => {
  const seat = sitDown('--session-zero');
  seat.type('brutal', '', 'dry and quiet', 'drowning', '', '/stop', '/soften the dead', '/quit');
  await seat.done;

  expect(seat.wrong()).toBe('');
  expect(seat.out()).toContain('Write what: /stop spiders');
  expect(seat.out()).toContain('The story is held to it from now on.');
  expect(await calibration()).toMatchObject({
    tone: 'dry and quiet',
    difficulty: 'brutal',
    pacing: 'slow',
    boundaries: expect.arrayContaining(['drowning', 'Only hinted at, never in detail: the dead']),
  });
});

it('begins as the story suggests for one who presses enter', async () => {
  const seat = sitDownAt(80, '--new');
  seat.type('', '', '/quit');
  await seat.done;

  expect(seat.out()).toMatch(/Difficulty \w+, pace \w+\./);
  expect(await calibration()).toMatchObject({ difficulty: 'normal', pacing: 'slow' });
});

it('says what a flag could have been', async () => {
  const seat = sitDown('--pack', 'nowhere');

  expect(await seat.done).toBe(1);
  expect(seat.wrong()).toContain('--pack: there are lantern_quay');
});

it('says that nobody answers when there is no server', async () => {
  const { terminal, wrong } = pseudoTerminal();
  const words = ['play', '--server', 'http://127.0.0.1:9'];

  expect(await runScenewright(words, { terminal, currentFolder: '.', environment: {} })).toBe(1);
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

  expect(await runScenewright(words, { terminal: seat.terminal, currentFolder: '.', environment: {} })).toBe(
    code,
  );
  expect(seat.out()).toContain(printed);
  expect(seat.wrong()).toContain(wrong);
});

it('makes a character by the rules of the story and plays it', async () => {
  const seat = sitDown('--new', '--make');
  seat.type('', 'Mira Voss', 'a rope-maker', 'she/her', '', '', '', '9', '1', '2', '', '/sheet', '/quit');
  expect(await seat.done).toBe(0);

  expect(seat.wrong()).toBe('');
  expect(seat.out()).toContain('Name is missing.');
  expect(seat.out()).toContain('Nerve (-1 to 3, enter for 0), please.');
  expect(seat.out()).toMatch(/^Mira Voss, a rope-maker, she\/her\nconscious\nStats\n {2}Nerve +1 of 3/m);
});

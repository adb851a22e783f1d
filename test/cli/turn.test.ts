import { expect, it } from 'vitest';
import { printMetrics } from '#cli/commands/metrics.ts';
import { readReplayFlags, runReplay } from '#cli/commands/replay.ts';
import { printTurn } from '#cli/commands/turn.ts';
import { openEngine } from '../support/engine.ts';
import { begin, takeTurn } from '../support/play.ts';

function paper() {
  const printed: string[] = [];
  const wrong: string[] = [];
  return {
    printed,
    wrong,
    print: (text: string) => printed.push(text),
    printError: (text: string) => wrong.push(text),
    isTerminal: false,
  };
}

it('shows a turn, counts a campaign and replays a session at the terminal', async () => {
  const engine = await openEngine();
  const plainId = (id: string) => Buffer.from(id, 'base64').toString('utf8').replace(/^\w+:/, '');
  const globalId = await begin(engine.url);
  const { turn: taken } = await takeTurn(engine.url, globalId, { text: 'I look at the lamp.' });
  const sessionId = plainId(globalId);
  const session = await engine.store.sessions.find(sessionId);
  const open = async () => ({ ...engine.store, close: async () => {} });
  const page = paper();

  expect(await printTurn(['show', plainId(taken?.id ?? '')], { ...page, open })).toBe(0);
  expect(page.printed.join('')).toContain('What came of it');
  expect(await printTurn(['show', 'nothing'], { ...page, open })).toBe(1);
  expect(await printTurn(['display'], { ...page, open })).toBe(2);
  expect(await printMetrics([session?.campaignId ?? '', '--json'], { ...page, open })).toBe(0);
  expect(JSON.parse(page.printed.at(-1) ?? '')).toMatchObject({ metrics: { turns: 2 } });
  const replays = async () => ({ replays: engine.replays, close: async () => {} });
  expect(await runReplay([sessionId, '--from', '1', '--to', '2'], { ...page, open: replays })).toBe(0);
  expect(page.printed.at(-1)).toContain('All came out the same.');
  expect(await runReplay([sessionId, '--from', '7'], { ...page, open: replays })).toBe(2);
  await engine.tidied();
  await engine.close();
}, 60_000);

it('reads what is to be changed', () => {
  const words = [
    'abc',
    '--from',
    '2',
    '--to',
    '3',
    '--prompt',
    'narrate=v2',
    '--model',
    'large=offline',
    '--seed',
    'x',
  ];
  expect(readReplayFlags([...words, '--temperature', '0.4', '--packs-now', '--anew'])).toEqual({
    sessionId: 'abc',
    from: 2,
    to: 3,
    asJson: false,
    changes: {
      prompts: { narrate: 2 },
      models: { large: 'offline' },
      seed: 'x',
      temperature: 0.4,
      packs: 'installed',
      asksAgain: true,
    },
  });
});

it.each([[[]], [['a', 'b']], [['a', '--from', 'x']], [['a', '--prompt', 'narrate']], [['a', '--wrong']]])(
  'does not understand %j',
  (words) => {
    expect(readReplayFlags(words)).toMatchObject({ rejected: 'not-understood' });
  },
);

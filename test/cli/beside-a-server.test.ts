import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runScenewright } from '#cli/scenewright.ts';
import { openEngine } from '../support/engine.ts';
import { begin, takeTurn } from '../support/play.ts';
import { pseudoTerminal } from '../support/pseudo-terminal.ts';
import { campaignOf } from '../support/sittings-stage.ts';
import { temporaryFolder } from '../support/stores.ts';

/** A server that holds the data folder all the while. */
let engine: Awaited<ReturnType<typeof openEngine>>;
let [sessionId, campaignId, turnId] = ['', '', ''];
const [folder, elsewhere] = [temporaryFolder(), temporaryFolder()];

const plain = (globalId: string) => Buffer.from(globalId, 'base64').toString('utf8').replace(/^\w+:/, '');

async function run(words: readonly string[], data = join(folder.path, 'data')) {
  const { terminal, out, wrong } = pseudoTerminal();
  const environment = {
    SCENEWRIGHT_DATA: data,
    SCENEWRIGHT_PACKS: join(folder.path, 'packs'),
    EMBEDDINGS: 'none',
    LANCEDB_URI: join(folder.path, 'lance'),
  };
  const code = await runScenewright(words, { terminal, currentFolder: elsewhere.path, environment });
  return { code, out: out(), wrong: wrong() };
}

beforeAll(async () => {
  engine = await openEngine({ folder: folder.path });
  const session = await begin(engine.url);
  const { turn } = await takeTurn(engine.url, session, {
    text: 'I force the drawer open before anybody sees me.',
  });
  await engine.tidied();
  sessionId = plain(session);
  turnId = turn?.id ?? '';
  campaignId = plain((await campaignOf(engine.url, session)).campaignId);
}, 60_000);
afterAll(async () => {
  await engine.close();
  folder.remove();
  elsewhere.remove();
});

it('lists the turns of a campaign by the start of its id, and shows one by the id the API gives', async () => {
  const list = await run(['turn', 'list', campaignId.slice(0, 30)]);
  const shown = await run(['turn', 'show', turnId]);

  expect(list).toMatchObject({ code: 0, wrong: '' });
  expect(list.out).toContain(`Session ${sessionId}\n`);
  expect(list.out).toMatch(new RegExp(` 2 {2}${plain(turnId)} {2}committed +I force the drawer open`));
  expect(shown).toMatchObject({ code: 0, wrong: '' });
  for (const title of [
    'What was asked for',
    'Steps',
    'Models',
    'Prompt',
    'Dice',
    'World',
    'What came of it',
  ]) {
    expect(shown.out).toContain(`\n${title}\n`);
  }
  expect(shown.out).toMatch(/This recording takes \d+\.\d kB\./);
});

it('counts a campaign, for people and for programs', async () => {
  const [page, json] = [await run(['metrics', campaignId]), await run(['metrics', campaignId, '--json'])];

  expect(page.out).toContain('contradiction rate        0.0 %');
  expect(page.out).toContain(`Lore of session ${sessionId}\n  scenes 1 to 2: `);
  expect(JSON.parse(json.out)).toMatchObject({ metrics: { turns: 2 }, sessions: [{ sessionId }] });
});

it.each([
  ['0 when everything came out the same', [], 0, 'All came out the same.'],
  ['1 when something did not', ['--seed', 'another', '--from', '2'], 1, '1 came out otherwise.'],
  ['2 when it could not be played again', ['--to', '9'], 2, ''],
  ['2 when it was not understood', ['--wrong'], 2, ''],
])('replays and exits with %s', async (_case, words, code, printed) => {
  const result = await run(['replay', sessionId, ...words]);

  expect(result.code).toBe(code);
  expect(result.out).toContain(printed);
});

it('tells plainly how far a replay has come where nobody looks, and keeps JSON clean of it', async () => {
  const { out, wrong } = await run(['replay', sessionId, '--json']);

  expect(wrong).toBe('replay: 1 of 2\nreplay: 2 of 2\n');
  expect(JSON.parse(out)).toMatchObject({ kind: 'exact', isSame: true });
});

it('exports beside the server and imports elsewhere, byte for byte', async () => {
  const there = join(elsewhere.path, 'data');
  const first = await run(['export', campaignId, 'first.scenewright']);
  const taken = await run(['import', 'first.scenewright'], there);
  const second = await run(['export', campaignId, 'second.scenewright'], there);
  const [one, other] = ['first', 'second'].map((name) =>
    readFileSync(join(elsewhere.path, `${name}.scenewright`)),
  );

  expect([first.code, taken.code, second.code]).toEqual([0, 0, 0]);
  expect(taken.wrong).toContain('import: ');
  expect(other?.equals(one ?? Buffer.of())).toBe(true);
  expect(await run(['import', 'first.scenewright'], there)).toMatchObject({ code: 1 });
  expect((await run(['import', 'first.scenewright', '--copy'], there)).code).toBe(0);
});

it('says in a sentence why it cannot import into the folder of a running server, and what to do', async () => {
  const { code, wrong } = await run(['import', 'first.scenewright']);

  expect(code).toBe(1);
  expect(wrong).toContain('Another Scenewright already uses the data folder');
  expect(wrong).toContain('importCampaign');
});

it.each([
  [['turn', 'show', 'nothing'], 1, 'Nothing is recorded of a turn nothing.'],
  [['turn', 'list', 'nothing'], 1, 'There is no campaign nothing.'],
  [['turn', 'paint', 'x'], 2, 'scenewright turn list <campaign> | show <turn>'],
  [['metrics'], 2, 'scenewright metrics <campaign>'],
  [['metrics', 'nothing'], 1, 'There is no campaign nothing.'],
  [['completion', 'fish'], 2, 'scenewright completion bash | zsh'],
])('answers %j with %i and a sentence', async (words, code, sentence) => {
  const result = await run(words);

  expect(result.code).toBe(code);
  expect(result.wrong).toContain(sentence);
});

import { readdirSync } from 'node:fs';
import { join, parse } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Snapshot } from '#engine/state/snapshot.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { openEngine } from '../support/engine.ts';
import { copyShippedPacks, SHIPPED_PACKS } from '../support/shipped-packs.ts';
import { AUDITOR, openTableOfTwo, type TableOfTwo } from '../support/table-of-two.ts';

let table: TableOfTwo;
let begun: Awaited<ReturnType<TableOfTwo['sitDown']>>;
beforeAll(async () => {
  table = await openTableOfTwo((ruleset) => ruleset);
  begun = await table.sitDown();
}, 60_000);
afterAll(() => table.close());

const now = async () => {
  const session = await table.store.sessions.find(begun.session);
  const sceneId = session?.currentSceneId ?? '';
  return { sceneId, snapshot: await table.snapshots.of(sceneId) };
};
const WAIT = { text: 'I listen to the room.' };
const GM = 'query ($id: ID!) { session(id: $id) { gm { discrepancies { path sentence } repairBlock } } }';
type Found = {
  session: { gm: { discrepancies: { path: string; sentence: string }[]; repairBlock: string | null } | null };
};
const recovery = async (token: string) =>
  // Asked for in this shape.
  (await table.ask(token, GM, { id: begun.sessionId })).data as Found | null;
const command = async (actionId: string, text: string) => {
  const { data, text: raw } = await table.ask(
    table.owner,
    'mutation ($input: TakeTurnInput!) { takeTurn(input: $input) { ... on TurnPayload { turn { status commandReport } } ... on Failure { message } } }',
    { input: { sessionId: begun.sessionId, actionId, action: { text }, mode: 'GOD' } },
  );
  expect(raw).toContain('COMMITTED');
  return String(Object(data).takeTurn.turn.commandReport);
};

/** Puts the auditor at the mole while the scene at the pier house still counts them in, as an old save could. */
async function breakState(): Promise<void> {
  const { sceneId, snapshot } = await now();
  const auditor = snapshot.entities[AUDITOR as keyof Snapshot['entities']];
  const mole = Object.values(snapshot.entities).find(
    ({ id, kind }) => kind === 'location' && id !== snapshot.scene.placeId,
  );
  if (auditor?.kind !== 'character' || mole?.kind !== 'location') throw new Error('the quay has no mole');
  const broken = {
    ...snapshot,
    entities: { ...snapshot.entities, [AUDITOR]: { ...auditor, placeId: mole.id } },
  };
  table.snapshots.keep(sceneId, broken, null);
}

it('halts the story in a state that contradicts itself, and gives the game master the list and the repair', async () => {
  expect((await recovery(table.owner))?.session.gm).toEqual({ discrepancies: [], repairBlock: null });
  await breakState();
  const halted = await table.take(table.ann, begun, 'halted', WAIT);
  const found = (await recovery(table.owner))?.session.gm;

  expect(halted).toMatchObject({ __typename: 'TurnFailure', code: 'STATE_OUT_OF_SYNC' });
  expect(halted.message).not.toContain('loc_');
  expect(found?.discrepancies).toMatchObject([{ path: 'player_character_data.location' }]);
  expect(found?.repairBlock).toMatch(/^GOD_MODE_SET:\nplayer_character_data.location = "loc_/);
  expect(JSON.stringify(await recovery(table.ann))).not.toContain('player_character_data');

  expect(await command('repair', found?.repairBlock ?? '')).toContain('Done: player_character_data.location');
  expect((await recovery(table.owner))?.session.gm?.repairBlock).toBeNull();
  expect(await table.take(table.ann, begun, 'goes on', WAIT)).toMatchObject({
    turn: { status: 'COMMITTED' },
  });
});

it('takes JSON state_updates from the game master, leaf by leaf', async () => {
  const updates = { state_updates: { custom_campaign_state: { tide: { height: 3 } }, nonsense: { a: 1 } } };
  const report = await command('json', JSON.stringify(updates));

  expect(report).toContain('Done: custom_campaign_state.tide');
  expect(report).toContain('Refused: nonsense');
  expect((await now()).snapshot.custom).toMatchObject({ tide: { height: 3 } });
});

it('warns of time that a command turns back, and of none that goes on', async () => {
  const { time } = (await now()).snapshot;
  const at = (days: number) => ({ setTime: { to: { day: time.day + days, microsecond: 0 } } });
  const ask = async (actionId: string, days: number) =>
    (
      await table.ask(
        table.owner,
        'mutation ($input: ApplyOperationsInput!) { applyOperations(input: $input) { __typename ... on TurnPayload { turn { commandReport } } ... on Failure { message } } }',
        { input: { sessionId: begun.sessionId, actionId, as: 'GOD', operations: [at(days)] } },
      )
    ).text;

  expect(await ask('on', 1)).toContain('"commandReport":null');
  expect(await ask('back', -2)).toContain('Warning: time went back');
});

it('finds nothing to repair at the start of any shipped story', async () => {
  const engine = await openEngine({ writePacks: copyShippedPacks });
  try {
    const entryPoints = SHIPPED_PACKS.flatMap((pack) =>
      readdirSync(join('content_packs', pack, 'entry_points')).map((file) => `${pack}:${parse(file).name}`),
    );
    expect(entryPoints.length).toBeGreaterThan(10);
    for (const entryPointId of entryPoints) {
      const started = await engine.campaigns.start({ entryPointId, name: null });
      if (isRejection(started)) throw new Error(`${entryPointId}: ${started.reason}`);
      const turn = await engine.turns.finished(started.openingTurn.id);
      expect(turn.failure, entryPointId).toBeNull();
    }
  } finally {
    await engine.close();
  }
}, 120_000);
